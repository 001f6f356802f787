#pragma once

#include <stddef.h>

// A file system of SQLite (https://www.sqlite.org/vfs.html) whose every step is a call to whoever registered
// it.
//
// Only what one connection with a rollback journal needs: no locks, no shared memory. The calls answer 0 or a
// code of SQLite (SQLITE_FULL is 13, SQLITE_IOERR 10, SQLITE_CANTOPEN 14).

typedef struct {
  void *context;
  // The bytes of a file, -1 when there is none, -2 when that cannot be said.
  long long (*size)(void *context, const char *path);
  // Reads at most `count` bytes; how many, or -1.
  int (*read)(void *context, const char *path, void *bytes, int count, long long offset);
  int (*write)(void *context, const char *path, const void *bytes, int count, long long offset);
  int (*truncate)(void *context, const char *path, long long size);
  // Syncs a file; `folder` asks for its folder to be synced too.
  int (*sync)(void *context, const char *path, int folder);
  // Removes a file; `syncs` asks for the folder to be synced too.
  int (*remove)(void *context, const char *path, int syncs);
} HybridStoreCalls;

typedef struct HybridStoreFileSystem HybridStoreFileSystem;

// Registers it with the SQLite in the shared library `library` under `name`; null when that is not there. The
// calls are copied.
HybridStoreFileSystem *hybrid_store_register(
    const char *library, const char *name, const HybridStoreCalls *calls);

// Ends it. No connection may use it any more.
void hybrid_store_unregister(HybridStoreFileSystem *system);
