/* secp256k1_ecmult_multi_dropin.h: puts this library behind libsecp256k1's ecmult_multi, in any
 * file that includes upstream's secp256k1.c, tests.c or bench_ecmult.c, without a change to it:
 *
 *     cc -I<root of libsecp256k1's sources> -I<directory of this header> \
 *        -include secp256k1_ecmult_multi_dropin.h ... -lsecp256k1_ecmult_multi
 *
 * It reads upstream's internal headers before the file does, with the replaced functions renamed
 * meanwhile (upstream's secp256k1_NAME becomes secp256k1_NAME_upstream, which can still be called,
 * and which the compiler drops if nobody does), and then declares the library's functions under
 * the names that have become free. Upstream's include guards see to the rest.
 *
 * Fits libsecp256k1 0.4.0 to 0.8.0. Every other source file of upstream may be compiled with it,
 * too, so that one set of CFLAGS serves a whole project. What to know:
 *   - CMake: SECP256K1_APPEND_CFLAGS and SECP256K1_APPEND_LDFLAGS. In CMAKE_C_FLAGS the flags would
 *     break CMake's own check of the compiler.
 *   - tests_exhaustive.c sets its order when this header has been read already: the order has to
 *     come with -DEXHAUSTIVE_TEST_ORDER=N, and a library for this order has to be linked.
 *   - tests.c and tests_exhaustive.c ignore USE_EXTERNAL_DEFAULT_CALLBACKS, for the same reason
 *     too late: compile them with -UUSE_EXTERNAL_DEFAULT_CALLBACKS.
 *   - Feature test macros (_GNU_SOURCE and the like) have to come with -D as well.
 */
#ifndef SECP256K1_ECMULT_MULTI_DROPIN_H
#define SECP256K1_ECMULT_MULTI_DROPIN_H

/* CFLAGS reach assembler sources, too. */
#if !defined(__ASSEMBLER__)

#if defined(__cplusplus)
#  error "secp256k1_ecmult_multi_dropin.h in a C++ file: libsecp256k1's sources are C. Put the flags that bring it into CFLAGS and not into CXXFLAGS or CPPFLAGS; C++ takes secp256k1_ecmult_multi.h."
#endif
#if defined(SECP256K1_ECMULT_MULTI_H)
#  error "secp256k1_ecmult_multi_dropin.h after secp256k1_ecmult_multi.h: a file takes one of them. If it includes libsecp256k1's sources, remove the #include of secp256k1_ecmult_multi.h; if not, compile it without the drop-in header."
#endif
#if defined(SECP256K1_UTIL_H) || defined(SECP256K1_SCRATCH_H) || defined(SECP256K1_ECMULT_H)
#  error "secp256k1_ecmult_multi_dropin.h comes too late, upstream's headers have been read: name it on the command line, -include secp256k1_ecmult_multi_dropin.h, not in an #include."
#endif
#if defined(__has_include)
#  if !__has_include("src/ecmult_impl.h")
#    error "secp256k1_ecmult_multi_dropin.h does not find libsecp256k1's src/ecmult_impl.h: add -I<root of libsecp256k1's sources>. A file that does not include them takes secp256k1_ecmult_multi.h instead."
#  elif !__has_include("src/checkmem.h")
#    error "This libsecp256k1 does not fit secp256k1_ecmult_multi_dropin.h: it is older than 0.4.0. Take a version from 0.4.0 to 0.8.0."
#  endif
#endif

#if defined(EXHAUSTIVE_TEST_ORDER)
#  define SECP256K1_ECMULT_MULTI_SMALL_ORDER
#  if EXHAUSTIVE_TEST_ORDER == 7
#    define SECP256K1_ECMULT_MULTI_NAME_ORDER(name) name##_order7
#  elif EXHAUSTIVE_TEST_ORDER == 13
#    define SECP256K1_ECMULT_MULTI_NAME_ORDER(name) name##_order13
#  elif EXHAUSTIVE_TEST_ORDER == 199
#    define SECP256K1_ECMULT_MULTI_NAME_ORDER(name) name##_order199
#  else
#    error "There is no library for this EXHAUSTIVE_TEST_ORDER: take 7, 13 or 199."
#  endif
#else
/* In a message about tests_exhaustive.c, which takes this name without its order having been known
 * here. */
