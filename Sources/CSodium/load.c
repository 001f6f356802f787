#include "CSodium.h"

#include <dlfcn.h>
#include <stddef.h>

const char *hybrid_sodium_load(const char *name, HybridSodium *functions) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) return dlerror();
  int (*start)(void);
  const struct {
    const char *name;
    void **place;
  } symbols[] = {
      {"sodium_init", (void **)&start},
      {"randombytes_buf", (void **)&functions->randomBytes},
      {"sodium_memcmp", (void **)&functions->compare},
      {"crypto_generichash", (void **)&functions->hash},
      {"crypto_aead_xchacha20poly1305_ietf_encrypt", (void **)&functions->encrypt},
      {"crypto_aead_xchacha20poly1305_ietf_decrypt", (void **)&functions->decrypt},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    *symbols[i].place = dlsym(library, symbols[i].name);
    if (*symbols[i].place == NULL) return dlerror();
  }
  // 1 when another has started it before.
  return start() < 0 ? "libsodium finds no source of random numbers" : NULL;
}
