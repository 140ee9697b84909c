#!/usr/bin/env bash
# Installs Debian packages with apt-get, if that can be done without asking; else says what to install.
set -euo pipefail

as_root=
if [ "$(id -u)" -ne 0 ]; then
    as_root="sudo -n"
fi
if command -v apt-get >/dev/null && { [ -z "$as_root" ] || sudo -n true 2>/dev/null; }; then
    echo "setup: installing $*"
    $as_root apt-get -qq update
    DEBIAN_FRONTEND=noninteractive $as_root apt-get -qq install -y --no-install-recommends "$@" >/dev/null
else
    echo "setup: please install these, under their names in Debian, or what your system calls them: $*" >&2
    exit 1
fi
