#include "CCurl.h"

#include "CDynamicLibrary.h"

typedef int (*Variadic)(void *handle, int option, ...);

static const HybridSymbol symbols[] = {
    {offsetof(HybridCurl, create), "curl_easy_init"},
    {offsetof(HybridCurl, destroy), "curl_easy_cleanup"},
    {offsetof(HybridCurl, reset), "curl_easy_reset"},
    {offsetof(HybridCurl, perform), "curl_easy_perform"},
    {offsetof(HybridCurl, errorText), "curl_easy_strerror"},
    {offsetof(HybridCurl, append), "curl_slist_append"},
    {offsetof(HybridCurl, freeList), "curl_slist_free_all"},
    {offsetof(HybridCurl, setOption), "curl_easy_setopt"},
    {offsetof(HybridCurl, information), "curl_easy_getinfo"},
    {offsetof(HybridCurl, start), "curl_global_init"},
};

_Static_assert(
    sizeof symbols / sizeof *symbols * sizeof(void *) == sizeof(HybridCurl),
    "a row for every function");

const char *hybrid_curl_load(const char *name, HybridCurl *functions) {
  const char *fault = hybrid_load_symbols(name, symbols, sizeof symbols / sizeof *symbols, functions);
  if (fault != NULL) return fault;
  return functions->start(3 /* CURL_GLOBAL_ALL */) == 0 ? NULL : "libcurl does not start";
}

int hybrid_curl_set_long(const HybridCurl *functions, void *handle, int option, long value) {
  return ((Variadic)functions->setOption)(handle, option, value);
}

int hybrid_curl_set_size(const HybridCurl *functions, void *handle, int option, long long value) {
  return ((Variadic)functions->setOption)(handle, option, value);
}

int hybrid_curl_set_text(const HybridCurl *functions, void *handle, int option, const char *value) {
  return ((Variadic)functions->setOption)(handle, option, value);
}

int hybrid_curl_set_pointer(const HybridCurl *functions, void *handle, int option, void *value) {
  return ((Variadic)functions->setOption)(handle, option, value);
}

int hybrid_curl_set_transfer(
    const HybridCurl *functions, void *handle, int option, HybridCurlTransfer value) {
  return ((Variadic)functions->setOption)(handle, option, value);
}

int hybrid_curl_get_long(const HybridCurl *functions, void *handle, int information, long *value) {
  return ((Variadic)functions->information)(handle, information, value);
}
