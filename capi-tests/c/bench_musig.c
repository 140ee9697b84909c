/* MuSig key aggregation, upstream's code unchanged, with and without the drop-in header: it passes
 * no scratch space. Alternating rounds in one process; medians, and the median of the ratios.
 */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench_musig.h"
#include "engines.h"

#define ROUNDS 15

typedef int (*path)(unsigned char *, const unsigned char (*)[33], size_t);

static unsigned char keys[BENCH_MUSIG_MAX_KEYS][33];

static double microseconds(path f, size_t count, int repetitions) {
    unsigned char out[32];
    struct timespec start, end;
    int i;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (i = 0; i < repetitions; i++) {
        if (!f(out, (const unsigned char (*)[33])keys, count)) abort();
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    return ((double)(end.tv_sec - start.tv_sec) * 1e6 + (double)(end.tv_nsec - start.tv_nsec) / 1e3) / repetitions;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void) {
    static const size_t counts[] = { 1, 2, 3, 4, 8, 16, 32, 64, 128 };
    size_t i, e;
    for (i = 0; i < BENCH_MUSIG_MAX_KEYS; i++) {
        if (!bench_musig_key(keys[i], (unsigned)i + 1)) return EXIT_FAILURE;
    }
    printf("%-9s %5s %12s %12s %8s\n", "engine", "keys", "ours us", "upstream us", "ratio");
    for (e = 0; e < ENGINES; e++) {
        if (!engine_selected(engines[e])) continue;
        for (i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
            unsigned char ours[32], upstreams[32];
            double times[2][ROUNDS], ratios[ROUNDS];
            int round, repetitions = 1 + (int)(200 / counts[i]);
            if (!bench_musig_dropin(ours, (const unsigned char (*)[33])keys, counts[i])
                || !bench_musig_upstream(upstreams, (const unsigned char (*)[33])keys, counts[i])
                || memcmp(ours, upstreams, 32) != 0) {
                fprintf(stderr, "bench_musig: the aggregates of %lu keys differ\n", (unsigned long)counts[i]);
                return EXIT_FAILURE;
            }
            for (round = 0; round < ROUNDS; round++) {
                times[0][round] = microseconds(bench_musig_dropin, counts[i], repetitions);
                times[1][round] = microseconds(bench_musig_upstream, counts[i], repetitions);
                ratios[round] = times[1][round] / times[0][round];
            }
            qsort(times[0], ROUNDS, sizeof(double), by_size);
            qsort(times[1], ROUNDS, sizeof(double), by_size);
            qsort(ratios, ROUNDS, sizeof(double), by_size);
            printf("%-9s %5lu %12.1f %12.1f %8.2f\n", engines[e], (unsigned long)counts[i],
                times[0][ROUNDS / 2], times[1][ROUNDS / 2], ratios[ROUNDS / 2]);
        }
    }
    return EXIT_SUCCESS;
}
