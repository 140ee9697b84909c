#include "plugin.h"
#include "minus_g.h"

static int right(void) {
    secp256k1_scalar g;
    secp256k1_gej sum;
    int ok;
    scalar_set(&g, 55);
    ok = secp256k1_ecmult_multi_var(NULL, NULL, &sum, &g, minus_g, NULL, 10) && sum.infinity;
    return ok && secp256k1_ecmult_multi_var(NULL, NULL, &sum, NULL, minus_g, NULL, 10) && !sum.infinity;
}

/* PLUGIN is another name for each plugin. */
extern const plugin PLUGIN;
const plugin PLUGIN = { SECP256K1_ECMULT_MULTI_LAYOUT, right, (void (*)(void))secp256k1_ecmult_multi_var };
