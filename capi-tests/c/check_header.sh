#!/bin/sh
# Whether the generated header is whole, and compiles in old and new C and C++ without upstream:
# check_header.sh INCLUDE_DIRECTORY TEMPLATE COMPILER...
set -eu

if [ $# -lt 3 ]; then
    echo "usage: check_header.sh INCLUDE_DIRECTORY TEMPLATE COMPILER..." >&2
    exit 2
fi
include=$1
template=$2
shift 2
header=$include/secp256k1_ecmult_multi.h
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A prototype without a renaming macro would be a plain name, a macro without a prototype a typing error.
sed -n 's/^#define \(secp256k1_[a-z0-9_]*\) SECP256K1_ECMULT_MULTI_NAME(\1)$/\1/p' "$template" | LC_ALL=C sort >"$work/macros"
sed -n 's/^[a-z][A-Za-z0-9_ ]*[ *]\(secp256k1_[a-z0-9_]*\)(.*/\1/p' "$header" | LC_ALL=C sort >"$work/prototypes"
if ! [ -s "$work/macros" ] || ! diff "$work/macros" "$work/prototypes"; then
    echo "check_header: the functions with a #define in $template (<) are not those with a prototype in $header (>). Generate the header anew, or add the #define."
    exit 1
fi

printf '#include "secp256k1_ecmult_multi.h"\n#include "secp256k1_ecmult_multi.h"\nint main(void) { return secp256k1_ecmult_multi_engine_name() == 0; }\n' >"$work/c.c"
cp "$work/c.c" "$work/c.cc"
compile() {
    if ! "$@" -pedantic -Wall -Wextra -Wundef -Wshadow -Werror -I"$include" -c -o "$work/c.o"; then
        echo "check_header: $header does not compile with: $*"
        exit 1
    fi
}
for layout in "" -DVERIFY -DUSE_FORCE_WIDEMUL_INT64 "-DUSE_FORCE_WIDEMUL_INT64 -DVERIFY" -mavx -mavx512f; do
    case $layout in
        -mavx*) echo 'int x;' | "$@" $layout -x c -c -o /dev/null - 2>/dev/null || continue ;;
    esac
    for std in c89 c99 c11; do
        compile "$@" -std=$std -Wstrict-prototypes $layout "$work/c.c"
    done
    # -Wlong-long: uint64_t in 32-bit programs.
    for std in c++98 c++11 c++17; do
        compile "$@" -x c++ -std=$std -Wno-long-long -Wold-style-cast $layout "$work/c.cc"
    done
done
echo "$header: $(wc -l <"$work/prototypes") functions, compiles as C89 to C11 and C++98 to C++17"
