/* The part of the main job that is upstream alone: it makes the input and the expected sum. */
#define SECP256K1_BUILD
#include "include/secp256k1.h"
#include "src/assumptions.h"
#include "src/util.h"
#include "src/field_impl.h"
#include "src/scalar_impl.h"
#include "src/group_impl.h"
#include "src/ecmult_impl.h"
#include "src/hash_impl.h"
#include "src/int128_impl.h"
#include "src/scratch_impl.h"

#include "main_job.h"

/* A scalar from a label and a counter, the same in every run. */
static void job_hash(secp256k1_scalar *out, const char *label, unsigned int counter) {
    secp256k1_hash_ctx hash_ctx;
    secp256k1_sha256 sha;
    unsigned char bytes[4];
    unsigned char digest[32];

    secp256k1_write_be32(bytes, counter);
    secp256k1_hash_ctx_init(&hash_ctx);
    secp256k1_sha256_initialize(&sha);
    secp256k1_sha256_write(&hash_ctx, &sha, (const unsigned char *)label, strlen(label));
    secp256k1_sha256_write(&hash_ctx, &sha, bytes, sizeof(bytes));
    secp256k1_sha256_finalize(&hash_ctx, &sha, digest);
    secp256k1_scalar_set_b32(out, digest, NULL);
}

static void job_multiply_g(secp256k1_gej *r, const secp256k1_scalar *k) {
    secp256k1_ecmult(r, NULL, &secp256k1_scalar_zero, k);
}

static int job_compress_ge(unsigned char *out33, secp256k1_ge *p) {
    if (secp256k1_ge_is_infinity(p)) {
        return 0;
    }
    secp256k1_fe_normalize_var(&p->x);
    secp256k1_fe_normalize_var(&p->y);
    out33[0] = secp256k1_fe_is_odd(&p->y) ? 3 : 2;
    secp256k1_fe_get_b32(&out33[1], &p->x);
    return 1;
}

int job_compress(unsigned char *out33, const void *gej, size_t size) {
    secp256k1_gej pj;
    secp256k1_ge p;
    if (size != sizeof(pj)) {
        return 0;
    }
    memcpy(&pj, gej, size);
    secp256k1_ge_set_gej_var(&p, &pj);
    return job_compress_ge(out33, &p);
}

void job_make_input(job_input *in) {
    secp256k1_scalar k;
    unsigned int i;
    job_hash(&k, "scalar of G", 0);
    secp256k1_scalar_get_b32(in->g_scalar, &k);
    for (i = 0; i < JOB_TERMS; i++) {
        secp256k1_gej pj;
        secp256k1_ge p;
        job_hash(&k, "scalar", i);
        secp256k1_scalar_get_b32(in->terms[i].scalar, &k);
        job_hash(&k, "logarithm", i);
        job_multiply_g(&pj, &k);
        secp256k1_ge_set_gej_var(&p, &pj);
        secp256k1_fe_normalize_var(&p.x);
        secp256k1_fe_normalize_var(&p.y);
        secp256k1_fe_get_b32(in->terms[i].x, &p.x);
        secp256k1_fe_get_b32(in->terms[i].y, &p.y);
    }
}

int job_sum_by_logarithms(unsigned char *out33, const job_input *in) {
    secp256k1_scalar sum;
    secp256k1_gej r;
    unsigned int i;
    secp256k1_scalar_set_b32(&sum, in->g_scalar, NULL);
    for (i = 0; i < JOB_TERMS; i++) {
        secp256k1_scalar s, k;
        secp256k1_scalar_set_b32(&s, in->terms[i].scalar, NULL);
        job_hash(&k, "logarithm", i);
        secp256k1_scalar_mul(&s, &s, &k);
        secp256k1_scalar_add(&sum, &sum, &s);
    }
    job_multiply_g(&r, &sum);
    return job_compress(out33, &r, sizeof(r));
}

#define JOB_PATH job_upstream
#include "main_job_path.h"
