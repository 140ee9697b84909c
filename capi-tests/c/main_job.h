/* What the parts of the main job tell each other. They are compiled against different headers, so
 * only bytes pass between them. */
#ifndef MAIN_JOB_H
#define MAIN_JOB_H

#include <stddef.h>

#define JOB_TERMS 1000

/* One product of the sum, all numbers big-endian. */
typedef struct {
    unsigned char scalar[32];
    unsigned char x[32];
    unsigned char y[32];
} job_term;

typedef struct {
    unsigned char g_scalar[32];
    job_term terms[JOB_TERMS];
} job_input;

/* The function that multiplies. */
typedef enum { JOB_MULTI_VAR, JOB_STRAUSS, JOB_PIPPENGER, JOB_BUNDLE } job_algorithm;

/* Stands for a NULL scratch space. */
#define JOB_NO_SCRATCH ((size_t)-1)

/* A way to the sum: the scratch space has scratch_size bytes; returns 1 if the sum is in out33,
 * compressed. */
typedef int job_path(unsigned char *out33, const job_input *in, job_algorithm algorithm, size_t scratch_size);

/* main_job_upstream.c: upstream alone. */
void job_make_input(job_input *in);
/* The same sum without multi-multiplication: the sum of scalar times logarithm, times G. */
int job_sum_by_logarithms(unsigned char *out33, const job_input *in);
job_path job_upstream;
/* Compresses a point that has upstream's secp256k1_gej in its bytes. */
int job_compress(unsigned char *out33, const void *gej, size_t size);

/* main_job_dropin.c: the library behind upstream's sources. */
job_path job_dropin;
/* main_job_preallocated.c: the same in static memory. */
job_path job_preallocated;

/* main_job_header.c: the library by its own header. */
job_path job_header;
size_t job_strauss_size(void);
size_t job_pippenger_size(void);
size_t job_bundle_size(void);
size_t job_strauss_points(size_t scratch_size);
size_t job_pippenger_points(size_t scratch_size);
size_t job_bundle_points(size_t scratch_size);
const char *job_layout(void);
const char *job_engine(void);
int job_select_engine(const char *name);

#endif
