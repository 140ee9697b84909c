/* Callbacks that leave by longjmp: no broken state stays behind. Term callbacks at one index after another, in every
 * function, with scratch spaces of several sizes; and error callbacks.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engines.h"
#include "users/points.h"

#define POINTS 212
#define NEVER ((size_t)-1)
#define UNWRITTEN 0x5A

typedef int (*multiplication)(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, secp256k1_gej *r,
    const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n);

static secp256k1_ge generator;
static secp256k1_scalar g, scalars[POINTS];
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
    return multiply(&errors, scratch, &sum, &g, term, NULL, n);
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

int main(void) {
    static const multiplication multiplications[] = { secp256k1_ecmult_multi_var, secp256k1_ecmult_strauss_batch_single,
        secp256k1_ecmult_bundle_batch_single, secp256k1_ecmult_pippenger_batch_single };
    static const size_t points[] = { 1, 2, 6, 7, 9, 10, 13, 33, 113, POINTS };
    /* The last is enough for all points in one batch. */
    static const size_t sizes[] = { 0, 2000, 5000, 400000 };
    static size_t e, f, i, s, at;
    unsigned int state = 1;
    ge_set_g(&generator, 0);
    scalar_set(&g, 7);
    memset(&unwritten, UNWRITTEN, sizeof(unwritten));
    for (i = 0; i < POINTS; i++) {
        for (at = 0; at < sizeof(scalars[i]); at++) {
            state = state * 1103515245u + 12345u;
            ((unsigned char *)&scalars[i])[at] = (unsigned char)(state >> 16);
        }
    }
    for (e = 0; e < ENGINES; e++) {
        if (!engine_selected(engines[e])) continue;
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
