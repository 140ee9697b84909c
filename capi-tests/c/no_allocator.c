/* An allocator that ends the process: linked into a program, it shows that nobody asks for heap
 * memory, nor gives any back. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *refuse(void) {
    static const char text[] = "no_allocator: the program uses the heap\n";
    if (write(2, text, sizeof(text) - 1) < 0) {
        _exit(EXIT_FAILURE);
    }
    abort();
    return NULL;
}

void *malloc(size_t size) { (void)size; return refuse(); }
void *calloc(size_t count, size_t size) { (void)count; (void)size; return refuse(); }
void *realloc(void *block, size_t size) { (void)block; (void)size; return refuse(); }
void *aligned_alloc(size_t alignment, size_t size) { (void)alignment; (void)size; return refuse(); }
void *memalign(size_t alignment, size_t size) { (void)alignment; (void)size; return refuse(); }
void *valloc(size_t size) { (void)size; return refuse(); }
int posix_memalign(void **block, size_t alignment, size_t size) { (void)block; (void)alignment; (void)size; return refuse() == NULL; }
void free(void *block) { (void)block; refuse(); }

/* C's library would allocate a buffer for the program's report. */
__attribute__((constructor)) static void unbuffer(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
}
