// EventSource (HTML Standard section 9.2, *Server-sent events*).

const makeEventSource = () => {
  const CONNECTING = 0, OPEN = 1, CLOSED = 2;

  class EventSource extends EventTarget {
    #id = 0; #url; #origin; #withCredentials; #state = CONNECTING; #retry = 3000; #timer = 0; #isTold = false;
    /// The parser of the stream: an incomplete line, and the fields of the next event.
    #line = ""; #afterReturn = false; #isFirst = true; #data = null; #type = ""; #nextID = ""; #lastID = "";
    constructor(url, settings = undefined) {
      super();
      const parts = parseURL(resolveAddress(url), null);
      if (parts === null) throw syntaxError(`'${text(url)}' is not a URL`);
      this.#url = serializeURL(parts);
      this.#origin = viewOf(parts).origin;
      this.#withCredentials = !!settings?.withCredentials;
      this.#connect();
    }
    get url() { return this.#url; }
    get readyState() { return this.#state; }
    get withCredentials() { return this.#withCredentials; }
    close() {
      if (this.#state === CLOSED) return;
      this.#state = CLOSED;
      stopTimer(this.#timer);
      if (connections.delete(this.#id)) host.disconnect(this.#id, -1, "");
    }
    #connect() {
      this.#line = "";
      this.#afterReturn = false;
      this.#isFirst = true;
      this.#data = null;
      this.#type = "";
      this.#nextID = this.#lastID;
      this.#id = openConnection(
        "events", this.#url, [], this.#lastID, (kind, first, second) => this.#changed(kind, first, second)
      );
    }
    #changed(kind, first, second) {
      if (this.#state === CLOSED) return;
      switch (kind) {
      case "open":
        this.#state = OPEN;
        this.#isTold = false;
        this.#origin = viewOf(parseURL(first, null) ?? parseURL(this.#url, null)).origin;
        dispatchTo(this, trust(new Event("open")));
        return;
      case "text": this.#take(first); return;
      case "fail":
        if (!this.#isTold) host.console("error", `EventSource: ${first}`);
        this.#isTold = true;
        if (second !== "again") { this.#state = CLOSED; dispatchTo(this, trust(new Event("error"))); return; }
        break;
      default:
      }
      this.#state = CONNECTING;
      this.#timer = queueTask(() => { if (this.#state === CONNECTING) this.#connect(); }, this.#retry);
      dispatchTo(this, trust(new Event("error")));
    }
    #take(chunk) {
      let start = 0;
      if (this.#isFirst && chunk !== "") {
        this.#isFirst = false;
        if (codeAt(chunk, 0) === 0xfeff) start = 1;
      }
      for (let i = start; i < chunk.length; i += 1) {
        const code = codeAt(chunk, i);
        if (code !== 10 && code !== 13) { this.#afterReturn = false; continue; }
        if (code === 10 && this.#afterReturn) { this.#afterReturn = false; start = i + 1; continue; }
        this.#afterReturn = code === 13;
        const line = this.#line + textSlice(chunk, start, i);
        this.#line = "";
        start = i + 1;
        this.#read(line);
        if (this.#state === CLOSED) return;
      }
      this.#line += textSlice(chunk, start);
    }
    #read(line) {
      if (line === "") { this.#tell(); return; }
      const colon = textIndex(line, ":");
      if (colon === 0) return;
      const field = colon < 0 ? line : textSlice(line, 0, colon);
      const value = colon < 0 ? "" : textSlice(line, line[colon + 1] === " " ? colon + 2 : colon + 1);
      switch (field) {
      case "data": this.#data = this.#data === null ? value : `${this.#data}\n${value}`; return;
      case "event": this.#type = value; return;
      case "id": if (textIndex(value, "\0") < 0) this.#nextID = value; return;
      case "retry": if (execute(/^[0-9]{1,9}$/, value) !== null) this.#retry = +value; return;
      default:
      }
    }
    #tell() {
      const data = this.#data, type = this.#type === "" ? "message" : this.#type;
      this.#data = null; this.#type = "";
      this.#lastID = this.#nextID;
      if (data !== null)
        dispatchTo(
          this, trust(new MessageEvent(type, { data, origin: this.#origin, lastEventId: this.#lastID }))
        );
    }
    get [Symbol.toStringTag]() { return "EventSource"; }
  }
  const states = { CONNECTING, OPEN, CLOSED };
  install(EventSource, states);
  install(EventSource.prototype, states);
  installHandlers(EventSource.prototype, ["open", "message", "error"]);
  return EventSource;
};

({ WebSocket: makeSockets(), EventSource: makeEventSource(), connectionChanged });
