#include "CDynamicLibrary.h"

#include <dlfcn.h>
#include <string.h>

const char *hybrid_load_symbols(
    const char *name, const HybridSymbol *symbols, size_t count, void *functions) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) return dlerror();
  for (size_t i = 0; i < count; i++) {
    void *function = dlsym(library, symbols[i].name);
    if (function == NULL) return dlerror();
    // Copied byte for byte: C has no conversion from an object's pointer to a function's.
    memcpy((char *)functions + symbols[i].offset, &function, sizeof function);
  }
  return NULL;
}
