// The document, and the window around it (HTML Standard section 3.1, section 7.2).

let readyState = "loading", currentScript = null;
/// The document type of a page not in quirks mode: compiled pages have none.
let pageType = null;
class Document extends Node {
  constructor(key, id, name) {
    if (key !== KEY) {
      super(KEY, makeNode(FRAGMENT, ""), "");
      documents.set(idOf(this), { type: "application/xml", isQuirks: false, isHTML: false });
      hasForeign = true;
      remember(idOf(this), this);
    } else super(KEY, id, name);
  }
  get nodeType() { return DOCUMENT; }
  get documentElement() { return elementFrom(relative(FIRST, idOf(this)), NEXT); }
  get doctype() {
    for (let id = relative(FIRST, idOf(this)); id >= 0; id = relative(NEXT, id))
      if (host.kind(id) === DOCTYPE) return wrap(id);
    return idOf(this) === 0 && !options.isNative && !host.quirks()
      ? pageType ??= implementationOf(this).createDocumentType("html", "", "") : null;
  }
  get body() { return idOf(this) === 0 ? topElement("body") : wrap(findTop("body", idOf(this))); }
  set body(element) {
    const { body, documentElement } = this;
    if (!(element instanceof HTMLElement) || documentElement === null)
      throw new DOMException("a body is a body element of a document", "HierarchyRequestError");
    if (body === null)
      documentElement.appendChild(element); else if (body !== element) body.replaceWith(element);
  }
  get head() { return idOf(this) === 0 ? topElement("head") : wrap(findTop("head", idOf(this))); }
  get title() { return idOf(this) === 0 ? host.title() : join(words(titleOf(this)?.textContent ?? ""), " "); }
  set title(value) {
    if (idOf(this) === 0) { host.setTitle(textOrEmpty(value)); return; }
    let element = titleOf(this);
    if (element === null) {
      const { head } = this;
      if (head === null) return;
      element = this.createElement("title");
      head.appendChild(element);
    }
    element.textContent = textOrEmpty(value);
  }
  get activeElement() {
    const id = idOf(this) !== 0 ? -1 : shadows === null ? host.focused() : shadows.active();
    return id >= 0 ? wrap(id) : this.body;
  }
  hasFocus() { return idOf(this) === 0; }
  get readyState() { return idOf(this) === 0 ? readyState : "complete"; }
  get currentScript() { return idOf(this) === 0 ? currentScript : null; }
  get defaultView() { return idOf(this) === 0 ? global : null; }
  get location() { return idOf(this) === 0 ? part("Navigation").location : null; }
  set location(value) { if (idOf(this) === 0) part("Navigation").location.href = value; }
  get URL() { return idOf(this) === 0 ? pageAddress() : "about:blank"; }
  get documentURI() { return this.URL; }
  get implementation() { return implementationOf(this); }
  get domain() { return part("Navigation").location.hostname; }
  get referrer() { return ""; }
  get cookie() { return idOf(this) === 0 ? cookieText() : ""; }
  set cookie(value) { if (idOf(this) === 0) setCookie(text(value)); }
  get visibilityState() { return isHidden ? "hidden" : "visible"; }
  get hidden() { return isHidden; }
  get compatMode() {
    return (idOf(this) === 0 ? host.quirks() : documents.get(idOf(this)).isQuirks) ? "BackCompat"
      : "CSS1Compat";
  }
  get characterSet() { return "UTF-8"; }
  get charset() { return "UTF-8"; }
  get inputEncoding() { return "UTF-8"; }
  get contentType() { return documents.get(idOf(this))?.type ?? "text/html"; }
  get nodeName() { return "#document"; }
  get textContent() { return null; }
  set textContent(value) {}
  get forms() {
    const list = this.getElementsByTagName("form");
    return hasLiveLists ? list : withNames(list, null);
  }
  get images() { return this.getElementsByTagName("img"); }
  get links() { return this.querySelectorAll("a[href]"); }
  get scripts() { return this.getElementsByTagName("script"); }
  get styleSheets() { return idOf(this) === 0 ? styleSheets().sheetsIn(0) : []; }
  get scrollingElement() { return this.documentElement; }
  createElement(name) {
    const tag = text(name);
    const own = idOf(this) === 0 ? undefined : documents.get(idOf(this));
    if (own !== undefined && !own.isHTML)
      return this.createElementNS(own.type === "application/xhtml+xml" ? HTML_NAMESPACE : null, tag);
    const made = own === undefined && custom !== null ? custom.make(tag) : null;
    if (made !== null) return made;
    const id = makeNode(ELEMENT, tag);
    const element = remember(id, new (classFor(tag))(KEY, id, tag));
    if (own !== undefined) documentOwners.set(element, this);
    else if (element instanceof HTMLScriptElement || lower(tag) === "link")
      (scriptsMade ??= new SafeSet()).add(element);
    return element;
  }
  createElementNS(namespace, name) {
    const tag = text(name), space = namespace === null || namespace === undefined || namespace === "" ? null
      : text(namespace);
    const isXML = idOf(this) !== 0 && !documents.get(idOf(this)).isHTML;
    if (space === HTML_NAMESPACE && !isXML) return this.createElement(localPart(tag));
    const kind = space === SVG_NAMESPACE ? 1 : space === MATHML_NAMESPACE ? 2 : 0;
    const id = makeElement(kind, tag);
    const Class = kind === 1 ? svgClasses[tag]?.() ?? svgElement() : kind === 2
      ? part("Graphics").MathMLElement : space === HTML_NAMESPACE ? classFor(tag) : ForeignElement;
    const element = remember(id, new Class(KEY, id, tag));
    if (Class === ForeignElement) { foreignNamespaces.set(element, space); hasForeign = true; }
    return ownedBy(this, element);
  }
  createTextNode(data) {
    const id = makeNode(TEXT, text(data));
    return ownedBy(this, remember(id, new Text(KEY, id, "")));
  }
  createComment(data) {
    const id = makeNode(COMMENT, text(data));
    return ownedBy(this, remember(id, new Comment(KEY, id, "")));
  }
  createDocumentFragment() {
    const id = makeNode(FRAGMENT, "");
    return ownedBy(this, remember(id, new DocumentFragment(KEY, id, "")));
  }
  createAttribute(name) { return new (part("Attributes").Attr)(KEY, null, lower(attributeName(name)), ""); }
  createAttributeNS(namespace, name) {
    return new (part("Attributes").Attr)(KEY, null, attributeName(name), "");
  }
  createRange() { return makeRange(this); }
  createTreeWalker(root, show = 0xffffffff, filter = null) { return makeWalker(root, show, filter); }
  createNodeIterator(root, show = 0xffffffff, filter = null) { return makeIterator(root, show, filter); }
  getSelection() { return idOf(this) === 0 ? pageSelection() : null; }
  getElementsByTagNameNS(namespace, name) { return liveLists().inNamespace(this, namespace, text(name)); }
  createEvent(kind) {
    const Class = legacyEvents[lower(text(kind))];
    if (Class === undefined) throw new DOMException(`there are no events '${kind}'`, "NotSupportedError");
    return new Class("");
  }
  importNode(node, deep = false) {
    requireId(node, "importNode");
    if (node instanceof Document)
      throw new DOMException("a document cannot be imported", "NotSupportedError");
    const copy = node.cloneNode(deep);
    documentOwners.delete(copy);
    if (custom !== null && idOf(this) === 0) custom.copied(idOf(copy));
    return ownedBy(this, copy);
  }
  adoptNode(node) {
    if (node instanceof Document) throw new DOMException("a document cannot be adopted", "NotSupportedError");
    takeOut(requireId(node, "adoptNode"));
    documentOwners.delete(node);
    return ownedBy(this, node);
  }
  getElementById(id) { return byId(text(id), idOf(this)); }
  getElementsByTagName(name) {
    return idOf(this) === 0 ? inDocument(1, text(name)) : lookUp(1, text(name), this);
  }
  getElementsByClassName(names) {
    return idOf(this) === 0 ? inDocument(2, text(names)) : lookUp(2, text(names), this);
  }
  getElementsByName(name) { return liveLists().elementsNamed(this, text(name)); }
  elementFromPoint(x, y) { return idOf(this) === 0 ? wrap(host.nodeAt(number(x), number(y))) : null; }
  elementsFromPoint(x, y) {
    const all = [];
    for (let node = this.elementFromPoint(x, y); node instanceof Element; node = node.parentNode)
      push(all, node);
    return all;
  }
  write(...parts) {
    let markup = "";
    for (let i = 0; i < parts.length; i += 1) markup += text(parts[i]);
    part("TreeElements").writeInto(this, markup);
  }
  writeln(...parts) { apply(this.write, this, parts); }
  // TokenHybrid.
  get html() { return host.markup(idOf(this), false); }
  set html(value) { define(this, "html", value); }
  get sourceURL() { return host.address(); }
  get rootNode() { return this.documentElement; }
  get bodyNode() { return this.body; }
  get headNode() { return this.head; }
  get titleNode() { return firstNamed("title"); }
  get navigationBarNode() { return firstNamed("navigationBar"); }
  setTitle(value) { host.setTitle(textOrEmpty(value)); }
  pushNavigatorWithURL(url, data = undefined) {
    callModule(
      "document", "pushNavigatorWithURL", data === undefined ? [textOrEmpty(url)] : [textOrEmpty(url), data]
    );
  }
  popNavigator() { callModule("document", "popNavigator", []); }
  get [Symbol.toStringTag]() { return "Document"; }
}
class HTMLDocument extends Document {
  constructor(key, id, name) { if (key !== KEY) throw illegal(); super(key, id, name); }
  get [Symbol.toStringTag]() { return "HTMLDocument"; }
}
class XMLDocument extends Document {
  constructor(key, id, name) { if (key !== KEY) throw illegal(); super(key, id, name); }
  get [Symbol.toStringTag]() { return "XMLDocument"; }
}
function ownedBy(owner, node) {
  if (idOf(owner) !== 0) documentOwners.set(node, owner);
  return node;
}
function titleOf(owner) {
  const found = parseJSON(host.elements(1, "title", idOf(owner)));
  return found.length > 0 ? wrap(found[0]) : null;
}
install(Document.prototype, parentMembers);
installHandlers(
  Document.prototype, [...elementHandlers, "readystatechange", "visibilitychange", "DOMContentLoaded"]
);
const legacyEvents = {
  __proto__: null, event: Event, events: Event, htmlevents: Event, customevent: CustomEvent, uievent: UIEvent,
  uievents: UIEvent, mouseevent: MouseEvent, mouseevents: MouseEvent, keyboardevent: KeyboardEvent,
  focusevent: FocusEvent,
};
install(
  CustomEvent.prototype,
  { initCustomEvent(type, bubbles, cancelable) { this.initEvent(type, bubbles, cancelable); } }
);

