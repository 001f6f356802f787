// Element and HTMLElement: attributes, classes, style, geometry.

function setAttributeOf(id, name, value) {
  const before = observing ? host.attribute(name, id) : null;
  changeAttribute(name, value, id);
  if (observing) attributeObserved(id, name, before);
  if (name === "href" || name === "rel") partsRead.TreeElements?.linkChanged(id);
}

class DOMRect {
  constructor(x = 0, y = 0, width = 0, height = 0) {
    this.x = +x;
    this.y = +y;
    this.width = +width;
    this.height = +height;
  }
  static fromRect(rect = {}) { return new DOMRect(rect.x, rect.y, rect.width, rect.height); }
  get left() { return minimum(this.x, this.x + this.width); }
  get top() { return minimum(this.y, this.y + this.height); }
  get right() { return maximum(this.x, this.x + this.width); }
  get bottom() { return maximum(this.y, this.y + this.height); }
  toJSON() {
    const { x, y, width, height, left, top, right, bottom } = this;
    return { x, y, width, height, top, right, bottom, left };
  }
}
/// The numbers of `host.geometry`, then four for each box of an inline element in several lines.
const X = 0, Y = 1, WIDTH = 2, HEIGHT = 3, LOCAL_X = 4, LOCAL_Y = 5, SCROLL_X = 6, SCROLL_Y = 7,
  SCROLL_WIDTH = 8, SCROLL_HEIGHT = 9, CLIENT_WIDTH = 10, CLIENT_HEIGHT = 11, BOUNDS_WIDTH = 12,
  BOUNDS_HEIGHT = 13, OFFSET_X = 14, OFFSET_Y = 15, OFFSET_PARENT = 16, FRAGMENTS = 17;
const noBox = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1];
function geometry(node) {
  const found = host.geometry(idOf(node));
  return typeof found === "string" ? parseJSON(found) : noBox;
}
const rounded = (value) => floor(value + 0.5);

