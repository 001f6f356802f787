#include "CFreeType.h"

#include "CDynamicLibrary.h"

// One row for each member of HybridFreeType: where it goes and what it is called.
static const HybridSymbol symbols[] = {
    {offsetof(HybridFreeType, Init_FreeType), "FT_Init_FreeType"},
    {offsetof(HybridFreeType, Done_FreeType), "FT_Done_FreeType"},
    {offsetof(HybridFreeType, New_Memory_Face), "FT_New_Memory_Face"},
    {offsetof(HybridFreeType, Done_Face), "FT_Done_Face"},
    {offsetof(HybridFreeType, Load_Sfnt_Table), "FT_Load_Sfnt_Table"},
};

_Static_assert(
    sizeof symbols / sizeof *symbols * sizeof(void *) == sizeof(HybridFreeType),
    "a row for every function");

const char *hybrid_freetype_load(HybridFreeType *functions) {
  return hybrid_load_symbols("libfreetype.so.6", symbols, sizeof symbols / sizeof *symbols, functions);
}
