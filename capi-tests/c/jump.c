/* Callbacks that leave by longjmp: no broken state stays behind. Term callbacks at one index after another, in every
 * function, with scratch spaces of several sizes; and error callbacks.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "secp256k1_ecmult_multi.h"

#define POINTS 212
#define NEVER ((size_t)-1)
#define UNWRITTEN 0x5A

typedef int (*multiplication)(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, secp256k1_gej *r,
    const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n);

static secp256k1_ge generator;
static secp256k1_scalar scalars[POINTS];
static size_t jump_at;
static jmp_buf out;

/* What the program works with, outside of any frame: a jump leaves it as it is. */
static multiplication multiply;
static secp256k1_scratch *scratch;
static size_t n, checkpoint;
static secp256k1_gej expected, sum, unwritten;

static int term(secp256k1_scalar *sc, secp256k1_ge *pt, size_t idx, void *data) {
    (void)data;
    if (idx == jump_at) longjmp(out, 1);
    *sc = scalars[idx];
    *pt = generator;
    return 1;
}

static void error(const char *text, void *data) {
    (void)text;
    (void)data;
    longjmp(out, 1);
}

static const secp256k1_callback errors = { error, NULL };

static void must(int ok, const char *what) {
    if (!ok) {
        fprintf(stderr, "jump: %s, %lu points, jump at %lu\n", what, (unsigned long)n, (unsigned long)jump_at);
        exit(EXIT_FAILURE);
    }
}

static int is_unwritten(void) {
    return memcmp(&sum, &unwritten, sizeof(sum)) == 0;
}

/* Returns only if nothing jumps. */
static int call(void) {
    memset(&sum, UNWRITTEN, sizeof(sum));
    return multiply(&errors, scratch, &sum, &scalars[0], term, NULL, n);
}

/* The usual call gives the usual sum, to the byte, and gives back what it takes. */
static void check_usual(const char *when) {
    jump_at = NEVER;
    must(call() && memcmp(&sum, &expected, sizeof(sum)) == 0, when);
    must(secp256k1_scratch_checkpoint(&errors, scratch) == checkpoint, "something stays taken");
}

static void check_jump(size_t at) {
    jump_at = at;
    if (setjmp(out) == 0) {
        call();
        must(0, "no jump");
    }
    must(is_unwritten(), "r is written");
    must(secp256k1_scratch_checkpoint(&errors, scratch) >= checkpoint, "less is taken than before");
    secp256k1_scratch_apply_checkpoint(&errors, scratch, checkpoint);
    check_usual("another sum after a jump");
}

static void check_error_jump(void) {
    if (setjmp(out) == 0) {
        scratch->magic[0] ^= 1;
        call();
        must(0, "no error");
    }
    must(is_unwritten(), "r is written");
    scratch->magic[0] ^= 1;
    if (setjmp(out) == 0) {
        secp256k1_scratch_apply_checkpoint(&errors, scratch, checkpoint + 1);
        must(0, "no error");
    }
    check_usual("another sum after an error");
}

/* Bytes, big-endian, into limbs. */
static void read_fe(secp256k1_fe *fe, const unsigned char *bytes) {
    unsigned int k;
    for (k = 0; k < 256; k++) {
        fe->n[k / SECP256K1_ECMULT_MULTI_LIMB_BITS] |=
            (secp256k1_ecmult_multi_limb)(bytes[31 - k / 8] >> (k % 8) & 1) << (k % SECP256K1_ECMULT_MULTI_LIMB_BITS);
    }
}

int main(void) {
    static const multiplication multiplications[] = { secp256k1_ecmult_multi_var, secp256k1_ecmult_strauss_batch_single,
        secp256k1_ecmult_bundle_batch_single, secp256k1_ecmult_pippenger_batch_single };
    static const char *const engines[] = { "portable", "adx" };
    static const size_t points[] = { 1, 2, 6, 7, 9, 10, 13, 33, 113, POINTS };
    /* The last is enough for all points in one batch. */
    static const size_t sizes[] = { 0, 2000, 5000, 400000 };
    static const unsigned char gx[32] = {
        0x79, 0xbe, 0x66, 0x7e, 0xf9, 0xdc, 0xbb, 0xac, 0x55, 0xa0, 0x62, 0x95, 0xce, 0x87, 0x0b, 0x07,
        0x02, 0x9b, 0xfc, 0xdb, 0x2d, 0xce, 0x28, 0xd9, 0x59, 0xf2, 0x81, 0x5b, 0x16, 0xf8, 0x17, 0x98 };
    static const unsigned char gy[32] = {
        0x48, 0x3a, 0xda, 0x77, 0x26, 0xa3, 0xc4, 0x65, 0x5d, 0xa4, 0xfb, 0xfc, 0x0e, 0x11, 0x08, 0xa8,
        0xfd, 0x17, 0xb4, 0x48, 0xa6, 0x85, 0x54, 0x19, 0x9c, 0x47, 0xd0, 0x8f, 0xfb, 0x10, 0xd4, 0xb8 };
    static size_t e, f, i, s, at;
    unsigned int state = 1;
    read_fe(&generator.x, gx);
    read_fe(&generator.y, gy);
    memset(&unwritten, UNWRITTEN, sizeof(unwritten));
    for (i = 0; i < POINTS; i++) {
        for (at = 0; at < sizeof(scalars[i]); at++) {
            state = state * 1103515245u + 12345u;
            ((unsigned char *)&scalars[i])[at] = (unsigned char)(state >> 16);
        }
    }
    for (e = 0; e < sizeof(engines) / sizeof(engines[0]); e++) {
        if (!secp256k1_ecmult_multi_engine_select(engines[e])) continue;
        for (f = 0; f < sizeof(multiplications) / sizeof(multiplications[0]); f++) {
            for (s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
                /* The others take one batch. */
                if (f > 0 && sizes[s] < 400000) continue;
                multiply = multiplications[f];
                scratch = secp256k1_scratch_create(NULL, sizes[s] + 48);
                must(scratch != NULL && secp256k1_scratch_alloc(NULL, scratch, 33) != NULL, "no memory");
                checkpoint = secp256k1_scratch_checkpoint(NULL, scratch);
                for (i = 0; i < sizeof(points) / sizeof(points[0]); i++) {
                    n = points[i];
                    jump_at = NEVER;
                    must(call(), "no sum");
                    memcpy(&expected, &sum, sizeof(sum));
                    for (at = 0; at < n; at += 1 + n / 20) check_jump(at);
                    check_jump(n - 1);
                    check_error_jump();
                }
                secp256k1_scratch_apply_checkpoint(NULL, scratch, 0);
                secp256k1_scratch_destroy(NULL, scratch);
            }
        }
    }
    return EXIT_SUCCESS;
}