#  define EXHAUSTIVE_TEST_LAMBDA missing_DEXHAUSTIVE_TEST_ORDER_7_or_13_or_199
#endif

/* util.h asks whether this is a build of the library. secp256k1.c says so only later, and files
 * that use the public interface never do. */
#if !defined(SECP256K1_BUILD)
#  define SECP256K1_BUILD
#  define SECP256K1_ECMULT_MULTI_DROPIN_SET_BUILD
#endif

#include "src/assumptions.h"
#include "src/util.h"

#if !defined(SECP256K1_UTIL_H) || !defined(ALIGNMENT)
#  error "src/util.h is not libsecp256k1's: put -I<root of libsecp256k1's sources> before the other -I options."
#endif

#include "src/field_impl.h"
#include "src/scalar_impl.h"
#include "src/group_impl.h"
#include "src/int128_impl.h"

#if defined(__GNUC__)
/* Upstream's replaced functions are unused from here on, whatever the project warns about. */
#  pragma GCC diagnostic push
#  pragma GCC diagnostic ignored "-Wunused-function"
#endif

#define secp256k1_ecmult_multi_var secp256k1_ecmult_multi_var_upstream
#define secp256k1_ecmult_strauss_batch_single secp256k1_ecmult_strauss_batch_single_upstream
#define secp256k1_ecmult_pippenger_batch_single secp256k1_ecmult_pippenger_batch_single_upstream
#define secp256k1_ecmult secp256k1_ecmult_upstream
#define secp256k1_strauss_scratch_size secp256k1_strauss_scratch_size_upstream
#define secp256k1_strauss_max_points secp256k1_strauss_max_points_upstream
#define secp256k1_pippenger_scratch_size secp256k1_pippenger_scratch_size_upstream
#define secp256k1_pippenger_max_points secp256k1_pippenger_max_points_upstream
#define secp256k1_pippenger_bucket_window secp256k1_pippenger_bucket_window_upstream
#define secp256k1_pippenger_bucket_window_inv secp256k1_pippenger_bucket_window_inv_upstream
#define secp256k1_ecmult_multi_batch_size_helper secp256k1_ecmult_multi_batch_size_helper_upstream
#define secp256k1_ecmult_wnaf secp256k1_ecmult_wnaf_upstream
#define secp256k1_wnaf_fixed secp256k1_wnaf_fixed_upstream
#define secp256k1_scratch_create secp256k1_scratch_create_upstream
#define secp256k1_scratch_destroy secp256k1_scratch_destroy_upstream
#define secp256k1_scratch_checkpoint secp256k1_scratch_checkpoint_upstream
#define secp256k1_scratch_apply_checkpoint secp256k1_scratch_apply_checkpoint_upstream
#define secp256k1_scratch_max_allocation secp256k1_scratch_max_allocation_upstream
#define secp256k1_scratch_alloc secp256k1_scratch_alloc_upstream

#include "src/scratch.h"
#include "src/ecmult.h"

/* Upstream's functions before they are defined, with the parameters that the library's have:
 * "conflicting types" about one of them means that upstream has changed it, and that this
 * libsecp256k1 does not fit. The macro's name is for that message.
 *
 * Inline, as gcc without optimization keeps unused functions that are not, and with them a reference
 * to the tables of G, which not every program is linked with. The last three are what they call; these
 * keep their names. */
