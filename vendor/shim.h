/*
 * Internal functions of libsecp256k1 v0.8.0 under names of their own, so that a test or a benchmark can call upstream
 * and our library in one program.
 *
 * upstream_NAME does what upstream's secp256k1_NAME does, with the same arguments and the same contract (magnitudes,
 * which arguments may alias, which may be NULL), unless its comment says otherwise. Everything runs in variable time
 * and is meant for public data in tests.
 *
 * To use it from C, put the restored upstream tree and this folder on the include path, and link the archive
 * libupstream_shim.a, which lies beside that tree. The layout of the types depends on VERIFY and on upstream's
 * USE_FORCE_WIDEMUL_* macros: the archive is built with none of them, so do not define them either.
 */
#ifndef UPSTREAM_SHIM_H
#define UPSTREAM_SHIM_H

#include <stddef.h>

/*
 * Upstream's headers declare static functions, which a program that takes only the types from there never defines. Not
 * switched on again afterwards, since gcc gives this warning at the end of the unit, with the settings it finds there.
 */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include "src/ecmult.h"

/* ---- Constants ---- */

/** Upstream's macro ALIGNMENT, as the shim was compiled. */
extern const size_t upstream_ALIGNMENT;
/** Upstream's macro STRAUSS_SCRATCH_OBJECTS. */
extern const size_t upstream_STRAUSS_SCRATCH_OBJECTS;
/** Upstream's macro PIPPENGER_SCRATCH_OBJECTS. */
extern const size_t upstream_PIPPENGER_SCRATCH_OBJECTS;
/** Upstream's macro PIPPENGER_MAX_BUCKET_WINDOW. */
extern const int upstream_PIPPENGER_MAX_BUCKET_WINDOW;
/** Upstream's macro ECMULT_PIPPENGER_THRESHOLD. */
extern const size_t upstream_ECMULT_PIPPENGER_THRESHOLD;
/** Upstream's macro ECMULT_MAX_POINTS_PER_BATCH. */
extern const size_t upstream_ECMULT_MAX_POINTS_PER_BATCH;

/** The generator. */
extern const secp256k1_ge *const upstream_ge_const_g;
/** The scalar by which ge_mul_lambda multiplies. */
extern const secp256k1_scalar *const upstream_const_lambda;
/** The cube root of one by which ge_mul_lambda multiplies x. */
extern const secp256k1_fe *const upstream_const_beta;
/** The error callback that prints and aborts. */
extern const secp256k1_callback *const upstream_default_error_callback;

/* ---- Multi-multiplication ---- */

/** Multi-multiplication, with the algorithm and the batches that upstream chooses. */
int upstream_ecmult_multi_var(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, secp256k1_gej *r,
    const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n);
/** Strauss in one batch; 0 if the scratch space is too small. */
int upstream_ecmult_strauss_batch_single(const secp256k1_callback *error_callback, secp256k1_scratch *scratch,
    secp256k1_gej *r, const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n);
/** Pippenger in one batch; 0 if the scratch space is too small. */
int upstream_ecmult_pippenger_batch_single(const secp256k1_callback *error_callback, secp256k1_scratch *scratch,
    secp256k1_gej *r, const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n);
/** Double multiplication, r = na*a + ng*G; ng may be NULL. */
void upstream_ecmult(secp256k1_gej *r, const secp256k1_gej *a, const secp256k1_scalar *na, const secp256k1_scalar *ng);
/** Signed digits of window w; returns how many of the len digits are in use. */
int upstream_ecmult_wnaf(int *wnaf, int len, const secp256k1_scalar *a, int w);
/** ceil(128/w) odd signed digits of a scalar below 2^128; returns the skew. */
int upstream_wnaf_fixed(int *wnaf, const secp256k1_scalar *s, int w);

