/* Two threads at once, each with a scratch space of its own. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include "minus_g.h"

typedef struct {
    secp256k1_scratch *scratch;
    unsigned int n;
    int right;
} job;

static void *run(void *argument) {
    job *j = (job *)argument;
    int round;
    j->right = 1;
    for (round = 0; round < 50; round++) {
        /* With one G more each second time, so that the sum is not always infinity. */
        const unsigned int more = round % 2;
        secp256k1_scalar g;
        secp256k1_gej sum;
        scalar_set(&g, j->n * (j->n + 1) / 2 + more);
        j->right &= secp256k1_ecmult_multi_var(NULL, j->scratch, &sum, &g, minus_g, NULL, j->n);
        j->right &= sum.infinity == !more;
    }
    return NULL;
}

int main(void) {
    job jobs[2] = {{ NULL, 60, 0 }, { NULL, 400, 0 }};
    pthread_t threads[2];
    int i;
    for (i = 0; i < 2; i++) {
        jobs[i].scratch = secp256k1_scratch_create(NULL, (size_t)1 << 19);
        if (pthread_create(&threads[i], NULL, run, &jobs[i]) != 0) return EXIT_FAILURE;
    }
    for (i = 0; i < 2; i++) {
        if (pthread_join(threads[i], NULL) != 0) return EXIT_FAILURE;
        secp256k1_scratch_destroy(NULL, jobs[i].scratch);
    }
    printf("two threads: %s\n", jobs[0].right && jobs[1].right ? "right" : "WRONG");
    return jobs[0].right && jobs[1].right ? EXIT_SUCCESS : EXIT_FAILURE;
}
