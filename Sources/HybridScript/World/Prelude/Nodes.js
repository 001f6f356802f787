// Node, its tree, and the wrappers: one object per node, the same as long as scripts can compare it.

const PARENT = 0, FIRST = 1, LAST = 2, PREVIOUS = 3, NEXT = 4;
const ELEMENT = 1, TEXT = 3, COMMENT = 8, DOCUMENT = 9, DOCTYPE = 10, FRAGMENT = 11;
const relative = host.relative;
const makeNode = guarded(host.make), makeElement = guarded(host.makeElement), cloneTree = guarded(host.clone);
const queryNodes = guarded(host.nodes), matchNode = guarded(host.matches);
// All changes of the tree and of attributes use these functions, which update live lists and ranges.
const hostInsert = guarded(host.insert), hostSetMarkup = guarded(host.setMarkup),
  hostSetText = guarded(host.setTextContent), hostSetAttribute = guarded(host.setAttribute);
/// Shadow trees; null before the first one.
let shadows = null;
/// The root above a node and all shadow trees around it.
const topRoot = (id) => (shadows === null ? host.root(id) : shadows.top(id));
/// The reactions of custom elements; null until a page uses `customElements`.
let custom = null;
function insertNode(id, parent, reference) {
  if (custom !== null) custom.insert(id, parent, reference); else insertPlain(id, parent, reference);
}
/// Counts a move of a node, see `countMove`: lists of elements do not depend on texts.
function countChange(id, parent) {
  const kind = host.kind(id);
  if (kind === TEXT || kind === COMMENT) textVersion += 1;
  else if (kind === ELEMENT && parent !== UNKNOWN) countMove(id, parent); else countTree();
}
const UNKNOWN = -2;
/// The same for all children of a node.
function countChanges(id) {
  for (let child = relative(FIRST, id); child >= 0; child = relative(NEXT, child))
    if (host.kind(child) === ELEMENT) { countTree(); return; }
  textVersion += 1;
}
function insertPlain(id, parent, reference) {
  countChange(id, reference < 0 && relative(PARENT, id) < 0 ? parent : UNKNOWN);
  if (shadows !== null) { shadows.changed(relative(PARENT, id)); shadows.changed(parent); }
  if (rangesFollow === null) return hostInsert(id, parent, reference);
  return rangesFollow.insert(id, parent, reference);
}
function removeNode(id) {
  if (custom !== null) custom.around(id, true, () => removePlain(id)); else removePlain(id);
}
function removePlain(id) {
  countChange(id, -1);
  if (shadows !== null) shadows.changed(relative(PARENT, id));
  if (rangesFollow !== null) rangesFollow.remove(id);
  host.remove(id);
}
function changeMarkup(value, id) {
  const change = () => {
    if (textIndex(value, "<") < 0) countChanges(id); else countTree();
    if (shadows !== null) shadows.changed(id);
    if (rangesFollow !== null) rangesFollow.empty(id);
    hostSetMarkup(value, id);
    nameMarkup(value);
    if (hasHandlers(value)) hearImages(id);
  };
  if (custom !== null) custom.around(id, false, change); else change();
}
function changeText(value, id) {
  const change = () => {
    countChanges(id);
    if (shadows !== null) shadows.changed(id);
    if (rangesFollow !== null) rangesFollow.empty(id);
    hostSetText(value, id);
  };
  if (custom !== null) custom.around(id, false, change); else change();
}
function changeAttribute(name, value, id) {
  const key = lower(name);
  if (key === "class") countClass(id);
  if (custom !== null) custom.attribute(name, value, id, () => hostSetAttribute(name, value, id));
  else hostSetAttribute(name, value, id);
  if (key === "href" || key === "rel" || key === "media" || key === "disabled") linkVersion += 1;
  if (key === "id" || key === "name" || key === "form" || key === "type" || key === "for") formVersion += 1;
  if (shadows !== null && (name === "slot" || name === "name")) {
    shadows.changed(relative(PARENT, id));
    shadows.changed(id);
  }
  if (name === "href" && lower(host.name(id)) === "base") countTree();
  if (key === "width" || key === "height") partsRead.Canvas?.attributeChanged(key, id);
  if (name === "id" && value !== null && !options.isNative) nameGlobal(value);
}
/// Updates live ranges; null without any.
let rangesFollow = null;

