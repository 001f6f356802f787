#pragma once

#include <stddef.h>

// The prelude of a page's scripts: the files of Sources/HybridScript/World/Prelude as one text, and those of
// its folder Lazy as parts.
//
// C's `#embed` and not `.embedInCode` of SwiftPM, which writes every byte as a Swift literal: optimising
// those 177 KB took the compiler 27 s of the 35 s that it took for HybridScript.

typedef struct {
  const unsigned char *bytes;
  size_t count;
} HybridScriptPrelude;

HybridScriptPrelude HybridScriptPreludeText(void);

// A part that is read when a page first asks for it, by its name; no bytes for a name that no part has.
HybridScriptPrelude HybridScriptPreludePart(const char *name);

// What follows it in a worker.
HybridScriptPrelude HybridScriptWorkerText(void);
