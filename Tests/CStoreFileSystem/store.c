#include "CStoreFileSystem.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// What SQLite's ABI fixes of `sqlite3_vfs`, `sqlite3_file` and `sqlite3_io_methods`, version 1 of each.
typedef struct Methods Methods;
typedef struct {
  const Methods *methods;
} File;
typedef struct Vfs Vfs;
struct Methods {
  int version;
  int (*close)(File *);
  int (*read)(File *, void *, int, int64_t);
  int (*write)(File *, const void *, int, int64_t);
  int (*truncate)(File *, int64_t);
  int (*sync)(File *, int);
  int (*fileSize)(File *, int64_t *);
  int (*lock)(File *, int);
  int (*unlock)(File *, int);
  int (*checkReservedLock)(File *, int *);
  int (*fileControl)(File *, int, void *);
  int (*sectorSize)(File *);
  int (*deviceCharacteristics)(File *);
};
struct Vfs {
  int version;
  int fileSize;
  int longestPath;
  Vfs *next;
  const char *name;
  void *data;
  int (*open)(Vfs *, const char *, File *, int, int *);
  int (*remove)(Vfs *, const char *, int);
  int (*access)(Vfs *, const char *, int, int *);
  int (*fullPath)(Vfs *, const char *, int, char *);
  void *(*libraryOpen)(Vfs *, const char *);
  void (*libraryError)(Vfs *, int, char *);
  void (*(*librarySymbol)(Vfs *, void *, const char *))(void);
  void (*libraryClose)(Vfs *, void *);
  int (*randomness)(Vfs *, int, char *);
  int (*sleep)(Vfs *, int);
  int (*currentTime)(Vfs *, double *);
  int (*lastError)(Vfs *, int, char *);
};

enum { Ok = 0, NotFound = 12, IoError = 10, CantOpen = 14, ShortRead = 522 };
enum { OpenCreate = 0x4, OpenMainJournal = 0x800 };

struct HybridStoreFileSystem {
  Vfs vfs;
  HybridStoreCalls calls;
  char name[128];
  int (*unregister)(Vfs *);
};

typedef struct {
  File base;
  const HybridStoreCalls *calls;
  const char *path;  // SQLite keeps it until the file is closed
  int syncsFolder;   // a new journal: its name has to last too, as with SQLite's own unix file system
} OpenFile;

static int closeFile(File *file) {
  (void)file;
  return Ok;
}

static int readFile(File *file, void *bytes, int count, int64_t offset) {
  OpenFile *open = (OpenFile *)file;
  int got = open->calls->read(open->calls->context, open->path, bytes, count, offset);
  if (got < 0) return IoError;
  if (got == count) return Ok;
  memset((char *)bytes + got, 0, (size_t)(count - got));
  return ShortRead;
}

static int writeFile(File *file, const void *bytes, int count, int64_t offset) {
  OpenFile *open = (OpenFile *)file;
  return open->calls->write(open->calls->context, open->path, bytes, count, offset);
}

static int truncateFile(File *file, int64_t size) {
  OpenFile *open = (OpenFile *)file;
  return open->calls->truncate(open->calls->context, open->path, size);
}

static int syncFile(File *file, int flags) {
  (void)flags;
  OpenFile *open = (OpenFile *)file;
  int folder = open->syncsFolder;
  open->syncsFolder = 0;
  return open->calls->sync(open->calls->context, open->path, folder);
}

static int sizeOfFile(File *file, int64_t *size) {
  OpenFile *open = (OpenFile *)file;
  long long found = open->calls->size(open->calls->context, open->path);
  if (found < -1) return IoError;
  *size = found < 0 ? 0 : found;
  return Ok;
}

static int lockFile(File *file, int level) {
  (void)file, (void)level;
  return Ok;
}

static int checkReserved(File *file, int *result) {
  (void)file;
  *result = 0;
  return Ok;
}

static int control(File *file, int operation, void *argument) {
  (void)file, (void)operation, (void)argument;
  return NotFound;
}

static int sectorSize(File *file) {
  (void)file;
  return 512;
}

static int characteristics(File *file) {
  (void)file;
  return 0;
}

