/* Upstream with the drop-in header before it. */
#include "src/secp256k1.c"

#include "bench_musig.h"

#define BENCH_PATH bench_musig_dropin
#include "bench_musig_path.h"
