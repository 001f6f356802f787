// Worker (HTML Standard section 10.2.6): dedicated workers with classic scripts of the project.

const { deserialize, transferred } = serializing();
const workers = new SafeMap();
let workerCount = 0;
/// What a worker has for the page: "message" with a value as text, or "error". True when it was handled.
function workerSaid(id, kind, given) {
  const worker = workers.get(id);
  if (worker === undefined) return false;
  if (kind === "message") { dispatchTo(worker, trust(new MessageEvent("message", { data: deserialize(given) }))); return true; }
  const told = parseJSON(given);
  return !dispatchTo(worker, trust(new ErrorEvent("error", { cancelable: true, message: told[0], filename: told[1], lineno: told[2], colno: told[3] })));
}
const startWorker = guarded(host.startWorker), postToWorker = guarded(host.postToWorker);
class Worker extends EventTarget {
  #id;
  constructor(url, settings = undefined) {
    super();
    const address = resolveAddress(url), type = settings?.type === undefined ? "classic" : text(settings.type);
    const refuse = (message) => { throw new DOMException(message, "NotSupportedError"); };
    if (type === "module") refuse("module workers are not supported: a worker's script is a classic one, with importScripts()");
    if (type !== "classic") throw new TypeError(`'${type}' is not a type of workers`);
    if (startsWith(address, "blob:") || startsWith(address, "data:")) {
      refuse(`workers of ${textSlice(address, 0, 5)} URLs are not supported: put the script in a file of the project`);
    }
    if (!startsWith(address, "hybrid://project/")) throw new DOMException(`the script of a worker is a file of the project: ${address}`, "SecurityError");
    this.#id = workerCount + 1;
    startWorker(this.#id, address, text(settings?.name ?? ""));
    workerCount += 1;
    workers.set(this.#id, this);
  }
  postMessage(value, settings = undefined) {
    const message = transferred(value, settings);
    if (workers.has(this.#id)) postToWorker(this.#id, message);
  }
  terminate() { if (workers.delete(this.#id)) host.endWorker(this.#id); }
  get [Symbol.toStringTag]() { return "Worker"; }
}
installHandlers(Worker.prototype, ["message", "messageerror", "error"]);

({ Worker, workerSaid });
