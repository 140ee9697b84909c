#!/bin/sh
# Whether the headers refuse what they do not fit, with a message that says what to do:
# check_refusals.sh UPSTREAM INCLUDE_DIRECTORY COMPILER...
set -eu

if [ $# -lt 3 ]; then
    echo "usage: check_refusals.sh UPSTREAM INCLUDE_DIRECTORY COMPILER..." >&2
    exit 2
fi
upstream=$1
include=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# refuse WHAT MESSAGE FLAGS...: the file c.c must not compile, and the first error is the message, or
# one of the first $errors.
errors=1
refuse() {
    what=$1
    message=$2
    shift 2
    if "$@" -I"$include" -c -o "$work/c.o" "$work/c.c" >"$work/log" 2>&1; then
        echo "check_refusals: $what compiles. It has to be refused."
        exit 1
    fi
    if ! grep -E '(fatal error|error)( C[0-9]+)?:' "$work/log" | head -n $errors | grep -q "$message"; then
        echo "check_refusals: for $what the first error is not \"$message\":"
        cat "$work/log"
        exit 1
    fi
    echo "refused: $what"
}

dropin="-include secp256k1_ecmult_multi_dropin.h"

echo '#include "secp256k1_ecmult_multi.h"' >"$work/c.c"
refuse "the generated header after the drop-in header" "remove this #include" "$@" -I"$upstream" $dropin
refuse "the drop-in header after the generated header" "a file takes one of them" "$@" -I"$upstream" -include secp256k1_ecmult_multi.h $dropin

printf '#include "src/util.h"\n#include "secp256k1_ecmult_multi.h"\n' >"$work/c.c"
refuse "the generated header after upstream's" "remove this #include" "$@" -I"$upstream"
printf '#include "src/util.h"\n#include "secp256k1_ecmult_multi_dropin.h"\n' >"$work/c.c"
refuse "the drop-in header after upstream's" "comes too late" "$@" -I"$upstream"

echo 'int nothing;' >"$work/c.c"
refuse "the drop-in header without upstream" "add -I<root of libsecp256k1" "$@" $dropin

# Trees that are not libsecp256k1 from 0.4.0 to 0.8.0: real headers read from the real tree, and
# between them what is different.
tree() {
    rm -rf "$work/tree"
    mkdir -p "$work/tree/src"
    for file in assumptions util checkmem field_impl scalar_impl group_impl int128_impl scratch ecmult ecmult_impl scratch_impl; do
        echo "#include \"$upstream/src/$file.h\"" >"$work/tree/src/$file.h"
    done
}
tree
rm "$work/tree/src/checkmem.h"
refuse "an upstream older than 0.3.0" "older than 0.4.0" "$@" -I"$work/tree" $dropin
tree
echo '#undef SECP256K1_GE_X_MAGNITUDE_MAX' >>"$work/tree/src/group_impl.h"
refuse "an upstream older than 0.4.0" "older than 0.4.0" "$@" -I"$work/tree" $dropin
tree
printf '#undef PIPPENGER_MAX_BUCKET_WINDOW\n#define PIPPENGER_MAX_BUCKET_WINDOW 13\n' >>"$work/tree/src/ecmult_impl.h"
refuse "an upstream with other tables" "newer than 0.8.0" "$@" -I"$work/tree" $dropin
tree
printf '#undef SECP256K1_WIDEMUL_INT128\n#undef SECP256K1_WIDEMUL_INT64\n' >>"$work/tree/src/ecmult_impl.h"
refuse "an upstream with a third kind of limbs" "neither SECP256K1_WIDEMUL_INT128" "$@" -I"$work/tree" $dropin
tree
printf 'static int secp256k1_wnaf_fixed(int *wnaf, const secp256k1_scalar *s);\n#include "%s/src/ecmult_impl.h"\n' "$upstream" >"$work/tree/src/ecmult_impl.h"
refuse "an upstream function with other parameters" "conflicting types" "$@" -I"$work/tree" $dropin
# What to do is in the line that the compiler shows.
if ! grep -q 'take_libsecp256k1_from_0_4_0_to_0_8_0' "$work/log"; then
    echo "check_refusals: for conflicting types nothing says what to take:"
    cat "$work/log"
    exit 1
fi
tree
echo 'int util;' >"$work/tree/src/util.h"
echo 'int assumptions;' >"$work/tree/src/assumptions.h"
refuse "another project's src/util.h" "is not libsecp256k1's" "$@" -I"$work/tree" $dropin
tree
refuse "an order without a library" "take 7, 13 or 199" "$@" -DEXHAUSTIVE_TEST_ORDER=11 -I"$upstream" $dropin
refuse "a C++ file with the drop-in header" "CFLAGS and not" "$@" -x c++ -I"$upstream" $dropin

# Types that are not laid out as the library's.
refuse "packed structs" "layout_differs_in.*remove_what_packs" "$@" -fpack-struct -I"$upstream" $dropin
printf '#pragma pack(1)\n#include "secp256k1_ecmult_multi.h"\n' >"$work/c.c"
refuse "packed structs in C89" "layout_differs_in.*remove_what_packs" "$@" -std=c89 -pedantic
refuse "packed structs in C++" "layout_differs_in.*remove_what_packs" "$@" -x c++ -std=c++11
refuse "packed structs in old C++" "layout_differs_in.*remove_what_packs" "$@" -x c++ -std=c++98
echo '#include "secp256k1_ecmult_multi.h"' >"$work/c.c"
# 64-bit limbs in a 32-bit program, where the flag moves them. A compiler that is not for x86 does not know it.
if "$@" -m32 -malign-double -DUSE_FORCE_WIDEMUL_INT64 -I"$include" -c -o "$work/c.o" "$work/c.c" 2>/dev/null; then
    refuse "-malign-double" "layout_differs_in.*remove_what_packs" "$@" -m32 -malign-double -DUSE_FORCE_WIDEMUL_INT128_STRUCT
else
    echo "left out: -malign-double, which $1 does not have for 32-bit programs here"
fi

echo "#include \"$upstream/src/tests_exhaustive.c\"" >"$work/c.c"
errors=2
refuse "tests_exhaustive.c without its order" "missing_DEXHAUSTIVE_TEST_ORDER_7_or_13_or_199" "$@" -I"$upstream" $dropin
