#include "CSQLite.h"

#include "CDynamicLibrary.h"

// One row for each member of HybridSQLite: where it goes and what it is called.
static const HybridSymbol symbols[] = {
    {offsetof(HybridSQLite, open), "sqlite3_open_v2"},
    {offsetof(HybridSQLite, close), "sqlite3_close_v2"},
    {offsetof(HybridSQLite, busyTimeout), "sqlite3_busy_timeout"},
    {offsetof(HybridSQLite, execute), "sqlite3_exec"},
    {offsetof(HybridSQLite, message), "sqlite3_errmsg"},
    {offsetof(HybridSQLite, extendedCode), "sqlite3_extended_errcode"},
    {offsetof(HybridSQLite, changes), "sqlite3_changes"},
    {offsetof(HybridSQLite, prepare), "sqlite3_prepare_v2"},
    {offsetof(HybridSQLite, step), "sqlite3_step"},
    {offsetof(HybridSQLite, reset), "sqlite3_reset"},
    {offsetof(HybridSQLite, clearBindings), "sqlite3_clear_bindings"},
    {offsetof(HybridSQLite, finalize), "sqlite3_finalize"},
    {offsetof(HybridSQLite, bindInt), "sqlite3_bind_int64"},
    {offsetof(HybridSQLite, bindText), "sqlite3_bind_text"},
    {offsetof(HybridSQLite, bindBlob), "sqlite3_bind_blob"},
    {offsetof(HybridSQLite, bindEmptyBlob), "sqlite3_bind_zeroblob"},
    {offsetof(HybridSQLite, bindNull), "sqlite3_bind_null"},
    {offsetof(HybridSQLite, columnCount), "sqlite3_column_count"},
    {offsetof(HybridSQLite, columnType), "sqlite3_column_type"},
    {offsetof(HybridSQLite, columnInt), "sqlite3_column_int64"},
    {offsetof(HybridSQLite, columnText), "sqlite3_column_text"},
    {offsetof(HybridSQLite, columnBlob), "sqlite3_column_blob"},
    {offsetof(HybridSQLite, columnBytes), "sqlite3_column_bytes"},
};

_Static_assert(
    sizeof symbols / sizeof *symbols * sizeof(void *) == sizeof(HybridSQLite),
    "a row for every function");

const char *hybrid_sqlite_load(const char *name, HybridSQLite *functions) {
  return hybrid_load_symbols(name, symbols, sizeof symbols / sizeof *symbols, functions);
}
