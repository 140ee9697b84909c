#!/bin/sh
# Whether uninstall removes exactly what install puts there, and whether what pkg-config and CMake are told is true
# wherever that is: check_install.sh MAKE... (run where the makefile with both targets is)
set -eu

if [ $# -lt 1 ]; then
    echo "usage: check_install.sh MAKE..." >&2
    exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=secp256k1_ecmult_multi

fail() {
    echo "check_install: $*"
    exit 1
}
# tree: everything below stage, with modes, links and contents.
tree() {
    (cd "$work/stage" && find . -printf '%p %y %m %l\n' && find . -type f -exec cksum {} +) | LC_ALL=C sort
}
# put TARGET DIRECTORIES...
put() {
    target=$1
    shift
    "$make" $arguments "$target" DESTDIR="$work/stage" "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "make $target $* fails"; }
}
make=$1
shift
arguments=$*

# Shared directories that have something of others in them.
mkdir -p "$work/stage/usr/lib/pkgconfig" "$work/stage/usr/lib/cmake/other" "$work/stage/usr/include"
for file in lib/libother.a lib/pkgconfig/other.pc lib/cmake/other/other-config.cmake include/secp256k1.h; do
    echo "$file" >"$work/stage/usr/$file"
done
tree >"$work/before"
put install PREFIX=/usr
tree >"$work/installed"
files=$(LC_ALL=C comm -13 "$work/before" "$work/installed" | grep -c ' [fl] [0-9]* ')
[ "$files" -ge 9 ] || fail "install puts only $files files there"
put install PREFIX=/usr
tree | diff "$work/installed" - || fail "a second install (>) differs from the first (<)"
put uninstall PREFIX=/usr
tree | diff "$work/before" - || fail "uninstall does not leave (>) what was there before install (<)"
put uninstall PREFIX=/usr
echo "uninstall: removes the $files files that install has put there, and nothing else"

# true_at PREFIX LIBDIR INCLUDEDIR: every directory that is named is the one where things are.
true_at() {
    rm -rf "$work/stage"
    put install PREFIX="$1" LIBDIR="$2" INCLUDEDIR="$3"
    [ -f "$work/stage$2/lib$name.a" ] && [ -f "$work/stage$3/$name.h" ] || fail "install does not heed LIBDIR=$2 INCLUDEDIR=$3"
    PKG_CONFIG_LIBDIR=$work/stage$2/pkgconfig
    PKG_CONFIG_SYSROOT_DIR=$work/stage
    export PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR
    said=$(pkg-config --static --cflags --libs $name | sed 's/ *$//')
    [ "$said" = "-I$work/stage$3 -L$work/stage$2 -l$name" ] || fail "for PREFIX=$1 LIBDIR=$2 INCLUDEDIR=$3 pkg-config says $said"

    # Moved as a whole, CMake's package still finds its files.
    rm -rf "$work/moved"
    mv "$work/stage" "$work/moved"
    found cmake "$work/moved$2" '' || fail "CMake does not find the package in LIBDIR=$2"
    [ "$(grep -c . "$work/places")" = 4 ] || fail "the CMake package names other than four places: $(cat "$work/places")"
    while read -r place; do
        [ -e "$place" ] || fail "the CMake package says $place, where there is nothing"
        case $place in "$work/moved"*) ;; *) fail "the CMake package says $place, which is not in $work/moved" ;; esac
    done <"$work/places"
}
# found DIRECTORY LIBDIR VERSION: whether find_package takes what is there; the places that the targets name.
found() {
    rm -rf "$work/$1"
    mkdir "$work/$1"
    cat >"$work/$1/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.13)
project(places LANGUAGES NONE)
find_package($name $3 REQUIRED)
foreach(target $name ${name}_static)
  foreach(property IMPORTED_LOCATION INTERFACE_INCLUDE_DIRECTORIES)
    get_target_property(place $name::\${target} \${property})
    file(APPEND "$work/places" "\${place}\n")
  endforeach()
endforeach()
CMAKE
    rm -f "$work/places"
    cmake -S "$work/$1" -B "$work/$1/build" -D${name}_DIR="$2/cmake/$name" $pointer >"$work/log" 2>&1
}
pointer=
true_at /usr /usr/lib /usr/include
true_at /opt/a /opt/a/lib/x86_64-linux-gnu /opt/a/include/multi
true_at /opt/b /elsewhere/lib /usr/include
true_at /opt/a /opt/a/lib /opt/a/include
PKG_CONFIG_LIBDIR=$work/moved/opt/a/lib/pkgconfig
unset PKG_CONFIG_SYSROOT_DIR
said=$(pkg-config --define-prefix --cflags --libs $name | sed 's/ *$//')
[ "$said" = "-I$work/moved/opt/a/include -L$work/moved/opt/a/lib -l$name" ] || fail "with --define-prefix pkg-config says $said"
echo "pkg-config and CMake: right in every place, and after a move"

# Which versions a user may ask for.
version=$(sed -n 's/^set(PACKAGE_VERSION "\(.*\)")/\1/p' "$work/moved/opt/a/lib/cmake/$name/$name-config-version.cmake")
series=${version%.*}
next=$((${series#*.} + 1))
for good in "$version EXACT" "$series" "$series.0" "0...<9" "$series...$series.999"; do
    found version "$work/moved/opt/a/lib" "$good" || { cat "$work/log"; fail "CMake refuses $version for $good"; }
done
for bad in "$series.999" "${series%.*}.$next" "9" "9...10" "0...<$series" "$series.999 EXACT"; do
    if found version "$work/moved/opt/a/lib" "$bad"; then fail "CMake takes $version for $bad"; fi
    grep -q 'considered but not accepted' "$work/log" || { cat "$work/log"; fail "CMake fails for $bad, but not because of the version"; }
done
pointer=-DCMAKE_SIZEOF_VOID_P=2
if found pointer "$work/moved/opt/a/lib" ""; then fail "CMake takes the library for programs with pointers of two bytes"; fi
echo "CMake: takes the versions that fit $version, and no other; refuses other machines"
