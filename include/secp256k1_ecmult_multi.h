/* secp256k1_ecmult_multi.h: multi-scalar multiplication on secp256k1, on libsecp256k1's own
 * internal types.
 *
 * EVERY FUNCTION HERE IS VARIABLE-TIME AND TAKES PUBLIC INPUTS ONLY. How long a call takes, and
 * which memory it touches, tells of its scalars and points: never pass a secret.
 *
 * This header is for code that does not compile libsecp256k1's sources itself. Code that does
 * takes secp256k1_ecmult_multi_dropin.h instead.
 *
 * Generated: the prototypes with their documentation come from the Rust sources, everything else
 * from secp256k1_ecmult_multi.h.in. Change it there and generate the header anew.
 */
#if defined(SECP256K1_ECMULT_MULTI_DROPIN_H) && !defined(SECP256K1_ECMULT_MULTI_DROPIN_READING)
#  error "secp256k1_ecmult_multi.h after secp256k1_ecmult_multi_dropin.h: remove this #include, the drop-in header has declared all of it."
#endif

#ifndef SECP256K1_ECMULT_MULTI_H
#define SECP256K1_ECMULT_MULTI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Types. The drop-in header brings upstream's. */
#if !defined(SECP256K1_ECMULT_MULTI_DROPIN_READING)

#  if defined(SECP256K1_UTIL_H) || defined(SECP256K1_FIELD_H) || defined(SECP256K1_SCALAR_H) \
   || defined(SECP256K1_GROUP_H) || defined(SECP256K1_SCRATCH_H) || defined(SECP256K1_ECMULT_H)
#    error "secp256k1_ecmult_multi.h after libsecp256k1's internal headers, whose types it would define again: compile this file with -include secp256k1_ecmult_multi_dropin.h and remove this #include."
#  endif

/* Limbs of 52 or of 26 bits. The rule is upstream's, so that both sides agree when they are
 * compiled with the same flags. */
#  if defined(USE_FORCE_WIDEMUL_INT128_STRUCT) || defined(USE_FORCE_WIDEMUL_INT128)
#    define SECP256K1_ECMULT_MULTI_LIMB_BITS 52
#  elif defined(USE_FORCE_WIDEMUL_INT64)
#    define SECP256K1_ECMULT_MULTI_LIMB_BITS 26
#  elif defined(UINT128_MAX) || defined(__SIZEOF_INT128__) \
   || (defined(_MSC_VER) && (defined(_M_X64) || defined(_M_ARM64))) || SIZE_MAX > 0xffffffff
#    define SECP256K1_ECMULT_MULTI_LIMB_BITS 52
#  else
#    define SECP256K1_ECMULT_MULTI_LIMB_BITS 26
#  endif

/** A field element, the sum of n[i] * 2^(52*i) or n[i] * 2^(26*i), modulo p.
 *
 *  A limb may exceed its 52 (26) bits. An element of magnitude m has limbs of at most
 *  2m * (2^52 - 1), the last one 2m * (2^48 - 1); or 2m * (2^26 - 1), the last one 2m * (2^22 - 1).
 */
typedef struct {
#  if SECP256K1_ECMULT_MULTI_LIMB_BITS == 52
    uint64_t n[5];
#  else
    uint32_t n[10];
#  endif
#  if defined(VERIFY)
    int magnitude;
    int normalized;
#  endif
} secp256k1_fe;

/** An affine point. At infinity x and y are not looked at. */
typedef struct {
    secp256k1_fe x;
    secp256k1_fe y;
    int infinity;
} secp256k1_ge;

/** A point in Jacobian coordinates: its affine coordinates are x/z^2 and y/z^3. */
typedef struct {
    secp256k1_fe x;
    secp256k1_fe y;
    secp256k1_fe z;
    int infinity;
} secp256k1_gej;

/** A scalar below the group order, the least significant limb first. */
typedef struct {
#  if SECP256K1_ECMULT_MULTI_LIMB_BITS == 52
    uint64_t d[4];
#  else
    uint32_t d[8];
#  endif
} secp256k1_scalar;

/** A function for error messages. fn gets data as its second argument. */
typedef struct {
    void (*fn)(const char *text, void *data);
    const void *data;
} secp256k1_callback;

/** A scratch space. Its members are for this library alone. */
typedef struct secp256k1_scratch_space_struct {
    unsigned char magic[8];
    void *data;
    size_t alloc_size;
    size_t max_size;
} secp256k1_scratch;

/** Gives the scalar and the point with index idx. Returns 1, or 0 to make the multiplication fail. */
typedef int (secp256k1_ecmult_multi_callback)(secp256k1_scalar *sc, secp256k1_ge *pt, size_t idx, void *data);

/* The alignment of objects on a scratch space, by upstream's rule: it grows with -mavx and
 * -mavx512f, so it belongs to the file that is being compiled and not to the library. */
