/* How deep the library's functions go into the stack: a thread runs each of them on a stack that
 * was painted before, and what is no longer painted was used. The depth is that below the caller's
 * frame; the callback copies a term and needs next to nothing.
 *
 * A line for each case and engine: engine, function, bytes, case. check_stack.sh holds them against
 * what is promised.
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
#define POINTS 2000
#define SCRATCH_BYTES ((size_t)4 << 20)
/* Of one for points that are then taken in several batches. */
#define SMALL_BYTES 20000

static secp256k1_ge generator;
static secp256k1_scalar scalars[POINTS];
static secp256k1_scratch *scratch, *small_scratch;
static unsigned char memory[SECP256K1_SCRATCH_PREALLOCATED_SIZE(1000)];

/* Results, outside of any frame. */
static secp256k1_gej sum;
static int digits[256];
static size_t size, size_too;
static const void *pointer;

static int term(secp256k1_scalar *sc, secp256k1_ge *pt, size_t idx, void *data) {
    (void)data;
    *sc = scalars[idx];
    *pt = generator;
    return 1;
}

static void must(int ok) {
    if (!ok) {
        fprintf(stderr, "stack_depth: a function failed that must not. Run main_job to see which.\n");
        exit(EXIT_FAILURE);
    }
}

#define MULTIPLY(name, space, points) must(name(NULL, space, &sum, &scalars[0], term, NULL, points))

