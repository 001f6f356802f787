#include "CQREncode.h"

#include <dlfcn.h>
#include <stddef.h>

const char *hybrid_qrencode_load(const char *name, HybridQREncode *functions) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) return dlerror();
  void *encode = dlsym(library, "QRcode_encodeData");
  if (encode == NULL) return dlerror();
  void *release = dlsym(library, "QRcode_free");
  if (release == NULL) return dlerror();
  *(void **)&functions->encodeData = encode;
  *(void **)&functions->free = release;
  return NULL;
}
