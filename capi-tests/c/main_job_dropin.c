/* The part of the main job that stands for a project with upstream's sources in it: compiled with
 * -include secp256k1_ecmult_multi_dropin.h, and nothing in here knows of it. */
#include "src/secp256k1.c"

#include "main_job.h"

#define JOB_PATH job_dropin
#include "main_job_path.h"
