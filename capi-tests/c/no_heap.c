/* A program without a heap, as firmware is: all memory is static, and its size is known when it is
 * compiled. It adds up a hundred products, of which the last is to take away what the others are
 * known to give. C89, in every layout of the types.
 */
#include <stdio.h>
#include <string.h>

#include "secp256k1_ecmult_multi.h"

#define POINTS 100

/* Enough for all points in one batch. With less the library takes them in more batches. */
#define SCRATCH_BYTES SECP256K1_ECMULT_MULTI_SCRATCH_SIZE(POINTS)

static unsigned char memory[SECP256K1_SCRATCH_PREALLOCATED_SIZE(SCRATCH_BYTES)];

/* Big-endian, 32 bytes each. */
typedef struct {
    const char *x;
    const char *y;
} affine_hex;

/* G, 2*G and 3*G. */
static const affine_hex bases[3] = {
    { "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
      "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8" },
    { "c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5",
      "1ae168fea63dc339a3c58419466ceaeef7f632653266d0e1236431a950cfe52a" },
    { "f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9",
      "388f7b0f632de8140fe337e62a37f3566500a99934c2231b6cb9fd7584b8e672" }
};

/* -9966*G: the 99 products before, 1*G + 2*2*G + 3*3*G + 4*G + 5*2*G + ..., give 9966*G. */
static const affine_hex minus_sum = {
    "be83793eb02446d1f96f7208eca37168c0bf69d2f61f9559386f60beb1f1bb5d",
    "069d27c7c09666410415df3639f160d87335bc7e5c34260f00f9fb7462573d0e"
};

static unsigned int bit(const char *hex, unsigned int at) {
    char digit = hex[63 - at / 4];
    unsigned int value = (unsigned int)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    return value >> (at % 4) & 1;
}

/* Limbs are of 52 bits or of 26, according to the machine. */
static void read_fe(secp256k1_fe *fe, const char *hex) {
    unsigned int at;
    memset(fe, 0, sizeof(*fe));
    for (at = 0; at < 256; at++) {
        if (bit(hex, at)) {
            fe->n[at / SECP256K1_ECMULT_MULTI_LIMB_BITS] |= (secp256k1_ecmult_multi_limb)1 << (at % SECP256K1_ECMULT_MULTI_LIMB_BITS);
        }
    }
#ifdef VERIFY
    fe->magnitude = 1;
    fe->normalized = 1;
#endif
}

static int term(secp256k1_scalar *sc, secp256k1_ge *pt, size_t idx, void *data) {
    const affine_hex *point = idx < POINTS - 1 ? &bases[idx % 3] : &minus_sum;
    (void)data;
    memset(sc, 0, sizeof(*sc));
    sc->d[0] = idx < POINTS - 1 ? (secp256k1_ecmult_multi_limb)idx + 1 : 1;
    read_fe(&pt->x, point->x);
    read_fe(&pt->y, point->y);
    pt->infinity = 0;
    return 1;
}

/* Whether all products add up to infinity, and all but the last do not. */
static int sums_are_right(secp256k1_scratch *scratch) {
    secp256k1_gej sum, part;
    return secp256k1_ecmult_multi_var(NULL, scratch, &sum, NULL, term, NULL, POINTS) && sum.infinity
        && secp256k1_ecmult_multi_var(NULL, scratch, &part, NULL, term, NULL, POINTS - 1) && !part.infinity;
}

int main(void) {
    secp256k1_scratch *scratch = secp256k1_scratch_preallocated_create(memory, sizeof(memory), SCRATCH_BYTES);
    int ok = scratch != NULL && sums_are_right(scratch);
    secp256k1_scratch_preallocated_destroy(NULL, scratch);
    /* Or without a scratch space, in a few KiB of stack. */
    ok = ok && sums_are_right(NULL);
    printf("no heap, layout %s: %d points in %lu static bytes: %s\n", SECP256K1_ECMULT_MULTI_LAYOUT, POINTS,
           (unsigned long)sizeof(memory), ok ? "OK" : "FAIL");
    return !ok;
}
