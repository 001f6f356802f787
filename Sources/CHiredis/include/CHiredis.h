#pragma once

// hiredis's functions for talking to a Redis server, found when first needed and not when a program starts.
//
// Only a server that shares its project with others needs them, so without the library all else must work.
// The structures and the functions are those of hiredis 0.14, which the library's file name stands for; they
// are declared here, so building needs no headers of it.
//
// Threads: a connection belongs to one thread at a time; connections share nothing.

#include <stddef.h>
#include <sys/time.h>

// redisReply.
typedef struct HybridRedisReply {
  int type;
  long long integer;
  size_t length;
  char *text;
  size_t count;
  struct HybridRedisReply **elements;
} HybridRedisReply;

enum {
  HybridRedisString = 1,
  HybridRedisArray = 2,
  HybridRedisInteger = 3,
  HybridRedisNil = 4,
  HybridRedisStatus = 5,
  HybridRedisError = 6,
};

// The beginning of redisContext.
typedef struct {
  // 0 while all is well; after anything else the connection is of no more use.
  int error;
  char errorText[128];
  int descriptor;
} HybridRedisContext;

// Every function is named as in its library, without the prefix `redis`.
typedef struct {
  HybridRedisContext *(*connectWithTimeout)(const char *host, int port, const struct timeval timeout);
  int (*setTimeout)(HybridRedisContext *context, const struct timeval timeout);
  void (*free)(HybridRedisContext *context);
  int (*appendCommandArgv)(HybridRedisContext *context, int count, const char **words, const size_t *lengths);
  // Waits for the next reply, after writing what was appended.
  int (*getReply)(HybridRedisContext *context, void **reply);
  // The next reply that was read already; null when there is none.
  int (*getReplyFromReader)(HybridRedisContext *context, void **reply);
  // Reads what has come; waits when nothing has.
  int (*bufferRead)(HybridRedisContext *context);
  void (*freeReplyObject)(void *reply);
} HybridRedis;

// Finds every function in the shared library called `name`. Returns null when all are there, or else what is
// missing, in the loader's words; the text is good until this thread's next call of the loader. The library
// stays loaded until the process ends.
const char *hybrid_redis_load(const char *name, HybridRedis *functions);
