/*
 * Wrappers around upstream's static functions: see shim.h. Upstream's whole library is one translation unit, and this
 * file is that unit with more at its end, so the compiler optimizes what it calls as in upstream's own build.
 */

/* First, since secp256k1.c refuses to be compiled after its own headers. */
#include "src/secp256k1.c"

#include "shim.h"

#include "include/secp256k1_extrakeys.h"
#include "include/secp256k1_musig.h"

/* ---- Constants ---- */

const size_t upstream_ALIGNMENT = ALIGNMENT;
const size_t upstream_STRAUSS_SCRATCH_OBJECTS = STRAUSS_SCRATCH_OBJECTS;
const size_t upstream_PIPPENGER_SCRATCH_OBJECTS = PIPPENGER_SCRATCH_OBJECTS;
const int upstream_PIPPENGER_MAX_BUCKET_WINDOW = PIPPENGER_MAX_BUCKET_WINDOW;
const size_t upstream_ECMULT_PIPPENGER_THRESHOLD = ECMULT_PIPPENGER_THRESHOLD;
const size_t upstream_ECMULT_MAX_POINTS_PER_BATCH = ECMULT_MAX_POINTS_PER_BATCH;

const secp256k1_ge *const upstream_ge_const_g = &secp256k1_ge_const_g;
const secp256k1_scalar *const upstream_const_lambda = &secp256k1_const_lambda;
const secp256k1_fe *const upstream_const_beta = &secp256k1_const_beta;
const secp256k1_callback *const upstream_default_error_callback = &default_error_callback;

/* ---- Multi-multiplication ---- */

int upstream_ecmult_multi_var(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, secp256k1_gej *r,
    const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n) {
    return secp256k1_ecmult_multi_var(error_callback, scratch, r, inp_g_sc, cb, cbdata, n);
}

int upstream_ecmult_strauss_batch_single(const secp256k1_callback *error_callback, secp256k1_scratch *scratch,
    secp256k1_gej *r, const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n) {
    return secp256k1_ecmult_strauss_batch_single(error_callback, scratch, r, inp_g_sc, cb, cbdata, n);
}

int upstream_ecmult_pippenger_batch_single(const secp256k1_callback *error_callback, secp256k1_scratch *scratch,
    secp256k1_gej *r, const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n) {
    return secp256k1_ecmult_pippenger_batch_single(error_callback, scratch, r, inp_g_sc, cb, cbdata, n);
}

void upstream_ecmult(secp256k1_gej *r, const secp256k1_gej *a, const secp256k1_scalar *na, const secp256k1_scalar *ng) {
    secp256k1_ecmult(r, a, na, ng);
}

int upstream_ecmult_wnaf(int *wnaf, int len, const secp256k1_scalar *a, int w) {
    return secp256k1_ecmult_wnaf(wnaf, len, a, w);
}

int upstream_wnaf_fixed(int *wnaf, const secp256k1_scalar *s, int w) {
    return secp256k1_wnaf_fixed(wnaf, s, w);
}

size_t upstream_strauss_scratch_size(size_t n_points) {
    return secp256k1_strauss_scratch_size(n_points);
}

size_t upstream_strauss_max_points(const secp256k1_callback *error_callback, secp256k1_scratch *scratch) {
    return secp256k1_strauss_max_points(error_callback, scratch);
}

size_t upstream_pippenger_scratch_size(size_t n_points, int bucket_window) {
    return secp256k1_pippenger_scratch_size(n_points, bucket_window);
}

size_t upstream_pippenger_max_points(const secp256k1_callback *error_callback, secp256k1_scratch *scratch) {
    return secp256k1_pippenger_max_points(error_callback, scratch);
}

int upstream_pippenger_bucket_window(size_t n) {
    return secp256k1_pippenger_bucket_window(n);
}

size_t upstream_pippenger_bucket_window_inv(int bucket_window) {
    return secp256k1_pippenger_bucket_window_inv(bucket_window);
}

