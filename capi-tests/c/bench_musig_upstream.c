/* Upstream as it is. */
#include "src/secp256k1.c"

#include "bench_musig.h"

#define BENCH_PATH bench_musig_upstream
#include "bench_musig_path.h"

int bench_musig_key(unsigned char *out33, unsigned secret) {
    unsigned char secret32[32] = { 0 };
    secp256k1_context *ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    secp256k1_pubkey key;
    size_t length = 33;
    int ret;
    secret32[0] = 1;
    secret32[31] = (unsigned char)secret;
    secret32[30] = (unsigned char)(secret >> 8);
    ret = secp256k1_ec_pubkey_create(ctx, &key, secret32)
        && secp256k1_ec_pubkey_serialize(ctx, out33, &length, &key, SECP256K1_EC_COMPRESSED);
    secp256k1_context_destroy(ctx);
    return ret;
}
