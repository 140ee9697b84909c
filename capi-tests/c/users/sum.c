/* A sum of n points with a scratch space that takes all of them at once. */
#include <stdio.h>
#include <stdlib.h>
#include "minus_g.h"

/* For misuse and want of memory. NULL in its place prints the text and aborts. */
static void on_error(const char *text, void *data) {
    fprintf(stderr, "%s: %s\n", (const char *)data, text);
    exit(EXIT_FAILURE);
}

int main(void) {
    static const char program[] = "sum";
    const size_t n = 1000;
    const size_t bytes = secp256k1_pippenger_scratch_size(n, secp256k1_pippenger_bucket_window(n))
        + SECP256K1_PIPPENGER_SCRATCH_OBJECTS * SECP256K1_ECMULT_MULTI_ALIGNMENT;
    secp256k1_callback error_callback;
    secp256k1_scratch *scratch;
    secp256k1_scalar g;
    secp256k1_gej sum, rest;
    int ok;

    error_callback.fn = on_error;
    error_callback.data = program;
    scratch = secp256k1_scratch_create(&error_callback, bytes);

    /* n * (n + 1) / 2 times G, and as many times -G in n terms. */
    scalar_set(&g, 500500);
    ok = secp256k1_ecmult_multi_var(&error_callback, scratch, &sum, &g, minus_g, NULL, n);
    ok &= sum.infinity;

    /* The same once more than the terms take away: G. */
    scalar_set(&g, 500501);
    ok &= secp256k1_ecmult_multi_var(&error_callback, scratch, &rest, &g, minus_g, NULL, n);
    ok &= !rest.infinity;

    secp256k1_scratch_destroy(&error_callback, scratch);
    printf("sum of %lu points: %s\n", (unsigned long)n, ok ? "right" : "WRONG");
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