#  if defined(__BIGGEST_ALIGNMENT__)
#    define SECP256K1_ECMULT_MULTI_ALIGNMENT __BIGGEST_ALIGNMENT__
#  else
#    define SECP256K1_ECMULT_MULTI_ALIGNMENT 16
#  endif

#endif /* !defined(SECP256K1_ECMULT_MULTI_DROPIN_READING) */

/* A scratch space for n points takes secp256k1_strauss_scratch_size(n) or
 * secp256k1_pippenger_scratch_size(n, secp256k1_pippenger_bucket_window(n)) bytes, and this many
 * times the alignment. */
#define SECP256K1_STRAUSS_SCRATCH_OBJECTS 5
#define SECP256K1_PIPPENGER_SCRATCH_OBJECTS 6

/* secp256k1_ecmult_multi_scratch_size(n) as a constant expression, for static arrays: the same for
 * every n above zero. For n = 0 it is 63 and not 0, since C has no array of length 0. It looks at n several times. */
#define SECP256K1_ECMULT_MULTI_SCRATCH_SIZE(n) ( \
    (size_t)(n) <= 5 ? 63 + 924 * (size_t)(n) : \
    (size_t)(n) <= 8 ? 8255 + 322 * (((size_t)(n) + 6) / 7) : \
    (size_t)(n) <= 112 ? 63 + 8514 * (((size_t)(n) + 7) / 8) : \
    (size_t)(n) <= 182 ? 119259 : \
    (size_t)(n) <= 209 ? 63 + 4418 * (((size_t)(n) + 6) / 7) : \
    (size_t)(n) <= 225 ? 6367 + 160 * (size_t)(n) : \
    (size_t)(n) <= 350 ? 12511 + 160 * (size_t)(n) : \
    (size_t)(n) <= 1200 ? 24799 + 160 * (size_t)(n) : \
    (size_t)(n) <= 3800 ? 49375 + 160 * (size_t)(n) : \
    (size_t)(n) <= 9500 ? 98527 + 160 * (size_t)(n) : \
    (size_t)(n) <= 20000 ? 196831 + 160 * (size_t)(n) : \
    (size_t)(n) <= 70000 ? 393439 + 160 * (size_t)(n) : \
    (size_t)(n) <= 5000000 ? 1573087 + 160 * (size_t)(n) : 801573087)

/* secp256k1_scratch_preallocated_size(max_size) as a constant expression, 0 if that would wrap. */
#define SECP256K1_SCRATCH_PREALLOCATED_SIZE(max_size) \
    ((size_t)(max_size) + SECP256K1_ECMULT_MULTI_PREALLOCATED_OVERHEAD < SECP256K1_ECMULT_MULTI_PREALLOCATED_OVERHEAD \
        ? 0 : (size_t)(max_size) + SECP256K1_ECMULT_MULTI_PREALLOCATED_OVERHEAD)
#define SECP256K1_ECMULT_MULTI_PREALLOCATED_OVERHEAD \
    ((sizeof(secp256k1_scratch) + SECP256K1_ECMULT_MULTI_ALIGNMENT - 1) / SECP256K1_ECMULT_MULTI_ALIGNMENT \
        * SECP256K1_ECMULT_MULTI_ALIGNMENT + SECP256K1_ECMULT_MULTI_ALIGNMENT - 1)

/* One library holds all layouts, every function under its name and the layout's. */
#if SECP256K1_ECMULT_MULTI_LIMB_BITS == 52 && !defined(VERIFY)
#  define SECP256K1_ECMULT_MULTI_LAYOUT "5x52"
#  define SECP256K1_ECMULT_MULTI_NAME(name) SECP256K1_ECMULT_MULTI_NAME_ORDER(name##_5x52)
#elif SECP256K1_ECMULT_MULTI_LIMB_BITS == 52
#  define SECP256K1_ECMULT_MULTI_LAYOUT "5x52_verify"
#  define SECP256K1_ECMULT_MULTI_NAME(name) SECP256K1_ECMULT_MULTI_NAME_ORDER(name##_5x52_verify)
#elif !defined(VERIFY)
#  define SECP256K1_ECMULT_MULTI_LAYOUT "10x26"
#  define SECP256K1_ECMULT_MULTI_NAME(name) SECP256K1_ECMULT_MULTI_NAME_ORDER(name##_10x26)
#else
#  define SECP256K1_ECMULT_MULTI_LAYOUT "10x26_verify"
#  define SECP256K1_ECMULT_MULTI_NAME(name) SECP256K1_ECMULT_MULTI_NAME_ORDER(name##_10x26_verify)
#endif

/* Upstream's exhaustive tests run on small groups, for which there is a library of its own. */
#if !defined(SECP256K1_ECMULT_MULTI_NAME_ORDER)
#  define SECP256K1_ECMULT_MULTI_NAME_ORDER(name) name
#endif

