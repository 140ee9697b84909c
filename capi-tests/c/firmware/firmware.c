/* Firmware without a heap and without a C library: multiplies on the stack alone, says how much of it was used, multiplies
 * with a scratch space in static memory, and says whether the sums are right. Linux's system calls for 32-bit ARM stand for the board, so that qemu-arm can run it.
 */
#include <stddef.h>
#include <stdint.h>
#include "../users/minus_g.h"

/* What is painted below the caller's frame. */
#define STACK_BYTES 16384
#define PAINT 0xA5

/* What the header states. */
#define STACK_LIMIT 8192

static long system_call(long number, long a, long b, long c) {
    register long r7 __asm__("r7") = number;
    register long r0 __asm__("r0") = a;
    register long r1 __asm__("r1") = b;
    register long r2 __asm__("r2") = c;
    __asm__ volatile("svc 0" : "+r"(r0) : "r"(r7), "r"(r1), "r"(r2) : "memory");
    return r0;
}

static void leave(int status) {
    for (;;) system_call(1, status, 0, 0);
}

/* The one function of C that the library cannot do without: for broken contracts. */
void abort(void);
void abort(void) {
    leave(3);
}

/* GCC calls these to copy structs. */
void *memcpy(void *to, const void *from, size_t n);
void *memcpy(void *to, const void *from, size_t n) {
    volatile unsigned char *t = (volatile unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    while (n--) *t++ = *f++;
    return to;
}
void *memset(void *to, int byte, size_t n);
void *memset(void *to, int byte, size_t n) {
    volatile unsigned char *t = (volatile unsigned char *)to;
    while (n--) *t++ = (unsigned char)byte;
    return to;
}

static void print(const char *text) {
    size_t n = 0;
    while (text[n] != 0) n++;
    system_call(4, 1, (long)text, (long)n);
}

static void print_number(size_t number) {
    char digits[12];
    size_t i = sizeof(digits) - 1;
    digits[i] = 0;
    do {
        digits[--i] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    print(digits + i);
}

static secp256k1_gej sum;
static secp256k1_scalar g;

/* How many bytes the library has written to below this function's frame, which is the caller's. The library aligns what
 * it puts there, so the depth depends on where the frame ends: shift moves that. */
static __attribute__((noinline)) size_t depth(size_t n, size_t shift, int *ok) {
    volatile unsigned char moved[shift + 1];
    unsigned char *top;
    volatile unsigned char *p;
    moved[0] = 0;
    (void)moved[0];
    __asm__ volatile("mov %0, sp" : "=r"(top));
    for (p = top - STACK_BYTES; p < top; p++) *p = PAINT;
    *ok = secp256k1_ecmult_multi_var(NULL, NULL, &sum, &g, minus_g, NULL, n);
    for (p = top - STACK_BYTES; *p == PAINT; p++) {}
    return (size_t)(top - p);
}

/* A scratch space in static memory, for POINTS points. */
#define POINTS 40
#define SCRATCH_BYTES SECP256K1_ECMULT_MULTI_SCRATCH_SIZE(POINTS)
static unsigned char memory[SECP256K1_SCRATCH_PREALLOCATED_SIZE(SCRATCH_BYTES)];

static int sums_in_static_memory_are_right(void) {
    secp256k1_scratch *scratch = secp256k1_scratch_preallocated_create(memory, sizeof(memory), SCRATCH_BYTES);
    unsigned int more;
    int ok = scratch != NULL;
    for (more = 0; ok && more <= 1; more++) {
        scalar_set(&g, POINTS * (POINTS + 1) / 2 + more);
        ok = secp256k1_ecmult_multi_var(NULL, scratch, &sum, &g, minus_g, NULL, POINTS) && sum.infinity == !more;
    }
    secp256k1_scratch_preallocated_destroy(NULL, scratch);
    return ok;
}

static __attribute__((used)) void firmware_main(void) {
    static const size_t sizes[] = { 0, 1, 6, 7, POINTS };
    size_t i, deepest = 0;
    int failed = 0;
    for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        const size_t n = sizes[i];
        size_t shift;
        /* Every end of a frame, in steps of the 8 bytes that the ABI prescribes, up to the largest alignment. */
        for (shift = 0; shift < 64; shift += 8) {
            const unsigned int more = shift / 8 % 2;
            int ok;
            size_t bytes;
            scalar_set(&g, (unsigned int)(n * (n + 1) / 2) + more);
            bytes = depth(n, shift, &ok);
            ok = ok && sum.infinity == !more;
            if (bytes > deepest) deepest = bytes;
            if (!ok) {
                print("wrong sum of points: ");
                print_number(n);
                print("\n");
            }
            failed |= !ok;
        }
    }
    if (!sums_in_static_memory_are_right()) {
        print("wrong sum in static memory\n");
        failed = 1;
    }
    print("stack: ");
    print_number(deepest);
    print(" bytes\n");
    if (deepest > STACK_LIMIT) {
        print("that is more than the limit\n");
        failed = 1;
    }
    leave(failed);
}

/* The kernel leaves the stack's pointer where C wants it. */
__asm__(".section .note.GNU-stack,\"\",%progbits\n.text\n.globl _start\n.thumb_func\n_start:\n    bl firmware_main\n");
