// The globals of a worker (HTML Standard section 10.1). The members of documents are removed.

const workerGlobals = new SafeSet();
for (const name of rest(bareGlobals)) workerGlobals.add(name);
for (const name of [
  "console", "setTimeout", "setInterval", "clearTimeout", "clearInterval", "setImmediate", "queueMicrotask",
  "structuredClone", "btoa", "atob", "TextEncoder", "TextDecoder", "URL", "URLSearchParams", "fetch",
  "Headers", "Request", "Response", "FormData", "AbortController", "AbortSignal", "XMLHttpRequest",
  "performance", "Event", "EventTarget", "CustomEvent", "ErrorEvent", "MessageEvent", "ProgressEvent",
  "PromiseRejectionEvent", "DOMException", "CloseEvent", "WebSocket", "EventSource", "addEventListener",
  "removeEventListener", "dispatchEvent", "isSecureContext", "crypto", "Crypto", "CryptoKey", "SubtleCrypto",
  "Blob", "File", "FileReader", "ReadableStream", "MessageChannel", "MessagePort", "BroadcastChannel",
  "scheduler", "indexedDB", "DOMStringList", "IDBCursor", "IDBCursorWithValue", "IDBDatabase", "IDBFactory",
  "IDBIndex", "IDBKeyRange", "IDBObjectStore", "IDBOpenDBRequest", "IDBRequest", "IDBTransaction",
  "IDBVersionChangeEvent",
]) workerGlobals.add(name);
for (const name of rest(ownKeys(global)))
  if (typeof name === "string" && !workerGlobals.has(name)) delete global[name];

// Handlers are properties of the global object only.
attributeHandler = () => null;

class WorkerGlobalScope extends EventTarget {
  constructor() { throw illegal(); }
  static [Symbol.hasInstance](value) { return value === global; }
}
class DedicatedWorkerGlobalScope extends WorkerGlobalScope {}
const workerLocation = {};
for (const name of ["href", "protocol", "host", "hostname", "port", "pathname", "search", "hash", "origin"]) {
  defineProperty(
    workerLocation, name, { __proto__: null, enumerable: true, get: () => part("Navigation").location[name] }
  );
}
install(workerLocation, { toString: () => host.address() });
const { deserialize } = serializing(), { pack, unpack, transferList } = part("Cloning");
const importScript = guarded(host.importScript);
const postToPage = guarded(host.postToPage);
const toPage = { __proto__: null, scope: 0, prefix: "w", post: postToPage };
install(global, {
  self: global, WorkerGlobalScope, DedicatedWorkerGlobalScope, location: workerLocation, navigator,
  name: host.workerName, origin: "null",
  postMessage(value, settings = undefined) { postToPage(pack(value, transferList(settings), toPage)); },
  close() { host.closeWorker(); },
  importScripts(...addresses) {
    if (host.isModule) throw new TypeError("a module worker has no importScripts(): import the module");
    for (let i = 0; i < addresses.length; i += 1) importScript(resolveAddress(addresses[i]));
  },
});
installHandlers(
  global,
  [
    "message", "messageerror", "error", "unhandledrejection", "rejectionhandled", "online", "offline",
    "languagechange",
  ]
);

broadcastElsewhere = (name, value) => host.broadcastFromWorker(name, serializing().serialize(value));
entries.broadcast = (name, message) => deliverBroadcast(name, () => deserialize(message));
entries.receive = (message) => {
  let isRead = false;
  try {
    unpack(message, toPage, (data, ports) => {
      isRead = true;
      dispatchTo(global, trust(new MessageEvent("message", { data, ports })));
    });
  } catch (error) {
    if (isRead) throw error;
    dispatchTo(global, trust(new MessageEvent("messageerror")));
  }
};
entries;
