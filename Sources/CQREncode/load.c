#include "CQREncode.h"

#include "CDynamicLibrary.h"

// One row for each member of HybridQREncode: where it goes and what it is called.
static const HybridSymbol symbols[] = {
    {offsetof(HybridQREncode, encodeData), "QRcode_encodeData"},
    {offsetof(HybridQREncode, free), "QRcode_free"},
};

_Static_assert(
    sizeof symbols / sizeof *symbols * sizeof(void *) == sizeof(HybridQREncode),
    "a row for every function");

const char *hybrid_qrencode_load(const char *name, HybridQREncode *functions) {
  return hybrid_load_symbols(name, symbols, sizeof symbols / sizeof *symbols, functions);
}