const document = new HTMLDocument(KEY, 0, "");
strong.set(0, document);
let isHidden = false;
/// `html`'s first child of a name, or in fragments of pages a top element. Searched again after it moves.
const topFound = { __proto__: null, body: -1, head: -1 };
function topElement(name) {
  const known = topFound[name];
  if (known >= 0) {
    const parent = relative(PARENT, known);
    if (parent === 0 || (parent > 0 && relative(PARENT, parent) === 0)) return wrap(known);
  }
  topFound[name] = findTop(name, 0);
  return wrap(topFound[name]);
}
function findTop(name, root) {
  for (let top = relative(FIRST, root); top >= 0; top = relative(NEXT, top)) {
    if (lower(host.name(top)) === name) return top;
    for (let id = relative(FIRST, top); id >= 0; id = relative(NEXT, id))
      if (lower(host.name(id)) === name) return id;
  }
  return -1;
}
function firstNamed(name) {
  const found = parseJSON(host.elements(1, name, 0));
  return found.length > 0 ? wrap(found[0]) : null;
}
/// Legacy lists of the document: elements of the body, then of the head (Documentation/javascript.md,
/// "TokenHybrid").
function inDocument(kind, name) {
  if (!options.legacyLists) return lookUp(kind, name, document);
  const { body, head } = document;
  if (body === null) return lookUp(kind, name, document);
  const result = lookUp(kind, name, body);
  const more = head === null ? [] : lookUp(kind, name, head);
  for (let i = 0; i < more.length; i += 1) push(result, more[i]);
  return result;
}

