#include "CScriptPrelude.h"

#include <string.h>

// `#embed` is C23; older standards take it with this warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

// In the order in which the files build on one another.
static const unsigned char text[] = {
#embed "../HybridScript/World/Prelude/Core.js" suffix(, )
#embed "../HybridScript/World/Prelude/Events.js" suffix(, )
#embed "../HybridScript/World/Prelude/Nodes.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lists.js" suffix(, )
#embed "../HybridScript/World/Prelude/Elements.js" suffix(, )
#embed "../HybridScript/World/Prelude/Controls.js" suffix(, )
#embed "../HybridScript/World/Prelude/Validation.js" suffix(, )
#embed "../HybridScript/World/Prelude/Forms.js" suffix(, )
#embed "../HybridScript/World/Prelude/Dialogs.js" suffix(, )
#embed "../HybridScript/World/Prelude/Document.js" suffix(, )
#embed "../HybridScript/World/Prelude/Interfaces.js" suffix(, )
#embed "../HybridScript/World/Prelude/Attributes.js" suffix(, )
#embed "../HybridScript/World/Prelude/Documents.js" suffix(, )
#embed "../HybridScript/World/Prelude/Console.js" suffix(, )
#embed "../HybridScript/World/Prelude/Timers.js" suffix(, )
#embed "../HybridScript/World/Prelude/URL.js" suffix(, )
#embed "../HybridScript/World/Prelude/Text.js" suffix(, )
#embed "../HybridScript/World/Prelude/EventKinds.js" suffix(, )
#embed "../HybridScript/World/Prelude/History.js" suffix(, )
#embed "../HybridScript/World/Prelude/Clone.js" suffix(, )
#embed "../HybridScript/World/Prelude/Storage.js" suffix(, )
#embed "../HybridScript/World/Prelude/Device.js" suffix(, )
#embed "../HybridScript/World/Prelude/Network.js" suffix(, )
#embed "../HybridScript/World/Prelude/Images.js" suffix(, )
#embed "../HybridScript/World/Prelude/Observers.js" suffix(, )
#embed "../HybridScript/World/Prelude/Token.js" suffix(, )
#embed "../HybridScript/World/Prelude/Package.js" suffix(, )
#embed "../HybridScript/World/Prelude/Aria.js" suffix(, )
#embed "../HybridScript/World/Prelude/Parts.js" suffix(, )
#embed "../HybridScript/World/Prelude/Entries.js" suffix(, )
};

static const unsigned char animations[] = {
#embed "../HybridScript/World/Prelude/Lazy/Animations.js"
};
static const unsigned char connections[] = {
#embed "../HybridScript/World/Prelude/Lazy/Sockets.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/EventSource.js"
};
static const unsigned char crypto[] = {
#embed "../HybridScript/World/Prelude/Lazy/Crypto.js"
};
static const unsigned char customElements[] = {
#embed "../HybridScript/World/Prelude/Lazy/CustomElements.js"
};
static const unsigned char databases[] = {
#embed "../HybridScript/World/Prelude/Lazy/IndexedDB.js"
};
static const unsigned char fetching[] = {
#embed "../HybridScript/World/Prelude/Lazy/Encodings.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/Blobs.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/Streams.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/Fetch.js" suffix(, )
};
static const unsigned char modules[] = {
#embed "../HybridScript/World/Prelude/Lazy/Modules.js"
};
static const unsigned char ranges[] = {
#embed "../HybridScript/World/Prelude/Lazy/Ranges.js"
};
static const unsigned char serializing[] = {
#embed "../HybridScript/World/Prelude/Lazy/Serializing.js"
};
static const unsigned char shadowTrees[] = {
#embed "../HybridScript/World/Prelude/Lazy/ShadowTrees.js"
};
static const unsigned char traversal[] = {
#embed "../HybridScript/World/Prelude/Lazy/Traversal.js"
};
static const unsigned char workers[] = {
#embed "../HybridScript/World/Prelude/Lazy/Worker.js"
};
static const unsigned char xpath[] = {
#embed "../HybridScript/World/Prelude/Lazy/XPath.js"
};

// Read when a page first asks for something of them.
static const struct {
  const char *name;
  HybridScriptPrelude text;
} parts[] = {
    {"Animations", {animations, sizeof animations}},
    {"Connections", {connections, sizeof connections}},
    {"Crypto", {crypto, sizeof crypto}},
    {"CustomElements", {customElements, sizeof customElements}},
    {"Databases", {databases, sizeof databases}},
    {"Fetch", {fetching, sizeof fetching}},
    {"Modules", {modules, sizeof modules}},
    {"Ranges", {ranges, sizeof ranges}},
    {"Serializing", {serializing, sizeof serializing}},
    {"ShadowTrees", {shadowTrees, sizeof shadowTrees}},
    {"Traversal", {traversal, sizeof traversal}},
    {"Workers", {workers, sizeof workers}},
    {"XPath", {xpath, sizeof xpath}},
};

HybridScriptPrelude HybridScriptPreludeText(void) {
  HybridScriptPrelude prelude = {text, sizeof text};
  return prelude;
}

HybridScriptPrelude HybridScriptPreludePart(const char *name) {
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i += 1) {
    if (strcmp(parts[i].name, name) == 0) return parts[i].text;
  }
  HybridScriptPrelude none = {0, 0};
  return none;
}

// What a worker's scripts have instead of a document, after the text above.
static const unsigned char workerText[] = {
#embed "../HybridScript/World/Prelude/WorkerScope.js" suffix(, )
};

HybridScriptPrelude HybridScriptWorkerText(void) {
  HybridScriptPrelude prelude = {workerText, sizeof workerText};
  return prelude;
}
