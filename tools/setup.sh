#!/usr/bin/env bash
# Checks for the tools that the build and the tests need, and installs the missing ones with apt-get if
# that can be done without asking; else says what to install. With arguments COMMAND:PACKAGE it looks for
# these tools, too.
set -euo pipefail

missing=()
need() { # need COMMAND PACKAGE
    command -v "$1" >/dev/null || missing+=("$2")
}
need "${CC:-cc}" gcc
need g++ g++
need make make
need ld binutils
need objcopy binutils
need column bsdextrautils
need cmake cmake
need pkg-config pkg-config
# For upstream's own build, and its script that checks what its library exports.
need git git
python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3-venv)
for tool in "$@"; do
    need "${tool%%:*}" "${tool#*:}"
done
# bindgen loads libclang at run time, from the place that LIBCLANG_PATH names if it is set; libclang-cpp is another library.
have_libclang() {
    local folder
    for folder in /usr/lib /usr/lib/*/ /usr/lib/llvm-*/lib /usr/lib64; do
        ! compgen -G "$folder/libclang.so*" >/dev/null && ! compgen -G "$folder/libclang-[0-9]*.so*" >/dev/null || return 0
    done
    return 1
}
[ -n "${LIBCLANG_PATH:-}" ] || have_libclang || missing+=(libclang-dev)

if ! command -v cargo >/dev/null; then
    echo "setup: there is no cargo. Install Rust 1.85 or newer from https://rustup.rs" >&2
    exit 1
fi
if [ ${#missing[@]} -gt 0 ]; then
    "$(dirname "$0")/install_packages.sh" "${missing[@]}"
fi
