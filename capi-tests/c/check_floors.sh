#!/bin/sh
# Holds the calls that a program made against their floors: check_floors.sh COUNTS FLOORS
# COUNTS has lines "name count", FLOORS lines "name floor reason". The two lists of names must be
# the same, so that a function without a floor is noticed.
set -eu

if [ $# -ne 2 ]; then
    echo "usage: check_floors.sh COUNTS FLOORS" >&2
    exit 2
fi

awk '
    /^#/ || /^$/ { next }
    FNR == NR { count[$1] = $2; next }
    {
        floor[$1] = $2
        reason = $0
        sub(/^[^ ]+ +[^ ]+ */, "", reason)
        if (!($1 in count)) {
            printf "%s: has a floor but was not counted. Look whether the headers still redirect it; add it to count_calls.c, or take its line out of the floors.\n", $1
            bad = 1
        } else if (count[$1] + 0 < $2 + 0) {
            printf "%s: %d calls, at least %d are due (%s). Look whether the headers still redirect it, and whether the tests ran in full.\n", $1, count[$1], $2, reason
            bad = 1
        } else {
            printf "%-45s %8d calls, floor %d\n", $1, count[$1], $2
        }
    }
    END {
        for (name in count) {
            if (!(name in floor)) {
                printf "%s: was counted but has no floor. Give it a line with a reason.\n", name
                bad = 1
            }
        }
        exit bad
    }
' "$1" "$2"
