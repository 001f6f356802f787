#pragma once

#include <stddef.h>

// libsodium's functions for random bytes, keyed hashes and authenticated encryption, found when first needed and not when a
// program starts.
//
// Only what leaves this machine needs them, so without the library all else must work. The functions are fixed by the ABI
// of libsodium 23 (1.0.18, and 1.0.x after it); they are declared here, so building needs no headers of it.
//
// Threads: `sodium_init`, which loading calls, may be called from any thread and again; the rest share nothing.

enum {
  // crypto_generichash (BLAKE2b, RFC 7693) with 32 bytes of output and a key of as many.
  HybridSodiumHashBytes = 32,
  HybridSodiumHashKeyBytes = 32,
  // crypto_aead_xchacha20poly1305_ietf.
  HybridSodiumKeyBytes = 32,
  HybridSodiumNonceBytes = 24,
  HybridSodiumTagBytes = 16
};

// Every function is named as in its library, without the prefixes.
typedef struct {
  // randombytes_buf.
  void (*randomBytes)(void *buffer, size_t size);
  // sodium_memcmp: 0 when equal, in a time that depends on the size only.
  int (*compare)(const void *one, const void *other, size_t size);
  // crypto_generichash: 0 when done.
  int (*hash)(unsigned char *out, size_t outSize, const unsigned char *in, unsigned long long inSize,
              const unsigned char *key, size_t keySize);
  // crypto_aead_xchacha20poly1305_ietf_encrypt: the output is the input's size and a tag.
  int (*encrypt)(unsigned char *out, unsigned long long *outSize, const unsigned char *in, unsigned long long inSize,
                 const unsigned char *additional, unsigned long long additionalSize, const unsigned char *noSecretNonce,
                 const unsigned char *nonce, const unsigned char *key);
  // crypto_aead_xchacha20poly1305_ietf_decrypt: not 0 when the tag is not that of this input, nonce and key.
  int (*decrypt)(unsigned char *out, unsigned long long *outSize, unsigned char *noSecretNonce, const unsigned char *in,
                 unsigned long long inSize, const unsigned char *additional, unsigned long long additionalSize,
                 const unsigned char *nonce, const unsigned char *key);
} HybridSodium;

// Finds every function in the shared library called `name` and starts the library. Returns null when all is well, or else
// what is wrong, in the loader's words; the text is good until this thread's next call of the loader. The library stays
// loaded until the process ends.
const char *hybrid_sodium_load(const char *name, HybridSodium *functions);
