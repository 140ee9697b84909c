#!/bin/sh
# Builds upstream's autotools project with nothing changed but flags, and runs its tests:
#     upstream_autotools.sh UPSTREAM DIRECTORY MACROS INCLUDE LIBRARY LIBRARY_SMALL_ORDERS CFLAGS
# The paths are absolute. CC is the compiler, MACROS is upstream_macros.m4, and INCLUDE has our headers. A warning is an
# error. If NEEDS names instructions that this processor lacks, nothing is run.
set -eu

if [ $# -ne 7 ]; then
    echo "usage: upstream_autotools.sh UPSTREAM DIRECTORY MACROS INCLUDE LIBRARY LIBRARY_SMALL_ORDERS CFLAGS" >&2
    exit 2
fi
upstream=$1
directory=$2
macros=$3
include=$4
library=$5
small_orders=$6
cflags="$7 -Werror"
log=$directory/build.log
# Upstream's make is not ours: variables of our command line would override what configure has chosen.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES

step() {
    if ! "$@" >"$log" 2>&1; then
        cat "$log"
        echo "upstream_autotools: this has failed: $*"
        exit 1
    fi
}
# autoreconf writes among the sources, so they are copied.
rm -rf "$directory"
mkdir -p "$directory/source" "$directory/build"
cp -R "$upstream/." "$directory/source"
mkdir -p "$directory/source/autotools-aux/m4"
cp "$macros" "$directory/source/autotools-aux/m4"
cd "$directory/source"
step ./autogen.sh
cd ../build
step ../source/configure --with-valgrind=no CC="${CC:-cc}"

# The flags are for make: in configure they would break its checks of the compiler. What is built first is
# not built again, so the order gets to its program and to no other.
cppflags="-I$directory/source -I$include -include secp256k1_ecmult_multi_dropin.h"
step make -j2 exhaustive_tests CPPFLAGS="$cppflags -DEXHAUSTIVE_TEST_ORDER=13" CFLAGS="$cflags" LIBS="$small_orders"
step make -j2 CPPFLAGS="$cppflags" CFLAGS="$cflags" LIBS="$library"
for file in bench_ecmult bench_internal noverify_tests tests exhaustive_tests .libs/libsecp256k1.so; do
    if ! nm "$file" | grep -q ' [tT] secp256k1_ecmult_multi_var_'; then
        echo "upstream_autotools: $file does without our library. Look at the flags in $log."
        exit 1
    fi
done
if [ -n "${NEEDS:-}" ] && ! grep -qw "$NEEDS" /proc/cpuinfo; then
    echo "built, and not run: this processor has no $NEEDS"
    exit 0
fi
step make check CPPFLAGS="$cppflags" CFLAGS="$cflags" LIBS="$library"
grep '^PASS: ' "$log"
