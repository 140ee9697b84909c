#!/bin/sh
# Whether a shared library that was linked with our archive keeps our names to itself:
# check_reexport.sh SHARED_LIBRARY LIST
# Two shared libraries that export one name bind to the first one silently.
set -eu

if [ $# -ne 2 ]; then
    echo "usage: check_reexport.sh SHARED_LIBRARY LIST" >&2
    exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"${NM:-nm}" -D --defined-only "$1" >"$work/symbols"
sed -n 's/^[0-9a-f]* [A-Za-z] //p' "$work/symbols" | LC_ALL=C sort -u >"$work/exported"
LC_ALL=C sort -u "$2" >"$work/list"
LC_ALL=C comm -12 "$work/exported" "$work/list" >"$work/both"
if [ -s "$work/both" ]; then
    echo "$1 exports $(wc -l <"$work/both") of our symbols, $(head -n 1 "$work/both") and others. Give them hidden visibility in the archive: link it with an object that names each symbol as .hidden."
    exit 1
fi
# That there was something to look at: it exports its own names, and ours are in it.
"${NM:-nm}" "$1" >"$work/symbols"
sed -n 's/^[0-9a-f]* t //p' "$work/symbols" | LC_ALL=C sort -u | LC_ALL=C comm -12 - "$work/list" >"$work/hidden"
if ! [ -s "$work/exported" ] || ! [ -s "$work/hidden" ]; then
    echo "$1 exports nothing, or was not linked with our archive: there is nothing to check."
    exit 1
fi
echo "$1: exports none of our symbols"
