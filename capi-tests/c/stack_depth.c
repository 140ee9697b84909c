/* How deep the library's functions go into the stack: a thread runs each of them on a stack that
 * was painted before, and what is no longer painted was used. Fails above the limits that the
 * header states. The depth is that below the caller's frame; the callback copies a term and needs
 * next to nothing.
 */
#define _GNU_SOURCE 1
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "secp256k1_ecmult_multi.h"

#define STACK_BYTES ((size_t)1 << 20)
#define PAINT 0xA5
#define POINTS 300

/* The limits that the header states. */
#define LIMIT_NULL_SCRATCH 8192
#define LIMIT_OTHERS 8192

static const secp256k1_callback no_errors = { NULL, NULL };
static secp256k1_ge generator;
static secp256k1_scalar scalars[POINTS];

static int term(secp256k1_scalar *sc, secp256k1_ge *pt, size_t idx, void *data) {
    (void)data;
    *sc = scalars[idx];
    *pt = generator;
    return 1;
}

typedef struct {
    const char *name;
    secp256k1_scratch *scratch;
    size_t points;
    size_t limit;
    unsigned char *entry;
} job;

static void *run(void *argument) {
    job *j = (job *)argument;
    unsigned char here;
    secp256k1_gej r;
    j->entry = &here;
    if (j->points == 0) {
        memset(&r, 0, sizeof(r));
        r.x = generator.x;
        r.y = generator.y;
        r.z.n[0] = 1;
        secp256k1_ecmult(&r, &r, &scalars[0], &scalars[1]);
    } else if (!secp256k1_ecmult_multi_var(&no_errors, j->scratch, &r, &scalars[0], term, NULL, j->points)) {
        abort();
    }
    return NULL;
}

static size_t depth(job *j) {
    unsigned char *stack = (unsigned char *)mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_attr_t attributes;
    pthread_t thread;
    size_t untouched = 0;
    if (stack == MAP_FAILED) {
        perror("mmap");
        exit(EXIT_FAILURE);
    }
    memset(stack, PAINT, STACK_BYTES);
    if (pthread_attr_init(&attributes) != 0 || pthread_attr_setstack(&attributes, stack, STACK_BYTES) != 0
        || pthread_create(&thread, &attributes, run, j) != 0 || pthread_join(thread, NULL) != 0) {
        fprintf(stderr, "stack_depth: no thread with a stack of its own\n");
        exit(EXIT_FAILURE);
    }
    while (stack[untouched] == PAINT) untouched++;
    pthread_attr_destroy(&attributes);
    /* run's own frame is the caller's: it ends below its local variables. */
    return (size_t)(j->entry - (stack + untouched));
}

int main(void) {
    static const char *const engines[] = { "portable", "adx" };
    static const unsigned char gx[32] = {
        0x98, 0x17, 0xF8, 0x16, 0x5B, 0x81, 0xF2, 0x59, 0xD9, 0x28, 0xCE, 0x2D, 0xDB, 0xFC, 0x9B, 0x02,
        0x07, 0x0B, 0x87, 0xCE, 0x95, 0x62, 0xA0, 0x55, 0xAC, 0xBB, 0xDC, 0xF9, 0x7E, 0x66, 0xBE, 0x79 };
    static const unsigned char gy[32] = {
        0xB8, 0xD4, 0x10, 0xFB, 0x8F, 0xD0, 0x47, 0x9C, 0x19, 0x54, 0x85, 0xA6, 0x48, 0xB4, 0x17, 0xFD,
        0xA8, 0x08, 0x11, 0x0E, 0xFC, 0xFB, 0xA4, 0x5D, 0x65, 0xC4, 0xA3, 0x26, 0x77, 0xDA, 0x3A, 0x48 };
    size_t e, i, k;
    int failed = 0;
    job jobs[] = {
        { "multi_var without scratch space, 1 point", NULL, 1, LIMIT_NULL_SCRATCH, NULL },
        { "multi_var without scratch space, 300 points", NULL, POINTS, LIMIT_NULL_SCRATCH, NULL },
        { "multi_var, 20 points", NULL, 20, LIMIT_OTHERS, NULL },
        { "multi_var, 300 points", NULL, POINTS, LIMIT_OTHERS, NULL },
        { "ecmult", NULL, 0, LIMIT_OTHERS, NULL }
    };
    secp256k1_scratch *scratch = secp256k1_scratch_create(&no_errors, (size_t)1 << 20);
    if (scratch == NULL) return EXIT_FAILURE;
    jobs[2].scratch = jobs[3].scratch = scratch;
    /* Limbs of 52 bits from bytes, the least significant first. */
    for (k = 0; k < 256; k++) {
        if (gx[k / 8] >> (k % 8) & 1) generator.x.n[k / 52] |= (uint64_t)1 << (k % 52);
        if (gy[k / 8] >> (k % 8) & 1) generator.y.n[k / 52] |= (uint64_t)1 << (k % 52);
    }
    for (i = 0; i < POINTS; i++) {
        for (k = 0; k < 4; k++) scalars[i].d[k] = (i + 1) * (uint64_t)0x9E3779B97F4A7C15u + k * (uint64_t)0xBF58476D1CE4E5B9u;
        scalars[i].d[3] &= ((uint64_t)1 << 62) - 1;
    }
    for (e = 0; e < sizeof(engines) / sizeof(engines[0]); e++) {
        if (!secp256k1_ecmult_multi_engine_select(engines[e])) continue;
        for (i = 0; i < sizeof(jobs) / sizeof(jobs[0]); i++) {
            size_t d = depth(&jobs[i]);
            printf("  %-8s %-46s %5lu bytes of stack, limit %lu %s\n", engines[e], jobs[i].name, (unsigned long)d,
                (unsigned long)jobs[i].limit, d <= jobs[i].limit ? "OK" : "FAILED");
            failed |= d > jobs[i].limit;
        }
    }
    secp256k1_scratch_destroy(&no_errors, scratch);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
