#!/usr/bin/env bash
# Holds docs/pitfalls.md against the tests: each fault has one, each that it names exists and says so itself, with
# "// PITFALLS 16" above it, and each that says so is named under 16.
set -euo pipefail
cd "$(dirname "$0")/.."
page=docs/pitfalls.md
faults=27
bad=0
fail() {
    echo "check_pitfalls: $*" >&2
    bad=1
}

# "fault file test" of every test, "fault make target" of every target that the page names.
named() {
    awk '
        /^### / { fault = $2 + 0; file = ""; next }
        /^- `make / { file = ""; split($0, part, "`"); sub(/^make /, "", part[2]); print fault, "make", part[2]; next }
        /^- `/ { split($0, part, "`"); file = part[2]; sub(/^- `[^`]*`:/, "") }
        /^(  )?[^- ]/ || /^ / { if (file == "") next; while (match($0, /`[^`]+`/)) { print fault, file, substr($0, RSTART + 1, RLENGTH - 2); $0 = substr($0, RSTART + RLENGTH) } }
        /^$/ { file = "" }
    ' "$page"
}
# The same of every test with a comment.
commented() {
    awk '
        FNR == 1 { numbers = "" }
        /^ *\/\/ PITFALLS / { numbers = $0; sub(/.*PITFALLS /, "", numbers); sub(/:.*/, "", numbers); next }
        /^ *(\/\/|#\[)/ { next }
        numbers != "" && match($0, /fn [a-z0-9_]+\(/) {
            count = split(numbers, n, /, */)
            for (i = 1; i <= count; i++) if (n[i] ~ /^[0-9]+$/) print n[i], FILENAME, substr($0, RSTART + 3, RLENGTH - 4)
        }
        { numbers = "" }
    ' "${sources[@]}"
}

mapfile -t sources < <(find src capi-tests benches vendor build.rs -name '*.rs' | LC_ALL=C sort)
list=$(named)
comments=$(commented)
for fault in $(seq $faults); do
    grep -q "^$fault " <<<"$list" || fail "$page names no test for fault $fault."
done
while read -r fault file test; do
    if [ "$fault" -lt 1 ] || [ "$fault" -gt $faults ]; then
        fail "$page has a fault $fault; correct the number in this script if it is a new one."
    elif [ "$file" = make ]; then
        grep -qE "^([a-z-]+ )*$test:( |\$)" Makefile capi-tests/c/*.mk || fail "fault $fault: there is no make $test."
    elif ! grep -A3 '#\[test\]' "$file" 2>/dev/null | grep -q "fn $test("; then
        fail "fault $fault: there is no test $test in $file."
    elif ! grep -qxF "$fault $file $test" <<<"$comments"; then
        fail "fault $fault: $test in $file does not say // PITFALLS $fault."
    fi
done <<<"$list"
while read -r line; do
    grep -qxF "$line" <<<"$list" || fail "a test says that it reaches a fault, and $page does not name it there: $line"
done <<<"$comments"
[ $bad -eq 0 ] && echo "$page: $(wc -l <<<"$list") tests and targets reach $faults faults"
exit $bad
