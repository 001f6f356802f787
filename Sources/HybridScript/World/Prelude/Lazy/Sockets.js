// Persistent connections, and WebSocket (WebSockets Standard section 3).

const connections = new SafeMap();
let connectionCount = 0;
/// `listener` is called with the event: "open", "text", "binary", "close", "fail", and one or two texts.
function openConnection(kind, url, protocols, lastEvent, listener) {
  connectionCount += 1;
  connections.set(connectionCount, listener);
  host.connect(connectionCount, kind, url, writeJSON(protocols), lastEvent);
  return connectionCount;
}
function connectionChanged(id, kind, first, second) {
  const listener = connections.get(id);
  if (listener === undefined) return;
  if (kind === "close" || kind === "fail") connections.delete(id);
  try { listener(kind, first, second); } catch (error) { reportException(error); }
}
const socketSchemes = { __proto__: null, "http:": "ws:", "https:": "wss:", "ws:": "ws:", "wss:": "wss:" };

const makeSockets = () => {
  const { CloseEvent } = global;
  const CONNECTING = 0, OPEN = 1, CLOSING = 2, CLOSED = 3;

  class WebSocket extends EventTarget {
    #id; #url; #origin; #state = CONNECTING; #protocol = ""; #lost = 0; #binaryType = "blob";
    constructor(url, protocols = []) {
      super();
      const parts = parseURL(resolveAddress(url), null), protocol = parts === null ? undefined
        : socketSchemes[parts.protocol];
      if (protocol === undefined)
        throw syntaxError(`'${text(url)}' is not the URL of a WebSocket: it begins with ws: or wss:`);
      if (parts.hash !== "") throw syntaxError("the URL of a WebSocket has no fragment");
      parts.protocol = protocol;
      const list = isArray(protocols) ? protocols : [protocols], names = [];
      for (let i = 0; i < list.length; i += 1) {
        const name = text(list[i]);
        if (execute(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, name) === null || includes(names, name))
          throw syntaxError(`'${name}' cannot be a sub-protocol here`);
        push(names, name);
      }
      this.#url = serializeURL(parts);
      this.#origin = viewOf(parts).origin;
      const changed = (kind, first, second) => this.#changed(kind, first, second);
      this.#id = openConnection("socket", this.#url, names, "", changed);
    }
    get url() { return this.#url; }
    get readyState() { return this.#state; }
    get protocol() { return this.#protocol; }
    get extensions() { return ""; }
    get bufferedAmount() { return this.#lost + host.buffered(this.#id); }
    get binaryType() { return this.#binaryType; }
    set binaryType(value) { if (value === "arraybuffer" || value === "blob") this.#binaryType = value; }
    send(data) {
      if (this.#state === CONNECTING)
        throw new DOMException("the WebSocket is not open yet", "InvalidStateError");
      const bytes = isBlob(data) ? fetching().blobBytes(data)
        : data instanceof ArrayBuffer || isView(data) ? bytesOf(data) : null;
      const message = bytes === null ? text(data) : base64Of(bytes);
      if (this.#state === OPEN) host.transmit(this.#id, message, bytes !== null);
      else this.#lost += bytes === null ? encodeUTF8(message).length : bytes.length;
    }
    close(code = undefined, reason = "") {
      if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999)) {
        throw new DOMException(
          `${text(code)} cannot be a close code of a page: 1000, and 3000 to 4999`, "InvalidAccessError"
        );
      }
      const why = text(reason);
      if (encodeUTF8(why).length > 123) throw syntaxError("the reason is longer than 123 bytes");
      if (this.#state >= CLOSING) return;
      const wasOpen = this.#state === OPEN;
      this.#state = CLOSING;
      host.disconnect(this.#id, code === undefined ? -1 : floor(number(code)), why);
      if (wasOpen) return;
      connections.delete(this.#id);
      queueTask(() => this.#end(1006, ""));
    }
    #changed(kind, first, second) {
      switch (kind) {
      case "open":
        if (this.#state !== CONNECTING) return;
        this.#state = OPEN;
        this.#protocol = first;
        dispatchTo(this, trust(new Event("open")));
        return;
      case "text": this.#received(first); return;
      case "binary": {
        const { buffer } = bytesOfBase64(first);
        const isBlobWanted = this.#binaryType === "blob";
        this.#received(isBlobWanted ? fetching().makeBlob(new Uint8Array(buffer), "") : buffer);
        return;
      }
      case "fail": host.console("error", `WebSocket: ${first}`); this.#end(1006, ""); return;
      default: this.#end(+first, second ?? "");
      }
    }
    #received(data) {
      if (this.#state !== OPEN) return;
      dispatchTo(this, trust(new MessageEvent("message", { data, origin: this.#origin })));
    }
    #end(code, reason) {
      this.#state = CLOSED;
      if (code === 1006) dispatchTo(this, trust(new Event("error")));
      dispatchTo(this, trust(new CloseEvent("close", { wasClean: code !== 1006, code, reason })));
    }
    get [Symbol.toStringTag]() { return "WebSocket"; }
  }
  const states = { CONNECTING, OPEN, CLOSING, CLOSED };
  install(WebSocket, states);
  install(WebSocket.prototype, states);
  installHandlers(WebSocket.prototype, ["open", "message", "error", "close"]);
  return WebSocket;
};
