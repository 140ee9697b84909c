// A vector of terms, summed from C++. The callback must not throw.
#include <cstdio>
#include <memory>
#include <vector>
#include "points.h"

struct Term {
    secp256k1_scalar scalar;
    secp256k1_ge point;
};

struct Destroy {
    void operator()(secp256k1_scratch *scratch) const { secp256k1_scratch_destroy(nullptr, scratch); }
};

static secp256k1_gej sum(secp256k1_scratch *scratch, const std::vector<Term> &terms) {
    auto give = [](secp256k1_scalar *sc, secp256k1_ge *pt, size_t idx, void *data) {
        const Term &term = (*static_cast<const std::vector<Term> *>(data))[idx];
        *sc = term.scalar;
        *pt = term.point;
        return 1;
    };
    secp256k1_gej result;
    secp256k1_ecmult_multi_var(nullptr, scratch, &result, nullptr, give, const_cast<std::vector<Term> *>(&terms), terms.size());
    return result;
}

int main() {
    std::unique_ptr<secp256k1_scratch, Destroy> scratch(secp256k1_scratch_create(nullptr, 1 << 20));
    std::vector<Term> terms(100);
    for (size_t i = 0; i < terms.size(); i++) {
        scalar_set(&terms[i].scalar, 7);
        ge_set_g(&terms[i].point, i % 2);
    }
    const bool vanishes = sum(scratch.get(), terms).infinity;
    terms.pop_back();
    const bool remains = !sum(scratch.get(), terms).infinity;
    std::printf("sum from C++: %s\n", vanishes && remains ? "right" : "WRONG");
    return vanishes && remains ? 0 : 1;
}
