#pragma once

// JavaScriptCore's C API, found when the first script runs and not when a program starts.
//
// Linking the library makes every start of every command load thirty megabytes. The functions below are fixed
// by the ABI promise of JavaScriptCore (JSBase.h, JSContextRef.h, JSValueRef.h, JSObjectRef.h,
// JSStringRef.h, JSTypedArray.h), except for the last group, which the library exports for embedders without
// declaring it in its headers; building needs no headers of its. All objects are opaque.
//
// Threads: a group has a lock that every function takes. Its objects may be used on any thread, one at a
// time.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef const struct HybridJSGroupObject *HybridJSGroup;
typedef struct HybridJSContextObject *HybridJSContext;
// A value of any kind. An object is a value too.
typedef struct HybridJSValueObject *HybridJSValue;
typedef struct HybridJSStringObject *HybridJSString;
typedef struct HybridJSClassObject *HybridJSClass;

// JSType, the answers of `ValueGetType`.
enum {
  HybridJSUndefined,
  HybridJSNull,
  HybridJSBoolean,
  HybridJSNumber,
  HybridJSText,
  HybridJSObject,
  HybridJSSymbol,
  HybridJSBigInt,
};

// JSPropertyAttributes.
enum { HybridJSReadOnly = 1 << 1, HybridJSDontEnumerate = 1 << 2, HybridJSDontDelete = 1 << 3 };

typedef HybridJSValue (*HybridJSCall)(
    HybridJSContext context, HybridJSValue function, HybridJSValue self, size_t count,
    const HybridJSValue *arguments, HybridJSValue *exception);
typedef void (*HybridJSFinalize)(HybridJSValue object);
typedef bool (*HybridJSShouldStop)(HybridJSContext context, void *state);

