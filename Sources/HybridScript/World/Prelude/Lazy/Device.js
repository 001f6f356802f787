// Device and CSS APIs: cookies, the clipboard, the visual viewport, `CSS`, `document.fonts`, the timeline of
// `performance`.

// Cookies (RFC 6265 section 5), one jar for all pages of a device. There is one origin, the project's, so a
// cookie of a domain is one of the page's own host; requests do not carry them.
const COOKIE = "cookie ";
const storeInDevice = guarded(host.store);
const MAXIMUM_COOKIES = 180, MAXIMUM_COOKIE = 4096;
function cookieEntries() {
  const keys = parseJSON(host.storedKeys(DEVICE)), result = [], now = host.wallClock();
  for (let i = 0; i < keys.length; i += 1) {
    if (!startsWith(keys[i], COOKIE)) continue;
    const cookie = parseJSON(host.stored(keys[i], DEVICE));
    if (cookie[3] !== null && cookie[3] <= now) storeInDevice(null, keys[i], DEVICE);
    else push(result, { key: keys[i], name: cookie[0], value: cookie[1], path: cookie[2] });
  }
  return result;
}
function pathMatches(path, cookiePath) {
  return path === cookiePath
    || (
      startsWith(path, cookiePath)
        && (cookiePath[cookiePath.length - 1] === "/" || path[cookiePath.length] === "/")
    );
}
function cookieText() {
  const all = cookieEntries(), path = addressParts().pathname || "/", shown = [];
  for (let i = 0; i < all.length; i += 1) if (pathMatches(path, all[i].path)) push(shown, all[i]);
  sort(shown, (a, b) => b.path.length - a.path.length);
  for (let i = 0; i < shown.length; i += 1)
    shown[i] = shown[i].name === "" ? shown[i].value : `${shown[i].name}=${shown[i].value}`;
  return join(shown, "; ");
}
function setCookie(line) {
  if (execute(/[\u0000-\u0008\u000a-\u001f\u007f]/, line) !== null) return;
  const parts = textSplit(line, ";"), equals = textIndex(parts[0], "=");
  const name = equals < 0 ? ""
    : trim(textSlice(parts[0], 0, equals)), value = trim(
      equals < 0 ? parts[0] : textSlice(parts[0], equals + 1)
    );
  if ((name === "" && value === "") || name.length + value.length > MAXIMUM_COOKIE) return;
  const pathname = addressParts().pathname;
  let path = textLastIndex(pathname, "/") > 0 ? textSlice(pathname, 0, textLastIndex(pathname, "/"))
    : "/", expires = null, hasAge = false;
  for (let i = 1; i < parts.length; i += 1) {
    const at = textIndex(parts[i], "="), key = lower(trim(at < 0 ? parts[i] : textSlice(parts[i], 0, at))),
      said = at < 0
      ? "" : trim(textSlice(parts[i], at + 1));
    if (key === "path") { if (startsWith(said, "/")) path = said; }
    else if (key === "max-age" && execute(/^-?\d+$/, said) !== null) {
      hasAge = true;
      expires = +said <= 0 ? 0 : host.wallClock() + minimum(+said, 400 * 86400) * 1000;
    }
    else if (key === "expires" && !hasAge) {
      const time = parseDate(said);
      if (time === time) expires = time;
    }
    else if (
      key === "domain" && said !== ""
        && lower(startsWith(said, ".") ? textSlice(said, 1) : said) !== part("Navigation").location.hostname
    ) return;
    else if (key === "httponly") return;
  }
  const key = `${COOKIE}${path} ${name}`;
  if (expires !== null && expires <= host.wallClock()) { storeInDevice(null, key, DEVICE); return; }
  const all = cookieEntries();
  if (all.length >= MAXIMUM_COOKIES && host.stored(key, DEVICE) === null)
    storeInDevice(null, all[0].key, DEVICE);
  storeInDevice(writeJSON([name, value, path, expires]), key, DEVICE);
}

// The clipboard of the device (Clipboard API section 7): text only.
class Clipboard extends EventTarget {
  constructor(key) { if (key !== KEY) throw illegal(); super(); }
  writeText(data) {
    const value = text(data);
    return then(resolved, () => storeInDevice(value, "clipboard", DEVICE));
  }
  readText() { return then(resolved, () => host.stored("clipboard", DEVICE) ?? ""); }
  get [Symbol.toStringTag]() { return "Clipboard"; }
}
const clipboard = new Clipboard(KEY);

