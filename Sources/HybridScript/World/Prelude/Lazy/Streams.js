// ReadableStream (Streams Standard section 4): default streams and readers. Byte streams are missing;
// writable and transform streams are in Piping.js.

let streamState;
class ReadableStream {
  #state = {
    state: "readable", queue: [], size: 0, requests: [], reader: null, error: undefined, source: null,
    isPulling: false, pullsAgain: false, isClosing: false, isStarted: false, mark: 1, measure: null,
  };
  constructor(source = {}, strategy = {}) {
    const s = this.#state;
    if (source?.type !== undefined)
      throw new RangeError(`streams of type '${text(source.type)}' are not supported`);
    s.source = source;
    s.mark = strategy?.highWaterMark === undefined ? 1 : number(strategy.highWaterMark);
    s.measure = isFunction(strategy?.size) ? strategy.size : null;
    s.controller = new ReadableStreamDefaultController(KEY, s);
    const started = isFunction(source?.start) ? apply(source.start, source, [s.controller]) : undefined;
    then(
      Promise_resolve(started), () => { s.isStarted = true; pullStream(s); }, (error) => failStream(s, error)
    );
  }
  static { streamState = (stream) => stream.#state; }
  static from(list) {
    const walker = list[Symbol.asyncIterator] !== undefined ? list[Symbol.asyncIterator]()
      : list[Symbol.iterator]();
    return new ReadableStream({
      async pull(controller) {
        const { value, done } = await walker.next();
        if (done) controller.close(); else controller.enqueue(await value);
      },
      cancel(reason) { return walker.return?.(reason); },
    }, { highWaterMark: 0 });
  }
  get locked() { return this.#state.reader !== null; }
  cancel(reason = undefined) {
    if (this.#state.reader !== null) return Promise_reject(new TypeError("the stream is locked to a reader"));
    return cancelStream(this.#state, reason);
  }
  getReader(settings = {}) {
    if (settings?.mode !== undefined) throw new RangeError("readers of bytes are not supported");
    return new ReadableStreamDefaultReader(this);
  }
  pipeTo(target, settings = undefined) { return part("Piping").pipe(this, target, settings); }
  pipeThrough(pair, settings = undefined) { return part("Piping").pipeThrough(this, pair, settings); }
  tee() {
    const reader = this.getReader(), controllers = [], cancelled = [false, false];
    let isReading = false;
    const pull = () => {
      if (isReading) return undefined;
      isReading = true;
      return then(reader.read(), ({ value, done }) => {
        isReading = false;
        for (let i = 0; i < 2; i += 1) if (!cancelled[i]) {
          if (done) controllers[i].close(); else controllers[i].enqueue(value);
        }
      }, (error) => { for (let i = 0; i < 2; i += 1) controllers[i].error(error); });
    };
    const branch = (i) => new ReadableStream({
      start(controller) { controllers[i] = controller; }, pull,
      cancel(reason) { cancelled[i] = true; return cancelled[1 - i] ? reader.cancel(reason) : undefined; },
    });
    return [branch(0), branch(1)];
  }
  values(settings = {}) {
    const reader = this.getReader(), keeps = !!settings?.preventCancel;
    return {
      next() {
        return then(reader.read(), (result) => { if (result.done) reader.releaseLock(); return result; });
      },
      return(value) {
        const ended = keeps ? resolved : reader.cancel(value);
        reader.releaseLock();
        return then(ended, () => ({ value, done: true }));
      },
      [Symbol.asyncIterator]() { return this; },
    };
  }
  [Symbol.asyncIterator](settings = {}) { return this.values(settings); }
  get [Symbol.toStringTag]() { return "ReadableStream"; }
}
class ReadableStreamDefaultController {
  #s;
  constructor(key, s) { if (key !== KEY) throw illegal(); this.#s = s; }
  get desiredSize() {
    const s = this.#s;
    return s.state === "errored" ? null : s.state === "closed" ? 0 : s.mark - s.size;
  }
  enqueue(chunk = undefined) {
    const s = this.#s;
    if (s.state !== "readable" || s.isClosing) throw new TypeError("the stream takes no more chunks");
    if (s.requests.length > 0) {
      const request = s.requests[0];
      splice(s.requests, 0, 1);
      request.resolve({ value: chunk, done: false });
    }
    else {
      const size = s.measure === null ? 1 : number(s.measure(chunk));
      push(s.queue, { chunk, size });
      s.size += size;
    }
    pullStream(s);
  }
  close() {
    const s = this.#s;
    if (s.state !== "readable" || s.isClosing) throw new TypeError("the stream is closed already");
    s.isClosing = true;
    if (s.queue.length === 0) closeStream(s);
  }
  error(error = undefined) { failStream(this.#s, error); }
  get [Symbol.toStringTag]() { return "ReadableStreamDefaultController"; }
}
function pullStream(s) {
  if (s.state !== "readable" || s.isClosing || !s.isStarted || !isFunction(s.source?.pull)) return;
  if (s.requests.length === 0 && s.mark - s.size <= 0) return;
  if (s.isPulling) { s.pullsAgain = true; return; }
  s.isPulling = true;
  let pulled;
  try {
    pulled = apply(s.source.pull, s.source, [s.controller]);
  } catch (error) {
    failStream(s, error);
    return;
  }
  then(
    Promise_resolve(pulled),
    () => { s.isPulling = false; if (s.pullsAgain) { s.pullsAgain = false; pullStream(s); } },
    (error) => failStream(s, error)
  );
}
function closeStream(s) {
  s.state = "closed";
  for (let i = 0; i < s.requests.length; i += 1) s.requests[i].resolve({ value: undefined, done: true });
  s.requests = [];
  s.whenClosed?.resolve(undefined);
}
function failStream(s, error) {
  if (s.state !== "readable") return;
  s.state = "errored"; s.error = error; s.queue = []; s.size = 0;
  for (let i = 0; i < s.requests.length; i += 1) s.requests[i].reject(error);
  s.requests = [];
  s.whenClosed?.reject(error);
}
function cancelStream(s, reason) {
  if (s.state === "closed") return Promise_resolve(undefined);
  if (s.state === "errored") return Promise_reject(s.error);
  s.queue = []; s.size = 0;
  closeStream(s);
  try {
    return then(
      Promise_resolve(isFunction(s.source?.cancel) ? apply(s.source.cancel, s.source, [reason]) : undefined),
      nothing
    );
  } catch (error) {
    return Promise_reject(error);
  }
}
class ReadableStreamDefaultReader {
  #s; #closed;
  constructor(stream) {
    const s = streamState(stream);
    if (s.reader !== null) throw new TypeError("the stream is locked to a reader");
    this.#s = s; s.reader = this; this.#closed = deferred(); s.whenClosed = this.#closed;
    // The readers report a failure of the stream.
    then(this.#closed.promise, nothing, nothing);
    if (s.state === "closed")
      this.#closed.resolve(undefined); else if (s.state === "errored") this.#closed.reject(s.error);
  }
  get closed() { return this.#closed.promise; }
  read() {
    const s = this.#s;
    if (s === null) return Promise_reject(new TypeError("the reader was released"));
    if (s.queue.length > 0) {
      const { chunk, size } = s.queue[0];
      splice(s.queue, 0, 1);
      s.size -= size;
      if (s.isClosing && s.queue.length === 0) closeStream(s); else pullStream(s);
      return Promise_resolve({ value: chunk, done: false });
    }
    if (s.state === "closed") return Promise_resolve({ value: undefined, done: true });
    if (s.state === "errored") return Promise_reject(s.error);
    const request = deferred();
    push(s.requests, request);
    pullStream(s);
    return request.promise;
  }
  cancel(reason = undefined) {
    return this.#s === null ? Promise_reject(new TypeError("the reader was released"))
      : cancelStream(this.#s, reason);
  }
  releaseLock() {
    const s = this.#s;
    if (s === null) return;
    for (let i = 0; i < s.requests.length; i += 1)
      s.requests[i].reject(new TypeError("the reader was released"));
    s.requests = [];
    s.reader = null; s.whenClosed = undefined; this.#s = null;
    this.#closed.reject(new TypeError("the reader was released"));
  }
  get [Symbol.toStringTag]() { return "ReadableStreamDefaultReader"; }
}
const CHUNK = 65536;
function streamOfBytes(read) {
  let bytes = null, at = 0;
  return new ReadableStream({
    pull(controller) {
      bytes ??= read();
      if (at < bytes.length) { controller.enqueue(bytesPart(bytes, at, at + CHUNK)); at += CHUNK; }
      if (at >= bytes.length) controller.close();
    },
  }, { highWaterMark: 0 });
}
/// All bytes of a stream whose chunks are bytes.
async function bytesOfStream(stream) {
  const reader = stream.getReader(), pieces = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return blobBytes(new Blob(pieces));
    if (typeof value === "string") throw new TypeError("the stream of a body holds bytes, not strings");
    push(pieces, bytesOf(value));
  }
}