/* CASE(number, what it is, function, statement). Every function of the library is here. */
#define CASES(CASE) \
    CASE(1, "without scratch space, 1 point", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, NULL, 1)) \
    CASE(2, "without scratch space, 3 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, NULL, 3)) \
    CASE(3, "without scratch space, 6 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, NULL, 6)) \
    CASE(4, "without scratch space, 9 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, NULL, 9)) \
    CASE(5, "without scratch space, 10 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, NULL, 10)) \
    CASE(6, "without scratch space, 13 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, NULL, 13)) \
    CASE(7, "without scratch space, 300 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, NULL, 300)) \
    CASE(8, "no points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, scratch, 0)) \
    CASE(9, "3 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, scratch, 3)) \
    CASE(10, "20 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, scratch, 20)) \
    CASE(11, "150 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, scratch, 150)) \
    CASE(12, "300 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, scratch, 300)) \
    CASE(13, "2000 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, scratch, POINTS)) \
    CASE(14, "100 points in batches", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, small_scratch, 100)) \
    CASE(15, "2000 points in batches", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, small_scratch, POINTS)) \
    CASE(16, "1 point", secp256k1_ecmult_strauss_batch_single, MULTIPLY(secp256k1_ecmult_strauss_batch_single, scratch, 1)) \
    CASE(17, "1000 points", secp256k1_ecmult_strauss_batch_single, MULTIPLY(secp256k1_ecmult_strauss_batch_single, scratch, 1000)) \
    CASE(18, "1 point", secp256k1_ecmult_pippenger_batch_single, MULTIPLY(secp256k1_ecmult_pippenger_batch_single, scratch, 1)) \
    CASE(19, "2000 points", secp256k1_ecmult_pippenger_batch_single, MULTIPLY(secp256k1_ecmult_pippenger_batch_single, scratch, POINTS)) \
    CASE(20, "1 point", secp256k1_ecmult_bundle_batch_single, MULTIPLY(secp256k1_ecmult_bundle_batch_single, scratch, 1)) \
    CASE(21, "1000 points", secp256k1_ecmult_bundle_batch_single, MULTIPLY(secp256k1_ecmult_bundle_batch_single, scratch, 1000)) \
    CASE(22, "", secp256k1_bundle_scratch_size, size = secp256k1_bundle_scratch_size(POINTS)) \
    CASE(23, "", secp256k1_bundle_max_points, size = secp256k1_bundle_max_points(NULL, scratch)) \
    CASE(24, "", secp256k1_ecmult, secp256k1_ecmult(&sum, &sum, &scalars[0], &scalars[1])) \
    CASE(25, "", secp256k1_ecmult_wnaf, digits[0] = secp256k1_ecmult_wnaf(digits, 256, &scalars[0], 5)) \
    CASE(26, "", secp256k1_wnaf_fixed, digits[0] = secp256k1_wnaf_fixed(digits, &scalars[0], 5)) \
    CASE(27, "", secp256k1_strauss_scratch_size, size = secp256k1_strauss_scratch_size(POINTS)) \
    CASE(28, "", secp256k1_strauss_max_points_aligned, size = secp256k1_strauss_max_points_aligned(NULL, scratch, 16)) \
    CASE(29, "", secp256k1_pippenger_scratch_size, size = secp256k1_pippenger_scratch_size(POINTS, 8)) \
    CASE(30, "", secp256k1_pippenger_max_points_aligned, size = secp256k1_pippenger_max_points_aligned(NULL, scratch, 16)) \
    CASE(31, "", secp256k1_pippenger_bucket_window, digits[0] = secp256k1_pippenger_bucket_window(POINTS)) \
    CASE(32, "", secp256k1_pippenger_bucket_window_inv, size = secp256k1_pippenger_bucket_window_inv(8)) \
    CASE(33, "", secp256k1_ecmult_multi_batch_size_helper, must(secp256k1_ecmult_multi_batch_size_helper(&size, &size_too, 88, POINTS))) \
    CASE(34, "", secp256k1_ecmult_multi_scratch_size, size = secp256k1_ecmult_multi_scratch_size(POINTS)) \
    CASE(35, "", secp256k1_scratch_create_aligned, pointer = secp256k1_scratch_create_aligned(NULL, 1000, 16)) \
    CASE(36, "", secp256k1_scratch_destroy, secp256k1_scratch_destroy(NULL, (secp256k1_scratch *)pointer)) \
    CASE(37, "", secp256k1_scratch_preallocated_size_aligned, size = secp256k1_scratch_preallocated_size_aligned(1000, 16)) \
    CASE(38, "", secp256k1_scratch_preallocated_create_aligned, pointer = secp256k1_scratch_preallocated_create_aligned(memory, sizeof(memory), 1000, 16)) \
    CASE(39, "", secp256k1_scratch_preallocated_destroy, secp256k1_scratch_preallocated_destroy(NULL, (secp256k1_scratch *)pointer)) \
    CASE(40, "", secp256k1_scratch_checkpoint, size = secp256k1_scratch_checkpoint(NULL, scratch)) \
    CASE(41, "", secp256k1_scratch_apply_checkpoint, secp256k1_scratch_apply_checkpoint(NULL, scratch, 0)) \
    CASE(42, "", secp256k1_scratch_max_allocation_aligned, size = secp256k1_scratch_max_allocation_aligned(NULL, scratch, 6, 16)) \
    CASE(43, "", secp256k1_scratch_alloc_aligned, pointer = secp256k1_scratch_alloc_aligned(NULL, small_scratch, 1, 16)) \
    CASE(44, "", secp256k1_ecmult_multi_engine_select, must(secp256k1_ecmult_multi_engine_select(engine))) \
    CASE(45, "", secp256k1_ecmult_multi_engine_name, pointer = secp256k1_ecmult_multi_engine_name()) \
    CASE(46, "no points", secp256k1_ecmult_strauss_batch_single, MULTIPLY(secp256k1_ecmult_strauss_batch_single, scratch, 0)) \
    CASE(47, "no points", secp256k1_ecmult_pippenger_batch_single, MULTIPLY(secp256k1_ecmult_pippenger_batch_single, scratch, 0)) \
    CASE(48, "no points", secp256k1_ecmult_bundle_batch_single, MULTIPLY(secp256k1_ecmult_bundle_batch_single, scratch, 0)) \
    CASE(49, "19 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, scratch, 19)) \
    CASE(50, "19 points", secp256k1_ecmult_bundle_batch_single, MULTIPLY(secp256k1_ecmult_bundle_batch_single, scratch, 19))

static const char *engine;
/* Where the caller's frame is: it ends below its local variables. */
static unsigned char *volatile entry;

#define DEFINE(number, what, function, statement) \
    static void *call_##number(void *unused) { \
        unsigned char here; \
        (void)unused; \
        entry = &here; \
        statement; \
        return NULL; \
    }
