// The document, and the window around it (HTML Standard section 3.1, section 7.2).

let readyState = "loading", currentScript = null;
class Document extends Node {
  constructor(key, id, name) {
    if (key !== KEY) throw illegal();
    super(KEY, id, name);
  }
  get documentElement() { return elementFrom(relative(FIRST, 0), NEXT); }
  get body() { return topElement("body"); }
  get head() { return topElement("head"); }
  get title() { return host.title(); }
  set title(value) { host.setTitle(textOrEmpty(value)); }
  get activeElement() { const id = host.focused(); return id >= 0 ? wrap(id) : this.body; }
  hasFocus() { return true; }
  get readyState() { return readyState; }
  get currentScript() { return currentScript; }
  get defaultView() { return global; }
  get location() { return location; }
  set location(value) { location.href = value; }
  get URL() { return host.address(); }
  get documentURI() { return host.address(); }
  get domain() { return location.hostname; }
  get referrer() { return ""; }
  get cookie() { return ""; }
  set cookie(value) {}
  get visibilityState() { return isHidden ? "hidden" : "visible"; }
  get hidden() { return isHidden; }
  get compatMode() { return "CSS1Compat"; }
  get characterSet() { return "UTF-8"; }
  get contentType() { return "text/html"; }
  get nodeName() { return "#document"; }
  get textContent() { return null; }
  set textContent(value) {}
  get forms() { return this.getElementsByTagName("form"); }
  get images() { return this.getElementsByTagName("img"); }
  get links() { return this.querySelectorAll("a[href]"); }
  get scripts() { return this.getElementsByTagName("script"); }
  get styleSheets() { return []; }
  get scrollingElement() { return this.documentElement; }
  createElement(name) {
    const tag = text(name);
    const id = makeNode(ELEMENT, tag);
    const element = remember(id, new (classFor(tag))(KEY, id, tag));
    if (element instanceof HTMLScriptElement) (scriptsMade ??= new SafeSet()).add(element);
    return element;
  }
  createElementNS(namespace, name) { return this.createElement(name); }
  createTextNode(data) { const id = makeNode(TEXT, text(data)); return remember(id, new Text(KEY, id, "")); }
  createComment(data) { const id = makeNode(COMMENT, text(data)); return remember(id, new Comment(KEY, id, "")); }
  createDocumentFragment() { const id = makeNode(FRAGMENT, ""); return remember(id, new DocumentFragment(KEY, id, "")); }
  createEvent(kind) {
    const Class = legacyEvents[lower(text(kind))];
    if (Class === undefined) throw new DOMException(`there are no events '${kind}'`, "NotSupportedError");
    return new Class("");
  }
  importNode(node, deep = false) { return node.cloneNode(deep); }
  adoptNode(node) { takeOut(requireId(node, "adoptNode")); return node; }
  getElementById(id) { return byId(text(id), 0); }
  getElementsByTagName(name) { return inDocument(1, text(name)); }
  getElementsByClassName(names) { return inDocument(2, text(names)); }
  getElementsByName(name) { return this.querySelectorAll(`[name=${writeJSON(text(name))}]`); }
  elementFromPoint() { return null; }
  execCommand() { return false; }
  write(...parts) { const { body } = this; if (body !== null) for (let i = 0; i < parts.length; i += 1) body.insertAdjacentHTML("beforeend", parts[i]); }
  writeln(...parts) { apply(this.write, this, parts); }
  // TokenHybrid.
  get html() { return host.markup(0, false); }
  get sourceURL() { return host.address(); }
  get rootNode() { return this.documentElement; }
  get bodyNode() { return this.body; }
  get headNode() { return this.head; }
  get titleNode() { return firstNamed("title"); }
  get navigationBarNode() { return firstNamed("navigationBar"); }
  setTitle(value) { host.setTitle(textOrEmpty(value)); }
  pushNavigatorWithURL(url, data = undefined) { callModule("document", "pushNavigatorWithURL", data === undefined ? [textOrEmpty(url)] : [textOrEmpty(url), data]); }
  popNavigator() { callModule("document", "popNavigator", []); }
  get [Symbol.toStringTag]() { return "HTMLDocument"; }
}
install(Document.prototype, parentMembers);
installHandlers(Document.prototype, [...elementHandlers, "readystatechange", "visibilitychange", "DOMContentLoaded"]);
const legacyEvents = {
  __proto__: null, event: Event, events: Event, htmlevents: Event, customevent: CustomEvent, uievent: UIEvent, uievents: UIEvent,
  mouseevent: MouseEvent, mouseevents: MouseEvent, keyboardevent: KeyboardEvent, focusevent: FocusEvent,
};
install(CustomEvent.prototype, { initCustomEvent(type, bubbles, cancelable) { this.initEvent(type, bubbles, cancelable); } });

