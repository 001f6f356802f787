#pragma once

#include <stddef.h>

// libcurl's easy interface, found when first needed and not when a program starts. Its options are variadic,
// so each kind of value has a function here. A handle is used by one thread at a time; `hybrid_curl_load`
// starts the library once.

typedef size_t (*HybridCurlTransfer)(char *bytes, size_t one, size_t count, void *context);

typedef struct {
  void *(*create)(void);
  void (*destroy)(void *handle);
  void (*reset)(void *handle);
  int (*perform)(void *handle);
  const char *(*errorText)(int code);
  void *(*append)(void *list, const char *text);
  void (*freeList)(void *list);
  // curl_easy_setopt and curl_easy_getinfo: called by the functions below.
  void *setOption;
  void *information;
  int (*start)(long flags);
} HybridCurl;

// Finds every function in the shared library called `name` and starts the library; null, or what is wrong.
const char *hybrid_curl_load(const char *name, HybridCurl *functions);

// curl_easy_setopt: 0 when done. The numbers of options are those of curl.h.
int hybrid_curl_set_long(const HybridCurl *functions, void *handle, int option, long value);
int hybrid_curl_set_size(const HybridCurl *functions, void *handle, int option, long long value);
int hybrid_curl_set_text(const HybridCurl *functions, void *handle, int option, const char *value);
int hybrid_curl_set_pointer(const HybridCurl *functions, void *handle, int option, void *value);
int hybrid_curl_set_transfer(const HybridCurl *functions, void *handle, int option, HybridCurlTransfer value);
// curl_easy_getinfo: 0 when done.
int hybrid_curl_get_long(const HybridCurl *functions, void *handle, int information, long *value);
