#!/bin/sh
# Older releases of libsecp256k1 with the drop-in header: their tests.c compiles in every layout and passes, with the
# library behind it: check_releases.sh DIRECTORY INCLUDE_DIRECTORY ARCHIVE COMPILER...
# DIRECTORY has a release's sources in each of its folders.
set -eu

if [ $# -lt 4 ]; then
    echo "usage: check_releases.sh DIRECTORY INCLUDE_DIRECTORY ARCHIVE COMPILER..." >&2
    exit 2
fi
directory=$1
include=$2
archive=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

config="-DECMULT_WINDOW_SIZE=15 -DECMULT_GEN_PREC_BITS=4 -DCOMB_BLOCKS=43 -DCOMB_TEETH=6"
for module in ECDH RECOVERY EXTRAKEYS SCHNORRSIG MUSIG ELLSWIFT; do
    config="$config -DENABLE_MODULE_$module=1"
done
warnings="-Wall -Wextra -Werror -Wno-unused-function -Wno-long-long -Wno-overlength-strings"
tested=0
for tree in "$directory"/*/; do
    for layout in "" -DVERIFY -DUSE_FORCE_WIDEMUL_INT64=1 "-DUSE_FORCE_WIDEMUL_INT64=1 -DVERIFY"; do
        "$@" -std=c90 -O2 $warnings $config $layout -I"$tree" -I"$include" -include secp256k1_ecmult_multi_dropin.h \
            "$tree/src/tests.c" "$tree/src/precomputed_ecmult.c" "$tree/src/precomputed_ecmult_gen.c" "$archive" -o "$work/tests"
        nm "$work/tests" >"$work/symbols"
        if ! grep -q ' [tT] secp256k1_ecmult_multi_var_' "$work/symbols"; then
            echo "check_releases: the tests in $tree do without our library"
            exit 1
        fi
        # One iteration.
        "$work/tests" 1 >"$work/log" 2>&1 || { cat "$work/log"; echo "check_releases: the tests in $tree fail with ${layout:-5x52}"; exit 1; }
        tested=$((tested + 1))
    done
    echo "libsecp256k1 $(basename "$tree"): its tests pass in all layouts"
done
[ $tested -ge 4 ] || { echo "check_releases: there is no release in $directory"; exit 1; }
