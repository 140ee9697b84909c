#!/bin/sh
# Builds upstream's CMake project, or one target of it, with nothing changed but flags, and runs its tests:
#     upstream_cmake.sh UPSTREAM DIRECTORY TARGET CFLAGS LDFLAGS CMAKE_OPTION...
# CC is the compiler. A warning is an error. If NEEDS names instructions that this processor lacks, nothing is run.
set -eu

if [ $# -lt 5 ]; then
    echo "usage: upstream_cmake.sh UPSTREAM DIRECTORY TARGET CFLAGS LDFLAGS CMAKE_OPTION..." >&2
    exit 2
fi
upstream=$1
directory=$2
target=$3
cflags=$4
ldflags=$5
shift 5
log=$directory/build.log
# Upstream's make is not ours.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES

step() {
    if ! "$@" >"$log" 2>&1; then
        cat "$log"
        echo "upstream_cmake: this has failed: $*"
        exit 1
    fi
}
# CMake does not build anew what depends on these flags, or on the library that is among them.
rm -rf "$directory"
mkdir -p "$directory"
step cmake -S "$upstream" -B "$directory" -DCMAKE_COMPILE_WARNING_AS_ERROR=ON "$@" \
    -DSECP256K1_APPEND_CFLAGS="$cflags" -DSECP256K1_APPEND_LDFLAGS="$ldflags"
step cmake --build "$directory" --target "$target" --parallel 2

case $target in
    all) programs="bin/tests bin/noverify_tests bin/bench_ecmult bin/bench_internal lib/libsecp256k1.so" ;;
    *) programs=bin/$target ;;
esac
for program in $programs; do
    [ -f "$directory/$program" ] || { echo "upstream_cmake: $program was not built."; exit 1; }
done
# The archive is linked into a program only if something there refers to it.
for file in "$directory"/bin/* "$directory"/lib/*.so; do
    case $file in
        */bench | */ctime_tests | */'*'*) continue ;; # These take the shared library, or are not there.
    esac
    if ! nm "$file" | grep -q ' [tT] secp256k1_ecmult_multi_var_'; then
        echo "upstream_cmake: $file does without our library. Look at the flags that $log says."
        exit 1
    fi
done
if [ -n "${NEEDS:-}" ] && ! grep -qw "$NEEDS" /proc/cpuinfo; then
    echo "built, and not run: this processor has no $NEEDS"
    exit 0
fi

step ctest --test-dir "$directory" --parallel 2 --no-tests=error --output-on-failure
grep '% tests passed' "$log"
for program in "$directory"/bin/bench*; do
    [ ! -x "$program" ] || SECP256K1_BENCH_ITERS=1 step "$program"
done
