// Structured clones (HTML Standard section 2.7.3), and the channels that carry them (HTML Standard section
// 9.4, section 9.5).

const notCloned = (value) => new DOMException(`${inspect(value, 1)} cannot be cloned`, "DataCloneError");
function structuredClone(value, seen = new SafeMap(), depth = 0) {
  if (typeof value === "symbol" || typeof value === "function") throw notCloned(value);
  if (!isObject(value)) return value;
  if (depth > 1000) throw new DOMException("the value is nested more than 1000 deep", "DataCloneError");
  const known = seen.get(value);
  if (known !== undefined) return known;
  const keep = (copy) => { seen.set(value, copy); return copy; };
  const inner = (part) => structuredClone(part, seen, depth + 1);
  for (let i = 0; i < cloners.length; i += 1) {
    const copy = cloners[i](value);
    if (copy !== undefined) return keep(copy);
  }
  if (isNode(value) || value instanceof EventTarget) throw notCloned(value);
  if (isArray(value)) {
    const copy = keep([]);
    copy.length = value.length;
    const keys = Object_keys(value);
    for (let i = 0; i < keys.length; i += 1) define(copy, keys[i], inner(value[keys[i]]));
    return copy;
  }
  const view = cloneView(value, inner);
  if (view !== undefined) return keep(view);
  switch (objectTag(value)) {
  case "[object Date]": return keep(new NativeDate(dateTime(value)));
  case "[object RegExp]": return keep(new RegExp(patternSource(value), patternFlags(value)));
  case "[object Boolean]": case "[object Number]": case "[object String]": case "[object BigInt]":
    return keep(Object(value.valueOf()));
  case "[object Map]": {
    const copy = keep(new Map()), pairs = [];
    mapEach(value, (v, k) => push(pairs, [k, v]));
    for (let i = 0; i < pairs.length; i += 1) mapSet(copy, inner(pairs[i][0]), inner(pairs[i][1]));
    return copy;
  }
  case "[object Set]": {
    const copy = keep(new Set()), members = [];
    setEach(value, (v) => push(members, v));
    for (let i = 0; i < members.length; i += 1) setAdd(copy, inner(members[i]));
    return copy;
  }
  case "[object ArrayBuffer]": return keep(bufferSlice(value, 0));
  case "[object Promise]": case "[object WeakMap]": case "[object WeakSet]": case "[object WeakRef]":
  case "[object Symbol]": case "[object Generator]": throw notCloned(value);
  default:
  }
  if (value instanceof DOMException) {
    const copy = keep(new DOMException(value.message, value.name));
    define(copy, "stack", text(value.stack));
    return copy;
  }
  if (value instanceof Error) return cloneError(value, keep, inner);
  const copy = keep({}), keys = Object_keys(value);
  for (let i = 0; i < keys.length; i += 1)
    if (hasOwn(value, keys[i])) define(copy, keys[i], inner(value[keys[i]]));
  return copy;
}
function cloneView(value, inner) {
  if (!isView(value)) return undefined;
  const name = typedName(value);
  if (name === undefined) return new DataView(inner(viewBuffer(value)), viewOffset(value), viewLength(value));
  return new typedClasses[name](inner(typedBuffer(value)), typedOffset(value), typedLength(value));
}
function cloneError(value, keep, inner) {
  const said = value.name, Class = errorClasses[typeof said === "string" ? said : "Error"] ?? Error;
  const message = getOwnPropertyDescriptor(value, "message"),
    cause = getOwnPropertyDescriptor(value, "cause");
  const copy = keep(
    message === undefined || !("value" in message) ? new Class() : new Class(text(message.value))
  );
  const hide = (key, given) => defineProperty(
    copy, key, { __proto__: null, value: given, writable: true, enumerable: false, configurable: true }
  );
  if (typeof value.stack === "string") hide("stack", value.stack);
  if (cause !== undefined && "value" in cause) hide("cause", inner(cause.value));
  return copy;
}
/// HTML Standard section 2.7.7, *StructuredSerializeWithTransfer*: buffers move and are detached, ports move.
function cloneWithTransfer(value, transfer, ports = []) {
  const seen = new SafeMap(), given = [];
  if (!isArray(transfer)) throw new TypeError("what is transferred is an array");
  for (let i = 0; i < transfer.length; i += 1) {
    const object = transfer[i];
    if (seen.has(object)) throw new DOMException("an object is transferred twice", "DataCloneError");
    if (object instanceof MessagePort) {
      const moved = movePort(object);
      seen.set(object, moved);
      push(ports, moved);
    }
    else if (isObject(object) && objectTag(object) === "[object ArrayBuffer]") {
      if (isDetached(object)) throw new DOMException("the buffer was transferred before", "DataCloneError");
      seen.set(object, bufferSlice(object, 0));
      push(given, object);
    }
    else throw new DOMException(`${inspect(object, 1)} cannot be transferred`, "DataCloneError");
  }
  const copy = structuredClone(value, seen);
  if (detach !== null) for (let i = 0; i < given.length; i += 1) detach(given[i], 0);
  return copy;
}