class Element extends Node {
  constructor(key, id, name) { super(key, id, name); }
  #style = null; #classes = null; #data = null;
  get tagName() { return upper(nameOf(this)); }
  get localName() { return options.isNative ? nameOf(this) : lower(nameOf(this)); }
  get namespaceURI() { return HTML_NAMESPACE; }
  get id() { return host.attribute("id", idOf(this)) ?? ""; }
  set id(value) { setAttributeOf(idOf(this), "id", text(value)); }
  get className() { return host.attribute("class", idOf(this)) ?? ""; }
  set className(value) { setAttributeOf(idOf(this), "class", text(value)); }
  get classList() { return this.#classes ??= new (part("Styles").DOMTokenList)(KEY, this); }
  set classList(value) { this.className = value; }
  get style() { return this.#style ??= makeStyle(idOf(this), false); }
  set style(value) { setAttributeOf(idOf(this), "style", text(value)); }
  get dataset() { return this.#data ??= makeDataset(idOf(this)); }
  getAttribute(name) { return host.attribute(text(name), idOf(this)) ?? null; }
  setAttribute(name, value) { setAttributeOf(idOf(this), attributeName(name), text(value)); }
  removeAttribute(name) { setAttributeOf(idOf(this), text(name), null); }
  hasAttribute(name) { return typeof host.attribute(text(name), idOf(this)) === "string"; }
  hasAttributes() { return parseJSON(host.attributes(idOf(this))).length > 0; }
  toggleAttribute(name, force = undefined) {
    const has = this.hasAttribute(name), want = force === undefined ? !has : !!force;
    if (want && !has) this.setAttribute(name, ""); else if (!want && has) this.removeAttribute(name);
    return want;
  }
  getAttributeNames() {
    const all = parseJSON(host.attributes(idOf(this)));
    for (let i = 0; i < all.length; i += 1) all[i] = all[i][0];
    return all;
  }
  get innerHTML() { return host.markup(idOf(this), false); }
  set innerHTML(value) { replaceByMarkup(idOf(this), textOrEmpty(value)); }
  get outerHTML() { return host.markup(idOf(this), true); }
  set outerHTML(value) {
    if (relative(PARENT, idOf(this)) < 0)
      throw new DOMException("the element has no parent", "NoModificationAllowedError");
    this.insertAdjacentHTML("beforebegin", value);
    takeOut(idOf(this));
  }
  insertAdjacentHTML(where, markup) {
    const side = lower(text(where)), isBeside = side === "beforebegin" || side === "afterend";
    const context = isBeside ? this.parentNode : this;
    if (isBeside && (context === null || context instanceof Document))
      throw new DOMException("the element has no element around it", "NoModificationAllowedError");
    adjacent(this, where, parseInside(context, textOrEmpty(markup)));
  }
  insertAdjacentElement(where, element) {
    if (!(element instanceof Element))
      throw new TypeError(`insertAdjacentElement: ${kindOfValue(element)} is not an element`);
    return adjacent(this, where, element);
  }
  insertAdjacentText(where, data) { adjacent(this, where, document.createTextNode(data)); }
  get prefix() { return null; }
  setHTMLUnsafe(markup) { setUnsafe(this, textOrEmpty(markup)); }
  getHTML(settings = undefined) {
    return shadows === null ? host.markup(idOf(this), false) : shadowTrees().htmlOf(this, settings);
  }
  moveBefore(node, reference) { this.insertBefore(node, reference); }
  closest(selector) {
    for (let id = idOf(this); id > 0; id = relative(PARENT, id))
      if (host.kind(id) === ELEMENT && matchNode(id, text(selector))) return wrap(id);
    return null;
  }
  matches(selector) { return matchNode(idOf(this), text(selector)); }
  getElementsByTagName(name) { return lookUp(1, text(name), this); }
  getElementsByTagNameNS(namespace, name) { return liveLists().inNamespace(this, namespace, text(name)); }
  getElementsByClassName(names) { return lookUp(2, text(names), this); }
  getElementById(id) { return text(id) !== "" && this.id === text(id) ? this : byId(text(id), idOf(this)); }
  getBoundingClientRect() {
    const box = geometry(this);
    return new DOMRect(box[X], box[Y], box[BOUNDS_WIDTH], box[BOUNDS_HEIGHT]);
  }
  getClientRects() {
    const box = geometry(this), rects = [];
    if (box.length === FRAGMENTS && box !== noBox) rects[0] = this.getBoundingClientRect();
    for (let at = FRAGMENTS; at < box.length; at += 4)
      rects[rects.length] = new DOMRect(box[at], box[at + 1], box[at + 2], box[at + 3]);
    return part("Surroundings").rectsOf(rects);
  }
  get clientWidth() { return rounded(geometry(this)[CLIENT_WIDTH]); }
  get clientHeight() { return rounded(geometry(this)[CLIENT_HEIGHT]); }
  get clientLeft() { return rounded(numberOrZero(host.computedStyle("border-left-width", idOf(this)))); }
  get clientTop() { return rounded(numberOrZero(host.computedStyle("border-top-width", idOf(this)))); }
  get scrollLeft() { return geometry(this)[SCROLL_X]; }
  set scrollLeft(value) { host.scroll(idOf(this), number(value), geometry(this)[SCROLL_Y], false); }
  get scrollTop() { return geometry(this)[SCROLL_Y]; }
  set scrollTop(value) { host.scroll(idOf(this), geometry(this)[SCROLL_X], number(value), false); }
  get scrollWidth() { return rounded(geometry(this)[SCROLL_WIDTH]); }
  get scrollHeight() { return rounded(geometry(this)[SCROLL_HEIGHT]); }
  scrollTo(x, y) { scrollNode(this, x, y, false); }
  scroll(x, y) { scrollNode(this, x, y, false); }
  scrollBy(x, y) { scrollNode(this, x, y, true); }
  scrollIntoView(options = true) {
    const isEnd = options === false || options?.block === "end";
    for (let id = relative(PARENT, idOf(this)); id >= 0; id = relative(PARENT, id)) {
      const scroller = wrap(id);
      if (!(scroller instanceof Element)) break;
      const outer = geometry(scroller), inner = geometry(this);
      if (
        outer[SCROLL_HEIGHT] <= outer[CLIENT_HEIGHT] && outer[SCROLL_WIDTH] <= outer[CLIENT_WIDTH]
      ) continue;
      const below = inner[Y] - outer[Y] - (isEnd ? outer[CLIENT_HEIGHT] - inner[HEIGHT] : 0);
      host.scroll(
        id, outer[SCROLL_X], outer[SCROLL_Y] + below, isObject(options) && options.behavior === "smooth"
      );
    }
  }
  get [Symbol.toStringTag]() { return "Element"; }
}
install(Element.prototype, parentMembers);
install(Element.prototype, childMembers);

function attributeName(value) {
  const name = text(value);
  if (name === "" || execute(/[\s"'>\/=\u0000]/, name) !== null)
    throw new DOMException(`'${name}' is not the name of an attribute`, "InvalidCharacterError");
  return name;
}
function numberOrZero(value) { return number(parseFloat(value)); }
function scrollNode(node, x, y, isRelative) {
  const isOptions = isObject(x), box = geometry(node);
  let left = isOptions ? x.left : x, top = isOptions ? x.top : y;
  left = left === undefined ? (isRelative ? 0 : box[SCROLL_X]) : number(left);
  top = top === undefined ? (isRelative ? 0 : box[SCROLL_Y]) : number(top);
  if (isRelative) { left += box[SCROLL_X]; top += box[SCROLL_Y]; }
  host.scroll(idOf(node), left, top, isOptions && x.behavior === "smooth");
}
function adjacent(self, where, node) {
  const id = idOf(self), parent = relative(PARENT, id);
  switch (lower(text(where))) {
  case "beforebegin": if (parent < 0) return null; place(parent, node, id); break;
  case "afterbegin": place(id, node, relative(FIRST, id)); break;
  case "beforeend": place(id, node, -1); break;
  case "afterend": if (parent < 0) return null; place(parent, node, relative(NEXT, id)); break;
  default: throw new DOMException(`'${where}' is not a place beside an element`, "SyntaxError");
  }
  return node;
}

/// `getElementsBy...`.
function lookUp(kind, name, node) {
  const id = idOf(node);
  if (options.legacyLists) return liveLists().legacyList(kind, name, node);
  return listOfNode(
    node, `${kind} ${name}`, HTMLCollection.prototype, () => host.elements(kind, name, id),
    kind === 2 ? seesClasses : null, [kind, name]
  );
}
