#pragma once

#include <stddef.h>

// SQLite's functions for one connection with prepared statements, found when first needed and not when a
// program starts.
//
// They are fixed by the ABI of SQLite 3 and declared here, so building needs no headers of it. A connection
// is used by one thread at a time; it is opened in the multi-thread mode of SQLite.

enum {
  HybridSQLiteOK = 0,
  HybridSQLiteBusy = 5,
  HybridSQLiteNoMemory = 7,
  HybridSQLiteCorrupt = 11,
  HybridSQLiteFull = 13,
  HybridSQLiteNotADatabase = 26,
  HybridSQLiteRow = 100,
  HybridSQLiteDone = 101,
  HybridSQLiteOpenReadOnly = 0x1,
  HybridSQLiteOpenReadWrite = 0x2,
  HybridSQLiteOpenCreate = 0x4,
  HybridSQLiteOpenNoMutex = 0x8000,
  HybridSQLiteInteger = 1,
  HybridSQLiteText = 3,
  HybridSQLiteBlob = 4,
  HybridSQLiteNull = 5
};

typedef struct {
  int (*open)(const char *path, void **connection, int flags, const char *vfs);
  int (*close)(void *connection);
  int (*busyTimeout)(void *connection, int milliseconds);
  int (*execute)(void *connection, const char *sql, int (*row)(void *, int, char **, char **), void *,
                 char **message);
  const char *(*message)(void *connection);
  int (*extendedCode)(void *connection);
  int (*changes)(void *connection);
  int (*prepare)(void *connection, const char *sql, int size, void **statement, const char **rest);
  int (*step)(void *statement);
  int (*reset)(void *statement);
  int (*clearBindings)(void *statement);
  int (*finalize)(void *statement);
  int (*bindInt)(void *statement, int index, long long value);
  // `release` is -1 (SQLITE_TRANSIENT): the bytes are copied.
  int (*bindText)(void *statement, int index, const char *text, int size, void *release);
  int (*bindBlob)(void *statement, int index, const void *bytes, int size, void *release);
  int (*bindEmptyBlob)(void *statement, int index, int size);
  int (*bindNull)(void *statement, int index);
  int (*columnCount)(void *statement);
  int (*columnType)(void *statement, int column);
  long long (*columnInt)(void *statement, int column);
  const unsigned char *(*columnText)(void *statement, int column);
  const void *(*columnBlob)(void *statement, int column);
  int (*columnBytes)(void *statement, int column);
} HybridSQLite;

// Finds every function in the shared library called `name`; null, or what is wrong in the loader's words.
const char *hybrid_sqlite_load(const char *name, HybridSQLite *functions);