// Every function is named as in the library, without the prefix `JS`.
typedef struct {
  HybridJSGroup (*ContextGroupCreate)(void);
  void (*ContextGroupRelease)(HybridJSGroup group);
  HybridJSContext (*GlobalContextCreateInGroup)(HybridJSGroup group, HybridJSClass global);
  void (*GlobalContextRelease)(HybridJSContext context);
  HybridJSValue (*ContextGetGlobalObject)(HybridJSContext context);
  HybridJSValue (*EvaluateScript)(
      HybridJSContext context, HybridJSString text, HybridJSValue self, HybridJSString path, int line,
      HybridJSValue *exception);
  bool (*CheckScriptSyntax)(
      HybridJSContext context, HybridJSString text, HybridJSString path, int line, HybridJSValue *exception);

  HybridJSString (*StringCreateWithCharacters)(const uint16_t *characters, size_t count);
  HybridJSString (*StringCreateWithUTF8CString)(const char *text);
  void (*StringRelease)(HybridJSString string);
  size_t (*StringGetLength)(HybridJSString string);
  const uint16_t *(*StringGetCharactersPtr)(HybridJSString string);

  // Writes the text and a 0, at most `size` bytes; the answer counts them all. Not all is written when there
  // is half of a surrogate pair in it.
  size_t (*StringGetUTF8CString)(HybridJSString string, char *buffer, size_t size);

  int (*ValueGetType)(HybridJSContext context, HybridJSValue value);
  bool (*ValueIsArray)(HybridJSContext context, HybridJSValue value);
  bool (*ValueIsStrictEqual)(HybridJSContext context, HybridJSValue one, HybridJSValue other);
  bool (*ValueIsInstanceOfConstructor)(
      HybridJSContext context, HybridJSValue value, HybridJSValue constructor, HybridJSValue *exception);
  HybridJSValue (*ValueMakeUndefined)(HybridJSContext context);
  HybridJSValue (*ValueMakeNull)(HybridJSContext context);
  HybridJSValue (*ValueMakeBoolean)(HybridJSContext context, bool value);
  HybridJSValue (*ValueMakeNumber)(HybridJSContext context, double value);
  HybridJSValue (*ValueMakeString)(HybridJSContext context, HybridJSString string);
  HybridJSValue (*ValueMakeFromJSONString)(HybridJSContext context, HybridJSString string);
  HybridJSString (*ValueCreateJSONString)(
      HybridJSContext context, HybridJSValue value, unsigned indent, HybridJSValue *exception);
  bool (*ValueToBoolean)(HybridJSContext context, HybridJSValue value);
  double (*ValueToNumber)(HybridJSContext context, HybridJSValue value, HybridJSValue *exception);
  HybridJSString (*ValueToStringCopy)(HybridJSContext context, HybridJSValue value, HybridJSValue *exception);
  void (*ValueProtect)(HybridJSContext context, HybridJSValue value);
  void (*ValueUnprotect)(HybridJSContext context, HybridJSValue value);

  HybridJSValue (*ObjectMake)(HybridJSContext context, HybridJSClass class, void *state);
  void *(*ObjectGetPrivate)(HybridJSValue object);
  HybridJSValue (*ObjectGetPrototype)(HybridJSContext context, HybridJSValue object);
  void (*ObjectSetPrototype)(HybridJSContext context, HybridJSValue object, HybridJSValue prototype);
  HybridJSValue (*ObjectGetProperty)(
      HybridJSContext context, HybridJSValue object, HybridJSString name, HybridJSValue *exception);
  bool (*ObjectHasProperty)(HybridJSContext context, HybridJSValue object, HybridJSString name);
  void (*ObjectSetProperty)(
      HybridJSContext context, HybridJSValue object, HybridJSString name, HybridJSValue value,
      unsigned attributes, HybridJSValue *exception);
  bool (*ObjectDeleteProperty)(
      HybridJSContext context, HybridJSValue object, HybridJSString name, HybridJSValue *exception);
  bool (*ObjectIsFunction)(HybridJSContext context, HybridJSValue object);
  HybridJSValue (*ObjectCallAsFunction)(
      HybridJSContext context, HybridJSValue function, HybridJSValue self, size_t count,
      const HybridJSValue *arguments, HybridJSValue *exception);
  HybridJSValue (*ObjectCallAsConstructor)(
      HybridJSContext context, HybridJSValue function, size_t count, const HybridJSValue *arguments,
      HybridJSValue *exception);

  // The bytes of a typed array's buffer from its start, wherever the array begins in it; null for another
  // value. They stay where they are while the array lives.
  void *(*ObjectGetTypedArrayBytesPtr)(
      HybridJSContext context, HybridJSValue object, HybridJSValue *exception);
  size_t (*ObjectGetTypedArrayByteLength)(
      HybridJSContext context, HybridJSValue object, HybridJSValue *exception);

  // Exported, in no header.
  // Tells the collector of memory outside of its heap that an object stands for.
  void (*ReportExtraMemoryCost)(HybridJSContext context, size_t size);
  // The lock of a context's group, which may be taken again by its holder. Microtasks run when it is given
  // back.
  void (*Lock)(HybridJSContext context);
  void (*Unlock)(HybridJSContext context);
  // The calls under way, the innermost first: `#0 function() at path:line`, a line each.
  HybridJSString (*ContextCreateBacktrace)(HybridJSContext context, unsigned limit);
  // Calls `should_stop` once, when a script has used `seconds` of processor time since it was entered. An
  // answer of true ends the script with an exception that it cannot catch. To be called again, set the limit
  // again: a watchdog whose callback did nothing never fires again until the next script.
  void (*ContextGroupSetExecutionTimeLimit)(
      HybridJSGroup group, double seconds, HybridJSShouldStop should_stop, void *state);
  // An object: `heapSize`, which includes strings and buffers, and more.
  HybridJSValue (*GetMemoryUsageStatistics)(HybridJSContext context);
  // `function` is called with the promise and the reason when no microtask is left.
  void (*GlobalContextSetUnhandledRejectionCallback)(
      HybridJSContext context, HybridJSValue function, HybridJSValue *exception);
  void (*SynchronousGarbageCollectForDebugging)(HybridJSContext context);
  // Contexts made afterwards collect garbage when they allocate, never by a timer on a main loop.
  void (*DisableGCTimer)(void);
} HybridJavaScriptCore;

// Finds every function in the shared library called `name`, and has the scripts of this process look for the
// watchdog at every turn of a loop. Otherwise the library interrupts them by signals, which get lost when the
// watchdog fires twice in a short time: the script would run for ever. Returns null when all are there, or
// else what is missing, in the loader's words; the text is good until this thread's next call of the loader.
// The library stays loaded until the process ends.
const char *hybrid_javascriptcore_load(const char *name, HybridJavaScriptCore *functions);

// A class whose objects can be called. The class lives until the process ends.
HybridJSClass hybrid_javascriptcore_function_class(HybridJSCall call, HybridJSFinalize finalize);

// Processor time that the calling thread has used, in seconds.
double hybrid_thread_seconds(void);

// Bytes of stack that the calling thread has left; SIZE_MAX when that is unknown.
size_t hybrid_stack_left(void);

// Bytes of memory that the process holds; 0 when that is unknown.
size_t hybrid_resident_bytes(void);

// Makes the watchdog notice an endless chain of microtasks.
//
// The watchdog measures from each entry into the library, and each microtask is an entry: a chain of short
// ones never reaches the limit. So, from `deadline` on (processor time of this thread, in seconds), a signal
// interrupts this thread again and again, and passes `pause` seconds of processor time in its middle, more
// than the watchdog's limit. One that comes inside a microtask makes that one too long.
void hybrid_nudge_begin(double deadline, double pause);
// Ends what ``hybrid_nudge_begin`` began, on the same thread.
void hybrid_nudge_end(void);
