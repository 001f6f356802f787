// WritableStream, TransformStream and pipes (Streams Standard sections 5, 6 and 4.2.4), and the streams that
// encode and decode text (Encoding Standard section 7).

const { ReadableStream, streamState, TextDecoder, TextEncoder } = fetching();
const { AbortController } = part("Network");
const markOf = (strategy, mark) => {
  const given = strategy?.highWaterMark === undefined ? mark : number(strategy.highWaterMark);
  if (given !== given || given < 0) throw new RangeError("highWaterMark must be a number of at least 0");
  return given;
};
const measureOf = (strategy) => (isFunction(strategy?.size) ? strategy.size : null);
const noWriter = () => Promise_reject(new TypeError("the writer was released"));
const handled = (promise) => { then(promise, nothing, nothing); return promise; };

let sinkState;
class WritableStream {
  #state = {
    __proto__: null, state: "writable", queue: [], size: 0, writer: null, error: undefined, sink: null,
    isStarted: false, isWriting: false, closing: null, mark: 1, measure: null, controller: null,
    ready: null, closed: deferred(), abort: new AbortController(),
  };
  constructor(sink = {}, strategy = {}) {
    const s = this.#state;
    if (sink?.type !== undefined) throw new RangeError("WritableStream: a sink must not have a 'type'");
    s.sink = sink; s.mark = markOf(strategy, 1); s.measure = measureOf(strategy);
    handled(s.closed.promise);
    s.controller = new WritableStreamDefaultController(KEY, s);
    noteRoom(s);
    const started = isFunction(sink?.start) ? apply(sink.start, sink, [s.controller]) : undefined;
    then(
      Promise_resolve(started), () => { s.isStarted = true; writeNext(s); }, (error) => failSink(s, error)
    );
  }
  static { sinkState = (stream) => stream.#state; }
  get locked() { return this.#state.writer !== null; }
  getWriter() { return new WritableStreamDefaultWriter(this); }
  abort(reason = undefined) {
    return this.locked ? Promise_reject(new TypeError("the stream is locked to a writer"))
      : abortSink(this.#state, reason);
  }
  close() {
    return this.locked ? Promise_reject(new TypeError("the stream is locked to a writer"))
      : closeSink(this.#state);
  }
  get [Symbol.toStringTag]() { return "WritableStream"; }
}
class WritableStreamDefaultController {
  #s;
  constructor(key, s) { if (key !== KEY) throw illegal(); this.#s = s; }
  get signal() { return this.#s.abort.signal; }
  error(error = undefined) { failSink(this.#s, error); }
  get [Symbol.toStringTag]() { return "WritableStreamDefaultController"; }
}
class WritableStreamDefaultWriter {
  #s;
  constructor(stream) {
    const s = sinkState(stream);
    if (s.writer !== null) throw new TypeError("the stream is locked to a writer");
    this.#s = s;
    s.writer = this;
  }
  get closed() { return this.#s === null ? noWriter() : this.#s.closed.promise; }
  get ready() { return this.#s === null ? noWriter() : this.#s.ready.promise; }
  get desiredSize() {
    if (this.#s === null) throw new TypeError("the writer was released");
    const s = this.#s;
    return s.state === "errored" ? null : s.state === "closed" ? 0 : s.mark - s.size;
  }
  write(chunk = undefined) { return this.#s === null ? noWriter() : writeTo(this.#s, chunk); }
  close() { return this.#s === null ? noWriter() : closeSink(this.#s); }
  abort(reason = undefined) { return this.#s === null ? noWriter() : abortSink(this.#s, reason); }
  releaseLock() { if (this.#s !== null) { this.#s.writer = null; this.#s = null; } }
  get [Symbol.toStringTag]() { return "WritableStreamDefaultWriter"; }
}
/// Makes `ready` a pending promise, or a fulfilled one if there is room.
function noteRoom(s) {
  const isFull = s.state === "writable" && s.closing === null && s.mark - s.size <= 0;
  if (s.ready === null) { s.ready = deferred(); s.ready.isWaiting = true; handled(s.ready.promise); }
  if (isFull && !s.ready.isWaiting) {
    s.ready = deferred();
    s.ready.isWaiting = true;
    handled(s.ready.promise);
  } else if (!isFull && s.ready.isWaiting) { s.ready.isWaiting = false; s.ready.resolve(undefined); }
}
function writeTo(s, chunk) {
  if (s.state === "errored") return Promise_reject(s.error);
  if (s.state === "closed" || s.closing !== null)
    return Promise_reject(new TypeError("the stream is closed"));
  const item = deferred();
  try {
    item.chunk = chunk;
    item.size = s.measure === null ? 1 : number(s.measure(chunk));
  } catch (error) {
    failSink(s, error);
    return Promise_reject(error);
  }
  push(s.queue, item);
  s.size += item.size;
  noteRoom(s);
  writeNext(s);
  return item.promise;
}
function writeNext(s) {
  if (!s.isStarted || s.isWriting || s.state !== "writable") return;
  if (s.queue.length === 0) { if (s.closing !== null) finishSink(s); return; }
  const item = s.queue[0];
  s.isWriting = true;
  then(
    called(s.sink, "write", [item.chunk, s.controller]),
    () => {
      s.isWriting = false;
      if (s.state !== "writable") { item.reject(s.error); return; }
      splice(s.queue, 0, 1);
      s.size -= item.size;
      item.resolve(undefined);
      noteRoom(s);
      writeNext(s);
    },
    (error) => { s.isWriting = false; item.reject(error); failSink(s, error); }
  );
}
/// Calls a method of a sink or a transformer, if it exists.
function called(object, name, given) {
  try {
    return Promise_resolve(isFunction(object?.[name]) ? apply(object[name], object, given) : undefined);
  } catch (error) {
    return Promise_reject(error);
  }
}
function closeSink(s) {
  if (s.state === "errored") return Promise_reject(s.error);
  if (s.state === "closed" || s.closing !== null)
    return Promise_reject(new TypeError("the stream is closed already"));
  s.closing = deferred();
  noteRoom(s);
  writeNext(s);
  return s.closing.promise;
}
function finishSink(s) {
  s.isWriting = true;
  then(
    called(s.sink, "close", []),
    () => { s.state = "closed"; s.closing.resolve(undefined); s.closed.resolve(undefined); },
    (error) => failSink(s, error)
  );
}
function failSink(s, error) {
  if (s.state !== "writable") return;
  s.state = "errored"; s.error = error;
  for (let i = s.isWriting && s.closing === null ? 1 : 0; i < s.queue.length; i += 1)
    s.queue[i].reject(error);
  s.queue = []; s.size = 0;
  s.closing?.reject(error);
  s.closed.reject(error);
  if (s.ready.isWaiting) s.ready.reject(error);
  else { s.ready = deferred(); handled(s.ready.promise); s.ready.reject(error); }
}
function abortSink(s, reason) {
  if (s.state !== "writable") return Promise_resolve(undefined);
  s.abort.abort(reason);
  failSink(s, reason);
  return then(called(s.sink, "abort", [reason]), nothing);
}

class TransformStreamDefaultController {
  #t;
  constructor(key, t) { if (key !== KEY) throw illegal(); this.#t = t; }
  get desiredSize() { return this.#t.out.desiredSize; }
  enqueue(chunk = undefined) { this.#t.out.enqueue(chunk); }
  error(error = undefined) { failTransform(this.#t, error); }
  terminate() {
    const t = this.#t;
    if (streamState(t.readable).state === "readable") t.out.close();
    failSink(sinkState(t.writable), new TypeError("the stream was terminated"));
    t.demand.resolve(undefined);
  }
  get [Symbol.toStringTag]() { return "TransformStreamDefaultController"; }
}
function failTransform(t, error) {
  t.out.error(error);
  failSink(sinkState(t.writable), error);
  t.demand.resolve(undefined);
}
class TransformStream {
  #t = { __proto__: null, readable: null, writable: null, out: null, demand: deferred() };
  constructor(transformer = {}, writing = {}, reading = {}) {
    const t = this.#t, controller = new TransformStreamDefaultController(KEY, t);
    t.readable = new ReadableStream({
      start(out) { t.out = out; },
      pull() { t.demand.resolve(undefined); },
      cancel(reason) {
        failSink(sinkState(t.writable), reason);
        t.demand.resolve(undefined);
        return called(transformer, "cancel", [reason]);
      },
    }, { highWaterMark: markOf(reading, 0), size: reading?.size });
    const started = called(transformer, "start", [controller]);
    const transform = isFunction(transformer?.transform)
      ? (chunk) => called(transformer, "transform", [chunk, controller])
      : (chunk) => { controller.enqueue(chunk); };
    t.writable = new WritableStream({
      start: () => started,
      async write(chunk) {
        await t.demand.promise;
        const source = streamState(t.readable);
        if (source.state === "errored") throw source.error;
        try {
          await transform(chunk);
        } catch (error) {
          t.out.error(error);
          throw error;
        }
        if (source.requests.length === 0 && source.mark - source.size <= 0) t.demand = deferred();
      },
      async close() {
        try {
          await called(transformer, "flush", [controller]);
        } catch (error) {
          t.out.error(error);
          throw error;
        }
        const source = streamState(t.readable);
        if (source.state === "errored") throw source.error;
        if (source.state === "readable" && !source.isClosing) t.out.close();
      },
      abort(reason) { t.out.error(reason); return called(transformer, "cancel", [reason]); },
    }, { highWaterMark: markOf(writing, 1), size: writing?.size });
    then(started, nothing, (error) => failTransform(t, error));
  }
  get readable() { return this.#t.readable; }
  get writable() { return this.#t.writable; }
  get [Symbol.toStringTag]() { return "TransformStream"; }
}

/// `pipeTo()`: runs until one side ends, fails or the signal aborts.
async function pipe(source, target, settings) {
  if (!(target instanceof WritableStream)) throw new TypeError("pipeTo takes a WritableStream");
  if (source.locked || target.locked) throw new TypeError("a stream of the pipe is locked");
  const { preventClose = false, preventAbort = false, preventCancel = false, signal = undefined } = settings
    ?? {};
  const reader = source.getReader(), writer = target.getWriter(), sink = sinkState(target);
  let isOver = false, failure = null, last = resolved;
  /// The reason why the pipe ended from outside: the reader gets no more chunks.
  const stop = (error, cancels) => {
    if (isOver || failure !== null) return;
    failure = { error };
    if (cancels) handled(reader.cancel(error)); else reader.releaseLock();
  };
  then(writer.closed, () => stop(new TypeError("the target is closed"), !preventCancel),
    (error) => stop(error, !preventCancel));
  const abort = () => {
    if (!preventAbort) handled(writer.abort(signal.reason));
    stop(signal.reason, !preventCancel);
  };
  if (signal !== undefined) { if (signal.aborted) abort(); else signal.addEventListener("abort", abort); }
  try {
    for (;;) {
      await writer.ready;
      if (failure !== null) throw failure.error;
      const { value, done } = await reader.read();
      if (failure !== null) throw failure.error;
      if (done) break;
      last = handled(writer.write(value));
    }
    isOver = true;
    if (preventClose) await last; else if (sink.state === "writable") await writer.close();
  } catch (error) {
    isOver = true;
    const reason = failure === null ? error : failure.error;
    if (!preventAbort && sink.state === "writable") handled(writer.abort(reason));
    throw reason;
  } finally {
    signal?.removeEventListener("abort", abort);
    reader.releaseLock();
    writer.releaseLock();
  }
}
function pipeThrough(source, pair, settings) {
  const { readable, writable } = pair ?? {};
  if (!(readable instanceof ReadableStream) || !(writable instanceof WritableStream))
    throw new TypeError("pipeThrough takes a pair of streams, 'readable' and 'writable'");
  if (source.locked || writable.locked) throw new TypeError("a stream of the pipe is locked");
  handled(pipe(source, writable, settings));
  return readable;
}

class TextDecoderStream {
  #decoder; #stream;
  constructor(label = "utf-8", settings = {}) {
    const decoder = new TextDecoder(label, settings);
    this.#decoder = decoder;
    const give = (piece, controller) => { if (piece !== "") controller.enqueue(piece); };
    this.#stream = new TransformStream({
      transform(chunk, controller) { give(decoder.decode(chunk, { stream: true }), controller); },
      flush(controller) { give(decoder.decode(), controller); },
    });
  }
  get encoding() { return this.#decoder.encoding; }
  get fatal() { return this.#decoder.fatal; }
  get ignoreBOM() { return this.#decoder.ignoreBOM; }
  get readable() { return this.#stream.readable; }
  get writable() { return this.#stream.writable; }
  get [Symbol.toStringTag]() { return "TextDecoderStream"; }
}
class TextEncoderStream {
  #stream;
  constructor() {
    const encoder = new TextEncoder();
    let half = "";
    this.#stream = new TransformStream({
      transform(chunk, controller) {
        let piece = half + text(chunk);
        const code = piece === "" ? 0 : codeAt(piece, piece.length - 1);
        half = code >= 0xd800 && code < 0xdc00 ? piece[piece.length - 1] : "";
        if (half !== "") piece = textSlice(piece, 0, piece.length - 1);
        if (piece !== "") controller.enqueue(encoder.encode(piece));
      },
      flush(controller) { if (half !== "") controller.enqueue(encoder.encode(half)); },
    });
  }
  get encoding() { return "utf-8"; }
  get readable() { return this.#stream.readable; }
  get writable() { return this.#stream.writable; }
  get [Symbol.toStringTag]() { return "TextEncoderStream"; }
}
class CountQueuingStrategy {
  #mark;
  constructor(settings) { this.#mark = number(settings?.highWaterMark); }
  get highWaterMark() { return this.#mark; }
  get size() { return countOne; }
  get [Symbol.toStringTag]() { return "CountQueuingStrategy"; }
}
class ByteLengthQueuingStrategy {
  #mark;
  constructor(settings) { this.#mark = number(settings?.highWaterMark); }
  get highWaterMark() { return this.#mark; }
  get size() { return countBytes; }
  get [Symbol.toStringTag]() { return "ByteLengthQueuingStrategy"; }
}
const countOne = () => 1, countBytes = (chunk) => chunk.byteLength;
({
  WritableStream, WritableStreamDefaultWriter, WritableStreamDefaultController, TransformStream,
  TransformStreamDefaultController, TextDecoderStream, TextEncoderStream, CountQueuingStrategy,
  ByteLengthQueuingStrategy, pipe, pipeThrough,
});
