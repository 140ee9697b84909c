/* The part of the main job that stands for a project with upstream's sources in it and no heap: as
 * main_job_dropin.c, with the scratch space in static memory. */
#include "src/assumptions.h"
#include "src/util.h"
#include "src/field_impl.h"
#include "src/scalar_impl.h"
#include "src/group_impl.h"
#include "src/ecmult_impl.h"
#include "src/int128_impl.h"
#include "src/scratch_impl.h"

#include "main_job.h"

/* More than any algorithm takes for all terms. */
static unsigned char memory[SECP256K1_SCRATCH_PREALLOCATED_SIZE(JOB_TERMS * 1100 + SECP256K1_ECMULT_MULTI_SCRATCH_SIZE(JOB_TERMS))];

#define secp256k1_scratch_create(error_callback, size) secp256k1_scratch_preallocated_create(memory, sizeof(memory), size)
#undef secp256k1_scratch_destroy
#define secp256k1_scratch_destroy secp256k1_scratch_preallocated_destroy
#define JOB_PATH job_preallocated
#include "main_job_path.h"