int upstream_ecmult_multi_batch_size_helper(size_t *n_batches, size_t *n_batch_points, size_t max_n_batch_points,
    size_t n) {
    return secp256k1_ecmult_multi_batch_size_helper(n_batches, n_batch_points, max_n_batch_points, n);
}

/* ---- Scratch space ---- */

secp256k1_scratch *upstream_scratch_create(const secp256k1_callback *error_callback, size_t size) {
    return secp256k1_scratch_create(error_callback, size);
}

void upstream_scratch_destroy(const secp256k1_callback *error_callback, secp256k1_scratch *scratch) {
    secp256k1_scratch_destroy(error_callback, scratch);
}

size_t upstream_scratch_checkpoint(const secp256k1_callback *error_callback, const secp256k1_scratch *scratch) {
    return secp256k1_scratch_checkpoint(error_callback, scratch);
}

void upstream_scratch_apply_checkpoint(const secp256k1_callback *error_callback, secp256k1_scratch *scratch,
    size_t checkpoint) {
    secp256k1_scratch_apply_checkpoint(error_callback, scratch, checkpoint);
}

size_t upstream_scratch_max_allocation(const secp256k1_callback *error_callback, const secp256k1_scratch *scratch,
    size_t objects) {
    return secp256k1_scratch_max_allocation(error_callback, scratch, objects);
}

void *upstream_scratch_alloc(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, size_t size) {
    return secp256k1_scratch_alloc(error_callback, scratch, size);
}

/* ---- Scalars ---- */

void upstream_scalar_set_b32(secp256k1_scalar *r, const unsigned char *bin32, int *overflow) {
    secp256k1_scalar_set_b32(r, bin32, overflow);
}

void upstream_scalar_set_int(secp256k1_scalar *r, unsigned int v) {
    secp256k1_scalar_set_int(r, v);
}

void upstream_scalar_get_b32(unsigned char *bin32, const secp256k1_scalar *a) {
    secp256k1_scalar_get_b32(bin32, a);
}

void upstream_scalar_negate(secp256k1_scalar *r, const secp256k1_scalar *a) {
    secp256k1_scalar_negate(r, a);
}

int upstream_scalar_add(secp256k1_scalar *r, const secp256k1_scalar *a, const secp256k1_scalar *b) {
    return secp256k1_scalar_add(r, a, b);
}

void upstream_scalar_mul(secp256k1_scalar *r, const secp256k1_scalar *a, const secp256k1_scalar *b) {
    secp256k1_scalar_mul(r, a, b);
}

void upstream_scalar_inverse(secp256k1_scalar *r, const secp256k1_scalar *a) {
    secp256k1_scalar_inverse(r, a);
}

int upstream_scalar_is_zero(const secp256k1_scalar *a) {
    return secp256k1_scalar_is_zero(a);
}

int upstream_scalar_is_high(const secp256k1_scalar *a) {
    return secp256k1_scalar_is_high(a);
}

int upstream_scalar_eq(const secp256k1_scalar *a, const secp256k1_scalar *b) {
    return secp256k1_scalar_eq(a, b);
}

void upstream_scalar_split_lambda(secp256k1_scalar *r1, secp256k1_scalar *r2, const secp256k1_scalar *k) {
    secp256k1_scalar_split_lambda(r1, r2, k);
}

void upstream_scalar_split_128(secp256k1_scalar *r1, secp256k1_scalar *r2, const secp256k1_scalar *k) {
    secp256k1_scalar_split_128(r1, r2, k);
}

/* ---- Field elements ---- */

void upstream_fe_set_b32_mod(secp256k1_fe *r, const unsigned char *b32) {
    secp256k1_fe_set_b32_mod(r, b32);
}

int upstream_fe_set_b32_limit(secp256k1_fe *r, const unsigned char *b32) {
    return secp256k1_fe_set_b32_limit(r, b32);
}

