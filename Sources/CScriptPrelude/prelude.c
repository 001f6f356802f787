#include "CScriptPrelude.h"

#include <string.h>

// `#embed` is C23; older standards take it with this warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

// In the order in which the files build on one another.
static const unsigned char text[] = {
#embed "../HybridScript/World/Prelude/Core.js" suffix(, )
#embed "../HybridScript/World/Prelude/Engine.js" suffix(, )
#embed "../HybridScript/World/Prelude/Events.js" suffix(, )
#embed "../HybridScript/World/Prelude/Nodes.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lists.js" suffix(, )
#embed "../HybridScript/World/Prelude/Elements.js" suffix(, )
#embed "../HybridScript/World/Prelude/Controls.js" suffix(, )
#embed "../HybridScript/World/Prelude/Document.js" suffix(, )
#embed "../HybridScript/World/Prelude/Table.js" suffix(, )
#embed "../HybridScript/World/Prelude/Interfaces.js" suffix(, )
#embed "../HybridScript/World/Prelude/Timers.js" suffix(, )
#embed "../HybridScript/World/Prelude/EventKinds.js" suffix(, )
#embed "../HybridScript/World/Prelude/History.js" suffix(, )
#embed "../HybridScript/World/Prelude/Aria.js" suffix(, )
#embed "../HybridScript/World/Prelude/Parts.js" suffix(, )
#embed "../HybridScript/World/Prelude/Entries.js" suffix(, )
};

