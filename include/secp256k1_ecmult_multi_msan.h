/* secp256k1_ecmult_multi_msan.h: what MemorySanitizer has to be told about the library, which is
 * not compiled with it. Read by secp256k1_ecmult_multi.h under -fsanitize=memory only.
 *
 * Here every function that reads or writes its caller's memory becomes a wrapper of the same name:
 *   - What the library has written counts as written.
 *   - What it reads is checked, as if it were compiled with the sanitizer. Secrets that a test has
 *     marked as undefined are reported when they come here.
 *   - A callback gets its arguments through a trampoline: its caller has no shadow for them, and
 *     would leave them with whatever the call before has left behind.
 */
#ifndef SECP256K1_ECMULT_MULTI_MSAN_H
#define SECP256K1_ECMULT_MULTI_MSAN_H

#if !defined(SECP256K1_ECMULT_MULTI_NAME)
#  error "secp256k1_ecmult_multi_msan.h is a part of secp256k1_ecmult_multi.h: include that."
#endif

#include <sanitizer/msan_interface.h>

#undef secp256k1_ecmult_multi_var
#undef secp256k1_ecmult_strauss_batch_single
#undef secp256k1_ecmult_pippenger_batch_single
#undef secp256k1_ecmult_bundle_batch_single
#undef secp256k1_ecmult
#undef secp256k1_strauss_max_points_aligned
#undef secp256k1_pippenger_max_points_aligned
#undef secp256k1_bundle_max_points
#undef secp256k1_ecmult_multi_batch_size_helper
#undef secp256k1_ecmult_wnaf
#undef secp256k1_wnaf_fixed
#undef secp256k1_scratch_create_aligned
#undef secp256k1_scratch_destroy
#undef secp256k1_scratch_preallocated_create_aligned
#undef secp256k1_scratch_preallocated_destroy
#undef secp256k1_scratch_checkpoint
#undef secp256k1_scratch_apply_checkpoint
#undef secp256k1_scratch_max_allocation_aligned
#undef secp256k1_scratch_alloc_aligned

/* Functions that the library calls. The attribute keeps the compiler from looking at the shadow
 * of what they are given; what they give on has a clean one. */
#define SECP256K1_ECMULT_MULTI_TRAMPOLINE __attribute__((no_sanitize("memory"), noinline)) static

typedef struct {
    secp256k1_ecmult_multi_callback *fn;
    void *data;
} secp256k1_ecmult_multi_msan_source;

/* Padding stays unwritten when structs are filled member by member, so points are looked at
 * without it; and the coordinates of an infinite point may be anything. */
static void secp256k1_ecmult_multi_msan_check_ge(const secp256k1_ge *p) {
    __msan_check_mem_is_initialized(&p->infinity, sizeof(p->infinity));
    if (!p->infinity) {
        __msan_check_mem_is_initialized(p, offsetof(secp256k1_ge, infinity));
    }
}

static void secp256k1_ecmult_multi_msan_check_gej(const secp256k1_gej *p) {
    __msan_check_mem_is_initialized(&p->infinity, sizeof(p->infinity));
    if (!p->infinity) {
        __msan_check_mem_is_initialized(p, offsetof(secp256k1_gej, infinity));
    }
}

static int secp256k1_ecmult_multi_msan_is_zero(const secp256k1_scalar *s) {
    const unsigned char *bytes = (const unsigned char *)s;
    size_t i;
    for (i = 0; i < sizeof(*s); i++) {
        if (bytes[i] != 0) {
            return 0;
        }
    }
    return 1;
}

static int secp256k1_ecmult_multi_msan_ask(const secp256k1_ecmult_multi_msan_source *source, secp256k1_scalar *sc, secp256k1_ge *pt, size_t idx) {
    int ret;
    __msan_allocated_memory(sc, sizeof(*sc));
    __msan_allocated_memory(pt, sizeof(*pt));
    ret = source->fn(sc, pt, idx, source->data);
    if (ret) {
        __msan_check_mem_is_initialized(sc, sizeof(*sc));
        secp256k1_ecmult_multi_msan_check_ge(pt);
    }
    /* This is the library's memory, of which the sanitizer knows nothing else. */
    __msan_unpoison(sc, sizeof(*sc));
    __msan_unpoison(pt, sizeof(*pt));
    return ret;
}

SECP256K1_ECMULT_MULTI_TRAMPOLINE int secp256k1_ecmult_multi_msan_trampoline(secp256k1_scalar *sc, secp256k1_ge *pt, size_t idx, void *data) {
    return secp256k1_ecmult_multi_msan_ask((const secp256k1_ecmult_multi_msan_source *)data, sc, pt, idx);
}

