// Requests over `host.send`, signals that abort them, and forms as data (DOM Standard section 3.1,
// XMLHttpRequest Standard section 4.3).

const requests = new SafeMap();
let requestCount = 0;
/// Calls `done` with {status, statusText, url, headers: [[name, value]], body, failure?}.
function send(request, done) {
  requestCount += 1;
  requests.set(requestCount, done);
  host.send(requestCount, writeJSON(request));
  return requestCount;
}
function cancel(id) { if (requests.delete(id)) host.cancelRequest(id); }

let abortSignal, formPairs, formDataOf;
class AbortSignal extends EventTarget {
  #reason = undefined; #aborted = false;
  constructor(key) { if (key !== KEY) throw illegal(); super(); }
  get aborted() { return this.#aborted; }
  get reason() { return this.#reason; }
  throwIfAborted() { if (this.#aborted) throw this.#reason; }
  static abort(reason = undefined) {
    const signal = new AbortSignal(KEY);
    abortSignal(signal, reason);
    return signal;
  }
  static timeout(milliseconds) {
    if (!(+milliseconds >= 0)) throw new TypeError("timeout takes a number of milliseconds");
    const signal = new AbortSignal(KEY);
    startTimer(
      () => abortSignal(signal, new DOMException("the time is over", "TimeoutError")), [], milliseconds, false
    );
    return signal;
  }
  get [Symbol.toStringTag]() { return "AbortSignal"; }
  static any(given) {
    const signal = new AbortSignal(KEY), signals = isArray(given) ? given : toList(given);
    for (let i = 0; i < signals.length; i += 1) {
      if (signals[i].aborted) { abortSignal(signal, signals[i].reason); break; }
      addListener(
        signals[i], "abort",
        {
          callback: () => abortSignal(signal, signals[i].reason), capture: false, once: true, passive: false,
          removed: false, isHandler: false,
        }
      );
    }
    return signal;
  }
  static { abortSignal = (signal, reason) => {
    if (signal.#aborted) return;
    signal.#aborted = true;
    signal.#reason = reason === undefined ? new DOMException("it was aborted", "AbortError") : reason;
    dispatchTo(signal, trust(new Event("abort")));
  }; }
}
installHandlers(AbortSignal.prototype, ["abort"]);
class AbortController {
  #signal = new AbortSignal(KEY);
  get signal() { return this.#signal; }
  abort(reason = undefined) { abortSignal(this.#signal, reason); }
  get [Symbol.toStringTag]() { return "AbortController"; }
}

class FormData {
  #list = [];
  constructor(form = undefined, submitter = null) {
    if (form === undefined) return;
    if (!isOf("Forms", "HTMLFormElement", form)) throw new TypeError("FormData takes a form");
    if (submitter !== null && submitter !== undefined) checkSubmitter(form, submitter);
    this.#collect(form, submitter ?? null);
  }
  #collect(form, submitter) {
    formEntries(
      form, submitter, this.#list,
      () => dispatchTo(form, trust(new FormDataEvent("formdata", { bubbles: true, formData: this })))
    );
  }
  append(name, value, filename = undefined) { push(this.#list, [text(name), formValue(value, filename)]); }
  set(name, value, filename = undefined) {
    this.#list = withPair(this.#list, [text(name), formValue(value, filename)]);
  }
  has(name) { return this.get(name) !== null; }
  delete(name) { this.#list = filtered(this.#list, (pair) => pair[0] !== text(name)); }
  get [Symbol.toStringTag]() { return "FormData"; }
  static {
    installPairMembers(this, (form) => form.#list);
    formPairs = (form) => form.#list;
    formDataOf = (form, submitter) => {
      const data = new FormData();
      data.#collect(form, submitter);
      return data;
    };
  }
}

/// XMLHttpRequest Standard section 4.3, *create an entry*: files stay, all other values become text.
function formValue(value, filename) {
  if (!isBlob(value)) return text(value);
  const { File } = fetching();
  if (value instanceof File && filename === undefined) return value;
  return new File(
    [value], filename === undefined ? value.name ?? "blob" : text(filename), { type: value.type }
  );
}

function requestFinished(id, json) {
  const done = requests.get(id);
  if (done === undefined) return;
  requests.delete(id);
  try { done(parseJSON(json)); } catch (error) { reportException(error); }
}

(
  {
    FormData, AbortController, AbortSignal, abortSignal, send, cancel, requestFinished, formPairs, formDataOf,
  }
);
