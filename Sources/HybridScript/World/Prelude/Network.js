// fetch, XMLHttpRequest and what they are made of (Fetch Standard section 5, XMLHttpRequest Standard section
// 3), over `host.send`.

const requests = new SafeMap();
let requestCount = 0;
/// `done` is given {status, statusText, url, headers: [[name, value]], body, failure?}.
function send(request, done) {
  requestCount += 1;
  requests.set(requestCount, done);
  host.send(requestCount, writeJSON(request));
  return requestCount;
}
function cancel(id) { if (requests.delete(id)) host.cancelRequest(id); }

let abortSignal, formPairs, bodyText;
class AbortSignal extends EventTarget {
  #reason = undefined; #aborted = false;
  constructor(key) { if (key !== KEY) throw illegal(); super(); }
  get aborted() { return this.#aborted; }
  get reason() { return this.#reason; }
  throwIfAborted() { if (this.#aborted) throw this.#reason; }
  static abort(reason = undefined) { const signal = new AbortSignal(KEY); abortSignal(signal, reason); return signal; }
  static timeout(milliseconds) {
    const signal = new AbortSignal(KEY);
    startTimer(() => abortSignal(signal, new DOMException("the time is over", "TimeoutError")), [], milliseconds, false);
    return signal;
  }
  static any(signals) {
    const signal = new AbortSignal(KEY);
    for (let i = 0; i < signals.length; i += 1) {
      if (signals[i].aborted) { abortSignal(signal, signals[i].reason); break; }
      addListener(signals[i], "abort", { callback: () => abortSignal(signal, signals[i].reason), capture: false, once: true, passive: false, removed: false, isHandler: false });
    }
    return signal;
  }
  static { abortSignal = (signal, reason) => {
    if (signal.#aborted) return;
    signal.#aborted = true;
    signal.#reason = reason === undefined ? new DOMException("it was aborted", "AbortError") : reason;
    dispatchTo(signal, new Event("abort"));
  }; }
}
installHandlers(AbortSignal.prototype, ["abort"]);
class AbortController {
  #signal = new AbortSignal(KEY);
  get signal() { return this.#signal; }
  abort(reason = undefined) { abortSignal(this.#signal, reason); }
}

let headerList;
class Headers {
  #list = [];
  constructor(init = undefined) {
    if (init instanceof Headers) this.#list = copyPairs(init.#list);
    else if (isArray(init)) for (let i = 0; i < init.length; i += 1) this.append(init[i][0], init[i][1]);
    else if (isObject(init)) { const keys = Object_keys(init); for (let i = 0; i < keys.length; i += 1) this.append(keys[i], init[keys[i]]); }
  }
  static { headerList = (headers) => headers.#list; }
  append(name, value) {
    const key = headerName(name), known = this.#find(key);
    if (known !== null) known[1] += `, ${headerValue(value)}`; else push(this.#list, [key, headerValue(value)]);
  }
  set(name, value) {
    const key = headerName(name), known = this.#find(key);
    if (known !== null) known[1] = headerValue(value); else push(this.#list, [key, headerValue(value)]);
  }
  get(name) { return this.#find(headerName(name))?.[1] ?? null; }
  has(name) { return this.#find(headerName(name)) !== null; }
  delete(name) {
    const key = headerName(name);
    for (let i = 0; i < this.#list.length; i += 1) if (this.#list[i][0] === key) { splice(this.#list, i, 1); return; }
  }
  forEach(callback, receiver = undefined) { const all = this.#sorted(); for (let i = 0; i < all.length; i += 1) apply(callback, receiver, [all[i][1], all[i][0], this]); }
  entries() { return iterator(this.#sorted(), (pair) => [pair[0], pair[1]]); }
  keys() { return iterator(this.#sorted(), (pair) => pair[0]); }
  values() { return iterator(this.#sorted(), (pair) => pair[1]); }
  [Symbol.iterator]() { return this.entries(); }
  #find(key) { for (let i = 0; i < this.#list.length; i += 1) if (this.#list[i][0] === key) return this.#list[i]; return null; }
  #sorted() { return sort(copyPairs(this.#list), (a, b) => (a[0] < b[0] ? -1 : 1)); }
}
function copyPairs(list) { const copy = []; for (let i = 0; i < list.length; i += 1) push(copy, [list[i][0], list[i][1]]); return copy; }
function headerName(value) {
  const name = lower(text(value));
  if (execute(/^[!#$%&'*+.^_`|~0-9a-z-]+$/, name) === null) throw new TypeError(`'${name}' is not the name of a header`);
  return name;
}
function headerValue(value) {
  const result = trim(text(value));
  if (execute(/[\u0000\r\n]/, result) !== null) throw new TypeError("a header has no line breaks");
  return result;
}

class FormData {
  #list = [];
  constructor(form = undefined) {
    if (form === undefined) return;
    const all = form.elements;
    for (let i = 0; i < all.length; i += 1) {
      const control = all[i], name = control.getAttribute("name");
      if (name === null || name === "" || control.disabled || control instanceof HTMLButtonElement) continue;
      if (control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio")) { if (control.checked) push(this.#list, [name, control.getAttribute("value") ?? "on"]); }
      else push(this.#list, [name, text(control.value ?? control.selectedIndex ?? control.isOn)]);
    }
  }
  append(name, value) { push(this.#list, [text(name), text(value)]); }
  set(name, value) { this.delete(name); this.append(name, value); }
  get(name) { for (let i = 0; i < this.#list.length; i += 1) if (this.#list[i][0] === text(name)) return this.#list[i][1]; return null; }
  getAll(name) { const all = []; for (let i = 0; i < this.#list.length; i += 1) if (this.#list[i][0] === text(name)) push(all, this.#list[i][1]); return all; }
  has(name) { return this.get(name) !== null; }
  delete(name) { const kept = []; for (let i = 0; i < this.#list.length; i += 1) if (this.#list[i][0] !== text(name)) push(kept, this.#list[i]); this.#list = kept; }
  forEach(callback, receiver = undefined) { for (let i = 0; i < this.#list.length; i += 1) apply(callback, receiver, [this.#list[i][1], this.#list[i][0], this]); }
  entries() { return iterator(this.#list, (pair) => [pair[0], pair[1]]); }
  [Symbol.iterator]() { return this.entries(); }
  static { formPairs = (form) => form.#list; }
}

/// The text of a body and the type that goes with it (Fetch Standard section 5.2, *extract a body*).
function extractBody(body) {
  if (body === null || body === undefined) return { body: null, type: null };
  if (typeof body === "string") return { body, type: "text/plain;charset=UTF-8" };
  if (body instanceof URLSearchParams) return { body: body.toString(), type: "application/x-www-form-urlencoded;charset=UTF-8" };
  if (body instanceof FormData) return { body: new URLSearchParams(formPairs(body)).toString(), type: "application/x-www-form-urlencoded;charset=UTF-8" };
  if (body instanceof ArrayBuffer || isView(body)) return { body: decodeUTF8(bytesOf(body), false), type: null };
  return { body: text(body), type: "text/plain;charset=UTF-8" };
}
class Body {
  #text; #isUsed = false;
  constructor(value) { this.#text = value; }
  get bodyUsed() { return this.#isUsed; }
  get body() { return null; }
  async text() {
    if (this.#isUsed) throw new TypeError("the body was read before");
    this.#isUsed = true;
    return this.#text ?? "";
  }
  json() { return then(this.text(), parseJSON); }
  arrayBuffer() { return then(this.text(), (value) => encodeUTF8(value).buffer); }
  bytes() { return then(this.text(), encodeUTF8); }
  static { bodyText = (value) => { if (value.#isUsed) throw new TypeError("the body was read before"); return value.#text; }; }
}
const methodsWithoutBody = { __proto__: null, GET: true, HEAD: true };
class Request extends Body {
  #method; #url; #headers; #signal;
  constructor(input, init = undefined) {
    const from = input instanceof Request ? input : null;
    const method = upper(text(init?.method ?? from?.method ?? "GET"));
    const given = init?.body !== undefined && init.body !== null ? extractBody(init.body) : from !== null ? { body: bodyText(from), type: null } : { body: null, type: null };
    if (given.body !== null && method in methodsWithoutBody) throw new TypeError(`a ${method} request has no body`);
    if (execute(/^[!#$%&'*+.^_`|~0-9A-Z-]+$/, method) === null) throw new TypeError(`'${method}' is not a method`);
    super(given.body);
    this.#method = method;
    this.#url = from === null ? resolveAddress(input) : from.url;
    this.#headers = new Headers(init?.headers ?? from?.headers);
    if (given.type !== null && !this.#headers.has("content-type")) this.#headers.set("content-type", given.type);
    this.#signal = init?.signal ?? from?.signal ?? new AbortSignal(KEY);
  }
  get method() { return this.#method; }
  get url() { return this.#url; }
  get headers() { return this.#headers; }
  get signal() { return this.#signal; }
  clone() { return new Request(this); }
}
class Response extends Body {
  #status; #statusText; #headers; #url; #type;
  constructor(body = null, init = undefined) {
    const given = extractBody(body), status = number(init?.status, 200);
    if (init?.isReceived !== KEY && (status < 200 || status > 599)) throw new RangeError(`${status} is not a status`);
    super(given.body);
    this.#status = status;
    this.#statusText = text(init?.statusText ?? "");
    this.#headers = new Headers(init?.headers);
    if (given.type !== null && init?.isReceived !== KEY && !this.#headers.has("content-type")) this.#headers.set("content-type", given.type);
    this.#url = init?.isReceived === KEY ? init.url : "";
    this.#type = init?.isReceived === KEY ? "basic" : "default";
  }
  get status() { return this.#status; }
  get statusText() { return this.#statusText; }
  get ok() { return this.#status >= 200 && this.#status <= 299; }
  get headers() { return this.#headers; }
  get url() { return this.#url; }
  get type() { return this.#type; }
  get redirected() { return false; }
  clone() { return new Response(bodyText(this), { status: this.#status, statusText: this.#statusText, headers: this.#headers, url: this.#url, isReceived: KEY }); }
  static json(value, init = undefined) { const response = new Response(writeJSON(value), init); response.headers.set("content-type", "application/json"); return response; }
  static error() { return new Response(null, { status: 0, url: "", isReceived: KEY }); }
}
function fetch(input, init = undefined) {
  return new Promise((resolve, reject) => {
    const request = new Request(input, init), { signal } = request;
    if (signal.aborted) return reject(signal.reason);
    const id = send({ method: request.method, url: request.url, headers: headerList(request.headers), body: bodyText(request) }, (answer) => {
      if (answer.failure !== undefined && answer.failure !== null) reject(new TypeError(`${request.url}: ${answer.failure}`));
      else resolve(new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers: answer.headers, url: answer.url, isReceived: KEY }));
    });
    addListener(signal, "abort", { callback: () => { cancel(id); reject(signal.reason); }, capture: false, once: true, passive: false, removed: false, isHandler: false });
  });
}

class XMLHttpRequest extends EventTarget {
  constructor() { super(); }
  #state = 0; #request = null; #answer = null; #id = 0; #response = undefined;
  timeout = 0; withCredentials = false; responseType = ""; upload = new EventTarget();
  get readyState() { return this.#state; }
  get status() { return this.#answer?.status ?? 0; }
  get statusText() { return this.#answer?.statusText ?? ""; }
  get responseURL() { return this.#answer?.url ?? ""; }
  get responseText() { return this.#answer?.body ?? ""; }
  get responseXML() { return null; }
  get response() {
    if (this.#state !== 4 || this.#answer === null) return this.responseType === "" || this.responseType === "text" ? "" : null;
    if (this.#response === undefined) {
      const { body } = this.#answer;
      this.#response = this.responseType === "json" ? safely(() => parseJSON(body), null) : this.responseType === "arraybuffer" ? encodeUTF8(body).buffer : body;
    }
    return this.#response;
  }
  open(method, url, isAsync = true) {
    if (!isAsync) throw new DOMException("requests that wait are not offered: a page would stand still", "InvalidAccessError");
    this.abort();
    this.#request = { method: upper(text(method)), url: resolveAddress(url), headers: new Headers(), body: null };
    this.#answer = null; this.#response = undefined;
    this.#become(1);
  }
  setRequestHeader(name, value) { if (this.#state !== 1 || this.#id !== 0) throw new DOMException("the request is not open", "InvalidStateError"); this.#request.headers.append(name, value); }
  overrideMimeType() {}
  getResponseHeader(name) { return this.#answer === null ? null : new Headers(this.#answer.headers).get(name); }
  getAllResponseHeaders() {
    let result = "";
    if (this.#answer !== null) new Headers(this.#answer.headers).forEach((value, name) => { result += `${name}: ${value}\r\n`; });
    return result;
  }
  send(body = null) {
    if (this.#state !== 1 || this.#id !== 0) throw new DOMException("the request is not open", "InvalidStateError");
    const given = this.#request.method in methodsWithoutBody ? { body: null, type: null } : extractBody(body);
    if (given.type !== null && !this.#request.headers.has("content-type")) this.#request.headers.set("content-type", given.type);
    this.#tell("loadstart");
    const { method, url, headers } = this.#request, timeout = number(this.timeout) / 1000;
    this.#id = send({ method, url, headers: headerList(headers), body: given.body, ...(timeout > 0 ? { timeout } : {}) }, (answer) => {
      this.#id = 0;
      const isFailed = answer.failure !== undefined && answer.failure !== null;
      if (!isFailed) { this.#answer = answer; this.#become(2); this.#become(3); }
      this.#become(4);
      this.#tell(isFailed ? "error" : "load");
      this.#tell("loadend");
    });
  }
  abort() {
    const wasSent = this.#id !== 0;
    if (wasSent) cancel(this.#id);
    this.#id = 0;
    if (wasSent) { this.#answer = null; this.#become(4); this.#tell("abort"); this.#tell("loadend"); }
    this.#state = 0;
  }
  #become(state) { this.#state = state; dispatchTo(this, new Event("readystatechange")); }
  #tell(type) { const loaded = this.#answer?.body.length ?? 0; dispatchTo(this, new ProgressEvent(type, { loaded, total: loaded, lengthComputable: true })); }
}
const requestStates = { UNSENT: 0, OPENED: 1, HEADERS_RECEIVED: 2, LOADING: 3, DONE: 4 };
install(XMLHttpRequest, requestStates);
install(XMLHttpRequest.prototype, requestStates);
installHandlers(XMLHttpRequest.prototype, ["readystatechange", "loadstart", "progress", "abort", "error", "load", "timeout", "loadend"]);
install(global, { fetch, Headers, Request, Response, FormData, AbortController, AbortSignal, XMLHttpRequest });