SECP256K1_ECMULT_MULTI_TRAMPOLINE void secp256k1_ecmult_multi_msan_error(const char *text, void *data) {
    const secp256k1_callback *user = (const secp256k1_callback *)data;
    user->fn(text, (void *)user->data);
}

/* The callback to pass on in place of the caller's. One that is NULL, or has a function that is, stays as it is: it stands
 * for the default handler. */
static const secp256k1_callback *secp256k1_ecmult_multi_msan_wrap(secp256k1_callback *wrapped, const secp256k1_callback *user) {
    if (user == NULL || user->fn == NULL) {
        return user;
    }
    wrapped->fn = secp256k1_ecmult_multi_msan_error;
    wrapped->data = user;
    return wrapped;
}

typedef int secp256k1_ecmult_multi_msan_function(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, secp256k1_gej *r, const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n);

static int secp256k1_ecmult_multi_msan_multiply(secp256k1_ecmult_multi_msan_function *multiply, const secp256k1_callback *error_callback, secp256k1_scratch *scratch, secp256k1_gej *r, const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n) {
    secp256k1_callback wrapped;
    secp256k1_ecmult_multi_msan_source source;
    int ret;
    source.fn = cb;
    source.data = cbdata;
    if (inp_g_sc != NULL) {
        __msan_check_mem_is_initialized(inp_g_sc, sizeof(*inp_g_sc));
    }
    ret = multiply(secp256k1_ecmult_multi_msan_wrap(&wrapped, error_callback), scratch, r, inp_g_sc, cb == NULL ? NULL : secp256k1_ecmult_multi_msan_trampoline, &source, n);
    __msan_unpoison(r, sizeof(*r));
    return ret;
}

__attribute__((unused)) static int secp256k1_ecmult_multi_var(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, secp256k1_gej *r, const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n) {
    return secp256k1_ecmult_multi_msan_multiply(SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult_multi_var), error_callback, scratch, r, inp_g_sc, cb, cbdata, n);
}

__attribute__((unused)) static int secp256k1_ecmult_strauss_batch_single(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, secp256k1_gej *r, const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n) {
    return secp256k1_ecmult_multi_msan_multiply(SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult_strauss_batch_single), error_callback, scratch, r, inp_g_sc, cb, cbdata, n);
}

__attribute__((unused)) static int secp256k1_ecmult_pippenger_batch_single(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, secp256k1_gej *r, const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n) {
    return secp256k1_ecmult_multi_msan_multiply(SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult_pippenger_batch_single), error_callback, scratch, r, inp_g_sc, cb, cbdata, n);
}

__attribute__((unused)) static int secp256k1_ecmult_bundle_batch_single(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, secp256k1_gej *r, const secp256k1_scalar *inp_g_sc, secp256k1_ecmult_multi_callback cb, void *cbdata, size_t n) {
    return secp256k1_ecmult_multi_msan_multiply(SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult_bundle_batch_single), error_callback, scratch, r, inp_g_sc, cb, cbdata, n);
}

__attribute__((unused)) static void secp256k1_ecmult(secp256k1_gej *r, const secp256k1_gej *a, const secp256k1_scalar *na, const secp256k1_scalar *ng) {
    /* The library takes NULL for a zero scalar, and for no point. */
    if (na != NULL) {
        __msan_check_mem_is_initialized(na, sizeof(*na));
        if (a != NULL && !secp256k1_ecmult_multi_msan_is_zero(na)) {
            secp256k1_ecmult_multi_msan_check_gej(a);
        }
    }
    if (ng != NULL) {
        __msan_check_mem_is_initialized(ng, sizeof(*ng));
    }
    SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult)(r, a, na, ng);
    __msan_unpoison(r, sizeof(*r));
}

__attribute__((unused)) static size_t secp256k1_strauss_max_points_aligned(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, size_t alignment) {
    secp256k1_callback wrapped;
    return SECP256K1_ECMULT_MULTI_NAME(secp256k1_strauss_max_points_aligned)(secp256k1_ecmult_multi_msan_wrap(&wrapped, error_callback), scratch, alignment);
}

__attribute__((unused)) static size_t secp256k1_pippenger_max_points_aligned(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, size_t alignment) {
    secp256k1_callback wrapped;
    return SECP256K1_ECMULT_MULTI_NAME(secp256k1_pippenger_max_points_aligned)(secp256k1_ecmult_multi_msan_wrap(&wrapped, error_callback), scratch, alignment);
}

__attribute__((unused)) static size_t secp256k1_bundle_max_points(const secp256k1_callback *error_callback, secp256k1_scratch *scratch) {
    secp256k1_callback wrapped;
    return SECP256K1_ECMULT_MULTI_NAME(secp256k1_bundle_max_points)(secp256k1_ecmult_multi_msan_wrap(&wrapped, error_callback), scratch);
}

