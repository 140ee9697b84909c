#!/bin/sh
# Whether what looks for mistakes finds them: check_reports.sh COMMAND MISTAKE=REPORT...
#
# "COMMAND clean" must end well. "COMMAND MISTAKE" must fail, and a line of its output must match the
# basic regular expression REPORT. COMMAND is split at spaces.
set -eu

if [ $# -lt 2 ]; then
    echo "usage: check_reports.sh COMMAND MISTAKE=REPORT..." >&2
    exit 2
fi
command=$1
shift

if ! output=$($command clean 2>&1); then
    printf '%s\n' "$output"
    echo "check_reports: this is a report, or a failure, of \"$command clean\", in which there is no mistake."
    exit 1
fi
for pair in "$@"; do
    mistake=${pair%%=*}
    report=${pair#*=}
    if output=$($command "$mistake" 2>&1); then
        echo "check_reports: the mistake \"$mistake\" is not reported by: $command"
        exit 1
    fi
    if ! printf '%s\n' "$output" | grep -q -e "$report"; then
        printf '%s\n' "$output"
        echo "check_reports: so ended the mistake \"$mistake\", which should have been reported as \"$report\"."
        exit 1
    fi
    echo "  reported, as it must be: $mistake ($report)"
done
