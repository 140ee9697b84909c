/* How deep the library's functions go into the stack: a thread runs each of them on a stack that
 * was painted before, and what is no longer painted was used. The depth is that below the caller's
 * frame; the callback copies a term and needs next to nothing. What the library aligns makes it
 * depend on where that frame ends, so all ends are tried. A call of known depth comes first.
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

#include "engines.h"
#include "users/points.h"

#define STACK_BYTES ((size_t)1 << 20)
#define PAINT 0xA5
#define POINTS 2000
#define SCRATCH_BYTES ((size_t)4 << 20)
/* Of one for points that are then taken in several batches. */
#define SMALL_BYTES 20000

static secp256k1_ge generator;
static secp256k1_scalar scalars[POINTS];
static secp256k1_scratch *scratch, *small_scratch, *useless_scratch;
/* A scratch space whose magic is wrong. */
static secp256k1_scratch no_scratch;
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

/* For the space that is none. */
static void ignore(const char *text, void *data) {
    (void)text;
    (void)data;
}
static const secp256k1_callback errors = { ignore, NULL };

#define MULTIPLY(name, space, points) must(name(&errors, space, &sum, &scalars[0], term, NULL, points))

/* CASE(number, what it is, function, statement). Every function of the library is here. */
#define CASES(CASE) \
    CASE(1, "without scratch space, 1 point", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, NULL, 1)) \
    CASE(2, "without scratch space, 3 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, NULL, 3)) \
    CASE(3, "without scratch space, 6 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, NULL, 6)) \
    CASE(4, "without scratch space, 9 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, NULL, 9)) \
    CASE(5, "without scratch space, 10 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, NULL, 10)) \
    CASE(6, "without scratch space, 13 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, NULL, 13)) \
    CASE(7, "without scratch space, 300 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, NULL, 300)) \
    CASE(8, "as without scratch space, with one of no use", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, useless_scratch, 9)) \
    CASE(9, "as without scratch space, with none", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, &no_scratch, 9)) \
    CASE(10, "no points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, scratch, 0)) \
    CASE(11, "3 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, scratch, 3)) \
    CASE(12, "20 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, scratch, 20)) \
    CASE(13, "150 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, scratch, 150)) \
    CASE(14, "300 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, scratch, 300)) \
    CASE(15, "2000 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, scratch, POINTS)) \
    CASE(16, "100 points in batches", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, small_scratch, 100)) \
    CASE(17, "2000 points in batches", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, small_scratch, POINTS)) \
    CASE(18, "1 point", secp256k1_ecmult_strauss_batch_single, MULTIPLY(secp256k1_ecmult_strauss_batch_single, scratch, 1)) \
    CASE(19, "1000 points", secp256k1_ecmult_strauss_batch_single, MULTIPLY(secp256k1_ecmult_strauss_batch_single, scratch, 1000)) \
    CASE(20, "1 point", secp256k1_ecmult_pippenger_batch_single, MULTIPLY(secp256k1_ecmult_pippenger_batch_single, scratch, 1)) \
    CASE(21, "2000 points", secp256k1_ecmult_pippenger_batch_single, MULTIPLY(secp256k1_ecmult_pippenger_batch_single, scratch, POINTS)) \
    CASE(22, "1 point", secp256k1_ecmult_bundle_batch_single, MULTIPLY(secp256k1_ecmult_bundle_batch_single, scratch, 1)) \
    CASE(23, "1000 points", secp256k1_ecmult_bundle_batch_single, MULTIPLY(secp256k1_ecmult_bundle_batch_single, scratch, 1000)) \
    CASE(24, "", secp256k1_bundle_scratch_size, size = secp256k1_bundle_scratch_size(POINTS)) \
    CASE(25, "", secp256k1_bundle_max_points, size = secp256k1_bundle_max_points(NULL, scratch)) \
    CASE(26, "", secp256k1_ecmult, secp256k1_ecmult(&sum, &sum, &scalars[0], &scalars[1])) \
    CASE(27, "", secp256k1_ecmult_wnaf, digits[0] = secp256k1_ecmult_wnaf(digits, 256, &scalars[0], 5)) \
    CASE(28, "", secp256k1_wnaf_fixed, digits[0] = secp256k1_wnaf_fixed(digits, &scalars[0], 5)) \
    CASE(29, "", secp256k1_strauss_scratch_size, size = secp256k1_strauss_scratch_size(POINTS)) \
    CASE(30, "", secp256k1_strauss_max_points_aligned, size = secp256k1_strauss_max_points_aligned(NULL, scratch, 16)) \
    CASE(31, "", secp256k1_pippenger_scratch_size, size = secp256k1_pippenger_scratch_size(POINTS, 8)) \
    CASE(32, "", secp256k1_pippenger_max_points_aligned, size = secp256k1_pippenger_max_points_aligned(NULL, scratch, 16)) \
    CASE(33, "", secp256k1_pippenger_bucket_window, digits[0] = secp256k1_pippenger_bucket_window(POINTS)) \
    CASE(34, "", secp256k1_pippenger_bucket_window_inv, size = secp256k1_pippenger_bucket_window_inv(8)) \
    CASE(35, "", secp256k1_ecmult_multi_batch_size_helper, must(secp256k1_ecmult_multi_batch_size_helper(&size, &size_too, 88, POINTS))) \
    CASE(36, "", secp256k1_ecmult_multi_scratch_size, size = secp256k1_ecmult_multi_scratch_size(POINTS)) \
    CASE(37, "", secp256k1_scratch_create_aligned, pointer = secp256k1_scratch_create_aligned(NULL, 1000, 16)) \
    CASE(38, "", secp256k1_scratch_destroy, secp256k1_scratch_destroy(NULL, (secp256k1_scratch *)pointer)) \
    CASE(39, "", secp256k1_scratch_preallocated_size_aligned, size = secp256k1_scratch_preallocated_size_aligned(1000, 16)) \
    CASE(40, "", secp256k1_scratch_preallocated_create_aligned, pointer = secp256k1_scratch_preallocated_create_aligned(memory, sizeof(memory), 1000, 16)) \
    CASE(41, "", secp256k1_scratch_preallocated_destroy, secp256k1_scratch_preallocated_destroy(NULL, (secp256k1_scratch *)pointer)) \
    CASE(42, "", secp256k1_scratch_checkpoint, size = secp256k1_scratch_checkpoint(NULL, scratch)) \
    CASE(43, "", secp256k1_scratch_apply_checkpoint, secp256k1_scratch_apply_checkpoint(NULL, scratch, 0)) \
    CASE(44, "", secp256k1_scratch_max_allocation_aligned, size = secp256k1_scratch_max_allocation_aligned(NULL, scratch, 6, 16)) \
    CASE(45, "", secp256k1_scratch_alloc_aligned, pointer = secp256k1_scratch_alloc_aligned(NULL, small_scratch, 1, 16)) \
    CASE(46, "", secp256k1_ecmult_multi_engine_select, must(secp256k1_ecmult_multi_engine_select(engine))) \
    CASE(47, "", secp256k1_ecmult_multi_engine_name, pointer = secp256k1_ecmult_multi_engine_name()) \
    CASE(48, "no points", secp256k1_ecmult_strauss_batch_single, MULTIPLY(secp256k1_ecmult_strauss_batch_single, scratch, 0)) \
    CASE(49, "no points", secp256k1_ecmult_pippenger_batch_single, MULTIPLY(secp256k1_ecmult_pippenger_batch_single, scratch, 0)) \
    CASE(50, "no points", secp256k1_ecmult_bundle_batch_single, MULTIPLY(secp256k1_ecmult_bundle_batch_single, scratch, 0)) \
    CASE(51, "19 points", secp256k1_ecmult_multi_var, MULTIPLY(secp256k1_ecmult_multi_var, scratch, 19)) \
    CASE(52, "19 points", secp256k1_ecmult_bundle_batch_single, MULTIPLY(secp256k1_ecmult_bundle_batch_single, scratch, 19))

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
static const job jobs[] = { CASES(LIST) };
#define JOBS (sizeof(jobs) / sizeof(jobs[0]))

