// Events (DOM Standard section 2), UI events, and reports of exceptions in listeners.

/// Events of the user leave shadow trees (UI Events section 3.1).
const composedTypes = { __proto__: null };
for (const type of [
  "click", "auxclick", "dblclick", "contextmenu", "mousedown", "mouseup", "mousemove", "mouseover",
  "mouseout", "pointerdown", "pointerup", "pointermove", "pointercancel", "pointerover", "pointerout",
  "touchstart", "touchend", "touchmove", "touchcancel", "keydown", "keyup", "keypress", "input",
  "beforeinput", "focus", "blur", "focusin", "focusout", "wheel", "compositionstart", "compositionupdate",
  "compositionend",
]) composedTypes[type] = true;
const NONE = 0, CAPTURING = 1, AT_TARGET = 2, BUBBLING = 3;
/// The maximum nesting of events, far below the limit of the stack.
const MAXIMUM_NESTING = 200;
let nesting = 0;
let stateOf, trust;
/// Set by the nodes: the targets of a path that one of them sees.
let visiblePath = (path) => slice(path);

class Event {
  #type; #bubbles; #cancelable; #composed; #time; #trusted = false;
  #state = {
    target: null, current: null, phase: NONE, stopped: false, stoppedNow: false, canceled: false,
    passive: false, dispatching: false, path: null, related: undefined,
  };
  constructor(type, init = undefined) {
    if (arguments.length === 0) throw new TypeError("an event needs a type");
    this.#type = text(type);
    this.#bubbles = !!init?.bubbles;
    this.#cancelable = !!init?.cancelable;
    this.#composed = !!init?.composed;
    this.#time = host.now();
  }
  static {
    stateOf = (event) => {
      if (!isObject(event) || !(#state in event)) throw new TypeError("an Event is needed to dispatch");
      return event.#state;
    };
    trust = (event) => { event.#trusted = true; return event; };
  }
  get type() { return this.#type; }
  get target() { return this.#state.target; }
  get srcElement() { return this.#state.target; }
  get currentTarget() { return this.#state.current; }
  get eventPhase() { return this.#state.phase; }
  get bubbles() { return this.#bubbles; }
  get cancelable() { return this.#cancelable; }
  get composed() { return this.#composed || (this.#trusted && composedTypes[this.#type] === true); }
  get isTrusted() { return this.#trusted; }
  get timeStamp() { return this.#time; }
  get defaultPrevented() { return this.#state.canceled; }
  get returnValue() { return !this.#state.canceled; }
  set returnValue(value) { if (!value) this.preventDefault(); }
  get cancelBubble() { return this.#state.stopped; }
  set cancelBubble(value) { if (value) this.#state.stopped = true; }
  stopPropagation() { this.#state.stopped = true; }
  stopImmediatePropagation() { this.#state.stopped = true; this.#state.stoppedNow = true; }
  preventDefault() { if (this.#cancelable && !this.#state.passive) this.#state.canceled = true; }
  composedPath() {
    const { path, current } = this.#state;
    if (path === null) return [];
    return path.targets === undefined ? slice(path) : visiblePath(path, current);
  }
  initEvent(type, bubbles = false, cancelable = false) {
    if (this.#state.dispatching) return;
    this.#type = text(type); this.#bubbles = !!bubbles; this.#cancelable = !!cancelable;
  }
  get [Symbol.toStringTag]() { return "Event"; }
}
install(Event, { NONE, CAPTURING_PHASE: CAPTURING, AT_TARGET, BUBBLING_PHASE: BUBBLING });
install(Event.prototype, { NONE, CAPTURING_PHASE: CAPTURING, AT_TARGET, BUBBLING_PHASE: BUBBLING });

/// A class of events with read-only members from its init, and their defaults.
function eventClass(name, Base, defaults) {
  const Class = { [name]: class extends Base {
    #values = { __proto__: null };
    constructor(type, init = undefined) {
      super(type, init);
      for (const key in defaults) this.#values[key] = init?.[key] ?? defaults[key];
    }
    static value(event, key) {
      const seen = key === "relatedTarget" ? stateOf(event).related : undefined;
      return seen === undefined ? event.#values[key] : seen;
    }
    get [Symbol.toStringTag]() { return name; }
  } }[name];
  const { value } = Class;
  delete Class.value;
  for (const key in defaults) {
    defineProperty(
      Class.prototype, key,
      { __proto__: null, get() { return value(this, key); }, configurable: true, enumerable: true }
    );
  }
  return Class;
}
const CustomEvent = eventClass("CustomEvent", Event, { __proto__: null, detail: null });
const UIEvent = eventClass("UIEvent", Event, { __proto__: null, detail: 0, view: null });
const modifiers = { __proto__: null, ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };
const MouseEvent = eventClass("MouseEvent", UIEvent, {
  __proto__: null, ...modifiers, clientX: 0, clientY: 0, pageX: null, pageY: null, screenX: 0,
  screenY: 0, offsetX: 0, offsetY: 0, movementX: 0, movementY: 0, button: 0, buttons: 0, relatedTarget: null,
});
/// Events of scripts have no position in the page (CSSOM View section 8).
function addScroll(key, client, axis) {
  const { get } = getOwnPropertyDescriptor(MouseEvent.prototype, key);
  defineProperty(MouseEvent.prototype, key, {
    __proto__: null, get() { return apply(get, this, []) ?? this[client] + scrollOffset()[axis()]; },
    configurable: true, enumerable: true,
  });
}
addScroll("pageX", "clientX", () => SCROLL_X);
addScroll("pageY", "clientY", () => SCROLL_Y);
const KeyboardEvent = eventClass("KeyboardEvent", UIEvent, {
  __proto__: null, ...modifiers, key: "", code: "", location: 0, repeat: false, isComposing: false,
  keyCode: 0, charCode: 0, which: 0,
});
const InputEvent = eventClass(
  "InputEvent", UIEvent, { __proto__: null, data: null, inputType: "", isComposing: false }
);
const FocusEvent = eventClass("FocusEvent", UIEvent, { __proto__: null, relatedTarget: null });
const SubmitEvent = eventClass("SubmitEvent", Event, { __proto__: null, submitter: null });
const ErrorEvent = eventClass(
  "ErrorEvent", Event, { __proto__: null, message: "", filename: "", lineno: 0, colno: 0, error: null }
);
const PromiseRejectionEvent = eventClass(
  "PromiseRejectionEvent", Event, { __proto__: null, reason: undefined, promise: null }
);
const ProgressEvent = eventClass(
  "ProgressEvent", Event, { __proto__: null, lengthComputable: false, loaded: 0, total: 0 }
);
const StorageEvent = eventClass(
  "StorageEvent", Event, { __proto__: null, key: null, oldValue: null, newValue: null, url: "" }
);
const PageTransitionEvent = eventClass("PageTransitionEvent", Event, { __proto__: null, persisted: false });
const TransitionEvent = eventClass(
  "TransitionEvent", Event, { __proto__: null, propertyName: "", elapsedTime: 0, pseudoElement: "" }
);
const MessageEvent = eventClass(
  "MessageEvent", Event, { __proto__: null, data: null, origin: "", lastEventId: "", source: null, ports: [] }
);

/// The class of the platform's own events of a type.
const eventClasses = { __proto__: null };
function classify(Class, types) { for (const type of types) eventClasses[type] = Class; }
classify(
  MouseEvent,
  [
    "click", "dblclick", "mousedown", "mouseup", "mousemove", "mouseover", "mouseout", "contextmenu",
    "touchstart", "touchend", "touchmove", "touchcancel", "pointerdown", "pointerup",
  ]
);
classify(KeyboardEvent, ["keydown", "keyup", "keypress"]);
classify(InputEvent, ["input", "beforeinput"]);
classify(FocusEvent, ["focus", "blur", "focusin", "focusout"]);
classify(SubmitEvent, ["submit"]);
classify(UIEvent, ["scroll", "scrollend", "resize"]);
const AnimationEvent = eventClass(
  "AnimationEvent", Event, { __proto__: null, animationName: "", elapsedTime: 0, pseudoElement: "" }
);
classify(AnimationEvent, ["animationstart", "animationiteration", "animationend", "animationcancel"]);
classify(TransitionEvent, ["transitionrun", "transitionstart", "transitionend", "transitioncancel"]);
classify(PageTransitionEvent, ["pageshow", "pagehide"]);

/// Listeners of one type on one target. Removed ones are skipped, and swept when they are the majority.
class ListenerList {
  entries = []; dead = 0; busy = 0; index = null; handler = null;
  find(callback, capture) {
    if (this.entries.length > 32) {
      if (this.index === null) this.#makeIndex();
      const known = this.index.get(callback);
      return known === undefined ? undefined : capture ? known.capturing : known.bubbling;
    }
    for (let i = 0; i < this.entries.length; i += 1) {
      const entry = this.entries[i];
      if (!entry.removed && entry.callback === callback && entry.capture === capture) return entry;
    }
    return undefined;
  }
  add(entry) {
    push(this.entries, entry);
    if (this.index !== null) this.#note(entry);
  }
  remove(entry) {
    if (entry.removed) return;
    entry.removed = true;
    this.dead += 1;
    if (this.index !== null) {
      const known = this.index.get(entry.callback);
      if (known !== undefined) {
        if (entry.capture) known.capturing = undefined; else known.bubbling = undefined;
      }
    }
    if (this.busy === 0 && this.dead * 2 > this.entries.length) this.#sweep();
  }
  get isEmpty() { return this.entries.length === this.dead; }
  #makeIndex() {
    this.index = new SafeMap();
    for (let i = 0; i < this.entries.length; i += 1)
      if (!this.entries[i].removed) this.#note(this.entries[i]);
  }
  #note(entry) {
    let known = this.index.get(entry.callback);
    if (known === undefined)
      this.index.set(entry.callback, known = { capturing: undefined, bubbling: undefined });
    if (entry.capture) known.capturing = entry; else known.bubbling = entry;
  }
  #sweep() {
    const live = [];
    for (let i = 0; i < this.entries.length; i += 1)
      if (!this.entries[i].removed) push(live, this.entries[i]);
    this.entries = live; this.dead = 0; this.index = null;
  }
}

/// Listeners of the window, which has no slot for them.
const windowListeners = new SafeMap();
let listenersOf;
/// Set by the nodes: the targets above one, and whether clients need to know of listeners.
let pathAbove = () => [];
let listeningChanged = () => {};

const targetOf = (value) => (value === undefined || value === null ? global : value);
function flags(options) {
  return isObject(options)
    ? {
      capture: !!options.capture, once: !!options.once, passive: !!options.passive,
      signal: options.signal ?? null,
    }
    : { capture: !!options, once: false, passive: false, signal: null };
}

class EventTarget {
  #listeners = null;
  static {
    listenersOf = (target, make) => {
      if (target === global) return windowListeners;
      if (!isObject(target) || !(#listeners in target)) throw new TypeError("this is not an EventTarget");
      if (target.#listeners === null && make) target.#listeners = new SafeMap();
      return target.#listeners;
    };
  }
  addEventListener(type, callback, options = undefined) {
    const target = targetOf(this);
    const { capture, once, passive, signal } = flags(options);
    if (callback === null || callback === undefined) return;
    if (!isObject(callback)) throw new TypeError("a listener is a function or an object");
    if (signal !== null && signal.aborted) return;
    const entry = addListener(
      target, text(type), { callback, capture, once, passive, removed: false, isHandler: false }
    );
    if (entry !== null && signal !== null) {
      apply(
        EventTarget.prototype.addEventListener, signal,
        ["abort", () => removeListener(target, text(type), entry), { once: true }]
      );
    }
  }
  removeEventListener(type, callback, options = undefined) {
    const target = targetOf(this), name = text(type);
    const entry = listenersOf(target, false)?.get(name)?.find(callback, flags(options).capture);
    if (entry !== undefined) removeListener(target, name, entry);
  }
  dispatchEvent(event) {
    const target = targetOf(this);
    listenersOf(target, false);
    const state = stateOf(event);
    if (state.dispatching)
      throw new DOMException("the event is being dispatched already", "InvalidStateError");
    return dispatchTo(target, event);
  }
  get [Symbol.toStringTag]() { return "EventTarget"; }
}

function addListener(target, type, entry) {
  const lists = listenersOf(target, true);
  let list = lists.get(type);
  if (list === undefined) lists.set(type, list = new ListenerList());
  if (!entry.isHandler && list.find(entry.callback, entry.capture) !== undefined) return null;
  const wasEmpty = list.isEmpty;
  list.add(entry);
  if (wasEmpty) listeningChanged(target, type, true);
  return entry;
}
function removeListener(target, type, entry) {
  const list = listenersOf(target, false)?.get(type);
  if (list === undefined || entry.removed) return;
  list.remove(entry);
  if (list.isEmpty) listeningChanged(target, type, false);
}

/// DOM Standard section 2.9, *dispatch*. Returns false if a listener cancelled the event.
function dispatchTo(target, event) {
  if (nesting >= MAXIMUM_NESTING)
    throw new RangeError(`more than ${MAXIMUM_NESTING} events within one another`);
  const state = stateOf(event);
  const path = pathAbove(target, event), targets = path.targets ?? null, related = path.relatedTargets
    ?? null;
  const isTarget = (i) => i === 0 || (targets !== null && targets[i] === path[i]);
  state.dispatching = true;
  state.target = target;
  state.path = path;
  nesting += 1;
  try {
    for (let i = path.length - 1; i >= 0 && !state.stopped; i -= 1) {
      state.phase = isTarget(i) ? AT_TARGET : CAPTURING;
      if (targets !== null) state.target = targets[i];
      if (related !== null) state.related = related[i];
      callListeners(path[i], event, state, true);
    }
    for (let i = 0; i < path.length && !state.stopped; i += 1) {
      if (!event.bubbles && !isTarget(i)) { if (targets === null) break; continue; }
      state.phase = isTarget(i) ? AT_TARGET : BUBBLING;
      if (targets !== null) state.target = targets[i];
      if (related !== null) state.related = related[i];
      callListeners(path[i], event, state, false);
    }
  } finally {
    nesting -= 1;
    state.phase = NONE;
    state.current = null;
    // Events of a shadow tree stay in it.
    if (targets !== null && targets.length > 0)
      state.target = isHidden_(targets[targets.length - 1]) ? null : targets[targets.length - 1];
    state.path = null;
    state.dispatching = state.stopped = state.stoppedNow = false;
  }
  return !state.canceled;
}

/// Set by the nodes: whether a target is in a shadow tree.
let isHidden_ = () => false;
/// Set by the nodes: the handler of an attribute such as `onclick`.
let attributeHandler = () => null;

function callListeners(target, event, state, isCapturing) {
  const { type } = event;
  const list = listenersOf(target, false)?.get(type);
  state.current = target;
  if (!isCapturing && (list === undefined || list.handler === null)) {
    const handler = attributeHandler(target, type);
    if (handler !== null) callHandler(handler, target, event, state);
  }
  if (list === undefined) return;
  list.busy += 1;
  try {
    const { entries } = list;
    const count = entries.length;
    for (let i = 0; i < count && !state.stoppedNow; i += 1) {
      const entry = entries[i];
      if (entry.removed || entry.capture !== isCapturing) continue;
      if (entry.once) removeListener(target, type, entry);
      state.passive = entry.passive;
      if (entry.isHandler) callHandler(entry.callback, target, event, state);
      else callListener(entry.callback, target, event);
      state.passive = false;
    }
  } finally {
    list.busy -= 1;
  }
}
function callListener(callback, target, event) {
  try {
    if (typeof callback === "function") apply(callback, target, [event]);
    else {
      const handle = callback.handleEvent;
      if (typeof handle !== "function") throw new TypeError("handleEvent of a listener is not a function");
      apply(handle, callback, [event]);
    }
  } catch (error) {
    reportException(error);
  }
}
/// HTML Standard section 8.1.8.1, *the event handler processing algorithm*: false cancels.
function callHandler(callback, target, event, state) {
  if (state.stoppedNow) return;
  try {
    const isError = target === global && event.type === "error" && event instanceof ErrorEvent;
    const given = isError ? [event.message, event.filename, event.lineno, event.colno, event.error] : [event];
    const answer = apply(callback, target, given);
    if (isError ? answer === true : answer === false) { if (event.cancelable) state.canceled = true; }
  } catch (error) {
    reportException(error);
  }
}

/// Properties like `onclick`: one listener, which keeps its position when its function changes.
function handlerOf(target, type) {
  return listenersOf(target, false)?.get(type)?.handler?.callback ?? null;
}
function setHandler(target, type, value) {
  const known = listenersOf(target, false)?.get(type);
  if (!isFunction(value)) {
    if (known !== undefined && known.handler !== null) {
      removeListener(target, type, known.handler);
      known.handler = null;
    }
    return;
  }
  if (known !== undefined && known.handler !== null) { known.handler.callback = value; return; }
  const entry = {
    callback: value, capture: false, once: false, passive: false, removed: false, isHandler: true,
  };
  addListener(target, type, entry);
  listenersOf(target, true).get(type).handler = entry;
}
function installHandlers(prototype, types) {
  for (let i = 0; i < types.length; i += 1)
    defineProperty(prototype, `on${types[i]}`, handlerMembers[types[i]] ??= handlerMember(types[i]));
}
const handlerMembers = { __proto__: null };
function handlerMember(type) {
  return {
    __proto__: null, configurable: true, enumerable: true,
    get() { return handlerOf(targetOf(this), type) ?? attributeHandler(targetOf(this), type); },
    set(value) { setHandler(targetOf(this), type, value); },
  };
}
const elementHandlers = [
  "click", "auxclick", "dblclick", "pointerdown", "pointerup", "pointermove", "pointerover", "pointerout",
  "pointerenter", "pointerleave", "pointercancel", "gotpointercapture", "lostpointercapture", "mouseenter",
  "mouseleave", "wheel", "drag", "dragend", "dragenter", "dragleave", "dragover", "dragstart", "drop", "copy",
  "cut", "paste", "selectstart", "beforeinput", "beforetoggle", "toggle", "formdata", "animationstart",
  "animationiteration", "animationcancel", "mousedown", "mouseup", "mousemove", "mouseover", "mouseout",
  "touchstart", "touchend", "touchmove", "touchcancel", "keydown", "keyup", "keypress", "input", "change",
  "focus", "blur", "submit", "reset", "scroll", "scrollend", "load", "error", "select", "invalid", "search",
  "cancel", "close", "contextmenu", "transitionrun", "transitionstart", "transitionend", "transitioncancel",
  "animationend", "toggle", "beforetoggle", "formdata", "command",
];

// Uncaught exceptions. Reporting one must not throw another.
let isReporting = false, exceptionsReported = 0;
function reportException(error, module = undefined) {
  exceptionsReported += 1;
  const told = parseJSON(host.report(error, isObject(error) ? "" : inspect(error), module));
  host.reported(announceError(told[0], told[1], told[2], told[3], error));
}
/// Returns true if a listener handled the exception.
function announceError(message, filename, lineno, colno, error) {
  const list = windowListeners.get("error");
  if (isReporting || list === undefined || list.isEmpty) return false;
  isReporting = true;
  try {
    return !dispatchTo(
      global, new ErrorEvent("error", { cancelable: true, message, filename, lineno, colno, error })
    );
  } finally {
    isReporting = false;
  }
}
