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

/// A port whose owner is another world: a worker of the page, or the page of the worker.
class FarPort {
  constructor(route, key) { this.route = route; this.key = key; }
  take(message) { this.route.post(pack(message.data, message.ports, this.route, this.key)); }
}
let movePort, joinPorts, sendPort, receivePort, deliverTo;
class MessagePort extends EventTarget {
  #other = null; #queue = []; #isStarted = false; #isClosed = false;
  constructor(key) { if (key !== KEY) throw illegal(); super(); }
  postMessage(value, transfer = []) {
    const list = isArray(transfer) ? transfer : transfer?.transfer ?? [];
    for (let i = 0; i < list.length; i += 1)
      if (list[i] === this) throw new DOMException("a port cannot carry itself", "DataCloneError");
    const target = this.#other;
    if (target instanceof FarPort) {
      target.route.post(pack(value, list, target.route, target.key));
      return;
    }
    const ports = [], data = cloneWithTransfer(value, list, ports);
    if (target !== null && !this.#isClosed) target.#take({ data, ports });
  }
  start() {
    if (this.#isStarted) return;
    this.#isStarted = true;
    for (let i = 0; i < this.#queue.length; i += 1) queueTask(() => this.#deliver());
  }
  close() {
    this.#isClosed = true;
    this.#queue = [];
    if (this.#other instanceof MessagePort) this.#other.#other = null;
    this.#other = null;
  }
  get onmessage() { return handlerOf(this, "message"); }
  set onmessage(value) { setHandler(this, "message", value); if (isFunction(value)) this.start(); }
  // A message waits at its port, so that it moves with the port.
  #take(message) {
    if (this.#isClosed) return;
    push(this.#queue, message);
    if (this.#isStarted) queueTask(() => this.#deliver());
  }
  #deliver() {
    if (this.#isClosed || this.#queue.length === 0) return;
    const { data, ports } = splice(this.#queue, 0, 1)[0];
    dispatchTo(this, trust(new MessageEvent("message", { data, ports })));
  }
  #detach() { this.#other = null; this.#isClosed = true; this.#queue = []; }
  static {
    joinPorts = (one, other) => { one.#other = other; other.#other = one; };
    const follow = (port, next) => {
      const other = port.#other;
      if (other instanceof FarPort) farEnds.set(`${other.route.scope} ${other.key}`, next);
      else if (other !== null) other.#other = next;
      return other;
    };
    movePort = (port) => {
      const moved = new MessagePort(KEY);
      moved.#other = follow(port, moved);
      moved.#queue = port.#queue;
      port.#detach();
      return moved;
    };
    sendPort = (port, route) => {
      const key = `${route.prefix}${sentPorts += 1}`, far = new FarPort(route, key), waiting = port.#queue;
      const other = follow(port, far);
      if (other !== null) farEnds.set(`${route.scope} ${key}`, other);
      port.#detach();
      const texts = [];
      for (let i = 0; i < waiting.length; i += 1)
        push(texts, pack(waiting[i].data, waiting[i].ports, route, key));
      return [key, texts];
    };
    receivePort = (key, route) => {
      const port = new MessagePort(KEY);
      port.#other = new FarPort(route, key);
      farEnds.set(`${route.scope} ${key}`, port);
      return port;
    };
    deliverTo = (end, message) => {
      if (end instanceof FarPort) end.take(message); else end?.#take(message);
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

/// The receivers of messages for ports in other worlds, by world and key.
const farEnds = new SafeMap();
let sentPorts = 0;
/// The text of a message for another world, for its global object or a port. Buffers are copied first, and
/// detached if the engine can.
///
/// - `route`: a function `post`, a number `scope` for the other world, and the prefix of its keys.
function pack(value, list, route, key = null) {
  const ports = [];
  for (let i = 0; i < list.length; i += 1) {
    if (list[i] instanceof MessagePort) push(ports, list[i]);
    else if (!(list[i] instanceof ArrayBuffer))
      throw new DOMException(`${inspect(list[i], 1)} cannot be transferred`, "DataCloneError");
  }
  const body = serializing().serialize(value, ports);
  for (let i = 0; i < list.length; i += 1)
    if (detach !== null && list[i] instanceof ArrayBuffer) detach(list[i], 0);
  if (key === null && ports.length === 0) return body;
  const keys = [];
  for (let i = 0; i < ports.length; i += 1) push(keys, sendPort(ports[i], route));
  return `P${writeJSON([key, keys, body])}`;
}
/// Takes a message of another world; calls `deliver` with its value and ports if it is for the global object.
function unpack(message, route, deliver) {
  const isPlain = message[0] !== "P", [key, keys, body] = isPlain ? [null, [], message]
    : parseJSON(textSlice(message, 1));
  const ports = [];
  for (let i = 0; i < keys.length; i += 1) {
    push(ports, receivePort(keys[i][0], route));
    for (let j = 0; j < keys[i][1].length; j += 1) unpack(keys[i][1][j], route, nothing);
  }
  const data = serializing().deserialize(body, ports);
  if (key === null) return deliver(data, ports);
  deliverTo(farEnds.get(`${route.scope} ${key}`), { data, ports });
}
/// The objects of a second argument of `postMessage`.
const transferList = (settings) => (isArray(settings) ? settings
  : isObject(settings) && isArray(settings.transfer) ? settings.transfer : []);

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
  pack, unpack, transferList,
  window: windowMembers,
});
