#!/usr/bin/env bash
# Looks for what building for another machine takes, and running its programs: cross.sh TARGET, with rustc's name for
# it. Installs what is missing where that can be done without asking; else says what to install.
set -euo pipefail

target=${1:?usage: cross.sh TARGET}
case $target in
    aarch64-unknown-linux-gnu) gcc=aarch64-linux-gnu packages=(g++-aarch64-linux-gnu libc6-dev-arm64-cross) run=qemu-aarch64 ;;
    s390x-unknown-linux-gnu) gcc=s390x-linux-gnu packages=(g++-s390x-linux-gnu libc6-dev-s390x-cross) run=qemu-s390x ;;
    # Runs on x86-64 itself, with the loader that comes with the cross compiler.
    i686-unknown-linux-gnu) gcc=i686-linux-gnu packages=(g++-i686-linux-gnu libc6-dev-i386-cross) run= ;;
    thumb*-none-eabi) gcc=arm-none-eabi packages=(gcc-arm-none-eabi) run=qemu-arm ;;
    *)
        echo "cross: $target is not among the machines that are tested: aarch64-unknown-linux-gnu, i686-unknown-linux-gnu, s390x-unknown-linux-gnu, thumbv7em-none-eabi" >&2
        exit 1
        ;;
esac

missing=()
# Tests of the Linux targets compile C++, too.
compiler=$gcc-g++
case $target in thumb*) compiler=$gcc-gcc ;; esac
command -v "$compiler" >/dev/null || missing+=("${packages[@]}")
[ -z "$run" ] || command -v "$run" >/dev/null || missing+=(qemu-user)
if [ ${#missing[@]} -gt 0 ]; then
    "$(dirname "$0")/install_packages.sh" "${missing[@]}"
fi

library=$(rustc --print sysroot)/lib/rustlib/$target/lib
if ! [ -d "$library" ]; then
    if ! command -v rustup >/dev/null; then
        echo "cross: Rust's library for $target is not in $library. Install it: with rustup, rustup target add $target; with a distribution's Rust, its package for this target, which must be of the same version as rustc, $(rustc --version)." >&2
        exit 1
    fi
    rustup target add "$target"
fi
