#pragma once

#include <stddef.h>

// The files of the browser preview, as they are in Sources/HybridBrowser/Page, inside the program.
//
// Not `.embedInCode` of SwiftPM: that writes every byte as a Swift literal, which takes the compiler 13 s for
// 180 KB after each edit, and keeps no folders. C's `#embed` takes no time to speak of, and the compiler
// notes the files as what it depends on. The bytes lie in read-only data, so a start that shows no page never
// touches them.

typedef struct {
  // Its path below Page, such as "app/main.js".
  const char *path;
  const unsigned char *bytes;
  size_t count;
} HybridPageFile;

// How many there are, and each, by path.
size_t HybridPageFileCount(void);
HybridPageFile HybridPageFileAt(size_t index);
