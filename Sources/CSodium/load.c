#include "CSodium.h"

#include "CDynamicLibrary.h"

// One row for each member of HybridSodium: where it goes and what it is called.
static const HybridSymbol symbols[] = {
    {offsetof(HybridSodium, start), "sodium_init"},
    {offsetof(HybridSodium, randomBytes), "randombytes_buf"},
    {offsetof(HybridSodium, compare), "sodium_memcmp"},
    {offsetof(HybridSodium, forget), "sodium_memzero"},
    {offsetof(HybridSodium, hash), "crypto_generichash"},
    {offsetof(HybridSodium, encrypt), "crypto_aead_xchacha20poly1305_ietf_encrypt"},
    {offsetof(HybridSodium, decrypt), "crypto_aead_xchacha20poly1305_ietf_decrypt"},
    {offsetof(HybridSodium, sha256), "crypto_hash_sha256"},
    {offsetof(HybridSodium, sha256Start), "crypto_hash_sha256_init"},
    {offsetof(HybridSodium, sha256Update), "crypto_hash_sha256_update"},
    {offsetof(HybridSodium, sha256End), "crypto_hash_sha256_final"},
    {offsetof(HybridSodium, keyPair), "crypto_sign_ed25519_seed_keypair"},
    {offsetof(HybridSodium, sign), "crypto_sign_ed25519_detached"},
    {offsetof(HybridSodium, verify), "crypto_sign_ed25519_verify_detached"},
    {offsetof(HybridSodium, deriveKey), "crypto_pwhash"},
};

_Static_assert(
    sizeof symbols / sizeof *symbols * sizeof(void *) == sizeof(HybridSodium),
    "a row for every function");

const char *hybrid_sodium_load(const char *name, HybridSodium *functions) {
  const char *fault = hybrid_load_symbols(name, symbols, sizeof symbols / sizeof *symbols, functions);
  if (fault != NULL) return fault;
  // 1 when another has started it before.
  return functions->start() < 0 ? "libsodium finds no source of random numbers" : NULL;
}
