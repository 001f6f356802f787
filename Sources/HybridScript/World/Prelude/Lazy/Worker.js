// Worker (HTML Standard section 10.2.6): dedicated workers with scripts and modules of the project, or of a
// `blob:` or `data:` URL.

const { deserialize } = serializing(), { pack, unpack, transferList } = part("Cloning");
const workers = new SafeMap();
let workerCount = 0;
/// Takes a message of a worker for the page: "message" with a value as text, or "error". Returns true if it
/// was handled.
function workerSaid(id, kind, given) {
  const worker = workers.get(id);
  if (kind === "broadcast") {
    const told = parseJSON(given);
    deliverBroadcast(told[0], () => deserialize(told[1]));
    return true;
  }
  if (worker === undefined) return false;
  if (kind === "message") {
    unpack(given, routeTo(id), (data, ports) => {
      dispatchTo(worker, trust(new MessageEvent("message", { data, ports })));
    });
    return true;
  }
  const told = parseJSON(given);
  return !dispatchTo(
    worker,
    trust(
      new ErrorEvent(
        "error", { cancelable: true, message: told[0], filename: told[1], lineno: told[2], colno: told[3] }
      )
    )
  );
}
/// The required type of a `blob:` or `data:` URL for each use; a script can have any type.
const textTypes = {
  __proto__: null,
  module: /^\s*(text|application)\/(x-)?(javascript|ecmascript|jscript|livescript)\d?(\.\d)?\s*(;|$)/i,
  json: /^\s*((text|application)\/json|[^;]+\+json)\s*(;|$)/i,
};
/// The text of a `blob:` or `data:` URL.
function textAt(address, use = "script") {
  const blob = blobAt(address);
  const found = blob === undefined ? execute(/^data:([^,]*),([^#]*)/, address) : null;
  if (blob === undefined && found === null)
    throw new DOMException(`there is no ${use} at ${textSlice(address, 0, 100)}`, "NetworkError");
  const type = blob === undefined ? found[1] : blob.type;
  if (use !== "script" && execute(textTypes[use], type) === null) {
    throw new TypeError(
      `'${type}' is not a type of ${use === "json" ? "JSON" : "JavaScript"}: ${textSlice(address, 0, 100)}`
    );
  }
  if (blob !== undefined) return textOfBlob(blob);
  if (execute(/;\s*base64\s*$/i, found[1]) === null)
    return safely(() => decodeURIComponent(found[2]), found[2]);
  return textOfBlob(new (fetching().Blob)([bytesOfBase64(without(found[2], " \t\n\r"))]));
}
const textOfBlob = (blob) => new (fetching().TextDecoder)().decode(fetching().blobBytes(blob));
const startWorker = guarded(host.startWorker), postToWorker = guarded(host.postToWorker);
const routeTo = (id) => (
  { __proto__: null, scope: id, prefix: "p", post: (message) => postToWorker(id, message) }
);
class Worker extends EventTarget {
  #id;
  constructor(url, settings = undefined) {
    super();
    const address = resolveAddress(url), type = settings?.type === undefined ? "classic"
      : text(settings.type);
    const isInline = startsWith(address, "blob:")
      || startsWith(address, "data:"), isModule = type === "module";
    if (!isModule && type !== "classic") throw new TypeError(`'${type}' is not a type of workers`);
    if (!isInline && !startsWith(address, "hybrid://project/"))
      throw new DOMException(`the script of a worker is a file of the project: ${address}`, "SecurityError");
    this.#id = workerCount + 1;
    const inline = isInline ? textAt(address, isModule ? "module" : "script") : null;
    startWorker(this.#id, address, text(settings?.name ?? ""), isModule, inline);
    workerCount += 1;
    workers.set(this.#id, this);
  }
  postMessage(value, settings = undefined) {
    const message = pack(value, transferList(settings), routeTo(this.#id));
    if (workers.has(this.#id)) postToWorker(this.#id, message);
  }
  terminate() { if (workers.delete(this.#id)) host.endWorker(this.#id); }
  get [Symbol.toStringTag]() { return "Worker"; }
}
installHandlers(Worker.prototype, ["message", "messageerror", "error"]);

({ Worker, workerSaid, textAt });
