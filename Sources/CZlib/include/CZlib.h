#pragma once

// zlib's functions for packing and unpacking (RFC 1950), found when first needed and not when a program
// starts.
//
// Only PNG files need them. The structure and the functions are fixed by the ABI promise of zlib 1; they are
// declared here, so building needs no headers of it.
//
// Threads: the functions share nothing.

#include <stdint.h>

// z_stream
typedef struct {
  const unsigned char *next_in;
  unsigned int avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *msg;
  void *state;
  void *zalloc;
  void *zfree;
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
} HybridZStream;

enum {
  HybridZNoFlush = 0,
  HybridZFullFlush = 3,
  HybridZFinish = 4,
  HybridZOK = 0,
  HybridZStreamEnd = 1,
  HybridZRunLength = 3,  // Z_RLE
};

// Every function is named as in its library.
typedef struct {
  int (*deflateInit2_)(
      HybridZStream *stream, int level, int method, int windowBits, int memory, int strategy,
      const char *version, int size);
  int (*deflate)(HybridZStream *stream, int flush);
  int (*deflateEnd)(HybridZStream *stream);
  unsigned long (*deflateBound)(HybridZStream *stream, unsigned long length);
  int (*inflateInit_)(HybridZStream *stream, const char *version, int size);
  int (*inflate)(HybridZStream *stream, int flush);
  int (*inflateEnd)(HybridZStream *stream);
  unsigned long (*adler32)(unsigned long start, const unsigned char *bytes, unsigned int length);
  unsigned long (*adler32_combine)(unsigned long first, unsigned long second, long length);
  unsigned long (*crc32)(unsigned long start, const unsigned char *bytes, unsigned int length);
} HybridZlib;

// Finds every function in the shared library called `name`. Returns null when all are there, or else what is
// missing, in the loader's words; the text is good until this thread's next call of the loader. The library
// stays loaded until the process ends.
const char *hybrid_zlib_load(const char *name, HybridZlib *functions);
