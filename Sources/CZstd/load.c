#include "CZstd.h"

#include "CDynamicLibrary.h"

// One row for each member of HybridZstd: where it goes and what it is called.
static const HybridSymbol symbols[] = {
    {offsetof(HybridZstd, createCompressor), "ZSTD_createCCtx"},
    {offsetof(HybridZstd, freeCompressor), "ZSTD_freeCCtx"},
    {offsetof(HybridZstd, setCompressor), "ZSTD_CCtx_setParameter"},
    {offsetof(HybridZstd, compressorPrefix), "ZSTD_CCtx_refPrefix"},
    {offsetof(HybridZstd, compress), "ZSTD_compress2"},
    {offsetof(HybridZstd, bound), "ZSTD_compressBound"},
    {offsetof(HybridZstd, createDecompressor), "ZSTD_createDCtx"},
    {offsetof(HybridZstd, freeDecompressor), "ZSTD_freeDCtx"},
    {offsetof(HybridZstd, setDecompressor), "ZSTD_DCtx_setParameter"},
    {offsetof(HybridZstd, decompressorPrefix), "ZSTD_DCtx_refPrefix"},
    {offsetof(HybridZstd, decompress), "ZSTD_decompressDCtx"},
    {offsetof(HybridZstd, contentSize), "ZSTD_getFrameContentSize"},
    {offsetof(HybridZstd, isError), "ZSTD_isError"},
    {offsetof(HybridZstd, errorName), "ZSTD_getErrorName"},
};

_Static_assert(
    sizeof symbols / sizeof *symbols * sizeof(void *) == sizeof(HybridZstd),
    "a row for every function");

const char *hybrid_zstd_load(const char *name, HybridZstd *functions) {
  return hybrid_load_symbols(name, symbols, sizeof symbols / sizeof *symbols, functions);
}