/* A call of which is known what it takes, at least. */
#define PLANTED_BYTES 3000
static volatile unsigned char planted_byte;
static __attribute__((noinline)) void planted(void) {
    volatile unsigned char frame[PLANTED_BYTES];
    size_t i;
    for (i = 0; i < PLANTED_BYTES; i++) frame[i] = 1;
    planted_byte = frame[0];
}
DEFINE(planted, "", planted, planted())

/* What the thread does: it moves the caller's frame by so many bytes. The frame ends at a multiple of 16 bytes, or of 8
 * where the machine's ABI has no more, and nothing asks for an alignment above 64. */
#define SHIFTS 64
#if defined(__s390x__)
#  define SHIFT_STEP 8
#else
#  define SHIFT_STEP 16
#endif
static void *(*shifted_call)(void *unused);
static size_t shift;
static void *call_shifted(void *unused) {
    volatile unsigned char *moved = (volatile unsigned char *)__builtin_alloca(shift + 1);
    moved[0] = 0;
    return shifted_call(unused);
}

static size_t depth(void *(*call)(void *unused)) {
    unsigned char *stack = (unsigned char *)mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_attr_t attributes;
    pthread_t thread;
    size_t untouched = 0;
    shifted_call = call;
    if (stack == MAP_FAILED) {
        perror("mmap");
        exit(EXIT_FAILURE);
    }
    memset(stack, PAINT, STACK_BYTES);
    if (pthread_attr_init(&attributes) != 0 || pthread_attr_setstack(&attributes, stack, STACK_BYTES) != 0
        || pthread_create(&thread, &attributes, call_shifted, NULL) != 0 || pthread_join(thread, NULL) != 0) {
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

static void check_planted(void) {
    size_t bytes = depth(call_planted);
    if (bytes < PLANTED_BYTES || bytes > PLANTED_BYTES + 500) {
        fprintf(stderr, "stack_depth: a call that takes %d bytes of stack is seen to take %lu\n", PLANTED_BYTES, (unsigned long)bytes);
        exit(EXIT_FAILURE);
    }
}

int main(void) {
    uint64_t state = 1;
    size_t e, i, k;
    scratch = secp256k1_scratch_create(NULL, SCRATCH_BYTES);
    small_scratch = secp256k1_scratch_create(NULL, SMALL_BYTES);
    useless_scratch = secp256k1_scratch_create(NULL, 0);
    must(scratch != NULL && small_scratch != NULL && useless_scratch != NULL);
    ge_set_g(&generator, 0);
    check_planted();
    for (i = 0; i < POINTS; i++) {
        scalar_set(&scalars[i], (unsigned int)i);
        for (k = 0; k < sizeof(scalars[i].d) / sizeof(scalars[i].d[0]); k++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            scalars[i].d[k] ^= (secp256k1_ecmult_multi_limb)(state >> 32 ^ state << 32);
        }
    }
    for (e = 0; e < ENGINES; e++) {
        size_t deepest[JOBS] = { 0 };
        engine = engines[e];
        if (!engine_selected(engine)) continue;
        /* In order, since some destroy what the one before has created. */
        for (shift = 0; shift < SHIFTS; shift += SHIFT_STEP) {
            for (i = 0; i < JOBS; i++) {
                size_t bytes = depth(jobs[i].call);
                if (bytes > deepest[i]) deepest[i] = bytes;
            }
            secp256k1_scratch_apply_checkpoint(NULL, small_scratch, 0);
        }
        for (i = 0; i < JOBS; i++) {
            printf("%s %s %lu %s\n", engine, jobs[i].function, (unsigned long)deepest[i], jobs[i].what);
        }
    }
    secp256k1_scratch_destroy(NULL, useless_scratch);
    secp256k1_scratch_destroy(NULL, small_scratch);
    secp256k1_scratch_destroy(NULL, scratch);
    return EXIT_SUCCESS;
}