void upstream_fe_get_b32(unsigned char *b32, const secp256k1_fe *a) {
    secp256k1_fe t = *a;
    secp256k1_fe_normalize_var(&t);
    secp256k1_fe_get_b32(b32, &t);
}

void upstream_fe_normalize_var(secp256k1_fe *r) {
    secp256k1_fe_normalize_var(r);
}

int upstream_fe_normalizes_to_zero_var(const secp256k1_fe *a) {
    return secp256k1_fe_normalizes_to_zero_var(a);
}

void upstream_fe_add(secp256k1_fe *r, const secp256k1_fe *a) {
    secp256k1_fe_add(r, a);
}

void upstream_fe_negate(secp256k1_fe *r, const secp256k1_fe *a, int m) {
    secp256k1_fe_negate_unchecked(r, a, m);
}

void upstream_fe_mul_int(secp256k1_fe *r, int a) {
    secp256k1_fe_mul_int_unchecked(r, a);
}

void upstream_fe_mul(secp256k1_fe *r, const secp256k1_fe *a, const secp256k1_fe *b) {
    secp256k1_fe_mul(r, a, b);
}

void upstream_fe_sqr(secp256k1_fe *r, const secp256k1_fe *a) {
    secp256k1_fe_sqr(r, a);
}

void upstream_fe_inv_var(secp256k1_fe *r, const secp256k1_fe *a) {
    secp256k1_fe_inv_var(r, a);
}

/*
 * Adding p keeps a value and fills its limbs. Negating a normalized element as if its magnitude were m - 1 subtracts
 * it limb by limb from 2m*p, which lands between 2m - 1 and 2m times the limbs of p: the top of what magnitude m
 * allows. Negated twice, the value is what it was.
 */
static void raise_fe(secp256k1_fe *a, int m) {
    secp256k1_fe t = *a;
    secp256k1_fe_normalize_var(&t);
    secp256k1_fe_negate(&t, &t, 1);
    secp256k1_fe_normalize_var(&t);
    secp256k1_fe_negate_unchecked(a, &t, m - 1);
}

/* ---- Affine points ---- */

int upstream_ge_from_xy64(secp256k1_ge *r, const unsigned char *xy64, int infinity) {
    secp256k1_fe x, y;

    secp256k1_ge_set_infinity(r);
    if (infinity) {
        return 1;
    }
    if (!secp256k1_fe_set_b32_limit(&x, xy64) || !secp256k1_fe_set_b32_limit(&y, xy64 + 32)) {
        return 0;
    }
    secp256k1_ge_set_xy(r, &x, &y);
    return 1;
}

int upstream_ge_to_xy64(unsigned char *xy64, const secp256k1_ge *a) {
    if (a->infinity) {
        memset(xy64, 0, 64);
        return 1;
    }
    upstream_fe_get_b32(xy64, &a->x);
    upstream_fe_get_b32(xy64 + 32, &a->y);
    return 0;
}

int upstream_ge_set_xo_var(secp256k1_ge *r, const secp256k1_fe *x, int odd) {
    return secp256k1_ge_set_xo_var(r, x, odd);
}

void upstream_ge_set_infinity(secp256k1_ge *r) {
    secp256k1_ge_set_infinity(r);
}

void upstream_ge_set_gej_var(secp256k1_ge *r, secp256k1_gej *a) {
    secp256k1_ge_set_gej_var(r, a);
}

void upstream_ge_set_all_gej_var(secp256k1_ge *r, const secp256k1_gej *a, size_t len) {
    secp256k1_ge_set_all_gej_var(r, a, len);
}

int upstream_ge_is_valid_var(const secp256k1_ge *a) {
    return secp256k1_ge_is_valid_var(a);
}

int upstream_ge_eq_var(const secp256k1_ge *a, const secp256k1_ge *b) {
    return secp256k1_ge_eq_var(a, b);
}