#define take_libsecp256k1_from_0_4_0_to_0_8_0 SECP256K1_INLINE static
take_libsecp256k1_from_0_4_0_to_0_8_0 int secp256k1_ecmult_multi_var_upstream(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, secp256k1_gej *r, const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n);
take_libsecp256k1_from_0_4_0_to_0_8_0 int secp256k1_ecmult_strauss_batch_single_upstream(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, secp256k1_gej *r, const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n);
take_libsecp256k1_from_0_4_0_to_0_8_0 int secp256k1_ecmult_pippenger_batch_single_upstream(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, secp256k1_gej *r, const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n);
take_libsecp256k1_from_0_4_0_to_0_8_0 void secp256k1_ecmult_upstream(secp256k1_gej *r, const secp256k1_gej *a, const secp256k1_scalar *na, const secp256k1_scalar *ng);
take_libsecp256k1_from_0_4_0_to_0_8_0 size_t secp256k1_strauss_scratch_size_upstream(size_t n_points);
take_libsecp256k1_from_0_4_0_to_0_8_0 size_t secp256k1_strauss_max_points_upstream(const secp256k1_callback *error_callback, secp256k1_scratch *scratch);
take_libsecp256k1_from_0_4_0_to_0_8_0 size_t secp256k1_pippenger_scratch_size_upstream(size_t n_points, int bucket_window);
take_libsecp256k1_from_0_4_0_to_0_8_0 size_t secp256k1_pippenger_max_points_upstream(const secp256k1_callback *error_callback, secp256k1_scratch *scratch);
take_libsecp256k1_from_0_4_0_to_0_8_0 int secp256k1_pippenger_bucket_window_upstream(size_t n);
take_libsecp256k1_from_0_4_0_to_0_8_0 size_t secp256k1_pippenger_bucket_window_inv_upstream(int bucket_window);
take_libsecp256k1_from_0_4_0_to_0_8_0 int secp256k1_ecmult_multi_batch_size_helper_upstream(size_t *n_batches, size_t *n_batch_points, size_t max_n_batch_points, size_t n);
take_libsecp256k1_from_0_4_0_to_0_8_0 int secp256k1_ecmult_wnaf_upstream(int *wnaf, int len, const secp256k1_scalar *a, int w);
take_libsecp256k1_from_0_4_0_to_0_8_0 int secp256k1_wnaf_fixed_upstream(int *wnaf, const secp256k1_scalar *s, int w);
take_libsecp256k1_from_0_4_0_to_0_8_0 secp256k1_scratch *secp256k1_scratch_create_upstream(const secp256k1_callback *error_callback, size_t size);
take_libsecp256k1_from_0_4_0_to_0_8_0 void secp256k1_scratch_destroy_upstream(const secp256k1_callback *error_callback, secp256k1_scratch *scratch);
take_libsecp256k1_from_0_4_0_to_0_8_0 size_t secp256k1_scratch_checkpoint_upstream(const secp256k1_callback *error_callback, const secp256k1_scratch *scratch);
take_libsecp256k1_from_0_4_0_to_0_8_0 void secp256k1_scratch_apply_checkpoint_upstream(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, size_t checkpoint);
take_libsecp256k1_from_0_4_0_to_0_8_0 size_t secp256k1_scratch_max_allocation_upstream(const secp256k1_callback *error_callback, const secp256k1_scratch *scratch, size_t objects);
take_libsecp256k1_from_0_4_0_to_0_8_0 void *secp256k1_scratch_alloc_upstream(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, size_t size);
struct secp256k1_strauss_state;
take_libsecp256k1_from_0_4_0_to_0_8_0 void secp256k1_ecmult_strauss_wnaf(const struct secp256k1_strauss_state *state, secp256k1_gej *r, size_t num, const secp256k1_gej *a, const secp256k1_scalar *na, const secp256k1_scalar *ng);
take_libsecp256k1_from_0_4_0_to_0_8_0 int secp256k1_ecmult_strauss_batch(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, secp256k1_gej *r, const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n_points, size_t cb_offset);
take_libsecp256k1_from_0_4_0_to_0_8_0 int secp256k1_ecmult_multi_simple_var(secp256k1_gej *r, const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n_points);
#undef take_libsecp256k1_from_0_4_0_to_0_8_0

#include "src/ecmult_impl.h"
#include "src/scratch_impl.h"

