#pragma once

#include <stddef.h>

// Opens shared libraries while a program runs, so that they cost nothing at its start and may be missing.

// One function to look for.
typedef struct {
  // Where its pointer goes, in bytes from the beginning of the table.
  size_t offset;
  // Its name in the library.
  const char *name;
} HybridSymbol;

// Finds `count` functions in the shared library called `name` and puts each where its row says in the table
// at `functions`. Returns null when all are there, or else what is wrong, in the loader's words; the text is
// good until this thread's next call of the loader. The library stays loaded until the process ends. May be
// called from any thread.
const char *hybrid_load_symbols(const char *name, const HybridSymbol *symbols, size_t count, void *functions);