void upstream_ge_neg(secp256k1_ge *r, const secp256k1_ge *a) {
    secp256k1_ge_neg(r, a);
}

void upstream_ge_mul_lambda(secp256k1_ge *r, const secp256k1_ge *a) {
    secp256k1_ge_mul_lambda(r, a);
}

void upstream_ge_raise_magnitude(secp256k1_ge *a) {
    if (!a->infinity) {
        raise_fe(&a->x, SECP256K1_GE_X_MAGNITUDE_MAX);
        raise_fe(&a->y, SECP256K1_GE_Y_MAGNITUDE_MAX);
    }
}

/* ---- Jacobian points ---- */

void upstream_gej_set_infinity(secp256k1_gej *r) {
    secp256k1_gej_set_infinity(r);
}

void upstream_gej_set_ge(secp256k1_gej *r, const secp256k1_ge *a) {
    secp256k1_gej_set_ge(r, a);
}

int upstream_gej_is_infinity(const secp256k1_gej *a) {
    return secp256k1_gej_is_infinity(a);
}

int upstream_gej_eq_var(const secp256k1_gej *a, const secp256k1_gej *b) {
    return secp256k1_gej_eq_var(a, b);
}

int upstream_gej_eq_ge_var(const secp256k1_gej *a, const secp256k1_ge *b) {
    return secp256k1_gej_eq_ge_var(a, b);
}

void upstream_gej_neg(secp256k1_gej *r, const secp256k1_gej *a) {
    secp256k1_gej_neg(r, a);
}

void upstream_gej_double_var(secp256k1_gej *r, const secp256k1_gej *a, secp256k1_fe *rzr) {
    secp256k1_gej_double_var(r, a, rzr);
}

void upstream_gej_add_var(secp256k1_gej *r, const secp256k1_gej *a, const secp256k1_gej *b, secp256k1_fe *rzr) {
    secp256k1_gej_add_var(r, a, b, rzr);
}

void upstream_gej_add_ge_var(secp256k1_gej *r, const secp256k1_gej *a, const secp256k1_ge *b, secp256k1_fe *rzr) {
    secp256k1_gej_add_ge_var(r, a, b, rzr);
}

void upstream_gej_add_zinv_var(secp256k1_gej *r, const secp256k1_gej *a, const secp256k1_ge *b,
    const secp256k1_fe *bzinv) {
    secp256k1_gej_add_zinv_var(r, a, b, bzinv);
}

void upstream_gej_rescale(secp256k1_gej *r, const secp256k1_fe *s) {
    secp256k1_gej_rescale(r, s);
}

void upstream_gej_raise_magnitude(secp256k1_gej *a) {
    if (!a->infinity) {
        raise_fe(&a->x, SECP256K1_GEJ_X_MAGNITUDE_MAX);
        raise_fe(&a->y, SECP256K1_GEJ_Y_MAGNITUDE_MAX);
    }
}

/* ---- Reference results ---- */

void upstream_ecmult_naive(secp256k1_gej *r, const secp256k1_ge *a, const secp256k1_scalar *k) {
    int i;

    secp256k1_gej_set_infinity(r);
    for (i = 255; i >= 0; i--) {
        secp256k1_gej_double_var(r, r, NULL);
        if (secp256k1_scalar_get_bits_limb32(k, i, 1)) {
            secp256k1_gej_add_ge_var(r, r, a, NULL);
        }
    }
}