const document = new Document(KEY, 0, "");
strong.set(0, document);
let isHidden = false;
/// `html`'s first child of a name, or for fragments of pages a top element of it. Found again while it is
/// where it was.
const topFound = { __proto__: null, body: -1, head: -1 };
function topElement(name) {
  const known = topFound[name];
  if (known >= 0) {
    const parent = relative(PARENT, known);
    if (parent === 0 || (parent > 0 && relative(PARENT, parent) === 0)) return wrap(known);
  }
  topFound[name] = findTop(name);
  return wrap(topFound[name]);
}
function findTop(name) {
  for (let top = relative(FIRST, 0); top >= 0; top = relative(NEXT, top)) {
    if (lower(host.name(top)) === name) return top;
    for (let id = relative(FIRST, top); id >= 0; id = relative(NEXT, id)) if (lower(host.name(id)) === name) return id;
  }
  return -1;
}
function firstNamed(name) {
  const found = parseJSON(host.elements(1, name, 0));
  return found.length > 0 ? wrap(found[0]) : null;
}
/// Legacy lists of the document: what is in the body, then what is in the head
/// (Documentation/javascript.md, "TokenHybrid").
function inDocument(kind, name) {
  if (!options.legacyLists) return lookUp(kind, name, document);
  const { body, head } = document;
  if (body === null) return lookUp(kind, name, document);
  const result = lookUp(kind, name, body);
  const more = head === null ? [] : lookUp(kind, name, head);
  for (let i = 0; i < more.length; i += 1) push(result, more[i]);
  return result;
}

/// Scripts that a page makes run when they come into the document (HTML Standard section 4.12.1.1).
let scriptsMade = null;
function runInserted() {
  scriptsMade.forEach((script) => {
    if (!script.isConnected) return;
    scriptsMade.delete(script);
    const type = lower(script.type);
    if (type !== "" && type !== "text/javascript" && type !== "application/javascript") return;
    const finish = (code) => {
      currentScript = script;
      try { evaluateGlobally(code); } catch (error) { reportException(error); } finally { currentScript = null; }
    };
    if (!script.hasAttribute("src")) return finish(script.textContent);
    then(fetch(script.src), (response) => then(response.text(), (code) => {
      if (response.ok) { finish(code); dispatchTo(script, new Event("load")); } else dispatchTo(script, new Event("error"));
    }), () => dispatchTo(script, new Event("error")));
  });
  if (scriptsMade.size === 0) scriptsMade = null;
}
const evaluateGlobally = global.eval;

// Window.
const location = {
  get href() { return host.address(); },
  set href(value) { goTo(value); },
  get protocol() { return addressParts().protocol; },
  get host() { return addressParts().host; },
  get hostname() { return addressParts().hostname; },
  get port() { return addressParts().port; },
  get pathname() { return addressParts().pathname; },
  get search() { return addressParts().search; },
  get hash() { return addressParts().hash; },
  get origin() { return addressParts().origin; },
  assign(url) { goTo(url); },
  replace(url) { goTo(url); },
  reload() { callModule("document", "reload", []); },
  toString() { return host.address(); },
};
const noParts = { protocol: "", host: "", hostname: "", port: "", pathname: "", search: "", hash: "", origin: "null" };
function addressParts() {
  const address = host.address();
  const parts = parseURL(address, null);
  return parts === null ? { ...noParts, pathname: address } : viewOf(parts);
}
function resolveAddress(reference) {
  const base = parseURL(host.address(), null);
  const parts = parseURL(text(reference), base);
  return parts === null ? text(reference) : serializeURL(parts);
}
/// Another address is another page, as a link or `pushNavigatorWithURL` opens one; a fragment stays.
function goTo(value) {
  const url = text(value);
  if (startsWith(url, "#")) { byId(textSlice(url, 1), 0)?.scrollIntoView(); return; }
  callModule("document", "pushNavigatorWithURL", [url]);
}
const historyStates = [null];
const history = {
  get length() { return historyStates.length; },
  get state() { return historyStates[historyStates.length - 1]; },
  scrollRestoration: "auto",
  back() { callModule("document", "popNavigator", []); },
  forward() {},
  go(distance = 0) { if (distance < 0) this.back(); },
  pushState(state) { push(historyStates, structuredClone(state)); },
  replaceState(state) { historyStates[historyStates.length - 1] = structuredClone(state); },
};
const navigator = {
  userAgent: "Hybrid", appName: "Netscape", appVersion: "5.0", platform: "Hybrid", product: "Gecko", vendor: "", language: "en",
  languages: ["en"], onLine: true, cookieEnabled: false, maxTouchPoints: 5, hardwareConcurrency: 2, javaEnabled() { return false; },
};
const viewport = () => parseJSON(host.viewport());