#define secp256k1_ecmult_multi_var SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult_multi_var)
#define secp256k1_ecmult_strauss_batch_single SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult_strauss_batch_single)
#define secp256k1_ecmult_pippenger_batch_single SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult_pippenger_batch_single)
#define secp256k1_ecmult_bundle_batch_single SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult_bundle_batch_single)
#define secp256k1_ecmult SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult)
#define secp256k1_strauss_scratch_size SECP256K1_ECMULT_MULTI_NAME(secp256k1_strauss_scratch_size)
#define secp256k1_strauss_max_points_aligned SECP256K1_ECMULT_MULTI_NAME(secp256k1_strauss_max_points_aligned)
#define secp256k1_pippenger_scratch_size SECP256K1_ECMULT_MULTI_NAME(secp256k1_pippenger_scratch_size)
#define secp256k1_pippenger_max_points_aligned SECP256K1_ECMULT_MULTI_NAME(secp256k1_pippenger_max_points_aligned)
#define secp256k1_bundle_scratch_size SECP256K1_ECMULT_MULTI_NAME(secp256k1_bundle_scratch_size)
#define secp256k1_bundle_max_points SECP256K1_ECMULT_MULTI_NAME(secp256k1_bundle_max_points)
#define secp256k1_pippenger_bucket_window SECP256K1_ECMULT_MULTI_NAME(secp256k1_pippenger_bucket_window)
#define secp256k1_pippenger_bucket_window_inv SECP256K1_ECMULT_MULTI_NAME(secp256k1_pippenger_bucket_window_inv)
#define secp256k1_ecmult_multi_batch_size_helper SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult_multi_batch_size_helper)
#define secp256k1_ecmult_multi_scratch_size SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult_multi_scratch_size)
#define secp256k1_ecmult_wnaf SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult_wnaf)
#define secp256k1_wnaf_fixed SECP256K1_ECMULT_MULTI_NAME(secp256k1_wnaf_fixed)
#define secp256k1_scratch_create_aligned SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_create_aligned)
#define secp256k1_scratch_destroy SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_destroy)
#define secp256k1_scratch_preallocated_size_aligned SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_preallocated_size_aligned)
#define secp256k1_scratch_preallocated_create_aligned SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_preallocated_create_aligned)
#define secp256k1_scratch_preallocated_destroy SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_preallocated_destroy)
#define secp256k1_scratch_checkpoint SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_checkpoint)
#define secp256k1_scratch_apply_checkpoint SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_apply_checkpoint)
#define secp256k1_scratch_max_allocation_aligned SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_max_allocation_aligned)
#define secp256k1_scratch_alloc_aligned SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_alloc_aligned)
#define secp256k1_ecmult_multi_engine_select SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult_multi_engine_select)
#define secp256k1_ecmult_multi_engine_name SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult_multi_engine_name)

/**
 * Multi-multiplication: r = inp_g_sc * G + the sum of n terms, scalar times point, that cb gives.
 *
 * cb is called for idx = 0, 1, ..., n-1, each once and in that order, on the calling thread. It
 * returns 1. When it returns 0 the function returns 0 at once: r is infinity then, and cb is not
 * called again. Points may be unnormalized (x of magnitude 4, y of magnitude 3), infinite, equal,
 * or each other's negation; scalars may be zero. cb must not throw: the process is aborted then.
 * If it leaves by longjmp, memory stays taken from scratch until a checkpoint is applied. It must
 * not destroy scratch, nor apply a checkpoint from before the call.
 *
 * inp_g_sc may be NULL, which is a zero scalar. cb may be NULL if n is 0.
 *
 * With more scratch space it is faster, and takes the algorithm that suits. Without any, scratch
 * being NULL or too small to be of use, it works in at most 8 KiB of stack.
 *
 * Returns 1, or 0 if cb did. r has normalized coordinates, all zero if it is infinity.
 */
int secp256k1_ecmult_multi_var(const secp256k1_callback *error_callback,
                               secp256k1_scratch *scratch,
                               secp256k1_gej *r,
                               const secp256k1_scalar *inp_g_sc,
                               secp256k1_ecmult_multi_callback cb,
                               void *cbdata,
                               size_t n);

/**
 * The same by Strauss' algorithm, in batches of at most 256 points. Returns 0 also if scratch is too small, before cb
 * is called: see secp256k1_strauss_scratch_size.
 */
int secp256k1_ecmult_strauss_batch_single(const secp256k1_callback *error_callback,
                                          secp256k1_scratch *scratch,
                                          secp256k1_gej *r,
                                          const secp256k1_scalar *inp_g_sc,
                                          secp256k1_ecmult_multi_callback cb,
                                          void *cbdata,
                                          size_t n);

/**
 * The same in one batch by Pippenger's algorithm. Returns 0 also if scratch is too small, before
 * cb is called: see secp256k1_pippenger_scratch_size.
 */
int secp256k1_ecmult_pippenger_batch_single(const secp256k1_callback *error_callback,
                                            secp256k1_scratch *scratch,
                                            secp256k1_gej *r,
                                            const secp256k1_scalar *inp_g_sc,
                                            secp256k1_ecmult_multi_callback cb,
                                            void *cbdata,
                                            size_t n);

