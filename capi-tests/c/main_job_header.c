/* The part of the main job that has nothing of upstream's, only the library's own header. */
#include <string.h>

#include "secp256k1_ecmult_multi.h"

#include "main_job.h"

/* An integer of 256 bits into limbs of any width up to 64. */
static void job_split(void *limbs, size_t limb_size, unsigned int limb_bits, unsigned int count, const unsigned char *be32) {
    unsigned int i, bit;
    for (i = 0; i < count; i++) {
        uint64_t limb = 0;
        for (bit = 0; bit < limb_bits && i * limb_bits + bit < 256; bit++) {
            unsigned int at = i * limb_bits + bit;
            limb |= (uint64_t)((be32[31 - at / 8] >> (at % 8)) & 1) << bit;
        }
        if (limb_size == 8) {
            ((uint64_t *)limbs)[i] = limb;
        } else {
            ((uint32_t *)limbs)[i] = (uint32_t)limb;
        }
    }
}

static void job_fe(secp256k1_fe *out, const unsigned char *be32) {
    job_split(out->n, sizeof(out->n[0]), SECP256K1_ECMULT_MULTI_LIMB_BITS, sizeof(out->n) / sizeof(out->n[0]), be32);
#ifdef VERIFY
    out->magnitude = 1;
    out->normalized = 1;
#endif
}

static void job_scalar(secp256k1_scalar *out, const unsigned char *be32) {
    job_split(out->d, sizeof(out->d[0]), 8 * sizeof(out->d[0]), sizeof(out->d) / sizeof(out->d[0]), be32);
}

static int job_term_callback(secp256k1_scalar *sc, secp256k1_ge *pt, size_t idx, void *data) {
    const job_term *term = &((const job_input *)data)->terms[idx];
    job_scalar(sc, term->scalar);
    job_fe(&pt->x, term->x);
    job_fe(&pt->y, term->y);
    pt->infinity = 0;
    return 1;
}

int job_header(unsigned char *out33, const job_input *in, job_algorithm algorithm, size_t scratch_size) {
    secp256k1_scratch *scratch = NULL;
    secp256k1_scalar g_scalar;
    secp256k1_gej r;
    int ret;

    job_scalar(&g_scalar, in->g_scalar);
    if (scratch_size != JOB_NO_SCRATCH) {
        scratch = secp256k1_scratch_create(NULL, scratch_size);
        if (scratch == NULL) {
            return 0;
        }
    }
    switch (algorithm) {
        case JOB_STRAUSS:
            ret = secp256k1_ecmult_strauss_batch_single(NULL, scratch, &r, &g_scalar, job_term_callback, (void *)in, JOB_TERMS);
            break;
        case JOB_PIPPENGER:
            ret = secp256k1_ecmult_pippenger_batch_single(NULL, scratch, &r, &g_scalar, job_term_callback, (void *)in, JOB_TERMS);
            break;
        case JOB_BUNDLE:
            ret = secp256k1_ecmult_bundle_batch_single(NULL, scratch, &r, &g_scalar, job_term_callback, (void *)in, JOB_TERMS);
            break;
        default:
            ret = secp256k1_ecmult_multi_var(NULL, scratch, &r, &g_scalar, job_term_callback, (void *)in, JOB_TERMS);
            break;
    }
    secp256k1_scratch_destroy(NULL, scratch);
    return ret && job_compress(out33, &r, sizeof(r));
}

size_t job_strauss_size(void) {
    return secp256k1_strauss_scratch_size(JOB_TERMS) + SECP256K1_STRAUSS_SCRATCH_OBJECTS * SECP256K1_ECMULT_MULTI_ALIGNMENT;
}

size_t job_pippenger_size(void) {
    return secp256k1_pippenger_scratch_size(JOB_TERMS, secp256k1_pippenger_bucket_window(JOB_TERMS)) + SECP256K1_PIPPENGER_SCRATCH_OBJECTS * SECP256K1_ECMULT_MULTI_ALIGNMENT;
}

size_t job_bundle_size(void) {
    return secp256k1_bundle_scratch_size(JOB_TERMS);
}

static size_t job_points(size_t (*max_points)(const secp256k1_callback *, secp256k1_scratch *), size_t scratch_size) {
    secp256k1_scratch *scratch = secp256k1_scratch_create(NULL, scratch_size);
    size_t points = 0;
    if (scratch != NULL) {
        points = max_points(NULL, scratch);
        secp256k1_scratch_destroy(NULL, scratch);
    }
    return points;
}

size_t job_strauss_points(size_t scratch_size) {
    return job_points(secp256k1_strauss_max_points, scratch_size);
}

size_t job_pippenger_points(size_t scratch_size) {
    return job_points(secp256k1_pippenger_max_points, scratch_size);
}

size_t job_bundle_points(size_t scratch_size) {
    return job_points(secp256k1_bundle_max_points, scratch_size);
}

const char *job_layout(void) {
    return SECP256K1_ECMULT_MULTI_LAYOUT;
}

const char *job_engine(void) {
    return secp256k1_ecmult_multi_engine_name();
}

int job_select_engine(const char *name) {
    return secp256k1_ecmult_multi_engine_select(name);
}
