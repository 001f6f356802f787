// Timers, the page's clock, randomness.

const timers = new SafeMap();
let timerCount = 0, timerNesting = 0;
function startTimer(action, given, milliseconds, repeats) {
  const work = isFunction(action) ? action : () => evaluateGlobally(text(action));
  timerCount += 1;
  timers.set(timerCount, { work, given, repeats, nesting: timerNesting + 1 });
  let delay = maximum(0, number(milliseconds));
  // HTML Standard section 8.6, step 9 of *timer initialization*
  if (timerNesting >= 5 && delay < 4) delay = 4;
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
  try {
    apply(timer.work, global, timer.given);
  } catch (error) {
    reportException(error);
  } finally {
    timerNesting = outer;
  }
}

/// Runs work in a turn of its own. Chains of messages are no timers; only very long ones count, so that a
/// page that writes to itself for ever becomes settled.
let messageChain = 0;
function queueTask(work, milliseconds = 0) {
  const chain = messageChain + 1, outer = timerNesting;
  timerNesting = chain > 1000 ? 5 : 0;
  try {
    return startTimer(() => {
      messageChain = chain;
      try { work(); } finally { messageChain = 0; }
    }, [], milliseconds, false);
  } finally { timerNesting = outer; }
}

let frameRequests = null;
function onFrame() {
  const requests = frameRequests;
  frameRequests = null;
  partsRead.Canvas?.awaitFrame(false);
  const now = host.now();
  requests.forEach((callback) => { try { callback(now); } catch (error) { reportException(error); } });
}
let frameCount = 0;
const nativeNow = NativeDate.now;
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
      partsRead.Canvas?.awaitFrame(true);
      startTimer(onFrame, [], 16 - (host.now() % 16), false);
    }
    frameCount += 1;
    frameRequests.set(frameCount, action);
    return frameCount;
  },
  cancelAnimationFrame(id) { frameRequests?.delete(id); },
  structuredClone(value, settings = undefined) { return cloneWithTransfer(value, settings?.transfer ?? []); },
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
install(global, { Date: HybridDate });

if (options.seed !== null) {
  // mulberry32, so that renders are reproducible.
  let seed = options.seed >>> 0;
  const { imul } = Math;
  install(Math, { random() {
    seed = (seed + 0x6d2b79f5) >>> 0;
    let t = imul(seed ^ (seed >>> 15), seed | 1);
    t ^= t + imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  } });
}
