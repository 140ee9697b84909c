/* Counts how often a program calls each of the library's functions: link it with
 * -Wl,--wrap=FUNCTION for each function that this object defines a __wrap_FUNCTION for.
 *
 * At exit it writes a line "name count" per function to the file named by COUNT_CALLS_FILE, or to
 * stderr. Processes that the program forks count, too: upstream's tests run in several.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "secp256k1_ecmult_multi.h"

#define MULTI_PARAMETERS (const secp256k1_callback *e, secp256k1_scratch *s, secp256k1_gej *r, const secp256k1_scalar *g, secp256k1_ecmult_multi_callback cb, void *data, size_t n)
#define MULTI_ARGUMENTS (e, s, r, g, cb, data, n)

/* VALUE(type, name, parameters, arguments) or, for functions without a result, PLAIN(name, ...). */
#define FUNCTIONS(VALUE, PLAIN) \
    VALUE(int, secp256k1_ecmult_multi_var, MULTI_PARAMETERS, MULTI_ARGUMENTS) \
    VALUE(int, secp256k1_ecmult_strauss_batch_single, MULTI_PARAMETERS, MULTI_ARGUMENTS) \
    VALUE(int, secp256k1_ecmult_pippenger_batch_single, MULTI_PARAMETERS, MULTI_ARGUMENTS) \
    VALUE(int, secp256k1_ecmult_bundle_batch_single, MULTI_PARAMETERS, MULTI_ARGUMENTS) \
    PLAIN(secp256k1_ecmult, (secp256k1_gej *r, const secp256k1_gej *a, const secp256k1_scalar *na, const secp256k1_scalar *ng), (r, a, na, ng)) \
    VALUE(size_t, secp256k1_strauss_scratch_size, (size_t n), (n)) \
    VALUE(size_t, secp256k1_strauss_max_points_aligned, (const secp256k1_callback *e, secp256k1_scratch *s, size_t align), (e, s, align)) \
    VALUE(size_t, secp256k1_pippenger_scratch_size, (size_t n, int w), (n, w)) \
    VALUE(size_t, secp256k1_pippenger_max_points_aligned, (const secp256k1_callback *e, secp256k1_scratch *s, size_t align), (e, s, align)) \
    VALUE(size_t, secp256k1_bundle_scratch_size, (size_t n), (n)) \
    VALUE(size_t, secp256k1_bundle_max_points, (const secp256k1_callback *e, secp256k1_scratch *s), (e, s)) \
    VALUE(int, secp256k1_pippenger_bucket_window, (size_t n), (n)) \
    VALUE(size_t, secp256k1_pippenger_bucket_window_inv, (int w), (w)) \
    VALUE(int, secp256k1_ecmult_multi_batch_size_helper, (size_t *batches, size_t *points, size_t max_points, size_t n), (batches, points, max_points, n)) \
    VALUE(size_t, secp256k1_ecmult_multi_scratch_size, (size_t n), (n)) \
    VALUE(int, secp256k1_ecmult_wnaf, (int *wnaf, int len, const secp256k1_scalar *a, int w), (wnaf, len, a, w)) \
    VALUE(int, secp256k1_wnaf_fixed, (int *wnaf, const secp256k1_scalar *a, int w), (wnaf, a, w)) \
    VALUE(secp256k1_scratch *, secp256k1_scratch_create_aligned, (const secp256k1_callback *e, size_t size, size_t align), (e, size, align)) \
    PLAIN(secp256k1_scratch_destroy, (const secp256k1_callback *e, secp256k1_scratch *s), (e, s)) \
    VALUE(size_t, secp256k1_scratch_preallocated_size_aligned, (size_t size, size_t align), (size, align)) \
    VALUE(secp256k1_scratch *, secp256k1_scratch_preallocated_create_aligned, (void *mem, size_t len, size_t size, size_t align), (mem, len, size, align)) \
    PLAIN(secp256k1_scratch_preallocated_destroy, (const secp256k1_callback *e, secp256k1_scratch *s), (e, s)) \
    VALUE(size_t, secp256k1_scratch_checkpoint, (const secp256k1_callback *e, const secp256k1_scratch *s), (e, s)) \
    PLAIN(secp256k1_scratch_apply_checkpoint, (const secp256k1_callback *e, secp256k1_scratch *s, size_t checkpoint), (e, s, checkpoint)) \
    VALUE(size_t, secp256k1_scratch_max_allocation_aligned, (const secp256k1_callback *e, const secp256k1_scratch *s, size_t objects, size_t align), (e, s, objects, align)) \
    VALUE(void *, secp256k1_scratch_alloc_aligned, (const secp256k1_callback *e, secp256k1_scratch *s, size_t size, size_t align), (e, s, size, align))

/* The header's macros have put the layout behind a name when it gets here. */
#define PASTE(a, b) a##b
#define REAL(name) PASTE(__real_, name)
#define WRAP(name) PASTE(__wrap_, name)
#define INDEX(name) PASTE(index_, name)

#define INDEX_VALUE(type, name, parameters, arguments) INDEX(name),
#define INDEX_PLAIN(name, parameters, arguments) INDEX(name),
enum { FUNCTIONS(INDEX_VALUE, INDEX_PLAIN) FUNCTION_COUNT };

#define NAME_VALUE(type, name, parameters, arguments) #name,
#define NAME_PLAIN(name, parameters, arguments) #name,
static const char *const names[] = { FUNCTIONS(NAME_VALUE, NAME_PLAIN) NULL };

/* In memory that forked processes share. */
static unsigned long *counts;
static pid_t counting_process;

static void write_counts(void) {
    const char *path = getenv("COUNT_CALLS_FILE");
    FILE *out = stderr;
    int i;
    if (getpid() != counting_process) {
        return;
    }
    if (path != NULL && (out = fopen(path, "w")) == NULL) {
        fprintf(stderr, "count_calls: cannot write %s. Set COUNT_CALLS_FILE to a file in a directory that exists.\n", path);
        _exit(EXIT_FAILURE);
    }
    for (i = 0; i < FUNCTION_COUNT; i++) {
        fprintf(out, "%s %lu\n", names[i], counts[i]);
    }
    if (out != stderr && fclose(out) != 0) {
        fprintf(stderr, "count_calls: could not write all of %s. Make room on its disk.\n", path);
        _exit(EXIT_FAILURE);
    }
}

/* Before main, which may fork. */
__attribute__((constructor)) static void start_counting(void) {
    counts = (unsigned long *)mmap(NULL, FUNCTION_COUNT * sizeof(*counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if ((void *)counts == MAP_FAILED || atexit(write_counts) != 0) {
        fprintf(stderr, "count_calls: no shared memory or no exit handler to count with. Free some memory.\n");
        _exit(EXIT_FAILURE);
    }
    counting_process = getpid();
}

static void count(int function) {
    __sync_fetch_and_add(&counts[function], 1ul);
}

#define DEFINE_VALUE(type, name, parameters, arguments) \
    type REAL(name) parameters; \
    type WRAP(name) parameters; \
    type WRAP(name) parameters { \
        count(INDEX(name)); \
        return REAL(name) arguments; \
    }
#define DEFINE_PLAIN(name, parameters, arguments) \
    void REAL(name) parameters; \
    void WRAP(name) parameters; \
    void WRAP(name) parameters { \
        count(INDEX(name)); \
        REAL(name) arguments; \
    }
FUNCTIONS(DEFINE_VALUE, DEFINE_PLAIN)
