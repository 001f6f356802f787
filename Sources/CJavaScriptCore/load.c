#define _GNU_SOURCE
#include "CJavaScriptCore.h"

#include "CDynamicLibrary.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// One row for each member of HybridJavaScriptCore: where it goes and what it is called.
#define ROW(name) {offsetof(HybridJavaScriptCore, name), "JS" #name}

static const HybridSymbol symbols[] = {
    ROW(ContextGroupCreate),
    ROW(ContextGroupRelease),
    ROW(GlobalContextCreateInGroup),
    ROW(GlobalContextRelease),
    ROW(ContextGetGlobalObject),
    ROW(EvaluateScript),
    ROW(CheckScriptSyntax),
    ROW(StringCreateWithCharacters),
    ROW(StringCreateWithUTF8CString),
    ROW(StringRelease),
    ROW(StringGetLength),
    ROW(StringGetCharactersPtr),
    ROW(StringGetUTF8CString),
    ROW(ValueGetType),
    ROW(ValueIsArray),
    ROW(ValueIsStrictEqual),
    ROW(ValueIsInstanceOfConstructor),
    ROW(ValueMakeUndefined),
    ROW(ValueMakeNull),
    ROW(ValueMakeBoolean),
    ROW(ValueMakeNumber),
    ROW(ValueMakeString),
    ROW(ValueMakeFromJSONString),
    ROW(ValueCreateJSONString),
    ROW(ValueToBoolean),
    ROW(ValueToNumber),
    ROW(ValueToStringCopy),
    ROW(ValueProtect),
    ROW(ValueUnprotect),
    ROW(ObjectMake),
    ROW(ObjectGetPrivate),
    ROW(ObjectGetPrototype),
    ROW(ObjectSetPrototype),
    ROW(ObjectGetProperty),
    ROW(ObjectHasProperty),
    ROW(ObjectSetProperty),
    ROW(ObjectDeleteProperty),
    ROW(ObjectIsFunction),
    ROW(ObjectCallAsFunction),
    ROW(ObjectCallAsConstructor),
    ROW(ObjectGetTypedArrayBytesPtr),
    ROW(ObjectGetTypedArrayByteLength),
    ROW(ReportExtraMemoryCost),
    ROW(Lock),
    ROW(Unlock),
    ROW(ContextCreateBacktrace),
    ROW(ContextGroupSetExecutionTimeLimit),
    ROW(GetMemoryUsageStatistics),
    ROW(GlobalContextSetUnhandledRejectionCallback),
    ROW(SynchronousGarbageCollectForDebugging),
    ROW(DisableGCTimer),
};

_Static_assert(
    sizeof symbols / sizeof *symbols * sizeof(void *) == sizeof(HybridJavaScriptCore),
    "a row for every function");

// JSClassDefinition, version 0.
typedef struct {
  int version;
  unsigned attributes;
  const char *name;
  void *parent;
  const void *values;
  const void *functions;
  void *initialize;
  HybridJSFinalize finalize;
  void *has_property;
  void *get_property;
  void *set_property;
  void *delete_property;
  void *property_names;
  HybridJSCall call;
  void *construct;
  void *has_instance;
  void *convert;
} ClassDefinition;

// kJSClassAttributeNoAutomaticPrototype
enum { NoAutomaticPrototype = 1 << 1 };

// What only this file calls.
static struct {
  HybridJSClass (*create_class)(const ClassDefinition *definition);
  int (*set_option)(const char *name, int value);
} own;

static const HybridSymbol own_symbols[] = {
    {offsetof(__typeof__(own), create_class), "JSClassCreate"},
    {offsetof(__typeof__(own), set_option), "jsc_options_set_boolean"},
};

const char *hybrid_javascriptcore_load(const char *name, HybridJavaScriptCore *functions) {
  const char *fault = hybrid_load_symbols(name, symbols, sizeof symbols / sizeof *symbols, functions);
  if (fault == NULL) {
    fault = hybrid_load_symbols(name, own_symbols, sizeof own_symbols / sizeof *own_symbols, &own);
  }
  if (fault != NULL) return fault;
  // Fixed once the first group is made.
  return own.set_option("usePollingTraps", 1) ? NULL : "the option usePollingTraps is unknown";
}

HybridJSClass hybrid_javascriptcore_function_class(HybridJSCall call, HybridJSFinalize finalize) {
  ClassDefinition definition = {
      .attributes = NoAutomaticPrototype, .name = "Function", .finalize = finalize, .call = call};
  return own.create_class(&definition);
}

double hybrid_thread_seconds(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

size_t hybrid_stack_left(void) {
  static _Thread_local char *end;  // the lowest address
  if (end == NULL) {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return SIZE_MAX;
    void *address = NULL;
    size_t size = 0;
    int result = pthread_attr_getstack(&attributes, &address, &size);
    pthread_attr_destroy(&attributes);
    if (result != 0 || address == NULL) return SIZE_MAX;
    end = address;
  }
  char *here = __builtin_frame_address(0);
  return here > end ? (size_t)(here - end) : 0;
}

size_t hybrid_resident_bytes(void) {
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[128];
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  char *end = text;
  strtoul(text, &end, 10);  // pages of address space
  return strtoul(end, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE);
}