#undef secp256k1_ecmult_multi_var
#undef secp256k1_ecmult_strauss_batch_single
#undef secp256k1_ecmult_pippenger_batch_single
#undef secp256k1_ecmult
#undef secp256k1_strauss_scratch_size
#undef secp256k1_strauss_max_points
#undef secp256k1_pippenger_scratch_size
#undef secp256k1_pippenger_max_points
#undef secp256k1_pippenger_bucket_window
#undef secp256k1_pippenger_bucket_window_inv
#undef secp256k1_ecmult_multi_batch_size_helper
#undef secp256k1_ecmult_wnaf
#undef secp256k1_wnaf_fixed
#undef secp256k1_scratch_create
#undef secp256k1_scratch_destroy
#undef secp256k1_scratch_checkpoint
#undef secp256k1_scratch_apply_checkpoint
#undef secp256k1_scratch_max_allocation
#undef secp256k1_scratch_alloc

/* What upstream's callers and the library must agree on. A version that says nothing about the
 * magnitudes of points is too old, one that says something else is too new. */
#if !defined(SECP256K1_GE_X_MAGNITUDE_MAX) || !defined(SECP256K1_GE_Y_MAGNITUDE_MAX) \
 || !defined(SECP256K1_GEJ_X_MAGNITUDE_MAX) || !defined(SECP256K1_GEJ_Y_MAGNITUDE_MAX) \
 || !defined(SECP256K1_GEJ_Z_MAGNITUDE_MAX) || !defined(WNAF_BITS) \
 || !defined(STRAUSS_SCRATCH_OBJECTS) || !defined(PIPPENGER_SCRATCH_OBJECTS) \
 || !defined(PIPPENGER_MAX_BUCKET_WINDOW) || !defined(ECMULT_MAX_POINTS_PER_BATCH)
#  error "This libsecp256k1 does not fit secp256k1_ecmult_multi_dropin.h: it is older than 0.4.0. Take a version from 0.4.0 to 0.8.0."
#elif SECP256K1_GE_X_MAGNITUDE_MAX != 4 || SECP256K1_GE_Y_MAGNITUDE_MAX != 3 \
   || SECP256K1_GEJ_X_MAGNITUDE_MAX != 4 || SECP256K1_GEJ_Y_MAGNITUDE_MAX != 4 \
   || SECP256K1_GEJ_Z_MAGNITUDE_MAX != 1 || WNAF_BITS != 128 \
   || STRAUSS_SCRATCH_OBJECTS != 5 || PIPPENGER_SCRATCH_OBJECTS != 6 \
   || PIPPENGER_MAX_BUCKET_WINDOW != 12 || ECMULT_MAX_POINTS_PER_BATCH != 5000000
#  error "This libsecp256k1 does not fit secp256k1_ecmult_multi_dropin.h: it is newer than 0.8.0, or changed. Take a version from 0.4.0 to 0.8.0, or a newer release of this library."
#endif

#if defined(SECP256K1_WIDEMUL_INT128)
#  define SECP256K1_ECMULT_MULTI_LIMB_BITS 52
#elif defined(SECP256K1_WIDEMUL_INT64)
#  define SECP256K1_ECMULT_MULTI_LIMB_BITS 26
#else
#  error "This libsecp256k1 computes with neither SECP256K1_WIDEMUL_INT128 nor SECP256K1_WIDEMUL_INT64, so its field elements have a layout that the library does not know: take a version from 0.4.0 to 0.8.0."
#endif

#define SECP256K1_ECMULT_MULTI_ALIGNMENT ALIGNMENT

#define SECP256K1_ECMULT_MULTI_DROPIN_READING
#include "secp256k1_ecmult_multi.h"
#undef SECP256K1_ECMULT_MULTI_DROPIN_READING

#if defined(__GNUC__)
#  pragma GCC diagnostic pop
#endif

#if defined(SECP256K1_ECMULT_MULTI_DROPIN_SET_BUILD)
#  undef SECP256K1_ECMULT_MULTI_DROPIN_SET_BUILD
#  undef SECP256K1_BUILD
#endif

#endif /* !defined(__ASSEMBLER__) */

#endif /* SECP256K1_ECMULT_MULTI_DROPIN_H */