// The visual viewport equals the layout viewport, because pages are not zoomed.
class VisualViewport extends EventTarget {
  constructor(key) { if (key !== KEY) throw illegal(); super(); }
  get offsetLeft() { return 0; }
  get offsetTop() { return 0; }
  get pageLeft() { return global.scrollX; }
  get pageTop() { return global.scrollY; }
  get width() { return viewport()[0]; }
  get height() { return viewport()[1]; }
  get scale() { return 1; }
  get [Symbol.toStringTag]() { return "VisualViewport"; }
}
installHandlers(VisualViewport.prototype, ["resize", "scroll", "scrollend"]);
const visualViewport = new VisualViewport(KEY);

/// CSSOM section 2.1, *serialize an identifier*.
function escapeIdentifier(value) {
  const name = text(value);
  let result = "";
  for (let i = 0; i < name.length; i += 1) {
    const code = codeAt(name, i), isDigit = code >= 48 && code <= 57;
    if (code === 0) result += "\ufffd";
    else if (code < 32 || code === 127 || (isDigit && (i === 0 || (i === 1 && name[0] === "-"))))
      result += `\\${numberText(code, 16)} `;
    else if (name === "-") result += "\\-";
    else if (
      code >= 128 || code === 45 || code === 95 || isDigit || (code >= 65 && code <= 90)
        || (code >= 97 && code <= 122)
    )
      result += name[i];
    else result += `\\${name[i]}`;
  }
  return result;
}
const CSS = {
  escape(value) { return escapeIdentifier(value); },
  supports(property, value = undefined) {
    return value === undefined ? host.supports(text(property), null)
      : host.supports(text(property), text(value));
  },
  registerProperty(definition) {
    if (!isObject(definition)) throw new TypeError("CSS.registerProperty: an object is needed");
    const { name, syntax = "*", inherits, initialValue } = definition;
    if (name === undefined) throw new TypeError("CSS.registerProperty: 'name' is missing");
    if (inherits === undefined) throw new TypeError("CSS.registerProperty: 'inherits' is missing");
    host.registerProperty(
      text(name), text(syntax), !!inherits, initialValue === undefined ? null : text(initialValue)
    );
  },
};
defineProperty(CSS, Symbol.toStringTag, { __proto__: null, value: "CSS", configurable: true });

