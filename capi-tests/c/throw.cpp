// Callbacks that throw: the process has to end by abort, and nothing may come out of the library.
//
//     throw CASE
//
//   none    nothing throws: the sum comes out
//   caught  the callback throws without the library between it and the handler
//   term    the callback for terms throws
//   error   the error callback throws
#include <cstdio>
#include <cstring>

#include "users/points.h"

extern "C" {

static int quiet_term(secp256k1_scalar *sc, secp256k1_ge *pt, size_t idx, void *) {
    scalar_set(sc, static_cast<unsigned int>(idx) + 1);
    ge_set_g(pt, 0);
    return 1;
}

static int throwing_term(secp256k1_scalar *, secp256k1_ge *, size_t, void *) {
    throw 1;
}

static void throwing_error(const char *, void *) {
    throw 2;
}

}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    const bool term = std::strcmp(name, "term") == 0;
    const secp256k1_callback errors = { throwing_error, NULL };
    secp256k1_scratch none;
    secp256k1_gej r;
    std::memset(&none, 0, sizeof(none));
    try {
        if (std::strcmp(name, "caught") == 0) {
            throwing_term(NULL, NULL, 0, NULL);
        }
        // A scratch space that is none is an error.
        secp256k1_scratch *scratch = std::strcmp(name, "error") == 0 ? &none : NULL;
        const int ret = secp256k1_ecmult_multi_var(&errors, scratch, &r, NULL, term ? throwing_term : quiet_term, NULL, 2);
        std::puts(ret == 1 && r.infinity == 0 ? "a sum" : "no sum");
    } catch (int) {
        std::puts("caught");
    }
    return 0;
}
