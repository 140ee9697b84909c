/* Whether the header's sizes are constant expressions, and are what the library says: for every
 * number of points that a batch can have, and at the edges beyond. C89.
 */
#include <stdio.h>

#include "secp256k1_ecmult_multi.h"

#define MOST_POINTS 5000000

/* As sizes of arrays, which must not be zero. */
typedef char for_none[SECP256K1_ECMULT_MULTI_SCRATCH_SIZE(0)];
typedef char for_one[SECP256K1_ECMULT_MULTI_SCRATCH_SIZE(1)];
typedef char for_many[SECP256K1_ECMULT_MULTI_SCRATCH_SIZE(3 * 100 + 7)];
static unsigned char empty[SECP256K1_SCRATCH_PREALLOCATED_SIZE(0)];
static unsigned char block[SECP256K1_SCRATCH_PREALLOCATED_SIZE(SECP256K1_ECMULT_MULTI_SCRATCH_SIZE(20u + 1))];
/* And where else C asks for a constant. */
enum { OF_BLOCK = SECP256K1_ECMULT_MULTI_SCRATCH_SIZE(21) };
typedef char block_has_room[sizeof(block) > OF_BLOCK ? 1 : -1];

static unsigned long checks = 0, failures = 0;

static void check(const char *what, size_t argument, size_t constant, size_t size) {
    checks++;
    if (constant != size && failures++ < 10) {
        printf("  %s(%lu) is %lu, and the function says %lu\n", what, (unsigned long)argument, (unsigned long)constant, (unsigned long)size);
    }
}

static void check_points(size_t n) {
    check("SECP256K1_ECMULT_MULTI_SCRATCH_SIZE", n, SECP256K1_ECMULT_MULTI_SCRATCH_SIZE(n), secp256k1_ecmult_multi_scratch_size(n));
}

static void check_block(size_t size) {
    check("SECP256K1_SCRATCH_PREALLOCATED_SIZE", size, SECP256K1_SCRATCH_PREALLOCATED_SIZE(size), secp256k1_scratch_preallocated_size(size));
}

int main(void) {
    const size_t most = (size_t)-1;
    const size_t size_of_most = secp256k1_ecmult_multi_scratch_size(MOST_POINTS);
    size_t n, i;
    for (n = 1; n <= MOST_POINTS + 1000; n++) {
        check_points(n);
    }
    /* Beyond, both stay as they are: around powers of two and their thirds, where products wrap. */
    for (n = (size_t)1 << 23; n != 0; n <<= 1) {
        for (i = 0; i < 200; i++) {
            size_t edges[4];
            edges[0] = n - 100 + i;
            edges[1] = n / 5 * 3 - 100 + i;
            edges[2] = most / 160 - 100 + i;
            edges[3] = most - i;
            check_points(edges[i % 4]);
            check("the size at the edge", edges[i % 4], secp256k1_ecmult_multi_scratch_size(edges[i % 4]), size_of_most);
        }
    }
    for (i = 0; i < 1000; i++) {
        check_block(i);
        check_block(most - i);
        check_block(most / 2 - 500 + i);
    }
    check("SECP256K1_ECMULT_MULTI_SCRATCH_SIZE of an int", 5, SECP256K1_ECMULT_MULTI_SCRATCH_SIZE(2 + 3), secp256k1_ecmult_multi_scratch_size(5));
    check("an array for none", 0, sizeof(for_none) >= 1, 1);
    check("an array for one", 1, sizeof(for_one), secp256k1_ecmult_multi_scratch_size(1));
    check("an array for many", 307, sizeof(for_many), secp256k1_ecmult_multi_scratch_size(307));
    check("an empty space", 0, secp256k1_scratch_preallocated_create(empty, sizeof(empty), 0) != NULL, 1);
    check("a space in a static array", 21, secp256k1_scratch_preallocated_create(block, sizeof(block), OF_BLOCK) != NULL, 1);
    check("a static array with a byte too few", 21, secp256k1_scratch_preallocated_create(block, sizeof(block) - 1, OF_BLOCK) == NULL, 1);
    printf("scratch sizes: %lu comparisons of constants with functions, %s\n", checks, failures == 0 ? "all equal: OK" : "FAIL");
    return failures != 0;
}
