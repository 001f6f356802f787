#include "CZlib.h"

#include "CDynamicLibrary.h"

// One row for each member of HybridZlib: where it goes and what it is called.
#define ZLIB(name) {offsetof(HybridZlib, name), #name}

static const HybridSymbol symbols[] = {
    ZLIB(deflateInit2_), ZLIB(deflate),    ZLIB(deflateEnd), ZLIB(deflateBound),    ZLIB(inflateInit_),
    ZLIB(inflate),       ZLIB(inflateEnd), ZLIB(adler32),    ZLIB(adler32_combine), ZLIB(crc32),
};

_Static_assert(
    sizeof symbols / sizeof *symbols * sizeof(void *) == sizeof(HybridZlib),
    "a row for every function");

const char *hybrid_zlib_load(const char *name, HybridZlib *functions) {
  return hybrid_load_symbols(name, symbols, sizeof symbols / sizeof *symbols, functions);
}