__attribute__((unused)) static int secp256k1_ecmult_multi_batch_size_helper(size_t *n_batches, size_t *n_batch_points, size_t max_n_batch_points, size_t n) {
    int ret = SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult_multi_batch_size_helper)(n_batches, n_batch_points, max_n_batch_points, n);
    if (ret) {
        __msan_unpoison(n_batches, sizeof(*n_batches));
        __msan_unpoison(n_batch_points, sizeof(*n_batch_points));
    }
    return ret;
}

__attribute__((unused)) static int secp256k1_ecmult_wnaf(int *wnaf, int len, const secp256k1_scalar *a, int w) {
    int ret;
    __msan_check_mem_is_initialized(a, sizeof(*a));
    ret = SECP256K1_ECMULT_MULTI_NAME(secp256k1_ecmult_wnaf)(wnaf, len, a, w);
    if (len > 0) {
        __msan_unpoison(wnaf, (size_t)len * sizeof(*wnaf));
    }
    return ret;
}

__attribute__((unused)) static int secp256k1_wnaf_fixed(int *wnaf, const secp256k1_scalar *s, int w) {
    int ret;
    __msan_check_mem_is_initialized(s, sizeof(*s));
    ret = SECP256K1_ECMULT_MULTI_NAME(secp256k1_wnaf_fixed)(wnaf, s, w);
    /* As many digits as it takes for 128 bits; none for a width that there is not. */
    if (w >= 1 && w <= 30) {
        __msan_unpoison(wnaf, (size_t)((128 + w - 1) / w) * sizeof(*wnaf));
    }
    return ret;
}

__attribute__((unused)) static secp256k1_scratch *secp256k1_scratch_create_aligned(const secp256k1_callback *error_callback, size_t size, size_t alignment) {
    secp256k1_callback wrapped;
    secp256k1_scratch *ret = SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_create_aligned)(secp256k1_ecmult_multi_msan_wrap(&wrapped, error_callback), size, alignment);
    if (ret != NULL) {
        __msan_unpoison(ret, sizeof(*ret));
    }
    return ret;
}

__attribute__((unused)) static void secp256k1_scratch_destroy(const secp256k1_callback *error_callback, secp256k1_scratch *scratch) {
    secp256k1_callback wrapped;
    SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_destroy)(secp256k1_ecmult_multi_msan_wrap(&wrapped, error_callback), scratch);
}

__attribute__((unused)) static secp256k1_scratch *secp256k1_scratch_preallocated_create_aligned(void *mem, size_t mem_len, size_t max_size, size_t alignment) {
    secp256k1_scratch *ret = SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_preallocated_create_aligned)(mem, mem_len, max_size, alignment);
    if (ret != NULL) {
        __msan_unpoison(ret, sizeof(*ret));
    }
    return ret;
}

__attribute__((unused)) static void secp256k1_scratch_preallocated_destroy(const secp256k1_callback *error_callback, secp256k1_scratch *scratch) {
    secp256k1_callback wrapped;
    SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_preallocated_destroy)(secp256k1_ecmult_multi_msan_wrap(&wrapped, error_callback), scratch);
}

__attribute__((unused)) static size_t secp256k1_scratch_checkpoint(const secp256k1_callback *error_callback, const secp256k1_scratch *scratch) {
    secp256k1_callback wrapped;
    return SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_checkpoint)(secp256k1_ecmult_multi_msan_wrap(&wrapped, error_callback), scratch);
}

__attribute__((unused)) static void secp256k1_scratch_apply_checkpoint(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, size_t checkpoint) {
    secp256k1_callback wrapped;
    SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_apply_checkpoint)(secp256k1_ecmult_multi_msan_wrap(&wrapped, error_callback), scratch, checkpoint);
}

__attribute__((unused)) static size_t secp256k1_scratch_max_allocation_aligned(const secp256k1_callback *error_callback, const secp256k1_scratch *scratch, size_t objects, size_t alignment) {
    secp256k1_callback wrapped;
    return SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_max_allocation_aligned)(secp256k1_ecmult_multi_msan_wrap(&wrapped, error_callback), scratch, objects, alignment);
}

__attribute__((unused)) static void *secp256k1_scratch_alloc_aligned(const secp256k1_callback *error_callback, secp256k1_scratch *scratch, size_t size, size_t alignment) {
    secp256k1_callback wrapped;
    void *ret = SECP256K1_ECMULT_MULTI_NAME(secp256k1_scratch_alloc_aligned)(secp256k1_ecmult_multi_msan_wrap(&wrapped, error_callback), scratch, size, alignment);
    if (ret != NULL) {
        __msan_unpoison(ret, size);
    }
    return ret;
}

#undef SECP256K1_ECMULT_MULTI_TRAMPOLINE

#endif /* SECP256K1_ECMULT_MULTI_MSAN_H */
