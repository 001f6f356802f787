// fetch, XMLHttpRequest and their objects (Fetch Standard section 5, XMLHttpRequest Standard section 3). The
// part consists of this file and the encodings, blobs and streams before it.

const { FormData, AbortSignal } = part("Network"), { URLSearchParams } = part("Addresses");
let bodyText, teeBody;
let headerList;
class Headers {
  #list = [];
  constructor(init = undefined) {
    if (init instanceof Headers) this.#list = copyPairs(init.#list);
    else if (isObject(init) && isFunction(init[Symbol.iterator])) {
      const pairs = toList(init);
      for (let i = 0; i < pairs.length; i += 1) this.append(pairs[i][0], pairs[i][1]);
    }
    else if (isObject(init)) {
      const keys = Object_keys(init);
      for (let i = 0; i < keys.length; i += 1) this.append(keys[i], init[keys[i]]);
    }
  }
  static { headerList = (headers) => headers.#list; }
  append(name, value) {
    const key = headerName(name), known = this.#find(key);
    if (known !== null)
      known[1] += `, ${headerValue(value)}`; else push(this.#list, [key, headerValue(value)]);
  }
  set(name, value) {
    const key = headerName(name), known = this.#find(key);
    if (known !== null) known[1] = headerValue(value); else push(this.#list, [key, headerValue(value)]);
  }
  get(name) { return this.#find(headerName(name))?.[1] ?? null; }
  has(name) { return this.#find(headerName(name)) !== null; }
  delete(name) {
    const key = headerName(name);
    for (let i = 0; i < this.#list.length; i += 1) if (this.#list[i][0] === key) {
      splice(this.#list, i, 1);
      return;
    }
  }
  getSetCookie() { return []; }
  get [Symbol.toStringTag]() { return "Headers"; }
  forEach(callback, receiver = undefined) {
    const all = this.#sorted();
    for (let i = 0; i < all.length; i += 1) apply(callback, receiver, [all[i][1], all[i][0], this]);
  }
  entries() { return iterator(this.#sorted(), (pair) => [pair[0], pair[1]]); }
  keys() { return iterator(this.#sorted(), (pair) => pair[0]); }
  values() { return iterator(this.#sorted(), (pair) => pair[1]); }
  [Symbol.iterator]() { return this.entries(); }
  #find(key) {
    for (let i = 0; i < this.#list.length; i += 1) if (this.#list[i][0] === key) return this.#list[i];
    return null;
  }
  #sorted() { return sort(copyPairs(this.#list), (a, b) => (a[0] < b[0] ? -1 : 1)); }
}
function copyPairs(list) {
  const copy = [];
  for (let i = 0; i < list.length; i += 1) push(copy, [list[i][0], list[i][1]]);
  return copy;
}
function headerName(value) {
  const name = lower(text(value));
  if (execute(/^[!#$%&'*+.^_`|~0-9a-z-]+$/, name) === null)
    throw new TypeError(`'${name}' is not the name of a header`);
  return name;
}
function headerValue(value) {
  const result = trim(text(value));
  if (execute(/[\u0000\r\n]/, result) !== null) throw new TypeError("a header has no line breaks");
  return result;
}

/// The content of a body, text or bytes or a stream, and its type (Fetch Standard section 5.2, *extract a
/// body*).
function extractBody(body) {
  if (body === null || body === undefined) return { body: null, type: null };
  if (typeof body === "string") return { body, type: "text/plain;charset=UTF-8" };
  if (body instanceof URLSearchParams)
    return { body: body.toString(), type: "application/x-www-form-urlencoded;charset=UTF-8" };
  if (body instanceof FormData) {
    const { bytes, type } = encodeParts(formPairs(body));
    return { body: bytes, type };
  }
  if (body instanceof Blob) return { body: blobBytes(body), type: body.type === "" ? null : body.type };
  if (body instanceof ArrayBuffer || isView(body)) return { body: bytesPart(bytesOf(body), 0), type: null };
  if (body instanceof ReadableStream) return { body, type: null };
  if (body instanceof Document) {
    return {
      body: body instanceof XMLDocument ? markupOfXML(idOf(body)) : host.markup(idOf(body), false),
      type: `${body.contentType};charset=UTF-8`,
    };
  }
  return { body: text(body), type: "text/plain;charset=UTF-8" };
}
/// A body for the host: text, or Base64 of bytes that are no text.
function bodyForHost(body) {
  if (body === null || typeof body === "string") return { body };
  const read = safely(() => decodeUTF8(body, true), null);
  return read !== null ? { body: read } : { bytes: toBase64(binaryText(body)) };
}
/// The body of a response, from the host's form.
const bodyOfAnswer = (answer) =>
  (typeof answer.bytes === "string" ? bytesOfBinary(fromBase64(answer.bytes)) : answer.body);
const bodyWasRead = () => new TypeError("the body was read before");
class Body {
  #body; #isUsed = false; #stream = null;
  constructor(value) { this.#body = value; if (value instanceof ReadableStream) this.#stream = value; }
  get bodyUsed() { return this.#isUsed; }
  get body() {
    if (this.#body === null) return null;
    return this.#stream ??= streamOfBytes(() => { this.#isUsed = true; return bytesOfBody(this.#body); });
  }
  async #take() {
    if (this.#isUsed || this.#stream?.locked === true) throw bodyWasRead();
    this.#isUsed = this.#body !== null;
    return this.#body instanceof ReadableStream ? bytesOfStream(this.#body) : this.#body ?? "";
  }
  text() { return then(this.#take(), (body) => (typeof body === "string" ? body : textOfBytes(body))); }
  json() { return then(this.text(), parseJSON); }
  arrayBuffer() { return then(this.bytes(), (bytes) => bytes.buffer); }
  bytes() { return then(this.#take(), (body) => bytesPart(bytesOfBody(body), 0)); }
  blob() {
    return then(
      this.#take(), (body) => makeBlob(bytesOfBody(body), typeOfBlob(this.headers.get("content-type")))
    );
  }
  formData() {
    return then(this.#take(), (body) => {
      const type = this.headers.get("content-type") ?? "";
      const boundary = execute(/^multipart\/form-data\b.*;\s*boundary="?([^";]+)"?/i, type);
      if (boundary !== null) return decodeParts(bytesOfBody(body), boundary[1]);
      if (execute(/^application\/x-www-form-urlencoded\b/i, type) === null)
        throw new TypeError(`a body of the type '${type}' is not a form`);
      const form = new FormData();
      const pairs = new URLSearchParams(typeof body === "string" ? body : textOfBytes(body));
      pairs.forEach((value, name) => form.append(name, value));
      return form;
    });
  }
  static {
    bodyText = (value) => {
      if (value.#isUsed || value.#stream?.locked === true) throw bodyWasRead();
      return value.#body;
    };
    teeBody = (value) => {
      const body = bodyText(value);
      if (!(body instanceof ReadableStream)) return body;
      const branches = body.tee();
      value.#body = value.#stream = branches[0];
      return branches[1];
    };
  }
}
const bytesOfBody = (body) => (typeof body === "string" ? encodeUTF8(body) : body);
const methodsWithoutBody = { __proto__: null, GET: true, HEAD: true };
class Request extends Body {
  #method; #url; #headers; #signal;
  constructor(input, init = undefined) {
    const from = input instanceof Request ? input : null;
    const method = upper(text(init?.method ?? from?.method ?? "GET"));
    const given = init?.body !== undefined && init.body !== null ? extractBody(init.body)
      : { body: from === null ? null : bodyText(from), type: null };
    if (given.body !== null && method in methodsWithoutBody)
      throw new TypeError(`a ${method} request has no body`);
    if (execute(/^[!#$%&'*+.^_`|~0-9A-Z-]+$/, method) === null)
      throw new TypeError(`'${method}' is not a method`);
    super(given.body);
    this.#method = method;
    this.#url = from === null ? resolveAddress(input) : from.url;
    this.#headers = new Headers(init?.headers ?? from?.headers);
    if (given.type !== null && !this.#headers.has("content-type"))
      this.#headers.set("content-type", given.type);
    this.#signal = init?.signal ?? from?.signal ?? new AbortSignal(KEY);
  }
  get method() { return this.#method; }
  get url() { return this.#url; }
  get headers() { return this.#headers; }
  get signal() { return this.#signal; }
  clone() {
    return new Request(
      this.#url, { method: this.#method, headers: this.#headers, body: teeBody(this), signal: this.#signal }
    );
  }
  get mode() { return "cors"; }
  get credentials() { return "same-origin"; }
  get cache() { return "default"; }
  get redirect() { return "follow"; }
  get referrer() { return "about:client"; }
  get destination() { return ""; }
  get [Symbol.toStringTag]() { return "Request"; }
}
class Response extends Body {
  #status; #statusText; #headers; #url; #type;
  constructor(body = null, init = undefined) {
    const given = extractBody(body), status = number(init?.status, 200);
    if (init?.isReceived !== KEY && (status < 200 || status > 599))
      throw new RangeError(`${status} is not a status`);
    super(given.body);
    this.#status = status;
    this.#statusText = text(init?.statusText ?? "");
    this.#headers = new Headers(init?.headers);
    if (given.type !== null && init?.isReceived !== KEY && !this.#headers.has("content-type"))
      this.#headers.set("content-type", given.type);
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
  clone() {
    return new Response(
      teeBody(this),
      {
        status: this.#status, statusText: this.#statusText, headers: this.#headers, url: this.#url,
        isReceived: KEY,
      }
    );
  }
  static redirect(url, status = 302) {
    return new Response(
      null, { status, headers: { location: resolveAddress(url) }, url: "", isReceived: KEY }
    );
  }
  get [Symbol.toStringTag]() { return "Response"; }
  static json(value, init = undefined) {
    const response = new Response(writeJSON(value), init);
    response.headers.set("content-type", "application/json");
    return response;
  }
  static error() { return new Response(null, { status: 0, url: "", isReceived: KEY }); }
}
/// The bytes of a `data:` URL (Fetch Standard section 6); null for one that cannot be read.
function dataBytes(url) {
  const comma = textIndex(url, ",");
  if (comma < 0) return null;
  const isBase64 = execute(/;\s*base64\s*$/i, textSlice(url, 5, comma)) !== null;
  const written = textSlice(withoutFragment(url), comma + 1);
  return safely(
    () => (
      isBase64 ? bytesOfBinary(
        fromBase64(decodeURIComponent(written))
      ) : encodeUTF8(decodeURIComponent(written))
    ),
    null
  );
}
/// The response of a `data:` URL.
function answerOfData(url) {
  const bytes = dataBytes(url);
  if (bytes === null) throw new TypeError("this data: URL cannot be read");
  const written = textSlice(url, 5, textIndex(url, ",")), end = execute(/;\s*base64\s*$/i, written);
  const type = trim(end === null ? written : textSlice(written, 0, end.index));
  return new Response(bytes, {
    status: 200, statusText: "OK", url, isReceived: KEY,
    headers: {
      "content-type":
        type === "" ? "text/plain;charset=US-ASCII" : type[0] === ";" ? `text/plain${type}` : type,
    },
  });
}
function fetch(input, init = undefined) {
  return new Promise((resolve, reject) => {
    const request = new Request(input, init), { signal } = request;
    if (signal.aborted) return reject(signal.reason);
    if (startsWith(lower(request.url), "data:"))
      return queueTask(() => {
        try { resolve(answerOfData(request.url)); } catch (error) { reject(error); }
      });
    const held = blobAt(request.url), body = bodyText(request);
    if (held !== undefined)
      return queueTask(
        () => resolve(
          new Response(
            blobBytes(held),
            {
              status: 200, statusText: "OK",
              headers: { "content-type": held.type, "content-length": text(held.size) }, url: request.url,
              isReceived: KEY,
            }
          )
        )
      );
    if (body instanceof ReadableStream)
      return reject(new TypeError("a request with a stream as its body is not supported"));
    // Created here, so that its stack has the place of the call.
    const unanswered = new TypeError(request.url);
    const id = send({
      method: request.method, url: request.url, headers: headerList(request.headers), ...bodyForHost(body),
      outlivesPage: !!init?.keepalive,
    }, (answer) => {
      if (answer.failure !== undefined && answer.failure !== null) {
        unanswered.message = `${request.url}: ${answer.failure}`;
        reject(unanswered);
      } else resolve(
        new Response(
          bodyOfAnswer(answer),
          {
            status: answer.status, statusText: answer.statusText, headers: answer.headers, url: answer.url,
            isReceived: KEY,
          }
        )
      );
    });
    addListener(
      signal, "abort",
      {
        callback: () => { cancel(id); reject(signal.reason); }, capture: false, once: true, passive: false,
        removed: false, isHandler: false,
      }
    );
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
  get responseText() {
    if (this.responseType !== "" && this.responseType !== "text")
      throw new DOMException("responseText is there for text only", "InvalidStateError");
    const body = this.#answer === null ? "" : bodyOfAnswer(this.#answer);
    return typeof body === "string" ? body : textOfBytes(body);
  }
  get responseXML() {
    if (this.#state !== 4 || this.#answer === null) return null;
    if (this.responseType === "document") return this.response;
    const type = this.#type();
    return this.responseType === "" && isXMLType(type)
      ? safely(() => readXML(this.responseText, xmlTypeOf(type)), null) : null;
  }
  #type() { return this.#override ?? new Headers(this.#answer.headers).get("content-type") ?? "text/xml"; }
  #override = null;
  get response() {
    if (this.#state !== 4 || this.#answer === null)
      return this.responseType === "" || this.responseType === "text" ? "" : null;
    if (this.#response === undefined) {
      const body = bodyOfAnswer(this.#answer),
        words_ = () => (typeof body === "string" ? body : textOfBytes(body));
      switch (this.responseType) {
      case "json": this.#response = safely(() => parseJSON(words_()), null); break;
      case "arraybuffer": this.#response = bytesPart(bytesOfBody(body), 0).buffer; break;
      case "blob": this.#response = makeBlob(bytesOfBody(body), typeOfBlob(this.#type())); break;
      case "document": {
        const type = this.#type();
        this.#response = isXMLType(type) ? readXML(words_(), xmlTypeOf(type))
          : new (part("Documents").DOMParser)().parseFromString(words_(), "text/html");
        break;
      }
      default: this.#response = words_();
      }
    }
    return this.#response;
  }
  open(method, url, isAsync = true) {
    if (!isAsync)
      throw new DOMException(
        "requests that wait are not offered: a page would stand still", "InvalidAccessError"
      );
    this.abort();
    this.#request = {
      method: upper(text(method)), url: resolveAddress(url), headers: new Headers(), body: null,
    };
    this.#answer = null; this.#response = undefined;
    this.#become(1);
  }
  setRequestHeader(name, value) {
    if (this.#state !== 1 || this.#id !== 0)
      throw new DOMException("the request is not open", "InvalidStateError");
    this.#request.headers.append(name, value);
  }
  overrideMimeType(type) { this.#override = text(type); }
  getResponseHeader(name) {
    return this.#answer === null ? null : new Headers(this.#answer.headers).get(name);
  }
  getAllResponseHeaders() {
    let result = "";
    if (this.#answer !== null)
      new Headers(this.#answer.headers).forEach((value, name) => { result += `${name}: ${value}\r\n`; });
    return result;
  }
  send(body = null) {
    if (this.#state !== 1 || this.#id !== 0)
      throw new DOMException("the request is not open", "InvalidStateError");
    const given = this.#request.method in methodsWithoutBody ? { body: null, type: null } : extractBody(body);
    if (given.type !== null && !this.#request.headers.has("content-type"))
      this.#request.headers.set("content-type", given.type);
    this.#tell("loadstart");
    const { method, url, headers } = this.#request, timeout = number(this.timeout) / 1000;
    this.#id = send({
      method, url, headers: headerList(headers), ...bodyForHost(given.body),
      ...(timeout > 0 ? { timeout } : {}),
    }, (answer) => {
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
  #tell(type) {
    const loaded = this.#answer === null ? 0 : bodyOfAnswer(this.#answer).length;
    dispatchTo(this, new ProgressEvent(type, { loaded, total: loaded, lengthComputable: true }));
  }
}
const isXMLType = (type) => execute(
  /^(?:text|application)\/(?:[\w.-]+\+)?xml\b|^image\/svg\+xml\b/i, type
) !== null;
const xmlTypeOf = (type) => {
  const known = lower(trim(textSplit(type, ";")[0]));
  return includes(part("Documents").xmlTypes, known) ? known : "application/xml";
};
const requestStates = { UNSENT: 0, OPENED: 1, HEADERS_RECEIVED: 2, LOADING: 3, DONE: 4 };
install(XMLHttpRequest, requestStates);
install(XMLHttpRequest.prototype, requestStates);
installHandlers(
  XMLHttpRequest.prototype,
  ["readystatechange", "loadstart", "progress", "abort", "error", "load", "timeout", "loadend"]
);
/// Beacon section 3.1: a POST whose response is ignored, even after the page is closed.
function sendBeacon(url, data) {
  const address = resolveAddress(url), given = extractBody(data);
  if (parseURL(address, null) === null) throw new TypeError(`'${text(url)}' is not a URL`);
  if (given.body !== null && bytesOfBody(given.body).length > 65536) return false;
  const headers = given.type === null ? [] : [["content-type", given.type]];
  send({ method: "POST", url: address, headers, ...bodyForHost(given.body), outlivesPage: true }, nothing);
  return true;
}
/// HTML Standard section 4.10.22.3, *submit as entity body*: the response opens the page of its address, like
/// a link. After a failure, which is reported, the page stays.
function postForm(pairs, action, encoding) {
  const url = resolveAddress(action), plain_ = plainEntries(pairs);
  let body, type;
  if (encoding === "multipart/form-data") ({ bytes: body, type } = encodeParts(pairs));
  else if (encoding === "text/plain") {
    body = ""; type = encoding;
    for (let i = 0; i < plain_.length; i += 1) body += `${plain_[i][0]}=${plain_[i][1]}\r\n`;
  } else { body = new URLSearchParams(plain_).toString(); type = "application/x-www-form-urlencoded"; }
  recordCall("form", "submit", [{ method: "post", action: url, enctype: encoding, entries: plain_ }]);
  if (parseURL(url, null) === null) { warn(`the form is not sent: '${action}' is not a URL`); return; }
  send({
    method: "POST", url, headers: [["content-type", type]], ...bodyForHost(body), outlivesPage: true,
  }, (answer) => {
    const failure = answer.failure
      ?? (answer.status >= 400 ? `the answer has the status ${answer.status}` : null);
    if (failure !== null) { warn(`the form was not accepted by ${url}: ${failure}`); return; }
    const address = typeof answer.url === "string" && answer.url !== "" && answer.url !== url ? answer.url
      : action;
    if (answer.status !== 204 && answer.status !== 205) goTo(address);
  });
}
/// Calls `done` with the text at an address, or `failed` if there is none.
function fetchText(address, done, failed) {
  const read = (response) => (response.ok ? then(response.text(), done, failed) : failed());
  then(fetch(address), read, failed);
}
({
  streamState, TextEncoder, TextDecoder, Blob, File, FileList, FileReader, ReadableStream,
  ReadableStreamDefaultReader,
  ReadableStreamDefaultController, fetch, Headers, Request, Response, XMLHttpRequest, objectAddresses, blobAt,
  blobBytes, bytesOfBinary, bytesOfBody, bodyOfAnswer, headerList, methodsWithoutBody, makeBlob, sendBeacon,
  postForm, dataBytes, fetchText,
});
