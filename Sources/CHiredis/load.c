#include "CHiredis.h"

#include <dlfcn.h>

const char *hybrid_redis_load(const char *name, HybridRedis *functions) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) return dlerror();
  const struct {
    const char *name;
    void **place;
  } wanted[] = {
      {"redisConnectWithTimeout", (void **)&functions->connectWithTimeout},
      {"redisSetTimeout", (void **)&functions->setTimeout},
      {"redisFree", (void **)&functions->free},
      {"redisAppendCommandArgv", (void **)&functions->appendCommandArgv},
      {"redisGetReply", (void **)&functions->getReply},
      {"redisGetReplyFromReader", (void **)&functions->getReplyFromReader},
      {"redisBufferRead", (void **)&functions->bufferRead},
      {"freeReplyObject", (void **)&functions->freeReplyObject},
  };
  for (size_t index = 0; index < sizeof wanted / sizeof *wanted; index++) {
    void *function = dlsym(library, wanted[index].name);
    if (function == NULL) return dlerror();
    *wanted[index].place = function;
  }
  return NULL;
}