/** Bytes of scratch for Strauss, without padding. */
size_t upstream_strauss_scratch_size(size_t n_points);
/** Points that one batch of Strauss can take. */
size_t upstream_strauss_max_points(const secp256k1_callback *error_callback, secp256k1_scratch *scratch);
/** Bytes of scratch for Pippenger, without padding. */
size_t upstream_pippenger_scratch_size(size_t n_points, int bucket_window);
/** Points that one batch of Pippenger can take. */
size_t upstream_pippenger_max_points(const secp256k1_callback *error_callback, secp256k1_scratch *scratch);
/** The window that upstream takes for n points. */
int upstream_pippenger_bucket_window(size_t n);
/** The largest n for which upstream takes this window. */
size_t upstream_pippenger_bucket_window_inv(int bucket_window);
/** Splits n points into equal batches; 0 if there is no room for one point. */
int upstream_ecmult_multi_batch_size_helper(size_t *n_batches, size_t *n_batch_points, size_t max_n_batch_points,
    size_t n);

/* ---- Scratch space ---- */

/** A new scratch space on the heap. */
secp256k1_scratch *upstream_scratch_create(const secp256k1_callback *error_callback, size_t size);
/** Frees a scratch space; NULL is fine. */
void upstream_scratch_destroy(const secp256k1_callback *error_callback, secp256k1_scratch *scratch);
/** The present fill level, for apply_checkpoint. */
size_t upstream_scratch_checkpoint(const secp256k1_callback *error_callback, const secp256k1_scratch *scratch);
/** Drops what was allocated since the checkpoint. */
void upstream_scratch_apply_checkpoint(const secp256k1_callback *error_callback, secp256k1_scratch *scratch,
    size_t checkpoint);
/** Bytes that fit if they are asked for in this many objects. */
size_t upstream_scratch_max_allocation(const secp256k1_callback *error_callback, const secp256k1_scratch *scratch,
    size_t objects);
/** Zeroed memory from the scratch space, or NULL. */
void *upstream_scratch_alloc(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, size_t size);

/* ---- Scalars ---- */

/** From 32 big-endian bytes, reduced; *overflow (may be NULL) says whether that was necessary. */
void upstream_scalar_set_b32(secp256k1_scalar *r, const unsigned char *bin32, int *overflow);
/** From a small integer. */
void upstream_scalar_set_int(secp256k1_scalar *r, unsigned int v);
/** To 32 big-endian bytes. */
void upstream_scalar_get_b32(unsigned char *bin32, const secp256k1_scalar *a);
/** r = -a. */
void upstream_scalar_negate(secp256k1_scalar *r, const secp256k1_scalar *a);
/** r = a + b; returns whether it was reduced. */
int upstream_scalar_add(secp256k1_scalar *r, const secp256k1_scalar *a, const secp256k1_scalar *b);
/** r = a * b. */
void upstream_scalar_mul(secp256k1_scalar *r, const secp256k1_scalar *a, const secp256k1_scalar *b);
/** r = 1/a, and 0 for 0. */
void upstream_scalar_inverse(secp256k1_scalar *r, const secp256k1_scalar *a);
/** Whether a = 0. */
int upstream_scalar_is_zero(const secp256k1_scalar *a);
/** Whether a is above half of the group order. */
int upstream_scalar_is_high(const secp256k1_scalar *a);
/** Whether a = b. */
int upstream_scalar_eq(const secp256k1_scalar *a, const secp256k1_scalar *b);
/** k = r1 + lambda*r2, both halves or their negations short; three different objects. */
void upstream_scalar_split_lambda(secp256k1_scalar *r1, secp256k1_scalar *r2, const secp256k1_scalar *k);
/** k = r1 + 2^128*r2. */
void upstream_scalar_split_128(secp256k1_scalar *r1, secp256k1_scalar *r2, const secp256k1_scalar *k);

/* ---- Field elements ---- */

