// Blob, File, FileReader, object URLs (File API), and bodies of several parts (RFC 7578).

let blobBytes, makeBlob;
/// Section 3.1: the type of a blob is lower-case ASCII, or empty.
function typeOfBlob(value) {
  const type = text(value ?? "");
  return execute(/[^\u0020-\u007e]/, type) === null ? lower(type) : "";
}
class Blob {
  #bytes; #type;
  constructor(parts = [], settings = undefined) {
    if (parts === KEY) { this.#bytes = settings.bytes; this.#type = settings.type; return; }
    if (!isObject(parts)) throw new TypeError("a Blob takes a list of its parts");
    const list = isArray(parts) ? parts : toList(parts), pieces = [];
    let count = 0;
    for (let i = 0; i < list.length; i += 1) {
      const part = list[i];
      const bytes = part instanceof Blob ? part.#bytes
        : isObject(part) && (isView(part) || objectTag(part) === "[object ArrayBuffer]") ? bytesOf(part)
        : encodeUTF8(
          settings?.endings === "native"
            ? join(textSplit(join(textSplit(text(part), "\r\n"), "\n"), "\r"), "\n") : text(part)
        );
      push(pieces, bytes);
      count += bytes.length;
    }
    this.#bytes = new Uint8Array(count);
    let at = 0;
    for (let i = 0; i < pieces.length; i += 1) {
      setBytes(this.#bytes, pieces[i], at);
      at += pieces[i].length;
    }
    this.#type = typeOfBlob(settings?.type);
  }
  static {
    blobBytes = (blob) => blob.#bytes;
    makeBlob = (bytes, type) => new Blob(KEY, { bytes, type });
  }
  get size() { return this.#bytes.length; }
  get type() { return this.#type; }
  slice(start = 0, end = this.#bytes.length, type = "") {
    const { length } = this.#bytes, at = (value) => {
      const i = floor(number(value));
      return i < 0 ? maximum(length + i, 0) : minimum(i, length);
    };
    const from = at(start);
    return makeBlob(bytesPart(this.#bytes, from, maximum(from, at(end))), typeOfBlob(type));
  }
  text() { return then(resolved, () => textOfBytes(this.#bytes)); }
  arrayBuffer() { return then(resolved, () => bytesPart(this.#bytes, 0).buffer); }
  bytes() { return then(resolved, () => bytesPart(this.#bytes, 0)); }
  stream() { return streamOfBytes(() => this.#bytes); }
  get [Symbol.toStringTag]() { return "Blob"; }
}
function textOfBytes(bytes) {
  const result = decodeUTF8(bytes, false);
  return codeAt(result, 0) === 0xfeff ? textSlice(result, 1) : result;
}
class File extends Blob {
  #name; #time;
  constructor(parts, name, settings = undefined) {
    if (arguments.length < 2) throw new TypeError("a File needs its parts and a name");
    super(parts, settings);
    this.#name = text(name);
    this.#time = settings?.lastModified === undefined ? floor(host.wallClock())
      : floor(number(settings.lastModified));
  }
  get name() { return this.#name; }
  get lastModified() { return this.#time; }
  get webkitRelativePath() { return ""; }
  get [Symbol.toStringTag]() { return "File"; }
}
class FileList extends Array {
  static get [Symbol.species]() { return Array; }
  item(index) { return this[number(index)] ?? null; }
  get [Symbol.toStringTag]() { return "FileList"; }
}
push(cloners, (value) => {
  if (value instanceof File)
    return new File([value], value.name, { type: value.type, lastModified: value.lastModified });
  return value instanceof Blob ? makeBlob(blobBytes(value), value.type) : undefined;
});

class FileReader extends EventTarget {
  #state = 0; #result = null; #error = null; #run = 0;
  constructor() { super(); }
  get readyState() { return this.#state; }
  get result() { return this.#result; }
  get error() { return this.#error; }
  readAsText(blob, label = undefined) {
    this.#read(blob, (bytes) => {
      const charset = execute(/;\s*charset\s*=\s*"?([^";\s]+)/, blob.type);
      const encoding = encodingNamed(text(label ?? "")) ?? encodingNamed(charset === null ? "" : charset[1])
        ?? "utf-8";
      return new TextDecoder(encoding).decode(bytes);
    });
  }
  readAsArrayBuffer(blob) { this.#read(blob, (bytes) => bytesPart(bytes, 0).buffer); }
  readAsBinaryString(blob) { this.#read(blob, binaryText); }
  readAsDataURL(blob) {
    this.#read(
      blob, (bytes) => `data:${blob.type || "application/octet-stream"};base64,${toBase64(binaryText(bytes))}`
    );
  }
  abort() {
    if (this.#state !== 1) { this.#result = null; return; }
    this.#state = 2; this.#result = null; this.#run += 1;
    this.#error = new DOMException("reading was aborted", "AbortError");
    this.#tell("abort", 0, 0); this.#tell("loadend", 0, 0);
  }
  #read(blob, convert) {
    if (!(blob instanceof Blob)) throw new TypeError(`FileReader: ${kindOfValue(blob)} is not a Blob`);
    if (this.#state === 1) throw new DOMException("the reader is reading already", "InvalidStateError");
    this.#state = 1; this.#result = null; this.#error = null; this.#run += 1;
    const run = this.#run, bytes = blobBytes(blob), { length } = bytes;
    queueTask(() => { if (run === this.#run) this.#tell("loadstart", 0, length); });
    queueTask(() => {
      if (run !== this.#run) return;
      this.#tell("progress", length, length);
      if (run !== this.#run) return;
      this.#state = 2;
      try { this.#result = convert(bytes); } catch (error) { this.#error = error; }
      this.#tell(this.#error === null ? "load" : "error", length, length);
      if (this.#state !== 1) this.#tell("loadend", length, length);
    });
  }
  #tell(type, loaded, total) {
    dispatchTo(this, trust(new ProgressEvent(type, { loaded, total, lengthComputable: true })));
  }
  get [Symbol.toStringTag]() { return "FileReader"; }
}
const readerStates = { EMPTY: 0, LOADING: 1, DONE: 2 };
install(FileReader, readerStates);
install(FileReader.prototype, readerStates);
installHandlers(FileReader.prototype, ["loadstart", "progress", "load", "abort", "error", "loadend"]);
function binaryText(bytes) {
  let result = "";
  for (let i = 0; i < bytes.length; i += 1) result += fromCharCode(bytes[i]);
  return result;
}
function bytesOfBinary(value) {
  const bytes = new Uint8Array(value.length);
  for (let i = 0; i < value.length; i += 1) bytes[i] = codeAt(value, i);
  return bytes;
}

/// Object URLs, which last until they are revoked or the page is closed.
const objectURLs = new SafeMap();
const MAXIMUM_OBJECT_URLS = 10000;
const objectAddresses = {
  createObjectURL(blob) {
    if (!(blob instanceof Blob)) throw new TypeError(`createObjectURL: ${kindOfValue(blob)} is not a Blob`);
    if (objectURLs.size >= MAXIMUM_OBJECT_URLS)
      throw new RangeError(
        `a page has at most ${MAXIMUM_OBJECT_URLS} object URLs; revokeObjectURL gives them back`
      );
    const { protocol, host: host_ } = addressParts(), url = `blob:${protocol === "" ? "null"
      : `${protocol}//${host_}`}/${randomUUID()}`;
    objectURLs.set(url, blob);
    return url;
  },
  revokeObjectURL(url) { objectURLs.delete(withoutFragment(text(url))); },
};
/// The blob of an address; undefined for other addresses.
const blobAt = (url) => (startsWith(url, "blob:") ? objectURLs.get(withoutFragment(url)) : undefined);

// multipart/form-data: writing (HTML Standard section 4.10.22.7) and reading.
const partName = (value) => join(
  textSplit(join(textSplit(join(textSplit(value, "\n"), "%0A"), "\r"), "%0D"), "\""), "%22"
);
const partLines = (value) => join(
  textSplit(join(textSplit(join(textSplit(value, "\r\n"), "\n"), "\r"), "\n"), "\n"), "\r\n"
);
function encodeParts(pairs) {
  let boundary = "----HybridFormBoundary";
  const random = randomBytes(12);
  for (let i = 0; i < random.length; i += 1) boundary += hex(random[i]);
  const pieces = [];
  for (let i = 0; i < pairs.length; i += 1) {
    const name = partName(partLines(pairs[i][0])), value = pairs[i][1];
    if (value instanceof Blob) {
      const file = partName(value.name ?? "blob"), type = value.type || "application/octet-stream";
      push(
        pieces,
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\n`
          + `Content-Type: ${type}\r\n\r\n`
      );
      push(pieces, value);
      push(pieces, "\r\n");
    }
    else push(
      pieces, `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${partLines(value)}\r\n`
    );
  }
  push(pieces, `--${boundary}--\r\n`);
  return { bytes: blobBytes(new Blob(pieces)), type: `multipart/form-data; boundary=${boundary}` };
}
function decodeParts(bytes, boundary) {
  const form = new FormData(), parts = textSplit(`\r\n${binaryText(bytes)}`, `\r\n--${boundary}`);
  if (parts.length < 2 || !startsWith(parts[parts.length - 1], "--"))
    throw new TypeError("the body is not multipart/form-data");
  const utf8 = (value) => decodeUTF8(bytesOfBinary(value), false);
  for (let i = 1; i < parts.length - 1; i += 1) {
    const split = textIndex(parts[i], "\r\n\r\n");
    if (split < 0) throw new TypeError("the body is not multipart/form-data");
    const lines = textSplit(textSlice(parts[i], 0, split), "\r\n"), content = textSlice(parts[i], split + 4);
    let name = null, filename = null, type = "text/plain";
    for (let j = 0; j < lines.length; j += 1) {
      const colon = textIndex(lines[j], ":"), key = lower(trim(textSlice(lines[j], 0, colon))),
        value = trim(textSlice(lines[j], colon + 1));
      if (key === "content-type") type = value;
      if (key !== "content-disposition") continue;
      const named = execute(/;\s*name="([^"]*)"/, value), file = execute(/;\s*filename="([^"]*)"/, value);
      if (named !== null) name = utf8(named[1]);
      if (file !== null) filename = utf8(file[1]);
    }
    if (name === null) throw new TypeError("a part of the body has no name");
    const plain_ = (value) => join(
      textSplit(join(textSplit(join(textSplit(value, "%22"), "\""), "%0D"), "\r"), "%0A"), "\n"
    );
    form.append(
      plain_(name),
      filename === null ? utf8(content) : new File([bytesOfBinary(content)], plain_(filename), { type })
    );
  }
  return form;
}