// Wrappers are strong references while their node is in the document, since they have listeners and
// properties. Those of a removed tree refer to one another (`family`) and are otherwise weak, so that they
// are collected together.
const strong = new SafeMap(), weak = new SafeMap();
let wrappersMade = 0, sweepAt = 20000;
/// Whether a MutationObserver is active.
let observing = false;
let idOf, isNode, familyOf, setFamily, nameOf;

/// Lists for scripts are arrays (TokenHybrid's pages use them so) with an `item` method.
class NodeList extends Array {
  static get [Symbol.species]() { return Array; }
  item(index) { return this[index] ?? null; }
  namedItem(name) {
    for (let i = 0; i < this.length; i += 1) if (host.attribute("id", idOf(this[i])) === name) return this[i];
    return null;
  }
}
const NodeListPrototype = NodeList.prototype;
function listOf(json, prototype = NodeListPrototype) {
  const ids = parseJSON(json);
  for (let i = 0; i < ids.length; i += 1) ids[i] = wrap(ids[i]);
  setPrototypeOf(ids, prototype);
  return ids;
}

class Node extends EventTarget {
  #id; #family = null; #name;
  constructor(key, id, name) {
    if (key !== KEY) throw illegal();
    super();
    this.#id = id;
    this.#name = name;
  }
  static {
    idOf = (node) => node.#id;
    isNode = (value) => typeof value === "object" && value !== null && #id in value;
    familyOf = (node) => node.#family;
    setFamily = (node, family) => { node.#family = family; };
    nameOf = (node) => node.#name;
  }
  get nodeType() { return host.kind(this.#id); }
  get nodeName() { return nodeNames[host.kind(this.#id)] ?? upper(this.#name); }
  get nodeValue() { return null; }
  set nodeValue(value) {}
  get ownerDocument() { return ownerDocumentOf(this); }
  get baseURI() { return baseAddress(); }
  get parentNode() { return wrap(relative(PARENT, this.#id)); }
  get parentElement() {
    const parent = wrap(relative(PARENT, this.#id));
    return parent instanceof Element ? parent : null;
  }
  get childNodes() { return childNodesOf(this); }
  get firstChild() { return wrap(relative(FIRST, this.#id)); }
  get lastChild() { return wrap(relative(LAST, this.#id)); }
  get previousSibling() { return wrap(relative(PREVIOUS, this.#id)); }
  get nextSibling() { return wrap(relative(NEXT, this.#id)); }
  get isConnected() { const root = topRoot(this.#id); return root === 0 || documents.has(root); }
  getRootNode(settings = undefined) {
    return wrap(settings?.composed ? topRoot(this.#id) : host.root(this.#id));
  }
  hasChildNodes() { return relative(FIRST, this.#id) >= 0; }
  get textContent() { return host.textContent(this.#id); }
  set textContent(value) { replaceByText(this.#id, textOrEmpty(value)); }
  appendChild(node) { place(this.#id, node, -1); return node; }
  insertBefore(node, reference = null) {
    place(this.#id, node, reference === null ? -1 : requireId(reference, "insertBefore"));
    return node;
  }
  replaceChild(node, old) {
    if (relative(PARENT, requireId(old, "replaceChild")) !== this.#id) throw notChild();
    if (node === old) return old;
    let reference = relative(NEXT, idOf(old));
    if (reference === requireId(node, "replaceChild")) reference = relative(NEXT, reference);
    const replace = () => { takeOut(idOf(old)); place(this.#id, node, reference); };
    if (observing) asOneChange(this.#id, replace); else replace();
    return old;
  }
  removeChild(node) {
    if (relative(PARENT, requireId(node, "removeChild")) !== this.#id) throw notChild();
    takeOut(idOf(node));
    return node;
  }
  cloneNode(deep = false) { return cloneOf(this, !!deep); }
  contains(other) {
    if (other === null || other === undefined) return false;
    return host.contains(this.#id, requireId(other, "contains"));
  }
  compareDocumentPosition(other) {
    const a = this.#id, b = requireId(other, "compareDocumentPosition");
    if (a === b) return 0;
    if (host.root(a) !== host.root(b)) return 1 | 32 | (a < b ? 4 : 2);
    if (host.contains(a, b)) return 16 | 4;
    if (host.contains(b, a)) return 8 | 2;
    return host.precedes(a, b) ? 4 : 2;
  }
  isSameNode(other) { return this === other; }
  isEqualNode(other) {
    return isNode(other) && host.markup(this.#id, true) === host.markup(idOf(other), true);
  }
  get [Symbol.toStringTag]() { return "Node"; }
}
const nodeKinds = {
  ELEMENT_NODE: 1, ATTRIBUTE_NODE: 2, TEXT_NODE: 3, CDATA_SECTION_NODE: 4, PROCESSING_INSTRUCTION_NODE: 7,
  COMMENT_NODE: 8, DOCUMENT_NODE: 9, DOCUMENT_TYPE_NODE: 10, DOCUMENT_FRAGMENT_NODE: 11,
  DOCUMENT_POSITION_DISCONNECTED: 1, DOCUMENT_POSITION_PRECEDING: 2, DOCUMENT_POSITION_FOLLOWING: 4,
  DOCUMENT_POSITION_CONTAINS: 8, DOCUMENT_POSITION_CONTAINED_BY: 16,
  DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC: 32,
};
install(Node, nodeKinds);
install(Node.prototype, nodeKinds);
const nodeNames = { __proto__: null, 3: "#text", 8: "#comment", 9: "#document", 11: "#document-fragment" };
const notChild = () => new DOMException("the node is not a child of this one", "NotFoundError");

function requireId(value, method) {
  if (!isNode(value)) throw new TypeError(`${method}: ${kindOfValue(value)} is not a node`);
  return idOf(value);
}
function kindOfValue(value) {
  return value === null ? "null" : typeof value === "object" ? "an object" : typeof value === "string"
    ? "a string" : typeof value === "function" ? "a function" : `${typeof value === "symbol" ? "a symbol"
    : value}`;
}

// Changes of the tree use these functions, which also notify observers.
function place(parent, node, reference) {
  const id = requireId(node, "insert");
  if (node instanceof Document)
    throw new DOMException("a document cannot be inserted into a node", "HierarchyRequestError");
  if (documentOwners.has(node)) documentOwners.delete(node);
  if (observing) { placeObserved(parent, id, reference); } else insertNode(id, parent, reference);
  const family = familyOf(node);
  if (family !== null) join_(family, node, parent);
  if (scriptsMade !== null) runInserted();
}
/// A tree that is inserted again is held again.
function join_(family, node, parent) {
  for (let i = 0; i < family.length; i += 1) {
    const member = family[i];
    setFamily(member, null);
    weak.delete(idOf(member));
    strong.set(idOf(member), member);
  }
}
function takeOut(id) {
  if (observing) removeObserved(id); else removeNode(id);
}
function replaceByText(id, value) {
  if (observing) replaceObserved(id, () => changeText(value, id)); else changeText(value, id);
}
function replaceByMarkup(id, value) {
  if (observing) replaceObserved(id, () => changeMarkup(value, id)); else changeMarkup(value, id);
}
/// Nodes and texts as one node, as `append` and its like take them (DOM Standard section 4.2.6).
function gather(nodes) {
  if (nodes.length === 1) return isNode(nodes[0]) ? nodes[0] : document.createTextNode(text(nodes[0]));
  const fragment = makeNode(FRAGMENT, "");
  for (let i = 0; i < nodes.length; i += 1) {
    place(fragment, isNode(nodes[i]) ? nodes[i] : wrap(makeNode(TEXT, text(nodes[i]))), -1);
  }
  return wrap(fragment);
}

function remember(id, wrapper) {
  wrappersMade += 1;
  strong.set(id, wrapper);
  return wrapper;
}
function wrap(id) {
  if (id < 0) return null;
  const known = strong.get(id);
  if (known !== undefined) return known;
  const reference = weak.get(id);
  if (reference !== undefined) {
    const live = deref(reference);
    if (live !== undefined) return live;
    weak.delete(id);
  }
  switch (host.kind(id)) {
  case ELEMENT: {
    const name = host.name(id);
    return remember(id, new (classForNode(id, name))(KEY, id, name));
  }
  case TEXT: return remember(id, new Text(KEY, id, ""));
  case COMMENT: return remember(id, new Comment(KEY, id, ""));
  case FRAGMENT: {
    const known = documents.get(id);
    return known === undefined ? remember(id, new DocumentFragment(KEY, id, "")) : wrapDocument(id, known);
  }
  case DOCTYPE: return remember(id, new (part("Documents").DocumentType)(KEY, id, ""));
  default: return null;
  }
}
/// Other documents than the page's own, by number; the document of each node outside of a tree.
const documents = new SafeMap(), documentOwners = new SafeWeakMap();
/// Whether elements of other namespaces may exist.
let hasForeign = false;
function ownerDocumentOf(node) {
  if (node instanceof Document) return null;
  if (documents.size === 0) return document;
  const root = host.root(idOf(node));
  if (root === 0) return document;
  return documents.has(root) ? wrap(root) : documentOwners.get(wrap(root)) ?? document;
}
/// Whether an element without a wrapper is in XML, or below a foreign element.
function isForeign(id) {
  if (!hasForeign) return false;
  const root = host.root(id), known = documents.get(root);
  if (known !== undefined) return !known.isHTML;
  if (root === 0) return false;
  const owner = root === id ? undefined : documentOwners.get(wrap(root));
  return owner !== undefined && !documents.get(idOf(owner)).isHTML;
}
function cloneOf(node, deep) {
  if (node instanceof Document) return part("Documents").cloneDocument(node, deep);
  const id = cloneTree(idOf(node), deep), owner = ownerDocumentOf(node);
  if (shadows !== null && deep) shadows.learn();
  const copy = node instanceof ForeignElement ? remember(id, new ForeignElement(KEY, id, nameOf(node)))
    : wrap(id);
  if (node instanceof ForeignElement && foreignNamespaces.has(node))
    foreignNamespaces.set(copy, foreignNamespaces.get(node));
  if (owner !== document) documentOwners.set(copy, owner);
  else if (custom !== null && node instanceof Element) custom.copied(id);
  return copy;
}

pathAbove = (target, event) => {
  const path = [target], { type } = event;
  if (!isNode(target)) return path;
  if (shadows !== null) {
    const other = event.relatedTarget;
    return shadows.path(target, type, event.composed, isNode(other) ? idOf(other) : -1);
  }
  for (let id = relative(PARENT, idOf(target)); id >= 0; id = relative(PARENT, id)) push(path, wrap(id));
  if (type !== "load" && path[path.length - 1] === document) push(path, global);
  return path;
};
visiblePath = (path, current) => shadows.visiblePath(path, current);
isHidden_ = (target) => isNode(target) && shadows !== null && shadows.isInShadowTree(idOf(target));
listeningChanged = (target, type, listens) => {
  if (!isNode(target)) { if (target === global && listens) host.setListens(true, type, -1); return; }
  host.setListens(listens, type, idOf(target));
  if (listens && (type === "load" || type === "error") && lower(nameOf(target)) === "img")
    part("Images").hearOne(target);
};
/// The images of the complete page, as JSON.
let imagesBefore = "[]";
/// Images with handlers in attributes are loaded here; clients load all others.
function hearImages(id) {
  const found = host.elements(1, "img", id);
  if (found !== "[]") part("Images").hear(found);
}
const hasHandlers = (markup) => textIndex(markup, "<img") >= 0 && textIndex(markup, " on") >= 0;

/// Handlers of attributes, compiled at their first use and after a change (HTML Standard section 8.1.8.1).
const compiledHandlers = new SafeWeakMap();
/// The texts of handlers that call `import()`, with its replacement; null without any.
let handlerTexts = null;
attributeHandler = (target, type) => {
  if (!isNode(target) || !(target instanceof Element)) {
    if (target !== global || bodyEvents[type] !== true) return null;
    target = document.body;
    if (target === null) return null;
  } else if (bodyEvents[type] === true && lower(nameOf(target)) === "body") return null;
  const body = host.attribute(`on${type}`, idOf(target));
  if (body === null || body === undefined) return null;
  let known = compiledHandlers.get(target);
  if (known === undefined) compiledHandlers.set(target, known = { __proto__: null });
  if (known[type] === undefined || known[type].body !== body) {
    let compiled = null;
    try {
      compiled = Function("event", `${handlerTexts?.get(body) ?? body}\n//# sourceURL=on${type}`);
    } catch (error) {
      reportException(error);
    }
    known[type] = { body, compiled };
  }
  return known[type].compiled;
};
const bodyEvents = { __proto__: null, load: true, resize: true, pageshow: true, pagehide: true, error: true };

class CharacterData extends Node {
  constructor(key, id, name) { super(key, id, name); }
  get data() { return host.data(idOf(this)); }
  set data(value) { changeData(idOf(this), textOrEmpty(value)); }
  get nodeValue() { return this.data; }
  set nodeValue(value) { this.data = value; }
  get textContent() { return this.data; }
  set textContent(value) { this.data = value; }
  get length() { return this.data.length; }
  appendData(more) { this.data += text(more); }
  insertData(offset, more) { this.replaceData(offset, 0, more); }
  deleteData(offset, count) { this.replaceData(offset, count, ""); }
  replaceData(offset, count, more) {
    const { data } = this;
    if (!(offset >= 0 && offset <= data.length))
      throw new DOMException("the offset is outside the text", "IndexSizeError");
    this.data = textSlice(data, 0, offset) + text(more)
      + textSlice(data, minimum(data.length, offset + maximum(0, count)));
  }
  substringData(offset, count) {
    if (!(offset >= 0 && offset <= this.length))
      throw new DOMException("the offset is outside the text", "IndexSizeError");
    return textSlice(this.data, offset, offset + count);
  }
}
function changeData(id, value) {
  if (rangesFollow !== null) rangesFollow.data(id, value);
  if (observing) dataObserved(id, value); else host.setData(value, id);
  linkVersion += 1;
}
class Text extends CharacterData {
  constructor(first = "", id = undefined, name = undefined) {
    if (first === KEY) super(KEY, id, name);
    else { super(KEY, makeNode(TEXT, text(first)), ""); remember(idOf(this), this); }
  }
  get wholeText() {
    let first = idOf(this), result = "";
    for (let id = relative(PREVIOUS, first); id >= 0 && host.kind(id) === TEXT; id = relative(PREVIOUS, id))
      first = id;
    for (let id = first; id >= 0 && host.kind(id) === TEXT; id = relative(NEXT, id)) result += host.data(id);
    return result;
  }
  splitText(offset) {
    const rest = document.createTextNode(this.substringData(offset, this.length));
    const parent = relative(PARENT, idOf(this));
    if (parent >= 0) place(parent, rest, relative(NEXT, idOf(this)));
    if (rangesFollow !== null) rangesFollow.split(idOf(this), idOf(rest), offset);
    this.data = textSlice(this.data, 0, offset);
    return rest;
  }
  get [Symbol.toStringTag]() { return "Text"; }
}
class Comment extends CharacterData {
  constructor(first = "", id = undefined, name = undefined) {
    if (first === KEY) super(KEY, id, name);
    else { super(KEY, makeNode(COMMENT, text(first)), ""); remember(idOf(this), this); }
  }
  get [Symbol.toStringTag]() { return "Comment"; }
}

// Mixins (DOM Standard section 4.2.5-section 4.2.8).
const parentMembers = {
  get children() { return childrenOf(this); },
  get childElementCount() { return parseJSON(host.children(idOf(this), true)).length; },
  get firstElementChild() { return elementFrom(relative(FIRST, idOf(this)), NEXT); },
  get lastElementChild() { return elementFrom(relative(LAST, idOf(this)), PREVIOUS); },
  append(...nodes) { if (nodes.length > 0) place(idOf(this), gather(nodes), -1); },
  prepend(...nodes) {
    if (nodes.length > 0) {
      const node = gather(nodes);
      place(idOf(this), node, relative(FIRST, idOf(this)));
    }
  },
  replaceChildren(...nodes) {
    const node = nodes.length > 0 ? gather(nodes) : null;
    const replace = () => { replaceByText(idOf(this), ""); if (node !== null) place(idOf(this), node, -1); };
    if (observing) asOneChange(idOf(this), replace); else replace();
  },
  querySelector(selector) {
    // The most common selector needs no search.
    if (idOf(this) === 0) {
      const name = execute(/^#([a-z_][\w-]*)$/i, text(selector));
      if (name !== null && !host.quirks()) return byId(name[1], 0);
    }
    const found = parseJSON(queryNodes(text(selector), idOf(this), true));
    return found.length > 0 ? wrap(found[0]) : null;
  },
  querySelectorAll(selector) { return listOf(queryNodes(text(selector), idOf(this), false)); },
};
const childMembers = {
  get nextElementSibling() { return elementFrom(relative(NEXT, idOf(this)), NEXT); },
  get previousElementSibling() { return elementFrom(relative(PREVIOUS, idOf(this)), PREVIOUS); },
  remove() { takeOut(idOf(this)); },
  before(...nodes) { around(this, nodes, () => idOf(this)); },
  after(...nodes) { around(this, nodes, () => relative(NEXT, idOf(this))); },
  replaceWith(...nodes) {
    const id = idOf(this), parent = relative(PARENT, id);
    if (parent < 0) return;
    const next = relative(NEXT, id);
    const node = nodes.length > 0 ? gather(nodes) : null;
    if (node === this) return;
    const replace = () => {
      if (relative(PARENT, id) === parent) takeOut(id);
      if (node !== null) place(parent, node, next >= 0 && relative(PARENT, next) === parent ? next : -1);
    };
    if (observing) asOneChange(parent, replace); else replace();
  },
};
/// Markup as the content of an element, as a fragment.
function parseInside(context, markup) {
  const isElement = context instanceof Element && !(context instanceof ForeignElement);
  const namespace = isElement ? host.namespace(idOf(context)) : 0;
  const name = isElement && lower(nameOf(context)) !== "html" ? nameOf(context) : "body";
  const holder = makeElement(namespace, name), fragment = makeNode(FRAGMENT, "");
  hostSetMarkup(markup, holder);
  nameMarkup(markup);
  if (hasHandlers(markup)) hearImages(holder);
  for (let child = relative(FIRST, holder); child >= 0; child = relative(FIRST, holder))
    hostInsert(child, fragment, -1);
  return wrap(fragment);
}
function around(self, nodes, reference) {
  const parent = relative(PARENT, idOf(self));
  if (parent < 0 || nodes.length === 0) return;
  const node = gather(nodes);
  let before = reference();
  while (before >= 0 && before === idOf(node)) before = relative(NEXT, before);
  place(parent, node, before);
}
function elementFrom(id, direction) {
  while (id >= 0 && host.kind(id) !== ELEMENT) id = relative(direction, id);
  return wrap(id);
}
class DocumentFragment extends Node {
  constructor(key = undefined, id = undefined, name = undefined) {
    if (key === KEY) super(KEY, id, name);
    else { super(KEY, makeNode(FRAGMENT, ""), ""); remember(idOf(this), this); }
  }
  getElementById(id) { return byId(text(id), idOf(this)); }
  get [Symbol.toStringTag]() { return "DocumentFragment"; }
}
install(DocumentFragment.prototype, parentMembers);
const slottable = {
  get assignedSlot() {
    const slot = shadows === null ? -1 : shadows.slotOf(idOf(this));
    return slot < 0 || wrap(host.root(slot)).mode === "closed" ? null : wrap(slot);
  },
};
const isShadowRoot = (node) => shadows !== null && shadows.isRoot(idOf(node));
install(Text.prototype, slottable);
install(CharacterData.prototype, childMembers);

function byId(id, from) {
  if (id === "") return null;
  const found = parseJSON(host.elements(0, id, from));
  return found.length > 0 ? wrap(found[0]) : null;
}
