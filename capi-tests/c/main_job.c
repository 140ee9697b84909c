/* The main job: a thousand real points are multiplied and added up by upstream and by the library,
 * the library behind upstream's sources, with scratch spaces from the heap and in static memory, and
 * by its own header, with much, little and no scratch space. Every sum must be upstream's.
 *
 *     main_job [engine]
 */
#include <stdio.h>
#include <string.h>

#include "main_job.h"

static job_input input;
static unsigned char expected[33];
static int failures = 0;

static void report(const char *who, const char *how, int ok, const unsigned char *sum) {
    ok = ok && memcmp(sum, expected, sizeof(expected)) == 0;
    failures += !ok;
    printf("  %-9s %-44s %s\n", who, how, ok ? "OK" : "FAIL");
}

static void run(const char *who, job_path *path) {
    static const struct {
        const char *name;
        job_algorithm algorithm;
        /* 0 stands for all that 1000 points need. */
        size_t scratch_size;
    } cases[] = {
        {"multi_var, no scratch space", JOB_MULTI_VAR, JOB_NO_SCRATCH},
        {"multi_var, 100 bytes, too few for a point", JOB_MULTI_VAR, 100},
        {"multi_var, 16384 bytes, in batches", JOB_MULTI_VAR, 16384},
        {"multi_var, space for all points", JOB_MULTI_VAR, 0},
        {"strauss_batch_single", JOB_STRAUSS, 0},
        {"pippenger_batch_single", JOB_PIPPENGER, 0},
        {"bundle_batch_single", JOB_BUNDLE, 0}
    };
    size_t i;
    for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        unsigned char sum[33];
        size_t size = cases[i].scratch_size;
        int ok;
        if (size == 0) {
            size = cases[i].algorithm == JOB_STRAUSS ? job_strauss_size() :
                   cases[i].algorithm == JOB_BUNDLE ? job_bundle_size() :
                   job_pippenger_size();
        }
        memset(sum, 0, sizeof(sum));
        ok = path(sum, &input, cases[i].algorithm, size);
        report(who, cases[i].name, ok, sum);
    }
}

/* A scratch space of the size for n points must take n points. */
static void check_points(const char *name, size_t points) {
    int ok = points >= JOB_TERMS;
    failures += !ok;
    printf("  %-54s %s\n", name, ok ? "OK" : "FAIL");
}

int main(int argc, char **argv) {
    unsigned char sum[33];
    size_t i;

    if (argc > 1 && !job_select_engine(argv[1])) {
        fprintf(stderr, "main_job: this machine or this library has no engine \"%s\". Name another, or none.\n", argv[1]);
        return 2;
    }

    job_make_input(&input);
    if (!job_upstream(expected, &input, JOB_MULTI_VAR, job_pippenger_size())) {
        fprintf(stderr, "main_job: upstream's own multiplication failed. Check how UPSTREAM was restored.\n");
        return 2;
    }

    printf("main job: %d points and G, layout %s, engine %s\n", JOB_TERMS, job_layout(), job_engine());
    printf("  scratch space for %d points: strauss %lu bytes, pippenger %lu bytes, bundle %lu bytes\n", JOB_TERMS,
           (unsigned long)job_strauss_size(), (unsigned long)job_pippenger_size(), (unsigned long)job_bundle_size());
    printf("  sum ");
    for (i = 0; i < sizeof(expected); i++) {
        printf("%02x", expected[i]);
    }
    printf("\n");

    report("upstream", "sum of products of logarithms", job_sum_by_logarithms(sum, &input), sum);
    run("drop-in", job_dropin);
    run("no heap", job_preallocated);
    run("header", job_header);
    check_points("strauss_max_points of strauss_scratch_size", job_strauss_points(job_strauss_size()));
    check_points("pippenger_max_points of pippenger_scratch_size", job_pippenger_points(job_pippenger_size()));
    check_points("bundle_max_points of bundle_scratch_size", job_bundle_points(job_bundle_size()));

    printf("main job: %s\n", failures ? "FAIL" : "OK");
    return failures != 0;
}