/// All fonts of a page are loaded at its start.
class FontFaceSet extends EventTarget {
  #ready;
  constructor(key) { if (key !== KEY) throw illegal(); super(); this.#ready = then(resolved, () => this); }
  get ready() { return this.#ready; }
  get status() { return "loaded"; }
  get size() { return 0; }
  check() { return true; }
  load() { return then(resolved, () => []); }
  has() { return false; }
  forEach() {}
  [Symbol.iterator]() { return iterator([], nothing); }
  get [Symbol.toStringTag]() { return "FontFaceSet"; }
}
installHandlers(FontFaceSet.prototype, ["loading", "loadingdone", "loadingerror"]);
let fontFaces = null;
const documentMembers = { get fonts() { return fontFaces ??= new FontFaceSet(KEY); } };

// User Timing 3 section 3: marks and measures.
class PerformanceEntry {
  #name; #type; #start; #duration;
  constructor(key, name, type, start, duration) {
    if (key !== KEY) throw illegal();
    this.#name = name;
    this.#type = type;
    this.#start = start;
    this.#duration = duration;
  }
  get name() { return this.#name; }
  get entryType() { return this.#type; }
  get startTime() { return this.#start; }
  get duration() { return this.#duration; }
  toJSON() {
    return { name: this.#name, entryType: this.#type, startTime: this.#start, duration: this.#duration };
  }
  get [Symbol.toStringTag]() { return "PerformanceEntry"; }
}
class PerformanceMark extends PerformanceEntry {
  #detail;
  constructor(name, settings = undefined) {
    const start = settings?.startTime === undefined ? host.now() : number(settings.startTime);
    if (start < 0) throw new TypeError("a mark is not before the page");
    super(KEY, text(name), "mark", start, 0);
    this.#detail = structuredClone(settings?.detail ?? null);
  }
  get detail() { return this.#detail; }
  get [Symbol.toStringTag]() { return "PerformanceMark"; }
}
class PerformanceMeasure extends PerformanceEntry {
  #detail;
  constructor(key, name, start, end, detail) {
    super(key, name, "measure", start, end - start);
    this.#detail = structuredClone(detail ?? null);
  }
  get detail() { return this.#detail; }
  get [Symbol.toStringTag]() { return "PerformanceMeasure"; }
}
const MAXIMUM_TIMINGS = 10000;
let timings = [];
function keepTiming(entry) {
  if (timings.length >= MAXIMUM_TIMINGS) splice(timings, 0, MAXIMUM_TIMINGS / 2);
  push(timings, entry);
  timingObservers.forEach((observer) => tellTiming(observer, entry));
  return entry;
}
function timeOfMark(value) {
  if (typeof value === "number") return value;
  for (let i = timings.length - 1; i >= 0; i -= 1)
    if (timings[i].entryType === "mark" && timings[i].name === text(value)) return timings[i].startTime;
  throw new DOMException(`there is no mark '${text(value)}'`, "SyntaxError");
}
function selectTimings(name, type) {
  const result = [];
  for (let i = 0; i < timings.length; i += 1)
    if (
      (name === undefined || timings[i].name === text(name))
        && (type === undefined || timings[i].entryType === text(type))
    )
      push(result, timings[i]);
  return sort(result, (a, b) => a.startTime - b.startTime);
}
function clearTimings(type, name) {
  const isKept = (timing) =>
    timing.entryType !== type || (name !== undefined && timing.name !== text(name));
  timings = filtered(timings, isKept);
}
const timingMembers = {
  mark(name, settings = undefined) { return keepTiming(new PerformanceMark(name, settings)); },
  measure(name, start = undefined, end = undefined) {
    const settings = isObject(start) ? start : { start, end };
    const last = settings.end !== undefined ? timeOfMark(settings.end)
      : settings.start !== undefined && settings.duration !== undefined
      ? timeOfMark(settings.start) + number(settings.duration) : host.now();
    const first = settings.start !== undefined ? timeOfMark(settings.start) : settings.duration !== undefined
      ? last - number(settings.duration) : 0;
    return keepTiming(new PerformanceMeasure(KEY, text(name), first, last, settings.detail));
  },
  clearMarks(name = undefined) { clearTimings("mark", name); },
  clearMeasures(name = undefined) { clearTimings("measure", name); },
  getEntries() { return selectTimings(undefined, undefined); },
  getEntriesByType(type) { return selectTimings(undefined, type); },
  getEntriesByName(name, type = undefined) { return selectTimings(name, type); },
};
const timingObservers = new SafeSet();
const timingTypes = Object.freeze(["mark", "measure"]);
let tellTiming;
class PerformanceObserver {
  #callback; #types = []; #entries = [];
  constructor(callback) {
    if (!isFunction(callback)) throw new TypeError("PerformanceObserver: a function is needed");
    this.#callback = callback;
  }
  static get supportedEntryTypes() { return timingTypes; }
  observe(settings = {}) {
    if (settings.type !== undefined) {
      if (!includes(timingTypes, text(settings.type)))
        warn(`PerformanceObserver: entries of the type '${text(settings.type)}' are not made here`);
      push(this.#types, text(settings.type));
    }
    else if (isArray(settings.entryTypes)) this.#types = slice(settings.entryTypes);
    else throw new TypeError("observe: entryTypes or type is needed");
    if (settings.buffered === true) for (let i = 0; i < timings.length; i += 1) tellTiming(this, timings[i]);
    timingObservers.add(this);
  }
  disconnect() { timingObservers.delete(this); this.#entries = []; this.#types = []; }
  takeRecords() { const entries_ = this.#entries; this.#entries = []; return entries_; }
  static { tellTiming = (observer, entry) => {
    if (!includes(observer.#types, entry.entryType)) return;
    push(observer.#entries, entry);
    if (observer.#entries.length > 1) return;
    startTimer(() => {
      const told = observer.takeRecords();
      if (told.length === 0) return;
      const list = {
        getEntries: () => told, getEntriesByType: (type) => pickEntries(told, "entryType", type),
        getEntriesByName: (name) => pickEntries(told, "name", name),
      };
      try { apply(observer.#callback, observer, [list, observer]); } catch (error) { reportException(error); }
    }, [], 0, false);
  }; }
}
function pickEntries(list, key, value) {
  const result = [];
  for (let i = 0; i < list.length; i += 1) if (list[i][key] === text(value)) push(result, list[i]);
  return result;
}

({
  Clipboard, clipboard, VisualViewport, visualViewport, CSS, FontFaceSet, PerformanceEntry, PerformanceMark,
  PerformanceMeasure, PerformanceObserver, cookieText, setCookie, performance: timingMembers,
  Document: documentMembers,
});
