#!/bin/sh
# Prints the symbols that the library exports, sorted: expand_names.sh TEMPLATE LAYOUT...
# The names are those that the header's template maps to a layout.
set -eu

if [ $# -lt 2 ]; then
    echo "usage: expand_names.sh secp256k1_ecmult_multi.h.in LAYOUT..." >&2
    exit 2
fi

template=$1
shift
names=$(sed -n 's/^#define \(secp256k1_[a-z0-9_]*\) SECP256K1_ECMULT_MULTI_NAME(\1)$/\1/p' "$template")
if [ -z "$names" ]; then
    echo "expand_names: no line \"#define secp256k1_X SECP256K1_ECMULT_MULTI_NAME(secp256k1_X)\" in $template. Name the header's template." >&2
    exit 1
fi
for layout in "$@"; do
    for name in $names; do
        echo "${name}_$layout"
    done
done | LC_ALL=C sort