class MediaQueryList extends EventTarget {
  #media;
  constructor(key, media) { if (key !== KEY) throw illegal(); super(); this.#media = media; push(mediaLists, new WeakRef(this)); this.last = this.matches; }
  get media() { return this.#media; }
  get matches() { return matchesMedia(this.#media); }
  addListener(f) { this.addEventListener("change", f); }
  removeListener(f) { this.removeEventListener("change", f); }
}
installHandlers(MediaQueryList.prototype, ["change"]);
const mediaLists = [];
/// Media Queries 4 section 2, for what a page can ask of its screen: sizes, orientation, `screen`, `not`,
/// `and`, commas.
function matchesMedia(list) {
  const queries = textSplit(lower(list), ",");
  for (let i = 0; i < queries.length; i += 1) if (matchesQuery(trim(queries[i]))) return true;
  return false;
}
function matchesQuery(query) {
  const isNegated = startsWith(query, "not ");
  const said = isNegated ? textSlice(query, 4) : startsWith(query, "only ") ? textSlice(query, 5) : query;
  const parts = textSplit(join(words(said), " "), " and ");
  const size = viewport(), width = size[0], height = size[1];
  for (let i = 0; i < parts.length; i += 1) {
    const part = trim(parts[i]);
    if (part === "all" || part === "screen" || part === "") continue;
    const found = execute(/^\(\s*([a-z-]+)\s*(?::\s*([^)]*?)\s*)?\)$/, part);
    if (found === null) return isNegated;
    if (!matchesFeature(found[1], found[2], width, height)) return isNegated;
  }
  return !isNegated;
}
function matchesFeature(name, value, width, height) {
  const size = numberOrZero(value) * (value !== undefined && execute(/\de?r?em$/, value) !== null ? 16 : 1);
  switch (name) {
  case "width": return value === undefined ? width > 0 : width === size;
  case "min-width": return width >= size;
  case "max-width": return width <= size;
  case "height": return value === undefined ? height > 0 : height === size;
  case "min-height": return height >= size;
  case "max-height": return height <= size;
  case "orientation": return value === (height >= width ? "portrait" : "landscape");
  case "prefers-color-scheme": return value === "light";
  case "hover": case "any-hover": return value === "none";
  case "pointer": case "any-pointer": return value === undefined || value === "coarse";
  default: return false;
  }
}
function mediaChanged() {
  let kept = 0;
  for (let i = 0; i < mediaLists.length; i += 1) {
    const list = deref(mediaLists[i]);
    if (list === undefined) continue;
    mediaLists[kept] = mediaLists[i]; kept += 1;
    const { matches, media } = list;
    if (matches === list.last) continue;
    list.last = matches;
    const event = new Event("change");
    define(event, "matches", matches); define(event, "media", media);
    dispatchTo(list, event);
  }
  mediaLists.length = kept;
}

class Window extends EventTarget {
  constructor(key) { if (key !== KEY) throw illegal(); super(); }
}
installHandlers(Window.prototype, [
  ...elementHandlers, "resize", "pageshow", "pagehide", "beforeunload", "unload", "hashchange", "popstate", "storage", "message",
  "online", "offline", "unhandledrejection", "orientationchange",
]);
function readonly(target, members) {
  for (const key in members) {
    const { get } = getOwnPropertyDescriptor(members, key);
    // As browsers do, a page's own variable of the name replaces the value ([Replaceable], Web IDL section
    // 3.3.13).
    defineProperty(target, key, {
      __proto__: null, get, configurable: true, enumerable: true, set(value) { define(target, key, value); },
    });
  }
}
readonly(global, {
  get innerWidth() { return viewport()[0]; }, get innerHeight() { return viewport()[1]; },
  get outerWidth() { return viewport()[0]; }, get outerHeight() { return viewport()[1]; },
  get scrollX() { return scrollOffset()[SCROLL_X]; }, get scrollY() { return scrollOffset()[SCROLL_Y]; },
  get pageXOffset() { return scrollOffset()[SCROLL_X]; }, get pageYOffset() { return scrollOffset()[SCROLL_Y]; },
  get screen() { const size = viewport(), width = size[0], height = size[1]; return { width, height, availWidth: width, availHeight: height, colorDepth: 24, pixelDepth: 24 }; },
});
const scrollOffset = () => { const root = document.documentElement; return root === null ? noBox : geometry(root); };
function scrollPage(x, y, isRelative) {
  const root = document.documentElement;
  if (root !== null) scrollNode(root, x, y, isRelative);
}
const nothing = () => {};
const windowMembers = {
  window: global, self: global, top: global, parent: global, frames: global, document, navigator, history,
  devicePixelRatio: options.devicePixelRatio, name: "", closed: false, isSecureContext: true,
  getComputedStyle(element) { return makeStyle(requireId(element, "getComputedStyle"), true); },
  matchMedia(media) { return new MediaQueryList(KEY, text(media)); },
  scrollTo(x, y) { scrollPage(x, y, false); }, scroll(x, y) { scrollPage(x, y, false); }, scrollBy(x, y) { scrollPage(x, y, true); },
  open(url) { goTo(url); return null; },
  close() { callModule("document", "popNavigator", []); },
  focus: nothing, blur: nothing, print: nothing, stop: nothing, getSelection: () => null,
  alert(message = "") { callModule("token", "alert", ["", text(message)]); },
  confirm(message = "") {
    callModule("token", "alert", ["", text(message)]);
    warn("confirm() cannot wait for an answer here and says false; token.alertTitles calls back");
    return false;
  },
  prompt(message = "") {
    callModule("token", "alert", ["", text(message)]);
    warn("prompt() cannot wait for an answer here and says null; token.alertInput calls back");
    return null;
  },
  Node, NodeList, HTMLCollection: NodeList, Element, HTMLElement, Text, Comment, CharacterData, DocumentFragment, Document, HTMLDocument: Document, Window,
  EventTarget, Event, CustomEvent, UIEvent, MouseEvent, PointerEvent: MouseEvent, TouchEvent: MouseEvent, KeyboardEvent, InputEvent,
  FocusEvent, SubmitEvent, ErrorEvent, PromiseRejectionEvent, ProgressEvent, StorageEvent, PageTransitionEvent, TransitionEvent, MessageEvent, DOMException, DOMRect,
  DOMTokenList, CSSStyleDeclaration, HTMLLabelElement, HTMLButtonElement, HTMLImageElement, HTMLInputElement,
  HTMLTextAreaElement, HTMLSelectElement, HTMLOptionElement, HTMLFormElement, HTMLAnchorElement, HTMLScriptElement, HTMLTableElement,
  HTMLDivElement: HTMLElement, HTMLSpanElement: HTMLElement, HTMLBodyElement: HTMLElement, HTMLUnknownElement: HTMLElement,
};
install(global, windowMembers);
defineProperty(global, "location", { __proto__: null, configurable: true, enumerable: true, get: () => location, set: goTo });
install(global, {
  addEventListener: EventTarget.prototype.addEventListener, removeEventListener: EventTarget.prototype.removeEventListener,
  dispatchEvent: EventTarget.prototype.dispatchEvent,
});
for (const key of ownKeys(Window.prototype)) {
  const descriptor = getOwnPropertyDescriptor(Window.prototype, key);
  if (descriptor.get !== undefined) defineProperty(global, key, descriptor);
}