/**
 * The same by bundles of up to eight points, at most 560 points a batch, each with one table of all sums of its
 * points with signs. Returns 0 also if scratch is too small, before cb is called: see
 * secp256k1_bundle_scratch_size.
 */
int secp256k1_ecmult_bundle_batch_single(const secp256k1_callback *error_callback,
                                         secp256k1_scratch *scratch,
                                         secp256k1_gej *r,
                                         const secp256k1_scalar *inp_g_sc,
                                         secp256k1_ecmult_multi_callback cb,
                                         void *cbdata,
                                         size_t n);

/**
 * Double multiplication: r = na * a + ng * G.
 *
 * a may be r, infinite, or NULL if na is zero. ng may be NULL, which is a zero scalar.
 */
void secp256k1_ecmult(secp256k1_gej *r,
                      const secp256k1_gej *a,
                      const secp256k1_scalar *na,
                      const secp256k1_scalar *ng);

/**
 * Bytes of scratch space with which secp256k1_ecmult_strauss_batch_single takes n points, without
 * padding: add SECP256K1_STRAUSS_SCRATCH_OBJECTS times the alignment. SIZE_MAX if no size is enough.
 * For more than 256 points it is more than their batches need.
 */
size_t secp256k1_strauss_scratch_size(size_t n_points);

/**
 * secp256k1_strauss_max_points for an alignment of the caller's.
 */
size_t secp256k1_strauss_max_points_aligned(const secp256k1_callback *error_callback,
                                            secp256k1_scratch *scratch,
                                            size_t alignment);

/**
 * Bytes of scratch space with which secp256k1_ecmult_pippenger_batch_single takes n points with
 * 2^bucket_window buckets or more, without padding: add SECP256K1_PIPPENGER_SCRATCH_OBJECTS times the
 * alignment. bucket_window is secp256k1_pippenger_bucket_window(n_points). SIZE_MAX if no size is enough.
 */
size_t secp256k1_pippenger_scratch_size(size_t n_points,
                                        int bucket_window);

/**
 * secp256k1_pippenger_max_points for an alignment of the caller's.
 */
size_t secp256k1_pippenger_max_points_aligned(const secp256k1_callback *error_callback,
                                              secp256k1_scratch *scratch,
                                              size_t alignment);

/**
 * Bytes of scratch space, padding included, with which secp256k1_ecmult_bundle_batch_single takes n
 * points or fewer: at most 632 a point and 4 kB. It does not grow beyond 560 points, since larger
 * sums are cut into parts. Up to 112 points, 8600 bytes for every eight of them make it faster.
 */
size_t secp256k1_bundle_scratch_size(size_t n_points);

/**
 * The largest number such that secp256k1_ecmult_bundle_batch_single can take it, and every smaller
 * one, with this scratch space; SIZE_MAX if it can take any.
 */
size_t secp256k1_bundle_max_points(const secp256k1_callback *error_callback,
                                   secp256k1_scratch *scratch);

/**
 * The bucket window, 1 to 12, that upstream uses for n points. A figure to size scratch spaces with.
 */
int secp256k1_pippenger_bucket_window(size_t n);

/**
 * The largest number of points for a bucket window. 0 if there is no such window.
 */
size_t secp256k1_pippenger_bucket_window_inv(int bucket_window);

/**
 * The number of batches for n points and their size: as few as a largest size allows, of equal
 * sizes. Returns 0, and writes nothing, if that largest size is 0.
 */
int secp256k1_ecmult_multi_batch_size_helper(size_t *n_batches,
                                             size_t *n_batch_points,
                                             size_t max_n_batch_points,
                                             size_t n);

/**
 * Bytes of scratch space with which secp256k1_ecmult_multi_var takes n points in one batch, by the
 * algorithm that is fastest for so many; padding is included. More bytes do not make it faster.
 *
 * Another number of points, smaller ones among them, may have another algorithm, which may take
 * more: with fewer bytes than that it works all the same. 5 000 000 points are the most that a batch
 * takes, so the size for more is that for so many. 0 for n = 0.
 */
size_t secp256k1_ecmult_multi_scratch_size(size_t n);

/**
 * Width-w non-adjacent form of a scalar, or of its negation with signs changed if it has its highest
 * bit set: len digits from the lowest on, each zero or odd and below 2^(w-1) in magnitude.
 *
 * Returns one more than the highest position with a digit that is not zero. len is at most 256, and w
 * from 2 to 31; for another w all digits are zero.
 */
int secp256k1_ecmult_wnaf(int *wnaf,
                          int len,
                          const secp256k1_scalar *a,
                          int w);

/**
 * Fixed-width form of a scalar below 2^128: ceil(128/w) digits, each zero or odd and below 2^w in
 * magnitude, whose sum with weights 2^(w*i) is the scalar plus the return value, 0 or 1.
 *
 * w is from 1 to 30; for another w nothing is written.
 */