static const unsigned char addresses[] = {
#embed "../HybridScript/World/Prelude/Lazy/URL.js" suffix(, )
};
static const unsigned char animations[] = {
#embed "../HybridScript/World/Prelude/Lazy/Animations.js"
};
static const unsigned char attributes[] = {
#embed "../HybridScript/World/Prelude/Lazy/Attributes.js" suffix(, )
};
static const unsigned char canvas[] = {
#embed "../HybridScript/World/Prelude/Lazy/CanvasPaths.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/CanvasPaints.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/CanvasContext.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/Canvas.js"
};
static const unsigned char cloning[] = {
#embed "../HybridScript/World/Prelude/Lazy/Clone.js" suffix(, )
};
static const unsigned char connections[] = {
#embed "../HybridScript/World/Prelude/Lazy/Sockets.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/EventSource.js"
};
static const unsigned char console[] = {
#embed "../HybridScript/World/Prelude/Lazy/Console.js" suffix(, )
};
static const unsigned char crypto[] = {
#embed "../HybridScript/World/Prelude/Lazy/Crypto.js"
};
static const unsigned char customElements[] = {
#embed "../HybridScript/World/Prelude/Lazy/ElementInternals.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/CustomElements.js"
};
static const unsigned char databases[] = {
#embed "../HybridScript/World/Prelude/Lazy/IndexedDB.js"
};
static const unsigned char device[] = {
#embed "../HybridScript/World/Prelude/Lazy/Device.js" suffix(, )
};
static const unsigned char documents[] = {
#embed "../HybridScript/World/Prelude/Lazy/Documents.js" suffix(, )
};
static const unsigned char fetching[] = {
#embed "../HybridScript/World/Prelude/Lazy/Encodings.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/Blobs.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/Streams.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/Fetch.js" suffix(, )
};
static const unsigned char forms[] = {
#embed "../HybridScript/World/Prelude/Lazy/Fields.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/Validation.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/Forms.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/Dialogs.js" suffix(, )
};
static const unsigned char geometry[] = {
#embed "../HybridScript/World/Prelude/Lazy/Geometry.js" suffix(, )
};
static const unsigned char graphics[] = {
#embed "../HybridScript/World/Prelude/Lazy/Graphics.js" suffix(, )
};
static const unsigned char images[] = {
#embed "../HybridScript/World/Prelude/Lazy/Images.js" suffix(, )
};
static const unsigned char mediaQueries[] = {
#embed "../HybridScript/World/Prelude/Lazy/MediaQueries.js" suffix(, )
};
static const unsigned char files[] = {
#embed "../HybridScript/World/Prelude/Lazy/Files.js"
};
static const unsigned char layoutObservers[] = {
#embed "../HybridScript/World/Prelude/Lazy/LayoutObservers.js"
};
static const unsigned char liveLists[] = {
#embed "../HybridScript/World/Prelude/Lazy/LiveLists.js"
};
static const unsigned char keys[] = {
#embed "../HybridScript/World/Prelude/Lazy/Keys.js"
};
static const unsigned char wrappers[] = {
#embed "../HybridScript/World/Prelude/Lazy/Wrappers.js"
};
static const unsigned char modules[] = {
#embed "../HybridScript/World/Prelude/Lazy/Modules.js"
};
static const unsigned char nativeControls[] = {
#embed "../HybridScript/World/Prelude/Lazy/NativeControls.js" suffix(, )
};
static const unsigned char navigation[] = {
#embed "../HybridScript/World/Prelude/Lazy/Navigation.js" suffix(, )
};
static const unsigned char network[] = {
#embed "../HybridScript/World/Prelude/Lazy/Network.js" suffix(, )
};
static const unsigned char observers[] = {
#embed "../HybridScript/World/Prelude/Lazy/Observers.js" suffix(, )
};
static const unsigned char piping[] = {
#embed "../HybridScript/World/Prelude/Lazy/Piping.js"
};
static const unsigned char ranges[] = {
#embed "../HybridScript/World/Prelude/Lazy/Ranges.js"
};
static const unsigned char reflections[] = {
#embed "../HybridScript/World/Prelude/Lazy/Reflections.js" suffix(, )
};
static const unsigned char rendering[] = {
#embed "../HybridScript/World/Prelude/Lazy/Rendering.js" suffix(, )
};
static const unsigned char scheduling[] = {
#embed "../HybridScript/World/Prelude/Lazy/Scheduling.js"
};
static const unsigned char serializing[] = {
#embed "../HybridScript/World/Prelude/Lazy/Serializing.js"
};
static const unsigned char shadowTrees[] = {
#embed "../HybridScript/World/Prelude/Lazy/ShadowTrees.js"
};
static const unsigned char storage[] = {
#embed "../HybridScript/World/Prelude/Lazy/Storage.js" suffix(, )
};
static const unsigned char styles[] = {
#embed "../HybridScript/World/Prelude/Lazy/Styles.js" suffix(, )
};
static const unsigned char surroundings[] = {
#embed "../HybridScript/World/Prelude/Lazy/Surroundings.js" suffix(, )
};
static const unsigned char tables[] = {
#embed "../HybridScript/World/Prelude/Lazy/Tables.js"
};
static const unsigned char texts[] = {
#embed "../HybridScript/World/Prelude/Lazy/Text.js" suffix(, )
};
static const unsigned char token[] = {
#embed "../HybridScript/World/Prelude/Lazy/NodeAnimation.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/Token.js" suffix(, )
#embed "../HybridScript/World/Prelude/Lazy/Package.js" suffix(, )
};
static const unsigned char styleSheets[] = {
#embed "../HybridScript/World/Prelude/Lazy/StyleSheets.js"
};
static const unsigned char traversal[] = {
#embed "../HybridScript/World/Prelude/Lazy/Traversal.js"
};
static const unsigned char treeElements[] = {
#embed "../HybridScript/World/Prelude/Lazy/TreeElements.js" suffix(, )
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
    {"Addresses", {addresses, sizeof addresses}},
    {"Animations", {animations, sizeof animations}},
    {"Attributes", {attributes, sizeof attributes}},
    {"Canvas", {canvas, sizeof canvas}},
    {"Cloning", {cloning, sizeof cloning}},
    {"Connections", {connections, sizeof connections}},
    {"Console", {console, sizeof console}},
    {"Crypto", {crypto, sizeof crypto}},
    {"CustomElements", {customElements, sizeof customElements}},
    {"Databases", {databases, sizeof databases}},
    {"Device", {device, sizeof device}},
    {"Documents", {documents, sizeof documents}},
    {"Fetch", {fetching, sizeof fetching}},
    {"Forms", {forms, sizeof forms}},
    {"Geometry", {geometry, sizeof geometry}},
    {"Graphics", {graphics, sizeof graphics}},
    {"Images", {images, sizeof images}},
    {"MediaQueries", {mediaQueries, sizeof mediaQueries}},
    {"Files", {files, sizeof files}},
    {"LayoutObservers", {layoutObservers, sizeof layoutObservers}},
    {"LiveLists", {liveLists, sizeof liveLists}},
    {"Keys", {keys, sizeof keys}},
    {"Wrappers", {wrappers, sizeof wrappers}},
    {"Modules", {modules, sizeof modules}},
    {"NativeControls", {nativeControls, sizeof nativeControls}},
    {"Navigation", {navigation, sizeof navigation}},
    {"Network", {network, sizeof network}},
    {"Observers", {observers, sizeof observers}},
    {"Piping", {piping, sizeof piping}},
    {"Ranges", {ranges, sizeof ranges}},
    {"Reflections", {reflections, sizeof reflections}},
    {"Rendering", {rendering, sizeof rendering}},
    {"Scheduling", {scheduling, sizeof scheduling}},
    {"Serializing", {serializing, sizeof serializing}},
    {"ShadowTrees", {shadowTrees, sizeof shadowTrees}},
    {"Storage", {storage, sizeof storage}},
    {"Styles", {styles, sizeof styles}},
    {"Surroundings", {surroundings, sizeof surroundings}},
    {"Tables", {tables, sizeof tables}},
    {"Text", {texts, sizeof texts}},
    {"Token", {token, sizeof token}},
    {"StyleSheets", {styleSheets, sizeof styleSheets}},
    {"Traversal", {traversal, sizeof traversal}},
    {"TreeElements", {treeElements, sizeof treeElements}},
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
