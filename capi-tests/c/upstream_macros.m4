# Macros that upstream's configure.ac takes from its autotools-aux/m4/bitcoin_secp.m4. The package that
# upstream's sources are restored from has this one file left out that autoreconf does not make. These are
# written from how configure.ac uses them, and only those that its default configuration reaches without
# valgrind.

# SECP_SET_DEFAULT(VARIABLE, VALUE, VALUE-FOR-DEVELOPERS)
AC_DEFUN([SECP_SET_DEFAULT], [AS_IF([test x"$enable_dev_mode" = x"yes"], [$1=$3], [$1=$2])])

# SECP_TRY_APPEND_CFLAGS(FLAGS, VARIABLE): appends flags that the compiler takes.
AC_DEFUN([SECP_TRY_APPEND_CFLAGS], [
  AC_MSG_CHECKING([whether $CC takes $1])
  secp_saved_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS $1"
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([int known;])], [secp_takes=yes], [secp_takes=no])
  CFLAGS=$secp_saved_CFLAGS
  AC_MSG_RESULT([$secp_takes])
  AS_IF([test x"$secp_takes" = x"yes"], [$2="$$2 $1"])
  AC_SUBST([$2])
])

# SECP_X86_64_ASM_CHECK: sets has_x86_64_asm.
AC_DEFUN([SECP_X86_64_ASM_CHECK], [
  AC_MSG_CHECKING([for x86_64 assembly])
  AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [__asm__ ("leaq (%%rax,%%r8), %%r9" : : : "r9")])],
    [has_x86_64_asm=yes], [has_x86_64_asm=no])
  AC_MSG_RESULT([$has_x86_64_asm])
])
