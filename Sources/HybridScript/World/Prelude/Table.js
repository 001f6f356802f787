// The globals and members of the prelude's parts. A part is read at the first use of one of them, since the
// start of a page takes time for each byte. The last expression of a part's file exports globals by name, and
// members in an object named like a target below.

/// The kinds of members besides methods; a number is a method's `length`.
const READ = -1, WRITE = -2;
/// One row for each part. `globals` are made at their first use, and so are `classes` of elements without a
/// global; a target has its members.
const lazyTable = {
  __proto__: null,
  Addresses: { globals: "URL URLSearchParams" },
  Animations: { globals: "KeyframeEffect DocumentTimeline CSSAnimation CSSTransition" },
  Attributes: {
    globals: "Attr NamedNodeMap",
    Element: {
      attributes: READ, getAttributeNode: 1, getAttributeNodeNS: 2, setAttributeNode: 1,
      setAttributeNodeNS: 1, removeAttributeNode: 1, getAttributeNS: 2, setAttributeNS: 3, hasAttributeNS: 2,
      removeAttributeNS: 2,
    },
  },
  Canvas: {
    globals:
      "HTMLCanvasElement CanvasRenderingContext2D CanvasGradient CanvasPattern Path2D ImageData " +
      "TextMetrics OffscreenCanvas OffscreenCanvasRenderingContext2D",
  },
  Cloning: { globals: "MessagePort MessageChannel BroadcastChannel", window: { postMessage: 1 } },
  Connections: { globals: "WebSocket EventSource" },
  Console: {
    console: {
      log: 0, info: 0, debug: 0, warn: 0, error: 0, trace: 0, assert: 1, dir: 1, dirxml: 0, table: 1,
      count: 0, countReset: 0, time: 0, timeLog: 0, timeEnd: 0, group: 0, groupCollapsed: 0, groupEnd: 0,
      clear: 0,
    },
  },
  Crypto: { globals: "Crypto SubtleCrypto crypto" },
  CustomElements: { globals: "CustomElementRegistry customElements ElementInternals CustomStateSet" },
  Databases: {
    globals:
      "indexedDB DOMStringList IDBCursor IDBCursorWithValue IDBDatabase IDBFactory IDBIndex IDBKeyRange " +
      "IDBObjectStore IDBOpenDBRequest IDBRequest IDBTransaction IDBVersionChangeEvent",
  },
  Device: {
    globals:
      "Clipboard VisualViewport visualViewport CSS FontFaceSet PerformanceEntry PerformanceMark " +
      "PerformanceMeasure PerformanceObserver",
    performance: {
      mark: 1, measure: 1, clearMarks: 0, clearMeasures: 0, getEntries: 0, getEntriesByType: 1,
      getEntriesByName: 1,
    },
    Document: { fonts: READ },
  },
  Documents: {
    globals: "DocumentType DOMImplementation DOMParser XMLSerializer",
    Node: { lookupNamespaceURI: 1, isDefaultNamespace: 1, normalize: 0, lookupPrefix: 1 },
  },
  Fetch: {
    globals:
      "TextEncoder TextDecoder Blob File FileList FileReader ReadableStream ReadableStreamDefaultReader " +
      "ReadableStreamDefaultController fetch Headers Request Response XMLHttpRequest",
  },
  Files: { globals: "DataTransfer DataTransferItem DataTransferItemList" },
  Forms: {
    globals:
      "HTMLLabelElement HTMLButtonElement HTMLInputElement HTMLTextAreaElement HTMLSelectElement " +
      "HTMLOptionElement HTMLOptGroupElement HTMLDataListElement HTMLFormElement HTMLFieldSetElement " +
      "HTMLOutputElement HTMLProgressElement HTMLMeterElement HTMLDetailsElement HTMLDialogElement " +
      "HTMLFormControlsCollection HTMLOptionsCollection RadioNodeList ValidityState Option",
    classes: "SearchBarElement",
    HTMLElement: { popover: WRITE, showPopover: 0, hidePopover: 0, togglePopover: 0 },
  },
  Geometry: {
    globals:
      "DOMPoint DOMPointReadOnly DOMRectReadOnly DOMQuad DOMMatrix DOMMatrixReadOnly WebKitCSSMatrix",
  },
  Graphics: { globals: "SVGElement MathMLElement" },
  Images: { globals: "HTMLImageElement Image Audio" },
  LayoutObservers: {
    globals:
      "ResizeObserver ResizeObserverEntry ResizeObserverSize IntersectionObserver IntersectionObserverEntry",
  },
  MediaQueries: { globals: "MediaQueryList" },
  NativeControls: {
    globals: "HTMLTableElement",
    classes: "SegmentElement SwitchElement DotsElement ScrollElement WebViewElement",
  },
  Navigation: { globals: "History Location history" },
  Network: { globals: "FormData AbortController AbortSignal" },
  Observers: { globals: "MutationObserver MutationRecord" },
  Piping: {
    globals:
      "WritableStream WritableStreamDefaultWriter WritableStreamDefaultController TransformStream " +
      "TransformStreamDefaultController TextDecoderStream TextEncoderStream CountQueuingStrategy " +
      "ByteLengthQueuingStrategy",
  },
  Ranges: { globals: "AbstractRange StaticRange Range Selection" },
  Reflections: {
    HTMLElement: {
      translate: WRITE, spellcheck: WRITE, autocapitalize: WRITE, enterKeyHint: WRITE, inputMode: WRITE,
      nonce: WRITE, autofocus: WRITE, outerText: WRITE,
    },
    Document: {
      dir: WRITE, embeds: READ, plugins: READ, anchors: READ, lastModified: READ, open: 0, close: 0,
      queryCommandSupported: 1, queryCommandEnabled: 1, queryCommandState: 1, queryCommandIndeterm: 1,
      queryCommandValue: 1,
    },
  },
  Rendering: { Element: { checkVisibility: 0 } },
  Scheduling: {
    globals: "scheduler Scheduler TaskController TaskSignal TaskPriorityChangeEvent IdleDeadline",
    window: { requestIdleCallback: 1, cancelIdleCallback: 1 },
  },
  ShadowTrees: { globals: "ShadowRoot" },
  Storage: { globals: "Storage localStorage sessionStorage" },
  StyleSheets: {
    globals:
      "StyleSheet CSSStyleSheet StyleSheetList CSSRuleList MediaList CSSRule CSSGroupingRule " +
      "CSSConditionRule CSSStyleRule CSSMediaRule CSSSupportsRule CSSContainerRule CSSLayerBlockRule " +
      "CSSLayerStatementRule CSSScopeRule CSSStartingStyleRule CSSNestedDeclarations CSSFontFaceRule " +
      "CSSPageRule CSSNamespaceRule CSSPropertyRule CSSCounterStyleRule CSSKeyframeRule CSSKeyframesRule " +
      "CSSImportRule",
  },
  Styles: { globals: "DOMTokenList CSSStyleDeclaration" },
  Surroundings: {
    globals: "Navigator Screen Performance DOMStringMap DOMRectList Atomics",
    window: { moveTo: 2, moveBy: 2, resizeTo: 2, resizeBy: 2, print: 0 },
    Element: {
      setPointerCapture: 1, releasePointerCapture: 1, hasPointerCapture: 1, webkitMatchesSelector: 1,
      scrollIntoViewIfNeeded: 0,
    },
  },
  Tables: { globals: "HTMLTableRowElement HTMLTableSectionElement HTMLTableCellElement" },
  Text: { window: { btoa: 1, atob: 1 } },
  Token: {
    globals: "token $http F8Scrolling",
    window: {
      log: 1, receiveLog: 1, setExtension: 1, setPriviousPageExtension: 1, dumpObj: 1, __typeof__: 1,
      keepEventValueAlive: 0, App: 1,
    },
    HTMLElement: { setHidden: 1, setSize: 2, setOrigin: 2 },
  },
  TreeElements: {
    globals: "HTMLSlotElement HTMLStyleElement HTMLLinkElement HTMLIFrameElement",
    HTMLElement: { contentEditable: WRITE, draggable: WRITE },
    Document: { execCommand: 1, designMode: WRITE },
  },
  Traversal: { globals: "NodeFilter TreeWalker NodeIterator" },
  Workers: { globals: "Worker" },
  XPath: {
    globals: "XPathEvaluator XPathExpression XPathResult",
    Document: { evaluate: 2, createExpression: 1, createNSResolver: 1 },
  },
};
const performance = {
  now() { return host.now(); },
  get timeOrigin() { return host.wallClock() - host.now(); },
  toJSON() { return { timeOrigin: this.timeOrigin }; },
  get [Symbol.toStringTag]() { return "Performance"; },
};
const lazyTargets = {
  __proto__: null, window: global, console: {}, performance, Document: Document.prototype,
  Element: Element.prototype, HTMLElement: HTMLElement.prototype, Node: Node.prototype,
};
install(global, { console: lazyTargets.console, performance });