int secp256k1_wnaf_fixed(int *wnaf, const secp256k1_scalar *s, int w);

/**
 * Creates a scratch space from which size bytes can be allocated, in objects of this alignment.
 *
 * The only function that asks for heap memory, by malloc: see
 * secp256k1_scratch_preallocated_create for one without. NULL if there is none, after an error callback;
 * NULL and no callback for a size that would wrap.
 */
secp256k1_scratch *secp256k1_scratch_create_aligned(const secp256k1_callback *error_callback,
                                                    size_t size,
                                                    size_t alignment);

/**
 * Destroys a scratch space that secp256k1_scratch_create has made. Does nothing for NULL. For
 * anything else, a preallocated scratch space among it, an error callback, and nothing is freed.
 */
void secp256k1_scratch_destroy(const secp256k1_callback *error_callback,
                               secp256k1_scratch *scratch);

/**
 * secp256k1_scratch_preallocated_size for an alignment of the caller's.
 */
size_t secp256k1_scratch_preallocated_size_aligned(size_t max_size, size_t alignment);

/**
 * Creates a scratch space from which max_size bytes can be allocated, in the mem_len bytes at mem,
 * which may begin at any address and must stay until it is destroyed. No heap memory is asked for.
 *
 * NULL, without an error callback, if mem is NULL or mem_len is less than
 * secp256k1_scratch_preallocated_size(max_size).
 */
secp256k1_scratch *secp256k1_scratch_preallocated_create_aligned(void *mem,
                                                                 size_t mem_len,
                                                                 size_t max_size,
                                                                 size_t alignment);

/**
 * Destroys a scratch space that secp256k1_scratch_preallocated_create has made; its memory is the
 * caller's again. Does nothing for NULL. For anything else an error callback, and nothing changes.
 */
void secp256k1_scratch_preallocated_destroy(const secp256k1_callback *error_callback,
                                            secp256k1_scratch *scratch);

/**
 * What secp256k1_scratch_apply_checkpoint needs to undo all later allocations.
 */
size_t secp256k1_scratch_checkpoint(const secp256k1_callback *error_callback,
                                    const secp256k1_scratch *scratch);

/**
 * Undoes all allocations since a checkpoint. An error callback, and nothing else, if the checkpoint
 * is above what is allocated.
 */
void secp256k1_scratch_apply_checkpoint(const secp256k1_callback *error_callback,
                                        secp256k1_scratch *scratch,
                                        size_t checkpoint);

/**
 * The number of bytes that can still be allocated, in so many objects of this alignment together.
 */
size_t secp256k1_scratch_max_allocation_aligned(const secp256k1_callback *error_callback,
                                                const secp256k1_scratch *scratch,
                                                size_t objects,
                                                size_t alignment);

/**
 * Allocates size zeroed bytes, rounded up to the alignment. NULL if so many are not left.
 */
void *secp256k1_scratch_alloc_aligned(const secp256k1_callback *error_callback,
                                      secp256k1_scratch *scratch,
                                      size_t size,
                                      size_t alignment);

/**
 * Selects the engine for the whole process: "portable", "adx" (x86-64 with BMI2 and ADX), or "auto"
 * for the fastest that this processor has. Every engine gives the same results. Returns 0, and
 * changes nothing, for NULL, another name, or an engine that this processor lacks. May be called at
 * any time from any thread.
 */
int secp256k1_ecmult_multi_engine_select(const char *name);

/**
 * The name of the engine in use.
 */
const char *secp256k1_ecmult_multi_engine_name(void);

#ifdef __cplusplus
} /* extern "C" */
#endif

/* What the library takes for granted about the types. A failing line means that the compiler lays
 * a type out otherwise than the library's: look for a flag or a #pragma that packs or aligns
 * structs (-fpack-struct, -malign-double, #pragma pack). */
#define SECP256K1_ECMULT_MULTI_ASSERT(what, condition) \
    struct secp256k1_ecmult_multi_assert_##what { \
        unsigned int layout_differs_in_##what##_remove_what_packs_or_aligns_structs : (condition) ? 1 : -1; \
    }
