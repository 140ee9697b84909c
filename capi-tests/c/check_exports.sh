#!/bin/sh
# Holds what a static or shared library exports against a list: check_exports.sh LIBRARY LIST
set -eu

if [ $# -ne 2 ]; then
    echo "usage: check_exports.sh LIBRARY LIST" >&2
    exit 2
fi
library=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

case $library in
    *.a | *.o) dynamic= ;;
    *) dynamic=-D ;;
esac
"${NM:-nm}" $dynamic -g --defined-only "$library" | sed -n 's/^[0-9a-f]* [A-Za-z] //p' | LC_ALL=C sort -u >"$work/exported"
LC_ALL=C sort -u "$2" >"$work/list"

bad=0
# report COLUMNS HEADING
report() {
    LC_ALL=C comm "$1" "$work/exported" "$work/list" >"$work/differing"
    if [ -s "$work/differing" ]; then
        echo "$2"
        sed 's/^/    /' "$work/differing"
        bad=1
    fi
}
report -23 "$library exports what is not on the list. Keep it inside, by the list of symbols to keep when the library is linked; or put its name into secp256k1_ecmult_multi.h.in and generate the list anew:"
report -13 "$library does not export what is on the list. Export it, or take its name out of secp256k1_ecmult_multi.h.in and generate the list anew:"
if [ $bad = 0 ]; then
    echo "$library: exports the $(wc -l <"$work/list") symbols of the list and no other"
fi
exit $bad
