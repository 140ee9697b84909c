/* A project that compiles libsecp256k1's sources and calls its internal ecmult_multi. Not a line here knows that
 * another library does the work. */
#include <stdio.h>
#include <stdlib.h>
#include "src/secp256k1.c"

/* The term with index idx: one of an array of public keys, once. */
static int key(secp256k1_scalar *sc, secp256k1_ge *pt, size_t idx, void *data) {
    secp256k1_scalar_set_int(sc, 1);
    return secp256k1_pubkey_load(secp256k1_context_static, pt, (const secp256k1_pubkey *)data + idx);
}

int main(void) {
    secp256k1_context *ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    secp256k1_scratch *scratch = secp256k1_scratch_create(&ctx->error_callback, 100000);
    secp256k1_pubkey keys[20], expected;
    const secp256k1_pubkey *pointers[20];
    unsigned char seckey[32] = { 0 };
    secp256k1_gej sum;
    secp256k1_ge from_sum, from_api;
    int i, ok = 1;
    for (i = 0; i < 20; i++) {
        seckey[0] = seckey[31] = (unsigned char)(i + 1);
        ok &= secp256k1_ec_pubkey_create(ctx, &keys[i], seckey);
        pointers[i] = &keys[i];
    }
    ok &= secp256k1_ec_pubkey_combine(ctx, &expected, pointers, 20);
    ok &= secp256k1_ecmult_multi_var(&ctx->error_callback, scratch, &sum, NULL, key, keys, 20);
    secp256k1_ge_set_gej(&from_sum, &sum);
    secp256k1_pubkey_load(ctx, &from_api, &expected);
    ok &= secp256k1_ge_eq_var(&from_sum, &from_api);
    secp256k1_scratch_destroy(&ctx->error_callback, scratch);
    secp256k1_context_destroy(ctx);
    printf("sum of public keys with libsecp256k1's types: %s\n", ok ? "right" : "WRONG");
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
