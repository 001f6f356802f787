#pragma once

// libqrencode's functions for making a QR code (ISO/IEC 18004), found when first needed and not when a
// program starts.
//
// Only a development server that phones are pointed at needs them, so without the library all else must work.
// The structure and the functions are fixed by the ABI promise of libqrencode 4; they are declared here, so
// building needs no headers of it.
//
// Threads: the functions share nothing but caches that the library locks itself.

// QRcode: a square of `width` modules, row by row, a byte each; bit 0 is set for a dark one.
typedef struct {
  int version;
  int width;
  unsigned char *data;
} HybridQRCode;

// QRecLevel: how much of the code may be damaged; M is about 15 of 100 parts.
enum { HybridQRLevelM = 1 };

// Every function is named as in its library, without the prefix `QRcode_`.
typedef struct {
  // Version 0 is the smallest that fits. Null, with `errno` ERANGE, for more data than the largest code can
  // hold.
  HybridQRCode *(*encodeData)(int size, const unsigned char *data, int version, int level);
  void (*free)(HybridQRCode *code);
} HybridQREncode;

// Finds every function in the shared library called `name`. Returns null when all are there, or else what is
// missing, in the loader's words; the text is good until this thread's next call of the loader. The library
// stays loaded until the process ends.
const char *hybrid_qrencode_load(const char *name, HybridQREncode *functions);
