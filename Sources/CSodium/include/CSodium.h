#pragma once

#include <stddef.h>

// libsodium's functions for random bytes, hashes, signatures, authenticated encryption and keys of
// passphrases, found when first needed and not when a program starts.
//
// Only what leaves this machine and releases need them, so without the library all else must work. The
// functions are fixed by the ABI of libsodium 23 (1.0.18, and 1.0.x after it); they are declared here, so
// building needs no headers of it.
//
// Threads: `sodium_init`, which loading calls, may be called from any thread and again; the rest share
// nothing.

enum {
  // crypto_generichash (BLAKE2b, RFC 7693) with 32 bytes of output and a key of as many.
  HybridSodiumHashBytes = 32,
  HybridSodiumHashKeyBytes = 32,
  // crypto_aead_xchacha20poly1305_ietf.
  HybridSodiumKeyBytes = 32,
  HybridSodiumNonceBytes = 24,
  HybridSodiumTagBytes = 16,
  // crypto_hash_sha256 (FIPS 180-4). The state is libsodium's own, 104 bytes of 1.0.18; here it has room to
  // spare.
  HybridSodiumSHA256Bytes = 32,
  HybridSodiumSHA256StateBytes = 128,
  // crypto_sign_ed25519 (RFC 8032). A secret key is the seed with the public key behind it.
  HybridSodiumSeedBytes = 32,
  HybridSodiumPublicKeyBytes = 32,
  HybridSodiumSecretKeyBytes = 64,
  HybridSodiumSignatureBytes = 64,
  // crypto_pwhash with Argon2id version 1.3 (RFC 9106).
  HybridSodiumSaltBytes = 16,
  HybridSodiumArgon2id13 = 2
};

// Every function is named as in its library, without the prefixes.
typedef struct {
  // sodium_init: below 0 when it cannot work.
  int (*start)(void);
  // randombytes_buf.
  void (*randomBytes)(void *buffer, size_t size);
  // sodium_memcmp: 0 when equal, in a time that depends on the size only.
  int (*compare)(const void *one, const void *other, size_t size);
  // crypto_generichash: 0 when done.
  int (*hash)(unsigned char *out, size_t outSize, const unsigned char *in, unsigned long long inSize,
              const unsigned char *key, size_t keySize);
  // crypto_aead_xchacha20poly1305_ietf_encrypt: the output is the input's size and a tag.
  int (*encrypt)(unsigned char *out, unsigned long long *outSize, const unsigned char *in,
                 unsigned long long inSize, const unsigned char *additional,
                 unsigned long long additionalSize, const unsigned char *noSecretNonce,
                 const unsigned char *nonce, const unsigned char *key);
  // crypto_aead_xchacha20poly1305_ietf_decrypt: not 0 when the tag is not that of this input, nonce and key.
  int (*decrypt)(unsigned char *out, unsigned long long *outSize, unsigned char *noSecretNonce,
                 const unsigned char *in, unsigned long long inSize, const unsigned char *additional,
                 unsigned long long additionalSize, const unsigned char *nonce, const unsigned char *key);
  // sodium_memzero: writes zeros that no optimiser leaves out.
  void (*forget)(void *bytes, size_t size);
  // crypto_hash_sha256: 0 when done.
  int (*sha256)(unsigned char *out, const unsigned char *in, unsigned long long inSize);
  // The same in pieces: crypto_hash_sha256_init, _update, _final.
  int (*sha256Start)(void *state);
  int (*sha256Update)(void *state, const unsigned char *in, unsigned long long inSize);
  int (*sha256End)(void *state, unsigned char *out);
  // crypto_sign_ed25519_seed_keypair: 0 when done.
  int (*keyPair)(unsigned char *publicKey, unsigned char *secretKey, const unsigned char *seed);
  // crypto_sign_ed25519_detached: 0 when done.
  int (*sign)(unsigned char *signature, unsigned long long *signatureSize, const unsigned char *message,
              unsigned long long messageSize, const unsigned char *secretKey);
  // crypto_sign_ed25519_verify_detached: 0 when the signature is of this message and key; keys of small order
  // are refused.
  int (*verify)(const unsigned char *signature, const unsigned char *message, unsigned long long messageSize,
                const unsigned char *publicKey);
  // crypto_pwhash: 0 when done, not 0 when memory is short.
  int (*deriveKey)(unsigned char *out, unsigned long long outSize, const char *passphrase,
                   unsigned long long passphraseSize, const unsigned char *salt,
                   unsigned long long operations, size_t memory, int algorithm);
} HybridSodium;

// Finds every function in the shared library called `name` and starts the library. Returns null when all is
// well, or else what is wrong, in the loader's words; the text is good until this thread's next call of the
// loader. The library stays loaded until the process ends.
const char *hybrid_sodium_load(const char *name, HybridSodium *functions);