/** From 32 big-endian bytes, modulo p. */
void upstream_fe_set_b32_mod(secp256k1_fe *r, const unsigned char *b32);
/** From 32 big-endian bytes; 0 if they are not below p, and then r is unusable. */
int upstream_fe_set_b32_limit(secp256k1_fe *r, const unsigned char *b32);
/** To 32 big-endian bytes. Unlike upstream's, takes any field element. */
void upstream_fe_get_b32(unsigned char *b32, const secp256k1_fe *a);
/** Normalizes r. */
void upstream_fe_normalize_var(secp256k1_fe *r);
/** Whether a = 0, for any field element. */
int upstream_fe_normalizes_to_zero_var(const secp256k1_fe *a);
/** r += a; the magnitudes add up. */
void upstream_fe_add(secp256k1_fe *r, const secp256k1_fe *a);
/** r = -a, where a has magnitude m at most; the result has magnitude m + 1. */
void upstream_fe_negate(secp256k1_fe *r, const secp256k1_fe *a, int m);
/** r *= a, a small integer that multiplies the magnitude too. */
void upstream_fe_mul_int(secp256k1_fe *r, int a);
/** r = a * b; magnitudes up to 8; b may be neither r nor a. */
void upstream_fe_mul(secp256k1_fe *r, const secp256k1_fe *a, const secp256k1_fe *b);
/** r = a^2; magnitude up to 8. */
void upstream_fe_sqr(secp256k1_fe *r, const secp256k1_fe *a);
/** r = 1/a, and 0 for 0. */
void upstream_fe_inv_var(secp256k1_fe *r, const secp256k1_fe *a);

/* ---- Affine points ---- */

/**
 * From x and y in 64 big-endian bytes, or infinity if the flag is set, and then xy64 may be NULL. Returns 0, with r at
 * infinity, if a coordinate is not below p. Whether the point is on the curve is not looked at. No counterpart
 * upstream.
 */
int upstream_ge_from_xy64(secp256k1_ge *r, const unsigned char *xy64, int infinity);
/** To x and y in 64 big-endian bytes, zeros for infinity. Returns the infinity flag. No counterpart upstream. */
int upstream_ge_to_xy64(unsigned char *xy64, const secp256k1_ge *a);
/** The point with this x, and with y odd or even; 0 if there is none. */
int upstream_ge_set_xo_var(secp256k1_ge *r, const secp256k1_fe *x, int odd);
/** Sets r to infinity. */
void upstream_ge_set_infinity(secp256k1_ge *r);
/** To affine; brings a to z = 1 on the way. */
void upstream_ge_set_gej_var(secp256k1_ge *r, secp256k1_gej *a);
/** len points to affine with one inversion. */
void upstream_ge_set_all_gej_var(secp256k1_ge *r, const secp256k1_gej *a, size_t len);
/** Whether a is a point of the curve; infinity is not. */
int upstream_ge_is_valid_var(const secp256k1_ge *a);
/** Whether a = b. */
int upstream_ge_eq_var(const secp256k1_ge *a, const secp256k1_ge *b);
/** r = -a. */
void upstream_ge_neg(secp256k1_ge *r, const secp256k1_ge *a);
/** r = lambda*a. */
void upstream_ge_mul_lambda(secp256k1_ge *r, const secp256k1_ge *a);
/**
 * Gives a the largest magnitudes that the contract allows, x 4 and y 3, with limbs close to their upper bounds, and
 * the same value. Leaves infinity alone. No counterpart upstream.
 */
void upstream_ge_raise_magnitude(secp256k1_ge *a);

/* ---- Jacobian points ---- */