#define SECP256K1_ECMULT_MULTI_ALIGN(type) \
    offsetof(struct secp256k1_ecmult_multi_align_##type, member)
#define SECP256K1_ECMULT_MULTI_ALIGN_STRUCT(type) \
    struct secp256k1_ecmult_multi_align_##type { char first; type member; }
/* The size of a member. */
#if defined(__cplusplus)
#  define SECP256K1_ECMULT_MULTI_SIZEOF(type, member) sizeof(static_cast<type *>(NULL)->member)
#else
#  define SECP256K1_ECMULT_MULTI_SIZEOF(type, member) sizeof(((type *)NULL)->member)
#endif
/* The size of a struct whose last member ends at this byte. */
#define SECP256K1_ECMULT_MULTI_PADDED(end, align) (((end) + (align) - 1) / (align) * (align))

#if SECP256K1_ECMULT_MULTI_LIMB_BITS == 52
typedef uint64_t secp256k1_ecmult_multi_limb;
#else
typedef uint32_t secp256k1_ecmult_multi_limb;
#endif
typedef void *secp256k1_ecmult_multi_pointer;
SECP256K1_ECMULT_MULTI_ALIGN_STRUCT(secp256k1_ecmult_multi_limb);
SECP256K1_ECMULT_MULTI_ALIGN_STRUCT(secp256k1_ecmult_multi_pointer);
SECP256K1_ECMULT_MULTI_ALIGN_STRUCT(secp256k1_fe);
SECP256K1_ECMULT_MULTI_ALIGN_STRUCT(secp256k1_ge);
SECP256K1_ECMULT_MULTI_ALIGN_STRUCT(secp256k1_gej);
SECP256K1_ECMULT_MULTI_ALIGN_STRUCT(secp256k1_scalar);
SECP256K1_ECMULT_MULTI_ALIGN_STRUCT(secp256k1_callback);
SECP256K1_ECMULT_MULTI_ALIGN_STRUCT(secp256k1_scratch);
#define SECP256K1_ECMULT_MULTI_ALIGN_OF_LIMB SECP256K1_ECMULT_MULTI_ALIGN(secp256k1_ecmult_multi_limb)
#define SECP256K1_ECMULT_MULTI_ALIGN_OF_POINTER SECP256K1_ECMULT_MULTI_ALIGN(secp256k1_ecmult_multi_pointer)

SECP256K1_ECMULT_MULTI_ASSERT(int_size, sizeof(int) == 4);
SECP256K1_ECMULT_MULTI_ASSERT(size_t_size, sizeof(size_t) == sizeof(void *));
SECP256K1_ECMULT_MULTI_ASSERT(function_pointer_size, sizeof(void (*)(void)) == sizeof(void *));

/* The library's own alignment of 64-bit limbs, which -malign-double changes on the C side. */
#if SECP256K1_ECMULT_MULTI_LIMB_BITS == 52 && defined(__i386__) && !defined(_WIN32)
SECP256K1_ECMULT_MULTI_ASSERT(limb_align, SECP256K1_ECMULT_MULTI_ALIGN_OF_LIMB == 4);
#elif SECP256K1_ECMULT_MULTI_LIMB_BITS == 52
SECP256K1_ECMULT_MULTI_ASSERT(limb_align, SECP256K1_ECMULT_MULTI_ALIGN_OF_LIMB == 8);
#else
SECP256K1_ECMULT_MULTI_ASSERT(limb_align, SECP256K1_ECMULT_MULTI_ALIGN_OF_LIMB == 4);
#endif

SECP256K1_ECMULT_MULTI_ASSERT(fe_align, SECP256K1_ECMULT_MULTI_ALIGN(secp256k1_fe) == SECP256K1_ECMULT_MULTI_ALIGN_OF_LIMB);
SECP256K1_ECMULT_MULTI_ASSERT(fe_n, offsetof(secp256k1_fe, n) == 0);
SECP256K1_ECMULT_MULTI_ASSERT(fe_limb, SECP256K1_ECMULT_MULTI_SIZEOF(secp256k1_fe, n[0]) == sizeof(secp256k1_ecmult_multi_limb));
SECP256K1_ECMULT_MULTI_ASSERT(fe_limbs, SECP256K1_ECMULT_MULTI_SIZEOF(secp256k1_fe, n) == 40);
#if defined(VERIFY)
SECP256K1_ECMULT_MULTI_ASSERT(fe_magnitude, offsetof(secp256k1_fe, magnitude) == 40);
SECP256K1_ECMULT_MULTI_ASSERT(fe_normalized, offsetof(secp256k1_fe, normalized) == 44);
SECP256K1_ECMULT_MULTI_ASSERT(fe_magnitude_size, SECP256K1_ECMULT_MULTI_SIZEOF(secp256k1_fe, magnitude) == 4);
SECP256K1_ECMULT_MULTI_ASSERT(fe_normalized_size, SECP256K1_ECMULT_MULTI_SIZEOF(secp256k1_fe, normalized) == 4);
SECP256K1_ECMULT_MULTI_ASSERT(fe_size, sizeof(secp256k1_fe) == 48);
#else
SECP256K1_ECMULT_MULTI_ASSERT(fe_size, sizeof(secp256k1_fe) == 40);
#endif

SECP256K1_ECMULT_MULTI_ASSERT(ge_align, SECP256K1_ECMULT_MULTI_ALIGN(secp256k1_ge) == SECP256K1_ECMULT_MULTI_ALIGN_OF_LIMB);
SECP256K1_ECMULT_MULTI_ASSERT(ge_x, offsetof(secp256k1_ge, x) == 0);
SECP256K1_ECMULT_MULTI_ASSERT(ge_y, offsetof(secp256k1_ge, y) == sizeof(secp256k1_fe));
SECP256K1_ECMULT_MULTI_ASSERT(ge_infinity, offsetof(secp256k1_ge, infinity) == 2 * sizeof(secp256k1_fe));
SECP256K1_ECMULT_MULTI_ASSERT(ge_infinity_size, SECP256K1_ECMULT_MULTI_SIZEOF(secp256k1_ge, infinity) == 4);
SECP256K1_ECMULT_MULTI_ASSERT(ge_size, sizeof(secp256k1_ge) == SECP256K1_ECMULT_MULTI_PADDED(2 * sizeof(secp256k1_fe) + 4, SECP256K1_ECMULT_MULTI_ALIGN_OF_LIMB));

SECP256K1_ECMULT_MULTI_ASSERT(gej_align, SECP256K1_ECMULT_MULTI_ALIGN(secp256k1_gej) == SECP256K1_ECMULT_MULTI_ALIGN_OF_LIMB);
SECP256K1_ECMULT_MULTI_ASSERT(gej_x, offsetof(secp256k1_gej, x) == 0);
SECP256K1_ECMULT_MULTI_ASSERT(gej_y, offsetof(secp256k1_gej, y) == sizeof(secp256k1_fe));
SECP256K1_ECMULT_MULTI_ASSERT(gej_z, offsetof(secp256k1_gej, z) == 2 * sizeof(secp256k1_fe));
SECP256K1_ECMULT_MULTI_ASSERT(gej_infinity, offsetof(secp256k1_gej, infinity) == 3 * sizeof(secp256k1_fe));
SECP256K1_ECMULT_MULTI_ASSERT(gej_infinity_size, SECP256K1_ECMULT_MULTI_SIZEOF(secp256k1_gej, infinity) == 4);
SECP256K1_ECMULT_MULTI_ASSERT(gej_size, sizeof(secp256k1_gej) == SECP256K1_ECMULT_MULTI_PADDED(3 * sizeof(secp256k1_fe) + 4, SECP256K1_ECMULT_MULTI_ALIGN_OF_LIMB));

#if defined(SECP256K1_ECMULT_MULTI_SMALL_ORDER)
SECP256K1_ECMULT_MULTI_ASSERT(scalar_size, sizeof(secp256k1_scalar) == 4);
SECP256K1_ECMULT_MULTI_ASSERT(scalar_align, SECP256K1_ECMULT_MULTI_ALIGN(secp256k1_scalar) == 4);
#else
SECP256K1_ECMULT_MULTI_ASSERT(scalar_size, sizeof(secp256k1_scalar) == 32);
SECP256K1_ECMULT_MULTI_ASSERT(scalar_align, SECP256K1_ECMULT_MULTI_ALIGN(secp256k1_scalar) == SECP256K1_ECMULT_MULTI_ALIGN_OF_LIMB);
SECP256K1_ECMULT_MULTI_ASSERT(scalar_d, offsetof(secp256k1_scalar, d) == 0);
SECP256K1_ECMULT_MULTI_ASSERT(scalar_limb, SECP256K1_ECMULT_MULTI_SIZEOF(secp256k1_scalar, d[0]) == sizeof(secp256k1_ecmult_multi_limb));
#endif

SECP256K1_ECMULT_MULTI_ASSERT(callback_align, SECP256K1_ECMULT_MULTI_ALIGN(secp256k1_callback) == SECP256K1_ECMULT_MULTI_ALIGN_OF_POINTER);
SECP256K1_ECMULT_MULTI_ASSERT(callback_fn, offsetof(secp256k1_callback, fn) == 0);
SECP256K1_ECMULT_MULTI_ASSERT(callback_data, offsetof(secp256k1_callback, data) == sizeof(void *));
SECP256K1_ECMULT_MULTI_ASSERT(callback_size, sizeof(secp256k1_callback) == 2 * sizeof(void *));

SECP256K1_ECMULT_MULTI_ASSERT(scratch_align, SECP256K1_ECMULT_MULTI_ALIGN(secp256k1_scratch) == SECP256K1_ECMULT_MULTI_ALIGN_OF_POINTER);
SECP256K1_ECMULT_MULTI_ASSERT(scratch_magic, offsetof(secp256k1_scratch, magic) == 0);
SECP256K1_ECMULT_MULTI_ASSERT(scratch_magic_size, SECP256K1_ECMULT_MULTI_SIZEOF(secp256k1_scratch, magic) == 8);
SECP256K1_ECMULT_MULTI_ASSERT(scratch_data, offsetof(secp256k1_scratch, data) == 8);
SECP256K1_ECMULT_MULTI_ASSERT(scratch_alloc_size, offsetof(secp256k1_scratch, alloc_size) == 8 + sizeof(void *));
SECP256K1_ECMULT_MULTI_ASSERT(scratch_alloc_size_size, SECP256K1_ECMULT_MULTI_SIZEOF(secp256k1_scratch, alloc_size) == sizeof(size_t));
SECP256K1_ECMULT_MULTI_ASSERT(scratch_max_size, offsetof(secp256k1_scratch, max_size) == 8 + 2 * sizeof(void *));
SECP256K1_ECMULT_MULTI_ASSERT(scratch_max_size_size, SECP256K1_ECMULT_MULTI_SIZEOF(secp256k1_scratch, max_size) == sizeof(size_t));
SECP256K1_ECMULT_MULTI_ASSERT(scratch_size, sizeof(secp256k1_scratch) == 8 + 3 * sizeof(void *));

#undef SECP256K1_ECMULT_MULTI_ASSERT
#undef SECP256K1_ECMULT_MULTI_ALIGN
#undef SECP256K1_ECMULT_MULTI_ALIGN_STRUCT
#undef SECP256K1_ECMULT_MULTI_SIZEOF
#undef SECP256K1_ECMULT_MULTI_PADDED
#undef SECP256K1_ECMULT_MULTI_ALIGN_OF_LIMB
#undef SECP256K1_ECMULT_MULTI_ALIGN_OF_POINTER

/* MemorySanitizer does not see what the library writes: there, wrappers tell it. */
#if defined(__has_feature)
#  if __has_feature(memory_sanitizer)
#    include "secp256k1_ecmult_multi_msan.h"
#  endif
#endif

#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)
#  define SECP256K1_ECMULT_MULTI_INLINE static inline
#elif defined(__GNUC__)
#  define SECP256K1_ECMULT_MULTI_INLINE static __inline__
#elif defined(_MSC_VER)
#  define SECP256K1_ECMULT_MULTI_INLINE static __inline
#else
#  define SECP256K1_ECMULT_MULTI_INLINE static
#endif

/* The functions that depend on the alignment, the first five under upstream's names. */

/** Creates a scratch space from which size bytes can be allocated. NULL if there is no memory for it. */
SECP256K1_ECMULT_MULTI_INLINE secp256k1_scratch *secp256k1_scratch_create(const secp256k1_callback *error_callback, size_t size) {
    return secp256k1_scratch_create_aligned(error_callback, size, SECP256K1_ECMULT_MULTI_ALIGNMENT);
}

/** The most bytes that can still be allocated in this many objects together: padding is subtracted. */
SECP256K1_ECMULT_MULTI_INLINE size_t secp256k1_scratch_max_allocation(const secp256k1_callback *error_callback, const secp256k1_scratch *scratch, size_t objects) {
    return secp256k1_scratch_max_allocation_aligned(error_callback, scratch, objects, SECP256K1_ECMULT_MULTI_ALIGNMENT);
}

/** Allocates size zeroed bytes from a scratch space. NULL if it has fewer left. */
SECP256K1_ECMULT_MULTI_INLINE void *secp256k1_scratch_alloc(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, size_t size) {
    return secp256k1_scratch_alloc_aligned(error_callback, scratch, size, SECP256K1_ECMULT_MULTI_ALIGNMENT);
}

/** How many points secp256k1_ecmult_strauss_batch_single can take with this scratch space. */
SECP256K1_ECMULT_MULTI_INLINE size_t secp256k1_strauss_max_points(const secp256k1_callback *error_callback, secp256k1_scratch *scratch) {
    return secp256k1_strauss_max_points_aligned(error_callback, scratch, SECP256K1_ECMULT_MULTI_ALIGNMENT);
}

/** How many points secp256k1_ecmult_pippenger_batch_single can take with this scratch space. */
SECP256K1_ECMULT_MULTI_INLINE size_t secp256k1_pippenger_max_points(const secp256k1_callback *error_callback, secp256k1_scratch *scratch) {
    return secp256k1_pippenger_max_points_aligned(error_callback, scratch, SECP256K1_ECMULT_MULTI_ALIGNMENT);
}

/** Bytes of memory that secp256k1_scratch_preallocated_create needs for a scratch space from which
 *  max_size bytes can be allocated. 0 if they would wrap. */
SECP256K1_ECMULT_MULTI_INLINE size_t secp256k1_scratch_preallocated_size(size_t max_size) {
    return secp256k1_scratch_preallocated_size_aligned(max_size, SECP256K1_ECMULT_MULTI_ALIGNMENT);
}

/** Creates a scratch space in the caller's memory, which may begin at any address. NULL if mem is NULL
 *  or mem_len less than secp256k1_scratch_preallocated_size(max_size).
 *  secp256k1_scratch_preallocated_destroy ends it. */
SECP256K1_ECMULT_MULTI_INLINE secp256k1_scratch *secp256k1_scratch_preallocated_create(void *mem, size_t mem_len, size_t max_size) {
    return secp256k1_scratch_preallocated_create_aligned(mem, mem_len, max_size, SECP256K1_ECMULT_MULTI_ALIGNMENT);
}

#undef SECP256K1_ECMULT_MULTI_INLINE

#endif /* SECP256K1_ECMULT_MULTI_H */
