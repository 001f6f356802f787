#include "CAllocations.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)

bool HybridCountsAllocations(void) { return false; }
int64_t HybridAllocations(void) { return 0; }
int64_t HybridHeapBytes(void) { return 0; }

#else

// Part of the program's own static thread storage: reaching it must not allocate.
#define PER_THREAD static _Thread_local __attribute__((tls_model("initial-exec")))
PER_THREAD int64_t allocations;
PER_THREAD int64_t bytes;

bool HybridCountsAllocations(void) { return true; }
int64_t HybridAllocations(void) { return allocations; }
int64_t HybridHeapBytes(void) { return bytes; }

// glibc exports its allocator under these names as well, for programs that replace the usual ones.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

// A block's own size with the header before it.
static int64_t size_of(void *block) {
  return block == NULL ? 0 : (int64_t)(malloc_usable_size(block) + sizeof(size_t));
}

static void *counted(void *block) {
  allocations++;
  bytes += size_of(block);
  return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *realloc(void *block, size_t size) {
  int64_t before = size_of(block);
  void *made = __libc_realloc(block, size);
  // Without memory the old block stays; with a size of nothing it is given back.
  if (made != NULL || size == 0) bytes -= before;
  return counted(made);
}

void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment == 0 || alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *made = counted(__libc_memalign(alignment, size));
  if (made == NULL) return ENOMEM;
  *block = made;
  return 0;
}

void free(void *block) {
  bytes -= size_of(block);
  __libc_free(block);
}

#endif