int upstream_musig_pubkey_agg_b33(unsigned char *xonly32, const unsigned char *keys33, size_t n) {
    secp256k1_pubkey *keys;
    const secp256k1_pubkey **pointers;
    secp256k1_xonly_pubkey aggregate;
    size_t i;
    int ok;

    if (n == 0 || n > SIZE_MAX / sizeof(*keys)) {
        return 0;
    }
    keys = malloc(n * sizeof(*keys));
    pointers = malloc(n * sizeof(*pointers));
    ok = keys != NULL && pointers != NULL;
    for (i = 0; ok && i < n; i++) {
        ok = secp256k1_ec_pubkey_parse(secp256k1_context_static, &keys[i], &keys33[33 * i], 33);
        pointers[i] = &keys[i];
    }
    ok = ok && secp256k1_musig_pubkey_agg(secp256k1_context_static, &aggregate, NULL, pointers, n)
        && secp256k1_xonly_pubkey_serialize(secp256k1_context_static, xonly32, &aggregate);
    free((void *)pointers);
    free(keys);
    return ok;
}

/* ---- Microbenchmarks ---- */

void upstream_bench_fe_mul(size_t iters, const secp256k1_fe *a, const secp256k1_fe *b, secp256k1_fe *r) {
    *r = *a;
    while (iters--) {
        secp256k1_fe_mul(r, r, b);
    }
}

void upstream_bench_fe_sqr(size_t iters, const secp256k1_fe *a, secp256k1_fe *r) {
    *r = *a;
    while (iters--) {
        secp256k1_fe_sqr(r, r);
    }
}

void upstream_bench_fe_inv_var(size_t iters, const secp256k1_fe *a, const secp256k1_fe *b, secp256k1_fe *r) {
    *r = *a;
    while (iters--) {
        secp256k1_fe_inv_var(r, r);
        secp256k1_fe_add(r, b);
    }
}

void upstream_bench_gej_double_var(size_t iters, const secp256k1_gej *a, secp256k1_gej *r) {
    *r = *a;
    while (iters--) {
        secp256k1_gej_double_var(r, r, NULL);
    }
}

void upstream_bench_gej_add_ge_var(size_t iters, const secp256k1_gej *a, const secp256k1_ge *b, secp256k1_gej *r) {
    *r = *a;
    while (iters--) {
        secp256k1_gej_add_ge_var(r, r, b, NULL);
    }
}

void upstream_bench_gej_add_var(size_t iters, const secp256k1_gej *a, const secp256k1_gej *b, secp256k1_gej *r) {
    *r = *a;
    while (iters--) {
        secp256k1_gej_add_var(r, r, b, NULL);
    }
}

void upstream_bench_scalar_split_lambda(size_t iters, const secp256k1_scalar *a, secp256k1_scalar *r) {
    secp256k1_scalar r1, r2;

    *r = *a;
    while (iters--) {
        secp256k1_scalar_split_lambda(&r1, &r2, r);
        secp256k1_scalar_add(r, &r1, &r2);
    }
}

/*
 * The two recodings return next to nothing that could feed the next call. A sequence a + b, a + 2b, ... changes all
 * digits each time, so that branch prediction learns nothing, and what was returned picks the half: that is the chain.
 */
int upstream_bench_ecmult_wnaf(size_t iters, const secp256k1_scalar *a, const secp256k1_scalar *b, int *wnaf129) {
    secp256k1_scalar k = *a, half[2];
    int bits = 0;

    while (iters--) {
        secp256k1_scalar_add(&k, &k, b);
        secp256k1_scalar_split_128(&half[0], &half[1], &k);
        secp256k1_scalar_cond_negate(&half[bits & 1], secp256k1_scalar_is_even(&half[0]));
        bits = secp256k1_ecmult_wnaf(wnaf129, 129, &half[bits & 1], 5);
    }
    return bits;
}

int upstream_bench_wnaf_fixed(size_t iters, const secp256k1_scalar *a, const secp256k1_scalar *b, int w, int *wnaf) {
    secp256k1_scalar k = *a, half[2];
    int skew = 0;

    while (iters--) {
        secp256k1_scalar_add(&k, &k, b);
        secp256k1_scalar_split_128(&half[0], &half[1], &k);
        skew = secp256k1_wnaf_fixed(wnaf, &half[skew], w);
    }
    return skew;
}
