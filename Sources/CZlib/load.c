#include "CZlib.h"

#include <dlfcn.h>
#include <stddef.h>

// One row for each member of HybridZlib: where it goes and what it is called.
#define ZLIB(name) {offsetof(HybridZlib, name), #name}

static const struct {
  size_t offset;
  const char *name;
} rows[] = {
    ZLIB(deflateInit2_), ZLIB(deflate),    ZLIB(deflateEnd), ZLIB(deflateBound),    ZLIB(inflateInit_),
    ZLIB(inflate),       ZLIB(inflateEnd), ZLIB(adler32),    ZLIB(adler32_combine), ZLIB(crc32),
};

_Static_assert(sizeof(rows) / sizeof(rows[0]) * sizeof(void *) == sizeof(HybridZlib), "a row for every function");

const char *hybrid_zlib_load(const char *name, HybridZlib *functions) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) return dlerror();
  for (size_t index = 0; index < sizeof(rows) / sizeof(rows[0]); index++) {
    void *function = dlsym(library, rows[index].name);
    if (function == NULL) return dlerror();
    *(void **)((char *)functions + rows[index].offset) = function;
  }
  return NULL;
}
