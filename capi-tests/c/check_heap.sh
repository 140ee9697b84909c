#!/bin/sh
# That no function of the library but secp256k1_scratch_create asks for heap memory, and none but
# secp256k1_scratch_destroy gives it back:
# check_heap.sh ARCHIVE INCLUDE_DIRECTORY COMPILER...
#   - Nothing else in the archive refers to malloc, free, or these two functions.
#   - What formats Rust's panics is not in it: a check that fails aborts without a word.
#   - A program that calls neither of the two does not have an allocator's name in it.
#   - It runs with an allocator that ends the process. It is C89, in every layout of the types.
# RUN runs programs of another machine.
set -eu

if [ $# -lt 3 ]; then
    echo "usage: check_heap.sh ARCHIVE INCLUDE_DIRECTORY COMPILER..." >&2
    exit 2
fi
archive=$1
include=$2
shift 2
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "check_heap: $*"
    exit 1
}

# All that the archive may take from C's library. An allocator by another name would be one more. The table is the linker's.
known='abort bcmp fputc fputs free malloc memcmp memcpy memmove memset stderr strlen _GLOBAL_OFFSET_TABLE_'
${NM:-nm} -u "$archive" >"$work/undefined"
grep -qw abort "$work/undefined" || fail "nm -u does not find abort in $archive, which takes it from C's library."
for name in $(sed -n 's/^ *U //p' "$work/undefined"); do
    case " $known " in
        *" $name "*) ;;
        *) fail "$archive needs $name. If that is no allocator, add it to the list here and to docs/abi.md." ;;
    esac
done

${NM:-nm} "$archive" >"$work/symbols"
grep -q secp256k1_ecmult_multi "$work/symbols" || fail "nm does not find the library's own functions in $archive."
if grep -E '[^0-9]3fmt|core::fmt' "$work/symbols"; then
    fail "$archive has Rust's formatting in it. Look for a panic with arguments, or {:?}, in what the library uses."
fi

# Every function has a section of its own, so a relocation tells who refers to what.
${OBJDUMP:-objdump} -r "$archive" | awk '
    /^RELOCATION RECORDS FOR / { section = substr($4, 2, length($4) - 3); next }
    section ~ /^\.(eh_frame|debug|discard|note)/ || NF < 3 { next }
    {
        name = $3
        sub(/[-+]0x[0-9a-f]*$/, "", name)
        sub(/^\.text\./, "", name)
    }
    name == "malloc" || name ~ /^secp256k1_scratch_create_aligned_/ { users["create_aligned"] += name == "malloc"; check("create_aligned") }
    name == "free" || name ~ /^secp256k1_scratch_destroy_/ { users["destroy"] += name == "free"; check("destroy") }
    # MemorySanitizer looks at what is compared, and knows nothing of the stack of the library: names alone may be.
    name ~ /^(bcmp|memcmp)$/ && section !~ /^\.text\.secp256k1_ecmult_multi_engine_select_/ {
        print "check_heap: " section " refers to " name ". Compare limb by limb."
        bad = 1
    }
    function check(owner) {
        if (section !~ "^\\.text\\.secp256k1_scratch_" owner "_") {
            print "check_heap: " section " refers to " name ", which only secp256k1_scratch_" owner " may."
            bad = 1
        }
    }
    END {
        if (!users["create_aligned"] || !users["destroy"]) {
            print "check_heap: nothing refers to malloc or to free. Look how this object tells its relocations."
            bad = 1
        }
        exit bad
    }
'

allocators='malloc|calloc|realloc|reallocarray|free|aligned_alloc|memalign|posix_memalign|valloc|pvalloc|mmap|sbrk|brk'
# build PROGRAM SOURCE... : with the flags in $layout
build() {
    program=$1
    shift
    "$@" -O2 -ffunction-sections -Wl,--gc-sections -I"$include" $layout "$archive" -o "$work/$program"
}
uses_heap() {
    ${NM:-nm} -u "$work/$1" | sed -n 's/^ *U \([a-z_]*\).*/\1/p' | grep -Ewq "$allocators"
}

# That the checks see what they look for: a program with a heap.
printf '%s\n' '#include "secp256k1_ecmult_multi.h"' 'int main(void) {' \
    '    secp256k1_scratch *scratch = secp256k1_scratch_create(NULL, 100);' \
    '    secp256k1_scratch_destroy(NULL, scratch);' '    return scratch == NULL;' '}' >"$work/heap.c"
layout=
build heap "$@" "$work/heap.c"
uses_heap heap || fail "malloc is not seen in a program that calls secp256k1_scratch_create."
build heap "$@" "$work/heap.c" "$here/no_allocator.c"
if sh -c 'ulimit -c 0; $1 "$0"; exit $?' "$work/heap" "${RUN:-}" >"$work/report" 2>&1 || ! grep -q "uses the heap" "$work/report"; then
    fail "the allocator of no_allocator.c is not asked by a program that calls secp256k1_scratch_create."
fi

for layout in "" -DVERIFY -DUSE_FORCE_WIDEMUL_INT64 "-DUSE_FORCE_WIDEMUL_INT64 -DVERIFY"; do
    build no_heap "$@" -std=c89 -pedantic -Wall -Wextra -Werror "$here/no_heap.c"
    ${RUN:-} "$work/no_heap"
    if uses_heap no_heap; then
        fail "an allocator is in a program that does not call secp256k1_scratch_create: see nm -u."
    fi
    build no_heap "$@" "$here/no_heap.c" "$here/no_allocator.c"
    ${RUN:-} "$work/no_heap" >"$work/report" 2>&1 || { cat "$work/report"; fail "no_heap.c uses the heap."; }
done
echo "$archive: only secp256k1_scratch_create asks for heap memory"
