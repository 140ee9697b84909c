#!/bin/sh
# Whether upstream's replaced functions and their tables are gone from objects and programs that
# were compiled with the drop-in header: check_gone.sh FILE...
set -eu

if [ $# -eq 0 ]; then
    echo "usage: check_gone.sh FILE..." >&2
    exit 2
fi

# The replaced functions under the names that the drop-in header gives them, and what only they use.
# Compilers append .part and the like to the names of fragments.
gone='secp256k1_.*_upstream|secp256k1_ecmult_(strauss|pippenger)_(wnaf|batch)|secp256k1_ecmult_multi_simple_var|secp256k1_ecmult_wnaf_small|secp256k1_ecmult_endo_split|secp256k1_pre_g(_128)?'

bad=0
for file in "$@"; do
    symbols=$("${NM:-nm}" "$file" | sed -n 's/.* [A-Za-z] //p')
    if ! echo "$symbols" | grep -q "^secp256k1_ecmult_multi_var_"; then
        echo "$file does not call secp256k1_ecmult_multi_var by the library's name: there is nothing to check, or it was compiled without the drop-in header."
        bad=1
    fi
    left=$(echo "$symbols" | grep -E "^($gone)([.].*)?\$" || true)
    if [ -n "$left" ]; then
        echo "$file still has upstream's" $left
        echo "Look for a call that the drop-in header does not redirect."
        bad=1
    else
        echo "$file: none of upstream's replaced functions left"
    fi
done
exit $bad