/// A member that reads its part when it is used.
function lazyMember(name, target, key, kind) {
  const given = () => getOwnPropertyDescriptor(part(name)[target], key),
    enumerable = target === "performance";
  const descriptor = { __proto__: null, enumerable, configurable: true };
  if (kind >= 0) {
    descriptor.writable = true;
    descriptor.value = { [key](...values) { return apply(given().value, this, values); } }[key];
    if (kind > 0)
      defineProperty(descriptor.value, "length", { __proto__: null, value: kind, configurable: true });
  } else {
    const accessors = {
      get [key]() {
        return apply(given().get, this, []);
      },
      set [key](value) {
        apply(given().set, this, [value]);
      },
    };
    const { get, set } = getOwnPropertyDescriptor(accessors, key);
    descriptor.get = get;
    descriptor.set = kind === WRITE ? set : undefined;
  }
  defineProperty(lazyTargets[target], key, descriptor);
}
for (const name in lazyTable) {
  const row = lazyTable[name];
  for (const kind in row) {
    if (kind in lazyTargets) {
      for (const key in row[kind]) lazyMember(name, kind, key, row[kind][key]);
      continue;
    }
    for (const key of listed(row[kind])) {
      classMakers[key] = () => part(name)[key];
      if (kind === "globals") lazyGlobal(key, classMakers[key]);
    }
  }
}

