/* Whether MemorySanitizer still sees what goes in and out of a library that it does not know:
 *
 *     msan_probe CASE
 *
 * The case "clean" must end well. Every other one has a mistake in it, and must be reported. */
#include <stdio.h>
#include <string.h>

#include "secp256k1_ecmult_multi.h"

typedef enum { FILL_ALL, FILL_INFINITY, FORGET_SCALAR, FORGET_Y, FORGET_RETURN } filling;

static int provide(secp256k1_scalar *sc, secp256k1_ge *pt, size_t idx, void *data) {
    const filling *how = (const filling *)data;
    /* Volatile, so that the compiler does not take the forgotten value for a 1. */
    volatile int ret;
    if (idx > 1000) {
        return 0;
    }
    if (*how != FORGET_SCALAR) {
        memset(sc, 0, sizeof(*sc));
        sc->d[0] = (unsigned int)idx + 2;
    }
    memset(&pt->x, 0, sizeof(pt->x));
    pt->infinity = *how == FILL_INFINITY;
    if (*how == FILL_INFINITY) {
        return 1;
    }
    if (*how != FORGET_Y) {
        memset(&pt->y, 0, sizeof(pt->y));
        pt->y.n[0] = 1;
    }
    if (*how != FORGET_RETURN) {
        ret = 1;
    }
    return ret;
}

static int error_count = 0;

static void note_error(const char *text, void *data) {
    if (text[0] != '\0' && data == (void *)&error_count) {
        error_count++;
    }
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    secp256k1_callback callback;
    secp256k1_scratch *scratch;
    secp256k1_scalar scalar;
    secp256k1_gej r, infinite;
    filling how = FILL_ALL;
    int wnaf[256];
    size_t batches, points;
    unsigned char *block;
    long sum = 0;
    size_t i;

    callback.fn = note_error;
    callback.data = &error_count;
    memset(&infinite, 0, sizeof(infinite));
    infinite.infinity = 1;

    if (strcmp(name, "scalar") != 0) {
        memset(&scalar, 0, sizeof(scalar));
        scalar.d[0] = 7;
    }
    if (strcmp(name, "callback-scalar") == 0) how = FORGET_SCALAR;
    if (strcmp(name, "callback-point") == 0) how = FORGET_Y;
    if (strcmp(name, "callback-return") == 0) how = FORGET_RETURN;

    scratch = secp256k1_scratch_create(&callback, 100000);
    if (scratch == NULL || scratch->alloc_size != 0) {
        return 1;
    }

    /* Every output is read: the sanitizer reports those that do not count as written. */
    secp256k1_ecmult(&r, &infinite, &scalar, &scalar);
    for (i = 0; i < sizeof(r); i++) {
        sum += ((const unsigned char *)&r)[i] != 0;
    }
    if (secp256k1_ecmult_multi_var(&callback, scratch, &r, NULL, provide, &how, 3)) {
        sum += r.infinity != 0;
    }
    how = how == FILL_ALL ? FILL_INFINITY : how;
    if (secp256k1_ecmult_strauss_batch_single(&callback, scratch, &r, &scalar, provide, &how, 3)) {
        sum += r.infinity != 0;
    }
    if (secp256k1_ecmult_pippenger_batch_single(&callback, scratch, &r, &scalar, provide, &how, 3)) {
        sum += r.infinity != 0;
    }
    sum += secp256k1_ecmult_wnaf(wnaf, 256, &scalar, 5);
    for (i = 0; i < 256; i++) {
        sum += wnaf[i] != 0;
    }
    sum += secp256k1_wnaf_fixed(wnaf, &scalar, 5);
    for (i = 0; i < 26; i++) {
        sum += wnaf[i] != 0;
    }
    if (secp256k1_ecmult_multi_batch_size_helper(&batches, &points, 2, 5)) {
        sum += batches == 3 && points == 2;
    }
    i = secp256k1_scratch_checkpoint(&callback, scratch);
    block = (unsigned char *)secp256k1_scratch_alloc(&callback, scratch, 100);
    if (block != NULL) {
        sum += block[0] + block[99];
    }
    secp256k1_scratch_apply_checkpoint(&callback, scratch, scratch->max_size + 1);
    secp256k1_scratch_apply_checkpoint(&callback, scratch, i);
    secp256k1_scratch_destroy(&callback, scratch);
    if (error_count != 1) {
        fprintf(stderr, "msan_probe: the error callback was called %d times instead of once. Look at secp256k1_ecmult_multi_msan.h.\n", error_count);
        return 1;
    }
    printf("msan_probe %s: nothing to report (%ld)\n", name, sum);
    return 0;
}
