// Timers, the page's clock, randomness, structured clones.

const timers = new SafeMap();
let timerCount = 0, timerNesting = 0;
function startTimer(action, given, milliseconds, repeats) {
  const work = isFunction(action) ? action : () => evaluateGlobally(text(action));
  timerCount += 1;
  timers.set(timerCount, { work, given, repeats, nesting: timerNesting + 1 });
  let delay = maximum(0, number(milliseconds));
  if (timerNesting >= 5 && delay < 4) delay = 4;  // HTML Standard section 8.6, step 9 of *timer initialization*
  host.setTimer(timerCount, delay, repeats, timerNesting + 1);
  return timerCount;
}
function stopTimer(id) {
  const key = number(id, -1);
  if (!timers.has(key)) return;
  timers.delete(key);
  host.clearTimer(key);
}
function fireTimer(id) {
  const timer = timers.get(id);
  if (timer === undefined) return;
  if (!timer.repeats) timers.delete(id);
  const outer = timerNesting;
  timerNesting = timer.nesting;
  try { apply(timer.work, global, timer.given); } catch (error) { reportException(error); } finally { timerNesting = outer; }
}

let frameRequests = null;
function onFrame() {
  const requests = frameRequests;
  frameRequests = null;
  const now = host.now();
  requests.forEach((callback) => { try { callback(now); } catch (error) { reportException(error); } });
}
let frameCount = 0;
const timerMembers = {
  setTimeout(action, milliseconds = 0, ...given) { return startTimer(action, given, milliseconds, false); },
  setInterval(action, milliseconds = 0, ...given) { return startTimer(action, given, milliseconds, true); },
  clearTimeout(id) { stopTimer(id); },
  clearInterval(id) { stopTimer(id); },
  setImmediate(action, ...given) { return startTimer(action, given, 0, false); },
  queueMicrotask(action) {
    if (!isFunction(action)) throw new TypeError("queueMicrotask: a function is needed");
    then(resolved, () => { try { action(); } catch (error) { reportException(error); } });
  },
  requestAnimationFrame(action) {
    if (!isFunction(action)) throw new TypeError("requestAnimationFrame: a function is needed");
    if (frameRequests === null) {
      frameRequests = new SafeMap();
      startTimer(onFrame, [], 16 - (host.now() % 16), false);
    }
    frameCount += 1;
    frameRequests.set(frameCount, action);
    return frameCount;
  },
  cancelAnimationFrame(id) { frameRequests?.delete(id); },
  requestIdleCallback(action) { return startTimer(action, [{ didTimeout: false, timeRemaining: () => 10 }], 1, false); },
  cancelIdleCallback(id) { stopTimer(id); },
  structuredClone(value) { return structuredClone(value); },
};
install(global, timerMembers);

const HybridDate = function Date(...parts) {
  if (new.target === undefined) return `${new NativeDate(host.wallClock())}`;
  return construct(NativeDate, parts.length === 0 ? [host.wallClock()] : parts, new.target);
};
defineProperty(HybridDate, "prototype", { __proto__: null, value: NativeDate.prototype, writable: false });
defineProperty(HybridDate, "length", { __proto__: null, value: 7, configurable: true });
install(HybridDate, { now: () => floor(host.wallClock()), parse: NativeDate.parse, UTC: NativeDate.UTC });
install(NativeDate.prototype, { constructor: HybridDate });
install(global, {
  Date: HybridDate,
  performance: { now: () => host.now(), get timeOrigin() { return host.wallClock() - host.now(); }, mark() {}, measure() {}, getEntries: () => [], getEntriesByType: () => [], getEntriesByName: () => [] },
});

if (options.seed !== null) {
  // mulberry32, so that a render draws the same twice.
  let seed = options.seed >>> 0;
  const { imul } = Math;
  install(Math, { random() {
    seed = (seed + 0x6d2b79f5) >>> 0;
    let t = imul(seed ^ (seed >>> 15), seed | 1);
    t ^= t + imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  } });
}

const dateValue = uncurry(NativeDate.prototype.getTime);
const mapSet = uncurry(Map.prototype.set), setAdd = uncurry(Set.prototype.add);
const patternSource = uncurry(getOwnPropertyDescriptor(RegExp.prototype, "source").get);
const patternFlags = uncurry(getOwnPropertyDescriptor(RegExp.prototype, "flags").get);
const bufferSlice = uncurry(ArrayBuffer.prototype.slice);
/// HTML Standard section 2.7.3, *StructuredSerializeInternal*: data only; nodes and functions cannot be
/// copied.
function structuredClone(value, seen = new SafeMap(), depth = 0) {
  if (typeof value === "symbol" || typeof value === "function") throw notCloned(value);
  if (!isObject(value)) return value;
  if (depth > 1000) throw new DOMException("the value is nested too deeply", "DataCloneError");
  const known = seen.get(value);
  if (known !== undefined) return known;
  const keep = (copy) => { seen.set(value, copy); return copy; };
  if (isNode(value) || value instanceof EventTarget) throw notCloned(value);
  if (isArray(value)) {
    const copy = keep([]);
    copy.length = value.length;
    for (const key of safeKeys(value)) define(copy, key, structuredClone(value[key], seen, depth + 1));
    return copy;
  }
  switch (objectTag(value)) {
  case "[object Date]": return keep(new NativeDate(dateValue(value)));
  case "[object RegExp]": return keep(new RegExp(patternSource(value), patternFlags(value)));
  case "[object Boolean]": case "[object Number]": case "[object String]": return keep(Object(value.valueOf()));
  case "[object Map]": { const copy = keep(new Map()); mapEach(value, (v, k) => mapSet(copy, structuredClone(k, seen, depth + 1), structuredClone(v, seen, depth + 1))); return copy; }
  case "[object Set]": { const copy = keep(new Set()); setEach(value, (v) => setAdd(copy, structuredClone(v, seen, depth + 1))); return copy; }
  case "[object ArrayBuffer]": return keep(bufferSlice(value, 0));
  case "[object Promise]": case "[object WeakMap]": case "[object WeakSet]": throw notCloned(value);
  default:
  }
  if (value instanceof Error) {
    const Class = { __proto__: null, TypeError, RangeError, SyntaxError }[value.name] ?? Error;
    return keep(new Class(value.message));
  }
  if (value instanceof Uint8Array) return keep(new Uint8Array(value));
  const copy = keep({});
  for (const key of safeKeys(value)) define(copy, key, structuredClone(value[key], seen, depth + 1));
  return copy;
}
const safeKeys = (value) => rest(Object_keys(value));
const notCloned = (value) => new DOMException(`${inspect(value, 1)} cannot be cloned`, "DataCloneError");
