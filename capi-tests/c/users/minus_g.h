#include "points.h"

/* The term with index idx, a callback: (idx + 1) * -G. So n terms are n * (n + 1) / 2 times -G. */
static int minus_g(secp256k1_scalar *sc, secp256k1_ge *pt, size_t idx, void *data) {
    (void)data;
    scalar_set(sc, (unsigned int)idx + 1);
    ge_set_g(pt, 1);
    return 1;
}
