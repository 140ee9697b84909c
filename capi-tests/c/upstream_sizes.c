/* Whether any scratch space that is enough for upstream is enough for the library, in the layout and with the alignment
 * that this file is compiled for: with the drop-in header before it, which keeps upstream's functions under names with
 * _upstream behind them.
 */
#include <stdio.h>
#include <stdlib.h>

static unsigned long checks = 0, failures = 0;

static void check(int ok, const char *what, size_t argument, size_t ours, size_t upstreams) {
    checks++;
    if (!ok && failures++ < 10) {
        printf("  %s, %lu: %lu, and upstream's is %lu\n", what, (unsigned long)argument, (unsigned long)ours, (unsigned long)upstreams);
    }
}

static void fail(const char *text, void *data) {
    (void)data;
    fprintf(stderr, "upstream_sizes: %s\n", text);
    exit(EXIT_FAILURE);
}
static const secp256k1_callback errors = { fail, NULL };

static int generator(secp256k1_scalar *sc, secp256k1_ge *pt, size_t idx, void *data) {
    (void)data;
    secp256k1_scalar_set_int(sc, (unsigned int)idx + 1);
    *pt = secp256k1_ge_const_g;
    return 1;
}

typedef int batch_single(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, secp256k1_gej *r, const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n);

/* With the bytes that a caller asks for by upstream's formula. */
static void check_enough(const char *what, size_t n, size_t bytes, size_t (*max_points)(const secp256k1_callback *error_callback, secp256k1_scratch *scratch), batch_single *multiply) {
    secp256k1_scratch *scratch = secp256k1_scratch_create(&errors, bytes);
    secp256k1_gej r;
    size_t points = max_points(&errors, scratch);
    check(points >= n, what, n, points, n);
    if (n > 0 && n <= 300) {
        check(multiply(&errors, scratch, &r, NULL, generator, NULL, n), what, n, 0, 1);
    }
    secp256k1_scratch_destroy(&errors, scratch);
}

static void check_points(size_t n) {
    const int window = secp256k1_pippenger_bucket_window(n);
    const size_t strauss = secp256k1_strauss_scratch_size_upstream(n);
    int w;
    check(secp256k1_strauss_scratch_size(n) <= strauss, "strauss_scratch_size", n, secp256k1_strauss_scratch_size(n), strauss);
    for (w = 1; w <= PIPPENGER_MAX_BUCKET_WINDOW; w++) {
        const size_t ours = secp256k1_pippenger_scratch_size(n, w), upstreams = secp256k1_pippenger_scratch_size_upstream(n, w);
        check(ours <= upstreams, "pippenger_scratch_size", n, ours, upstreams);
    }
    check(window == secp256k1_pippenger_bucket_window_upstream(n), "pippenger_bucket_window", n, (size_t)window, (size_t)secp256k1_pippenger_bucket_window_upstream(n));
    if (strauss < ((size_t)1 << 26)) {
        check_enough("Strauss with upstream's size", n, strauss + STRAUSS_SCRATCH_OBJECTS * ALIGNMENT, secp256k1_strauss_max_points, secp256k1_ecmult_strauss_batch_single);
        check_enough("Pippenger with upstream's size", n, secp256k1_pippenger_scratch_size_upstream(n, window) + PIPPENGER_SCRATCH_OBJECTS * ALIGNMENT,
            secp256k1_pippenger_max_points, secp256k1_ecmult_pippenger_batch_single);
    }
}

/* Upstream's functions look at a scratch space of ours: the struct and the magic are the same. */
static void check_bytes(size_t bytes) {
    secp256k1_scratch *scratch = secp256k1_scratch_create(&errors, bytes);
    size_t ours = secp256k1_strauss_max_points(&errors, scratch), upstreams = secp256k1_strauss_max_points_upstream(&errors, scratch);
    check(ours >= upstreams, "strauss_max_points", bytes, ours, upstreams);
    ours = secp256k1_pippenger_max_points(&errors, scratch);
    upstreams = secp256k1_pippenger_max_points_upstream(&errors, scratch);
    check(ours >= upstreams, "pippenger_max_points", bytes, ours, upstreams);
    secp256k1_scratch_destroy(&errors, scratch);
}

int main(void) {
    size_t n, bytes;
    int w;
    for (n = 0; n <= 3000; n++) check_points(n);
    for (; n <= ECMULT_MAX_POINTS_PER_BATCH / 16; n += 1 + n / 50) check_points(n);
    /* Where the window changes. */
    for (w = 1; w < PIPPENGER_MAX_BUCKET_WINDOW; w++) {
        n = secp256k1_pippenger_bucket_window_inv_upstream(w);
        check(secp256k1_pippenger_bucket_window_inv(w) == n, "pippenger_bucket_window_inv", (size_t)w, secp256k1_pippenger_bucket_window_inv(w), n);
        check_points(n - 1);
        check_points(n);
        check_points(n + 1);
    }
    for (bytes = 0; bytes <= 20000; bytes += 7) check_bytes(bytes);
    for (; bytes <= ((size_t)1 << 25); bytes += 1 + bytes / 100) check_bytes(bytes);
    if (failures != 0) {
        printf("upstream's sizes: %lu of %lu comparisons fail\n", failures, checks);
        return EXIT_FAILURE;
    }
    printf("upstream's sizes: %lu comparisons, enough here: OK\n", checks);
    return EXIT_SUCCESS;
}
