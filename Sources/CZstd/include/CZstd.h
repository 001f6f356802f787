#pragma once

#include <stddef.h>

// libzstd's functions for frames with a prefix (RFC 8878), found when first needed and not when a program
// starts.
//
// They are fixed by the ABI of libzstd 1 (1.4.0 and after it) and declared here, so building needs no headers
// of it. A context belongs to one thread at a time.

enum {
  // ZSTD_cParameter.
  HybridZstdCompressionLevel = 100,
  HybridZstdWindowLog = 101,
  HybridZstdLongDistanceMatching = 160,
  HybridZstdContentSizeFlag = 200,
  HybridZstdChecksumFlag = 201,
  HybridZstdDictionaryIDFlag = 202,
  // ZSTD_dParameter.
  HybridZstdWindowLogMax = 100
};

typedef struct {
  void *(*createCompressor)(void);
  size_t (*freeCompressor)(void *compressor);
  size_t (*setCompressor)(void *compressor, int parameter, int value);
  size_t (*compressorPrefix)(void *compressor, const void *prefix, size_t size);
  size_t (*compress)(void *compressor, void *out, size_t room, const void *in, size_t size);
  size_t (*bound)(size_t size);
  void *(*createDecompressor)(void);
  size_t (*freeDecompressor)(void *decompressor);
  size_t (*setDecompressor)(void *decompressor, int parameter, int value);
  size_t (*decompressorPrefix)(void *decompressor, const void *prefix, size_t size);
  size_t (*decompress)(void *decompressor, void *out, size_t room, const void *in, size_t size);
  unsigned long long (*contentSize)(const void *in, size_t size);
  unsigned (*isError)(size_t result);
  const char *(*errorName)(size_t result);
} HybridZstd;

// Finds every function in the shared library called `name`; null, or what is wrong in the loader's words.
const char *hybrid_zstd_load(const char *name, HybridZstd *functions);