/// Scripts of a page run when they are inserted (HTML Standard section 4.12.1.1), and links are followed.
let scriptsMade = null;
const runInserted = () => part("TreeElements").runInserted();
const evaluateGlobally = global.eval;

const navigator = {
  userAgent: "Hybrid", appName: "Netscape", appVersion: "5.0", platform: "Hybrid", product: "Gecko",
  vendor: "", language: "en", languages: ["en"], onLine: true, cookieEnabled: true, maxTouchPoints: 5,
  hardwareConcurrency: 2, javaEnabled() { return false; }, get [Symbol.toStringTag]() { return "Navigator"; },
};
const viewport = () => parseJSON(host.viewport());

class Window extends EventTarget {
  constructor(key) { if (key !== KEY) throw illegal(); super(); }
}
const windowHandlers = [
  ...elementHandlers, "resize", "pageshow", "pagehide", "beforeunload", "unload", "hashchange", "popstate",
  "storage", "message", "online", "offline", "unhandledrejection", "orientationchange",
];
installHandlers(Window.prototype, windowHandlers);
installHandlers(global, windowHandlers);
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
  get pageXOffset() {
    return scrollOffset()[SCROLL_X];
  },
  get pageYOffset() {
    return scrollOffset()[SCROLL_Y];
  },
  get screen() { return part("Surroundings").screenObject; },
});
const scrollOffset = () => {
  const root = document.documentElement;
  return root === null ? noBox : geometry(root);
};
function scrollPage(x, y, isRelative) {
  const root = document.documentElement;
  if (root !== null) scrollNode(root, x, y, isRelative);
}
const nothing = () => {};
const windowMembers = {
  window: global, self: global, top: global, parent: global, frames: global, document, navigator,
  devicePixelRatio: options.devicePixelRatio, name: "", closed: false, isSecureContext: true,
  getComputedStyle(element, pseudo) {
    return makeStyle(requireId(element, "getComputedStyle"), true, null, textOrEmpty(pseudo));
  },
  matchMedia(media) { return new (part("MediaQueries").MediaQueryList)(KEY, text(media)); },
  scrollTo(x, y) {
    scrollPage(x, y, false);
  },
  scroll(x, y) {
    scrollPage(x, y, false);
  },
  scrollBy(x, y) {
    scrollPage(x, y, true);
  },
  open(url) { goTo(url); return null; },
  close() { callModule("document", "popNavigator", []); },
  focus: nothing, blur: nothing, stop: nothing, getSelection: () => pageSelection(),
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
  Node, NodeList, HTMLCollection, Element, HTMLElement, Text, Comment, CharacterData, DocumentFragment,
  Document, HTMLDocument, XMLDocument, Window, HTMLTemplateElement, EventTarget, Event, CustomEvent, UIEvent,
  MouseEvent, TouchEvent: MouseEvent, KeyboardEvent, InputEvent, FocusEvent, SubmitEvent, ErrorEvent,
  PromiseRejectionEvent, ProgressEvent, StorageEvent, PageTransitionEvent, TransitionEvent, AnimationEvent,
  MessageEvent, DOMException, DOMRect, HTMLAnchorElement, HTMLScriptElement,
};
install(global, windowMembers);
install(global, {
  get [Symbol.toStringTag]() { return "Window"; }, constructor: Window,
  addEventListener: EventTarget.prototype.addEventListener,
  removeEventListener: EventTarget.prototype.removeEventListener,
  dispatchEvent: EventTarget.prototype.dispatchEvent,
});
