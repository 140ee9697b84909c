#!/bin/sh
# Whether a callback that throws ends the process by abort, and nothing gets through the library:
# check_throw.sh PROGRAM...  (throw.cpp, linked with the archive and with the shared library)
# RUN runs programs of another machine.
set -eu

if [ $# -eq 0 ]; then
    echo "usage: check_throw.sh PROGRAM..." >&2
    exit 2
fi
# run PROGRAM CASE: its output; its status in $status
run() {
    status=0
    # A shell of its own says nothing about signals here.
    output=$(sh -c 'ulimit -c 0; $2 "$0" "$1"; exit $?' "$1" "$2" "${RUN:-}" 2>/dev/null) || status=$?
}
expect() {
    if [ "$status $output" != "$2" ]; then
        echo "check_throw: $1 ends with status $status and says '$output'; expected is $2"
        exit 1
    fi
}
for program in "$@"; do
    run "$program" none
    expect "$program none" "0 a sum"
    # The handler does catch what does not come through the library.
    run "$program" caught
    expect "$program caught" "0 caught"
    for case in term error; do
        run "$program" $case
        expect "$program $case" "134 "
    done
    echo "$program: a callback that throws ends the process by abort"
done
