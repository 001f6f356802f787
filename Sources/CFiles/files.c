#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

int hybrid_sync_file_system(int descriptor) {
#ifdef __linux__
  return syncfs(descriptor);
#else
  sync();
  return 0;
#endif
}

int64_t hybrid_copy_range(int source, int64_t *offset, int target, size_t count) {
#ifdef __linux__
  off_t place = (off_t)*offset;
  ssize_t copied = copy_file_range(source, &place, target, 0, count, 0);
  if (copied >= 0 || (errno != EXDEV && errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP)) {
    if (copied > 0) *offset = place;
    return copied;
  }
#endif
  // A file system that cannot: through memory.
  char buffer[1 << 16];
  ssize_t part = pread(source, buffer, count < sizeof buffer ? count : sizeof buffer, (off_t)*offset);
  if (part <= 0) return part;
  ssize_t written = write(target, buffer, (size_t)part);
  if (written > 0) *offset += written;
  return written;
}

int hybrid_contains(const void *bytes, size_t count, const void *wanted, size_t wantedCount) {
  return memmem(bytes, count, wanted, wantedCount) != NULL;
}
