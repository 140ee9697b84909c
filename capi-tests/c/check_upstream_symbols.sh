#!/bin/sh
# Asks upstream's own tools/symbol-check.py whether a shared library of upstream's exports its public
# functions only: check_upstream_symbols.sh UPSTREAM PYTHON LIBRARY...
set -eu

if [ $# -lt 3 ]; then
    echo "usage: check_upstream_symbols.sh UPSTREAM PYTHON LIBRARY..." >&2
    exit 2
fi
upstream=$1
python=$2
shift 2

# The script looks for the public functions with git grep. Upstream's sources are no repository here, and
# must not be taken for a part of the one around them.
export GIT_CEILING_DIRECTORIES="$(dirname "$upstream")"
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=grep.fallbackToNoIndex GIT_CONFIG_VALUE_0=true
cd "$upstream"
for library in "$@"; do
    "$python" -B tools/symbol-check.py "$library"
    echo "$library: exports upstream's public functions only"
done
