#!/usr/bin/env bash
# Checks for the tools that the build and the tests need, and installs the missing ones with apt-get if
# that can be done without asking; else says what to install.
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
# bindgen loads libclang at run time.
compgen -G "${LIBCLANG_PATH:-/usr/lib}/libclang*.so*" >/dev/null ||
    compgen -G "/usr/lib/*/libclang*.so*" >/dev/null ||
    compgen -G "/usr/lib/llvm-*/lib/libclang*.so*" >/dev/null ||
    compgen -G "/usr/lib64/libclang*.so*" >/dev/null ||
    missing+=(libclang-dev)

if ! command -v cargo >/dev/null; then
    echo "setup: there is no cargo. Install Rust 1.85 or newer from https://rustup.rs" >&2
    exit 1
fi
if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi

as_root=
if [ "$(id -u)" -ne 0 ]; then
    as_root="sudo -n"
fi
if command -v apt-get >/dev/null && { [ -z "$as_root" ] || sudo -n true 2>/dev/null; }; then
    echo "setup: installing ${missing[*]}"
    $as_root apt-get -qq update
    DEBIAN_FRONTEND=noninteractive $as_root apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
else
    echo "setup: please install these, under their names in Debian, or what your system calls them: ${missing[*]}" >&2
    exit 1
fi
