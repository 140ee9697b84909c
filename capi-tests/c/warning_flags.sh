#!/bin/sh
# Prints those of upstream's warning flags that a compiler knows: warning_flags.sh COMPILER...
# Upstream's build tries each flag in the same way.
set -eu

if [ $# -eq 0 ]; then
    echo "usage: warning_flags.sh COMPILER [FLAG...]: name the compiler to ask" >&2
    exit 2
fi

known=
for flag in -Wall -pedantic -Wcast-align -Wcast-align=strict -Wconditional-uninitialized -Wextra \
    -Wleading-whitespace=spaces -Wnested-externs -Wno-long-long -Wno-overlength-strings \
    -Wno-unused-function -Wreserved-identifier -Wshadow -Wstrict-prototypes \
    -Wtrailing-whitespace=any -Wundef
do
    if echo 'int known;' | "$@" -Werror "$flag" -x c -c -o /dev/null - 2>/dev/null; then
        known="$known $flag"
    fi
done
echo "$known"