let movePort, joinPorts;
class MessagePort extends EventTarget {
  #other = null; #queue = []; #isStarted = false; #isClosed = false; #onmessage = null;
  constructor(key) { if (key !== KEY) throw illegal(); super(); }
  postMessage(value, transfer = []) {
    const list = isArray(transfer) ? transfer : transfer?.transfer ?? [];
    for (let i = 0; i < list.length; i += 1)
      if (list[i] === this) throw new DOMException("a port cannot carry itself", "DataCloneError");
    const target = this.#other, ports = [], data = cloneWithTransfer(value, list, ports);
    if (target === null || this.#isClosed) return;
    queueTask(() => target.#take({ data, ports }));
  }
  start() {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const waiting = this.#queue;
    this.#queue = [];
    for (let i = 0; i < waiting.length; i += 1) queueTask(() => this.#deliver(waiting[i]));
  }
  close() {
    this.#isClosed = true;
    this.#queue = [];
    if (this.#other !== null) this.#other.#other = null;
    this.#other = null;
  }
  get onmessage() { return handlerOf(this, "message"); }
  set onmessage(value) { setHandler(this, "message", value); if (isFunction(value)) this.start(); }
  #take(message) {
    if (this.#isClosed) return;
    if (this.#isStarted) this.#deliver(message); else push(this.#queue, message);
  }
  #deliver(message) {
    if (!this.#isClosed)
      dispatchTo(this, trust(new MessageEvent("message", { data: message.data, ports: message.ports })));
  }
  static {
    joinPorts = (one, other) => { one.#other = other; other.#other = one; };
    movePort = (port) => {
      const moved = new MessagePort(KEY);
      moved.#other = port.#other; moved.#queue = port.#queue;
      if (moved.#other !== null) moved.#other.#other = moved;
      port.#other = null; port.#isClosed = true; port.#queue = [];
      return moved;
    };
  }
  get [Symbol.toStringTag]() { return "MessagePort"; }
}
installHandlers(MessagePort.prototype, ["messageerror", "close"]);
class MessageChannel {
  #one = new MessagePort(KEY); #other = new MessagePort(KEY);
  constructor() { joinPorts(this.#one, this.#other); }
  get port1() { return this.#one; }
  get port2() { return this.#other; }
  get [Symbol.toStringTag]() { return "MessageChannel"; }
}

let tellChannels;
const channels = new SafeSet();
class BroadcastChannel extends EventTarget {
  #name; #isClosed = false;
  constructor(name) { super(); this.#name = text(name); channels.add(this); }
  get name() { return this.#name; }
  postMessage(value) {
    if (this.#isClosed) throw new DOMException("the channel is closed", "InvalidStateError");
    const data = structuredClone(value);
    tellChannels(this.#name, () => structuredClone(data), this);
    broadcastElsewhere(this.#name, data);
  }
  static { tellChannels = (name, make, sender = null) => channels.forEach((channel) => {
    if (channel === sender || channel.#name !== name) return;
    queueTask(
      () => {
        if (!channel.#isClosed)
          dispatchTo(
            channel,
            trust(new MessageEvent("message", { data: make(), origin: part("Navigation").location.origin }))
          );
      }
    );
  }); }
  close() { this.#isClosed = true; channels.delete(this); }
  get [Symbol.toStringTag]() { return "BroadcastChannel"; }
}
installHandlers(BroadcastChannel.prototype, ["message", "messageerror"]);
const windowMembers = {
  /// To the page itself, the only window there is.
  postMessage(value, target = "/", transfer = []) {
    const data = cloneWithTransfer(
      value, isArray(transfer) ? transfer : isObject(target) ? target.transfer ?? [] : []
    );
    queueTask(
      () => dispatchTo(
        global,
        trust(
          new MessageEvent("message", { data, origin: part("Navigation").location.origin, source: global })
        )
      )
    );
  },
};

({
  structuredClone, cloneWithTransfer, notCloned, MessagePort, MessageChannel, BroadcastChannel, tellChannels,
  window: windowMembers,
});
