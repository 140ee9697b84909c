/* The engines' names: a program skips those that it cannot select. tests/engines.rs holds them against the library's. */
#ifndef ENGINES_H
#define ENGINES_H

#include <stdio.h>

#include "secp256k1_ecmult_multi.h"

static const char *const engines[] = { "portable", "adx" };
#define ENGINES (sizeof(engines) / sizeof(engines[0]))

/* Selects it, or says that this processor lacks it. */
static int engine_selected(const char *name) {
    if (!secp256k1_ecmult_multi_engine_select(name)) {
        fprintf(stderr, "engine %s: not on this processor, left out\n", name);
        return 0;
    }
    return 1;
}

#endif
