#include "CHiredis.h"

#include "CDynamicLibrary.h"

// One row for each member of HybridRedis: where it goes and what it is called.
static const HybridSymbol symbols[] = {
    {offsetof(HybridRedis, connectWithTimeout), "redisConnectWithTimeout"},
    {offsetof(HybridRedis, setTimeout), "redisSetTimeout"},
    {offsetof(HybridRedis, free), "redisFree"},
    {offsetof(HybridRedis, appendCommandArgv), "redisAppendCommandArgv"},
    {offsetof(HybridRedis, getReply), "redisGetReply"},
    {offsetof(HybridRedis, getReplyFromReader), "redisGetReplyFromReader"},
    {offsetof(HybridRedis, bufferRead), "redisBufferRead"},
    {offsetof(HybridRedis, freeReplyObject), "freeReplyObject"},
};

_Static_assert(
    sizeof symbols / sizeof *symbols * sizeof(void *) == sizeof(HybridRedis),
    "a row for every function");

const char *hybrid_redis_load(const char *name, HybridRedis *functions) {
  return hybrid_load_symbols(name, symbols, sizeof symbols / sizeof *symbols, functions);
}
