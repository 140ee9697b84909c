#ifndef BENCH_MUSIG_H
#define BENCH_MUSIG_H
#include <stddef.h>

#define BENCH_MUSIG_MAX_KEYS 128

int bench_musig_upstream(unsigned char *out32, const unsigned char (*keys)[33], size_t count);
int bench_musig_dropin(unsigned char *out32, const unsigned char (*keys)[33], size_t count);
/* The compressed public key of a small secret key. */
int bench_musig_key(unsigned char *out33, unsigned secret);
#endif
