#pragma once

// For benchmarks that have many sockets.
#include <sys/epoll.h>

// What a thread does with the C allocator: for benchmarks and tests only. A program that links this has its
// own `malloc` and `free`, which count and hand over to glibc's; memory itself is glibc's as ever.
//
// Threads: every thread has its own counters. A block that another thread gives back is subtracted there.

#include <stdbool.h>
#include <stdint.h>

// Whether this build counts. A sanitizer brings an allocator of its own, which is left alone.
bool HybridCountsAllocations(void);

// How many blocks this thread has asked for since it began: one for each `malloc`, `calloc`, `realloc` and
// aligned allocation. Blocks given back are not subtracted.
int64_t HybridAllocations(void);

// Bytes of heap that this thread has taken and not given back. As in the allocator's statistics, a block
// counts with what it was rounded up to and with its header.
int64_t HybridHeapBytes(void);
