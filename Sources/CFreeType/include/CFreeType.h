#pragma once

#include <stdint.h>

// FreeType's functions for opening a font file, found when the first font of a page is read.
//
// Building needs no headers of it: the functions are fixed by the ABI promise of FreeType 2. All objects are
// opaque. Debian's FreeType unpacks WOFF with zlib and WOFF2 with brotli, which it brings along.
//
// Threads: a library and its faces belong to one thread at a time; two libraries share nothing.

// Every function is named as in its library, without the prefix `FT_`. Zero is success.
typedef struct {
  int (*Init_FreeType)(void **library);
  int (*Done_FreeType)(void *library);
  int (*New_Memory_Face)(void *library, const uint8_t *file, long size, long index, void **face);
  int (*Done_Face)(void *face);
  // The tag 0 is the whole file, unpacked. Without a buffer, `length` is set to its size.
  int (*Load_Sfnt_Table)(void *face, unsigned long tag, long offset, uint8_t *buffer, unsigned long *length);
} HybridFreeType;

// Finds every function. Returns null when all are there, or else what is missing, in the loader's words; the
// text is good until this thread's next call of the loader. The library stays loaded until the process ends.
const char *hybrid_freetype_load(HybridFreeType *functions);