/// Functions of a part for the prelude, which read it when they are called.
const functionsOf = (name) => new Proxy({ __proto__: null }, {
  __proto__: null, get: (target, key) => (...given) => apply(part(name)[key], undefined, given),
});
const { parseURL, serializeURL, viewOf, escapeMarks, wellFormed, installPairMembers, withPair } =
  functionsOf("Addresses");
const { structuredClone, cloneWithTransfer, notCloned } = functionsOf("Cloning");
const { inspect } = functionsOf("Console");
const { cookieText, setCookie } = functionsOf("Device");
const { makeDocument, wrapDocument, implementationOf, readXML, markupOfXML } = functionsOf("Documents");
const { withNames, checkSubmitter, formEntries } = functionsOf("Forms");
const { baseAddress, addressParts, resolveAddress, goTo, followLink, linkURL } = functionsOf("Navigation");
const { send, cancel, formPairs, formDataOf } = functionsOf("Network");
const {
  observed, placeObserved, removeObserved, replaceObserved, dataObserved, attributeObserved,
  asOneChange,
} = functionsOf("Observers");
const { renderedText } = functionsOf("Rendering");
const { clearArea, storeValue } = functionsOf("Storage");
const { makeStyle, makeDataset, tokensOf, kebab, camel } = functionsOf("Styles");
const { encodeUTF8, decodeUTF8, bytesOf, toBase64, fromBase64, base64Of, bytesOfBase64 } =
  functionsOf("Text");
const { recordCall, callModule, withoutFunctions, parseInvocation, invokeMethod } = functionsOf("Token");
/// Whether a value is of a part's class: before the part is read, none is.
const isOf = (name, Class, value) => partsRead[name] !== undefined && value instanceof partsRead[name][Class];
/// The storage areas.
const LOCAL = 0, SESSION = 1, PAGE = 2, GLOBAL = 3, DEVICE = 4;