/** Sets r to infinity. */
void upstream_gej_set_infinity(secp256k1_gej *r);
/** From affine. */
void upstream_gej_set_ge(secp256k1_gej *r, const secp256k1_ge *a);
/** Whether a is at infinity. */
int upstream_gej_is_infinity(const secp256k1_gej *a);
/** Whether a = b as points. */
int upstream_gej_eq_var(const secp256k1_gej *a, const secp256k1_gej *b);
/** Whether a = b as points. */
int upstream_gej_eq_ge_var(const secp256k1_gej *a, const secp256k1_ge *b);
/** r = -a. */
void upstream_gej_neg(secp256k1_gej *r, const secp256k1_gej *a);
/** r = 2*a; *rzr (may be NULL) is the ratio of the z coordinates. */
void upstream_gej_double_var(secp256k1_gej *r, const secp256k1_gej *a, secp256k1_fe *rzr);
/** r = a + b; *rzr (may be NULL) is the ratio of the z coordinates. */
void upstream_gej_add_var(secp256k1_gej *r, const secp256k1_gej *a, const secp256k1_gej *b, secp256k1_fe *rzr);
/** r = a + b; *rzr (may be NULL) is the ratio of the z coordinates. */
void upstream_gej_add_ge_var(secp256k1_gej *r, const secp256k1_gej *a, const secp256k1_ge *b, secp256k1_fe *rzr);
/** r = a + b, where b's z coordinate is given by its inverse. */
void upstream_gej_add_zinv_var(secp256k1_gej *r, const secp256k1_gej *a, const secp256k1_ge *b,
    const secp256k1_fe *bzinv);
/** The same point with its z coordinate multiplied by s, which may not be zero. */
void upstream_gej_rescale(secp256k1_gej *r, const secp256k1_fe *s);
/**
 * Gives x and y the largest magnitude that the contract allows, 4, and the same value. Leaves z, whose magnitude is
 * never above 1, and infinity alone. No counterpart upstream.
 */
void upstream_gej_raise_magnitude(secp256k1_gej *a);

/* ---- Reference results ---- */

/** r = k*a, bit by bit, with neither window nor endomorphism. No counterpart upstream. */
void upstream_ecmult_naive(secp256k1_gej *r, const secp256k1_ge *a, const secp256k1_scalar *k);
/**
 * MuSig2 key aggregation through the public API: n compressed keys of 33 bytes, one after another, give the 32 bytes
 * of the aggregate's x. Returns 0 if n is zero, a key is invalid, or memory runs out.
 */
int upstream_musig_pubkey_agg_b33(unsigned char *xonly32, const unsigned char *keys33, size_t n);

/* ---- Microbenchmarks: chains in which each operation waits for the one before ---- */

/** r = a * b^iters; r may not be b. */
void upstream_bench_fe_mul(size_t iters, const secp256k1_fe *a, const secp256k1_fe *b, secp256k1_fe *r);
/** r = a^(2^iters). */
void upstream_bench_fe_sqr(size_t iters, const secp256k1_fe *a, secp256k1_fe *r);
/** From r = a, iters times r = 1/r + b; a and b of magnitude 1. The addition keeps r from alternating. */
void upstream_bench_fe_inv_var(size_t iters, const secp256k1_fe *a, const secp256k1_fe *b, secp256k1_fe *r);
/** r = 2^iters * a. */
void upstream_bench_gej_double_var(size_t iters, const secp256k1_gej *a, secp256k1_gej *r);
/** r = a + iters*b. */
void upstream_bench_gej_add_ge_var(size_t iters, const secp256k1_gej *a, const secp256k1_ge *b, secp256k1_gej *r);
/** r = a + iters*b. */
void upstream_bench_gej_add_var(size_t iters, const secp256k1_gej *a, const secp256k1_gej *b, secp256k1_gej *r);
/** From r = a, iters times r = r1 + r2 where r splits into r1 + lambda*r2. */
void upstream_bench_scalar_split_lambda(size_t iters, const secp256k1_scalar *a, secp256k1_scalar *r);
/**
 * wNAF of width 5 and 129 digits for iters different signed halves; wnaf129 and the return value are the last one's.
 * The halves come from a + b, a + 2b, ..., and what the last call returned chooses between them, all in a few
 * additions' time.
 */
int upstream_bench_ecmult_wnaf(size_t iters, const secp256k1_scalar *a, const secp256k1_scalar *b, int *wnaf129);
/** The same for the fixed wNAF of width w, with unsigned halves; wnaf has room for ceil(128/w) digits. */
int upstream_bench_wnaf_fixed(size_t iters, const secp256k1_scalar *a, const secp256k1_scalar *b, int w, int *wnaf);

#endif
