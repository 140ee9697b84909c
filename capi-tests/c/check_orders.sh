#!/bin/sh
# Whether what was compiled for a small group is refused by a library that does not have it, with
# names that say what is missing: check_orders.sh OBJECT LIBRARY SUFFIX COMPILER...
set -eu

if [ $# -lt 4 ]; then
    echo "usage: check_orders.sh OBJECT LIBRARY SUFFIX COMPILER..." >&2
    exit 2
fi
object=$1
library=$2
suffix=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if "$@" "$object" "$library" -o "$work/program" >"$work/log" 2>&1; then
    echo "$object links with $library. It has to be refused: look whether the drop-in header still gives the functions of a small group names of their own."
    exit 1
fi
if ! grep -q "undefined reference to .secp256k1_ecmult_multi_var$suffix'" "$work/log"; then
    echo "The linker's message for $object and $library does not name secp256k1_ecmult_multi_var$suffix:"
    cat "$work/log"
    exit 1
fi
echo "refused: $object with $library, for want of secp256k1_ecmult_multi_var$suffix"
