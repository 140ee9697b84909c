/* Calls the library with nothing wrong, or with one mistake, for what looks for mistakes:
 *
 *     sanitizer_probe CASE
 *
 * The case "clean" must end well under valgrind and every sanitizer. Every other one has a mistake
 * in it, which sanitizers.mk and dropin.mk say who must report. */
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
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
#ifdef VERIFY
        pt->y.magnitude = 1;
#endif
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

/* Mistakes that are made without a multiplication. Returns whether it is one of them. */
static int make_mistake(const char *name, const secp256k1_callback *callback) {
    secp256k1_scratch *scratch = secp256k1_scratch_create(callback, 1000);
    /* Volatile, so that the compiler knows nothing. */
    volatile int number = INT_MAX;
    volatile unsigned char *object;

    if (strcmp(name, "leak") == 0) {
        /* The scratch space is not destroyed. */
    } else if (strcmp(name, "after-the-end") == 0) {
        /* C's code writes behind the library's block. */
        object = (volatile unsigned char *)secp256k1_scratch_alloc(callback, scratch, 960);
        object[scratch->max_size] = 1;
        secp256k1_scratch_destroy(callback, scratch);
    } else if (strcmp(name, "after-destroy") == 0) {
        secp256k1_scratch_destroy(callback, scratch);
        number = scratch->magic[0];
    } else if (strcmp(name, "too-small-a-block") == 0) {
        /* The library's code writes behind it. */
        scratch->max_size = 100000;
        secp256k1_scratch_alloc(callback, scratch, 50000);
        secp256k1_scratch_destroy(callback, scratch);
    } else if (strcmp(name, "overflow") == 0) {
        number = number + 1;
        secp256k1_scratch_destroy(callback, scratch);
    } else {
        secp256k1_scratch_destroy(callback, scratch);
        return 0;
    }
    return 1;
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    secp256k1_callback callback;
    secp256k1_scratch *scratch;
    secp256k1_scalar scalar;
    secp256k1_gej r, infinite;
    filling how = FILL_ALL;
    int wnaf[256], width;
    size_t batches, points;
    unsigned char *block;
    unsigned char memory[SECP256K1_SCRATCH_PREALLOCATED_SIZE(1000)];
    long sum = 0;
    size_t i;

    callback.fn = note_error;
    callback.data = &error_count;
    memset(&infinite, 0, sizeof(infinite));
    infinite.infinity = 1;

    if (make_mistake(name, &callback)) {
        printf("sanitizer_probe %s: not reported\n", name);
        return 0;
    }
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
    /* But not the padding behind the flag. */
    for (i = 0; i < offsetof(secp256k1_gej, infinity) + sizeof(r.infinity); i++) {
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
    if (secp256k1_ecmult_bundle_batch_single(&callback, scratch, &r, &scalar, provide, &how, 3)) {
        sum += r.infinity != 0;
    }
    /* Refusals, and arguments for which nothing or next to nothing is written. */
    if (secp256k1_ecmult_multi_var(&callback, scratch, &r, &scalar, NULL, NULL, 1) || !r.infinity) {
        return 1;
    }
    secp256k1_ecmult(&r, NULL, NULL, &scalar);
    sum += r.infinity;
    if (secp256k1_ecmult_wnaf(NULL, -1, &scalar, 5) != 0 || secp256k1_ecmult_wnaf(wnaf, 3, &scalar, -1) != 0 || wnaf[2] != 0) {
        return 1;
    }
    wnaf[0] = 77;
    for (width = -1; width <= 31; width += width == 0 ? 31 : 1) {
        if (secp256k1_wnaf_fixed(wnaf, &scalar, width) != 0 || wnaf[0] != 77) {
            return 1;
        }
    }
    sum += (long)secp256k1_strauss_max_points(&callback, scratch);
    sum += (long)secp256k1_pippenger_max_points(&callback, scratch);
    sum += (long)secp256k1_bundle_max_points(&callback, scratch);
    sum += (long)(secp256k1_strauss_scratch_size(9) + secp256k1_pippenger_scratch_size(9, 3) + secp256k1_bundle_scratch_size(9));
    sum += (long)(secp256k1_ecmult_multi_scratch_size(9) + secp256k1_scratch_preallocated_size(9));
    sum += (long)secp256k1_pippenger_bucket_window_inv(secp256k1_pippenger_bucket_window(9));
    sum += secp256k1_ecmult_multi_engine_select("auto") + secp256k1_ecmult_multi_engine_name()[0];
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
    sum += (long)secp256k1_scratch_max_allocation(&callback, scratch, 2);
    secp256k1_scratch_apply_checkpoint(&callback, scratch, scratch->max_size + 1);
    secp256k1_scratch_apply_checkpoint(&callback, scratch, i);
    secp256k1_scratch_destroy(&callback, scratch);
    scratch = secp256k1_scratch_preallocated_create(memory, sizeof(memory), 1000);
    if (scratch == NULL || scratch->alloc_size != 0 || scratch->max_size != 1000) {
        return 1;
    }
    block = (unsigned char *)secp256k1_scratch_alloc(&callback, scratch, 100);
    if (block != NULL) {
        sum += block[0] + block[99];
    }
    secp256k1_scratch_apply_checkpoint(&callback, scratch, 0);
    secp256k1_scratch_destroy(&callback, scratch);
    secp256k1_scratch_preallocated_destroy(&callback, scratch);
    if (error_count != 2) {
        fprintf(stderr, "sanitizer_probe: the error callback was called %d times instead of twice.\n", error_count);
        return 1;
    }
    printf("sanitizer_probe %s: nothing to report (%ld)\n", name, sum);
    return 0;
}