static const Methods methods = {
    1,        closeFile, readFile,      writeFile, truncateFile, syncFile,       sizeOfFile,
    lockFile, lockFile,  checkReserved, control,   sectorSize,   characteristics};

static const HybridStoreCalls *callsOf(Vfs *vfs) { return &((HybridStoreFileSystem *)vfs->data)->calls; }

static int openFile(Vfs *vfs, const char *path, File *file, int flags, int *given) {
  OpenFile *open = (OpenFile *)file;
  open->base.methods = NULL;
  if (!path) return CantOpen;
  const HybridStoreCalls *calls = callsOf(vfs);
  long long size = calls->size(calls->context, path);
  if (size < -1) return CantOpen;
  if (size == -1) {
    if (!(flags & OpenCreate)) return CantOpen;
    int status = calls->truncate(calls->context, path, 0);
    if (status != Ok) return CantOpen;
  }
  open->calls = calls;
  open->path = path;
  open->syncsFolder = (flags & OpenCreate) && (flags & OpenMainJournal);
  open->base.methods = &methods;
  if (given) *given = flags;
  return Ok;
}

static int removeFile(Vfs *vfs, const char *path, int syncs) {
  const HybridStoreCalls *calls = callsOf(vfs);
  return calls->remove(calls->context, path, syncs);
}

static int accessFile(Vfs *vfs, const char *path, int flags, int *result) {
  (void)flags;
  const HybridStoreCalls *calls = callsOf(vfs);
  long long size = calls->size(calls->context, path);
  if (size < -1) return IoError;
  *result = size >= 0;
  return Ok;
}

static int fullPath(Vfs *vfs, const char *path, int room, char *out) {
  (void)vfs;
  return snprintf(out, (size_t)room, "%s", path) < room ? Ok : CantOpen;
}

static void *noLibrary(Vfs *vfs, const char *name) {
  (void)vfs, (void)name;
  return NULL;
}

static void noLibraryError(Vfs *vfs, int room, char *out) {
  (void)vfs;
  snprintf(out, (size_t)room, "no libraries");
}

static void (*noSymbol(Vfs *vfs, void *library, const char *name))(void) {
  (void)vfs, (void)library, (void)name;
  return NULL;
}

static void noClose(Vfs *vfs, void *library) { (void)vfs, (void)library; }

// The same in every run: a journal's nonce is all that it is for.
static int randomness(Vfs *vfs, int count, char *out) {
  (void)vfs;
  for (int index = 0; index < count; index++) out[index] = (char)(index * 37 + 11);
  return count;
}

static int sleepFor(Vfs *vfs, int microseconds) {
  (void)vfs;
  return microseconds;
}

static int currentTime(Vfs *vfs, double *days) {
  (void)vfs;
  *days = 2440587.5 + (double)time(NULL) / 86400.0;
  return Ok;
}

static int lastError(Vfs *vfs, int room, char *out) {
  (void)vfs, (void)room, (void)out;
  return 0;
}

HybridStoreFileSystem *hybrid_store_register(
    const char *library, const char *name, const HybridStoreCalls *calls) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
  if (!handle) return NULL;
  int (*initialize)(void) = (int (*)(void))dlsym(handle, "sqlite3_initialize");
  int (*add)(Vfs *, int) = (int (*)(Vfs *, int))dlsym(handle, "sqlite3_vfs_register");
  int (*end)(Vfs *) = (int (*)(Vfs *))dlsym(handle, "sqlite3_vfs_unregister");
  if (!initialize || !add || !end || initialize() != Ok) return NULL;
  HybridStoreFileSystem *system = calloc(1, sizeof *system);
  if (!system) return NULL;
  system->calls = *calls;
  system->unregister = end;
  snprintf(system->name, sizeof system->name, "%s", name);
  system->vfs = (Vfs){
      1,        (int)sizeof(OpenFile), 1000,       NULL,     system->name, system,
      openFile, removeFile,            accessFile, fullPath, noLibrary,    noLibraryError,
      noSymbol, noClose,               randomness, sleepFor, currentTime,  lastError};
  if (add(&system->vfs, 0) == Ok) return system;
  free(system);
  return NULL;
}

void hybrid_store_unregister(HybridStoreFileSystem *system) {
  if (!system) return;
  system->unregister(&system->vfs);
  free(system);
}
