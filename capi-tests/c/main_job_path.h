/* A job_path over upstream's internal functions, whoever provides them: JOB_PATH is its name. */
static int job_term_callback(secp256k1_scalar *sc, secp256k1_ge *pt, size_t idx, void *data) {
    const job_term *term = &((const job_input *)data)->terms[idx];
    secp256k1_fe x, y;
    secp256k1_scalar_set_b32(sc, term->scalar, NULL);
    if (!secp256k1_fe_set_b32_limit(&x, term->x) || !secp256k1_fe_set_b32_limit(&y, term->y)) {
        return 0;
    }
    secp256k1_ge_set_xy(pt, &x, &y);
    return 1;
}

int JOB_PATH(unsigned char *out33, const job_input *in, job_algorithm algorithm, size_t scratch_size) {
    secp256k1_ecmult_multi_func multiply =
        algorithm == JOB_STRAUSS ? secp256k1_ecmult_strauss_batch_single :
        algorithm == JOB_PIPPENGER ? secp256k1_ecmult_pippenger_batch_single :
#ifdef SECP256K1_ECMULT_MULTI_LAYOUT /* Upstream alone has no bundles. */
        algorithm == JOB_BUNDLE ? secp256k1_ecmult_bundle_batch_single :
#endif
        secp256k1_ecmult_multi_var;
    secp256k1_scratch *scratch = NULL;
    secp256k1_scalar g_scalar;
    secp256k1_gej r;
    int ret;

    secp256k1_scalar_set_b32(&g_scalar, in->g_scalar, NULL);
    if (scratch_size != JOB_NO_SCRATCH) {
        scratch = secp256k1_scratch_create(&default_error_callback, scratch_size);
        if (scratch == NULL) {
            return 0;
        }
    }
    ret = multiply(&default_error_callback, scratch, &r, &g_scalar, job_term_callback, (void *)in, JOB_TERMS);
    secp256k1_scratch_destroy(&default_error_callback, scratch);
    return ret && job_compress(out33, &r, sizeof(r));
}
