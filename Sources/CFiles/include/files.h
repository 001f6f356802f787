#ifndef HYBRID_FILES_H
#define HYBRID_FILES_H

#include <stdint.h>
#include <stddef.h>

// Functions of the system that Swift's Glibc module leaves out.

/// Puts everything that was written to the file system of `descriptor` onto the disk; 0 when it is there
/// (syncfs(2)).
int hybrid_sync_file_system(int descriptor);

/// Copies bytes between two files within the kernel; how many, or -1 with errno (copy_file_range(2)).
int64_t hybrid_copy_range(int source, int64_t *offset, int target, size_t count);

/// Whether `wanted` is somewhere in `bytes` (memmem(3)).
int hybrid_contains(const void *bytes, size_t count, const void *wanted, size_t wantedCount);

#endif
