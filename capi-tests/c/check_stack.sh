#!/bin/sh
# Holds the depth of the stack against what docs/abi.md promises, in every layout of the types:
# check_stack.sh DOCUMENT TEMPLATE PROGRAM...
# The programs are stack_depth.c for each layout. In DOCUMENT a row of the table that begins with
# "| function | portable |" has the most bytes that a function takes with each engine; one row is for
# "all others". Where the library was built with other settings, ECMULT_MULTI_STACK_BYTES is the budget for scratch NULL, in
# place of the document's, which nothing exceeds, and STACK_MORE what other functions may take above theirs. Every function
# with a #define in TEMPLATE has to be measured. RUN runs programs of another machine.
set -eu

if [ $# -lt 3 ]; then
    echo "usage: check_stack.sh DOCUMENT TEMPLATE PROGRAM..." >&2
    exit 2
fi
document=$1
template=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sed -n '/^| function | portable |/,/^$/p' "$document" | tr -d '`' >"$work/table"
sed -n 's/^#define \(secp256k1_[a-z0-9_]*\) SECP256K1_ECMULT_MULTI_NAME(\1)$/\1/p' "$template" >"$work/functions"

for program in "$@"; do
    ${RUN:-} "$program" >"$work/depths"
    echo "$program:"
    awk -v document="$document" -v budget="${ECMULT_MULTI_STACK_BYTES:-0}" -v more="${STACK_MORE:-0}" '
        FILENAME == ARGV[1] {
            n = split($0, cell, / *\| */)
            if (cell[2] == "function") for (i = 3; i < n; i++) engine[i] = cell[i]
            else for (i = 3; i < n; i++) limit[cell[2], engine[i]] = cell[i]
            next
        }
        FILENAME == ARGV[2] { functions[$1] = 1; next }
        {
            row = $2 (/without scratch space/ ? ", scratch NULL" : "")
            measured[$2] = 1
            if (!(($1, row) in most) || $3 > most[$1, row]) most[$1, row] = $3
            rows[row] = engines[$1] = 1
        }
        END {
            for (e in engines) for (row in rows) {
                promised = (row, e) in limit ? limit[row, e] : limit["all others", e]
                if (row !~ /, scratch NULL$/) promised += promised ? more : 0
                else if (budget && budget + 0 < promised + 0) promised = budget
                if (promised + 0 == 0) {
                    printf "%s has no figure for engine %s. Give its table a column.\n", document, e
                    bad = 1
                } else if (most[e, row] > promised) {
                    printf "%s takes %d bytes of stack with engine %s, and %s says at most %d.\n", row, most[e, row], e, document, promised
                    bad = 1
                } else if ((row, e) in limit) {
                    printf "  %-45s %-8s %5d of %5d bytes\n", row, e, most[e, row], promised
                }
            }
            for (f in functions) if (!(f in measured)) {
                printf "%s is not measured. Give it a case in stack_depth.c.\n", f
                bad = 1
            }
            exit bad
        }
    ' "$work/table" "$work/functions" "$work/depths" >"$work/report" || { cat "$work/report"; exit 1; }
    LC_ALL=C sort "$work/report"
done