CASES(DEFINE)

typedef struct {
    const char *function;
    const char *what;
    void *(*call)(void *unused);
} job;

#define LIST(number, what, function, statement) { #function, what, call_##number },
static const job jobs[] = { CASES(LIST) { NULL, NULL, NULL } };

static size_t depth(const job *j) {
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
        || pthread_create(&thread, &attributes, j->call, NULL) != 0 || pthread_join(thread, NULL) != 0) {
        fprintf(stderr, "stack_depth: no thread with a stack of its own\n");
        exit(EXIT_FAILURE);
    }
    while (stack[untouched] == PAINT) untouched++;
    pthread_attr_destroy(&attributes);
    /* Nothing below the frame: the call needs no more than its return address. */
    untouched = entry > stack + untouched ? (size_t)(entry - (stack + untouched)) : 0;
    munmap(stack, STACK_BYTES);
    return untouched;
}

/* Bytes, big-endian, into limbs. */
static void read_fe(secp256k1_fe *fe, const unsigned char *bytes) {
    unsigned int k;
    for (k = 0; k < 256; k++) {
        fe->n[k / SECP256K1_ECMULT_MULTI_LIMB_BITS] |=
            (secp256k1_ecmult_multi_limb)(bytes[31 - k / 8] >> (k % 8) & 1) << (k % SECP256K1_ECMULT_MULTI_LIMB_BITS);
    }
#ifdef VERIFY
    fe->magnitude = 1;
    fe->normalized = 1;
#endif
}

int main(void) {
    static const char *const engines[] = { "portable", "adx" };
    static const unsigned char gx[32] = {
        0x79, 0xbe, 0x66, 0x7e, 0xf9, 0xdc, 0xbb, 0xac, 0x55, 0xa0, 0x62, 0x95, 0xce, 0x87, 0x0b, 0x07,
        0x02, 0x9b, 0xfc, 0xdb, 0x2d, 0xce, 0x28, 0xd9, 0x59, 0xf2, 0x81, 0x5b, 0x16, 0xf8, 0x17, 0x98 };
    static const unsigned char gy[32] = {
        0x48, 0x3a, 0xda, 0x77, 0x26, 0xa3, 0xc4, 0x65, 0x5d, 0xa4, 0xfb, 0xfc, 0x0e, 0x11, 0x08, 0xa8,
        0xfd, 0x17, 0xb4, 0x48, 0xa6, 0x85, 0x54, 0x19, 0x9c, 0x47, 0xd0, 0x8f, 0xfb, 0x10, 0xd4, 0xb8 };
    uint64_t state = 1;
    size_t e, i, k;
    scratch = secp256k1_scratch_create(NULL, SCRATCH_BYTES);
    small_scratch = secp256k1_scratch_create(NULL, SMALL_BYTES);
    must(scratch != NULL && small_scratch != NULL);
    read_fe(&generator.x, gx);
    read_fe(&generator.y, gy);
    for (i = 0; i < POINTS; i++) {
        for (k = 0; k < sizeof(scalars[i].d) / sizeof(scalars[i].d[0]); k++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            scalars[i].d[k] = (secp256k1_ecmult_multi_limb)(state >> 32 ^ state << 32);
        }
    }
    for (e = 0; e < sizeof(engines) / sizeof(engines[0]); e++) {
        const job *j;
        engine = engines[e];
        if (!secp256k1_ecmult_multi_engine_select(engine)) continue;
        for (j = jobs; j->function != NULL; j++) {
            printf("%s %s %lu %s\n", engine, j->function, (unsigned long)depth(j), j->what);
        }
        secp256k1_scratch_apply_checkpoint(NULL, small_scratch, 0);
    }
    secp256k1_scratch_destroy(NULL, small_scratch);
    secp256k1_scratch_destroy(NULL, scratch);
    return EXIT_SUCCESS;
}
