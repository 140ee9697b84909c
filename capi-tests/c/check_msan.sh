#!/bin/sh
# Runs msan_probe: the clean case must end well, each mistake must be reported.
# check_msan.sh PROBE
set -eu

if [ $# -ne 1 ]; then
    echo "usage: check_msan.sh PROBE" >&2
    exit 2
fi

"$1" clean
for mistake in scalar callback-scalar callback-point callback-return; do
    if report=$("$1" "$mistake" 2>&1); then
        echo "check_msan: the mistake \"$mistake\" was not reported. Look at secp256k1_ecmult_multi_msan.h."
        exit 1
    fi
    case $report in
        *MemorySanitizer*) echo "msan_probe $mistake: reported, as it must be" ;;
        *)
            echo "check_msan: the mistake \"$mistake\" ended otherwise than by a report:"
            echo "$report"
            exit 1
            ;;
    esac
done
