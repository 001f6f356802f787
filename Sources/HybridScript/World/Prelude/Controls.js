// HTMLElement and the elements with members of their own: standard ones first, then those of TokenHybrid
// (Documentation/javascript.md, "TokenHybrid"), which write attributes, control states or listeners.

/// A property that is an attribute. `isTruth`: present or absent; TokenHybrid's `"false"` and `"0"` are
/// absent.
function reflect(Class, names, isTruth = false) {
  const keys = ownKeys(names);
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i], name = names[key];
    defineProperty(Class.prototype, key, {
      __proto__: null, configurable: true, enumerable: true,
      get() {
        const value = host.attribute(name, idOf(this));
        if (!isTruth) return value ?? "";
        return typeof value === "string" && value !== "false" && value !== "0";
      },
      set(value) { setAttributeOf(idOf(this), name, isTruth ? (value ? "" : null) : text(value)); },
    });
  }
}
/// A property whose value is a control's state.
function reflectControl(Class, keys) {
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i];
    defineProperty(Class.prototype, key, {
      __proto__: null, configurable: true, enumerable: true,
      get() { return host.control(key, idOf(this)); },
      set(value) { host.setControl(key, plain(value), idOf(this)); },
    });
  }
}
const plain = (value) => (
  value === null || value === undefined ? null : typeof value === "boolean" || typeof value === "number"
    ? value : text(value)
);

/// TokenHybrid's setters: each writes one attribute.
function setters(Class, names) {
  const keys = ownKeys(names);
  for (let i = 0; i < keys.length; i += 1) {
    const method = keys[i], name = names[method];
    install(Class.prototype, { [method](value) { setAttributeOf(idOf(this), name, attributeText(value)); } });
  }
}
const attributeText = (value) => (
  value === null || value === undefined ? null : typeof value === "boolean" ? (value ? "true" : "false")
    : text(value)
);

/// TokenHybrid's callbacks: one function for each node and name, called for an event with the result of
/// `values`.
const callbackSlots = new SafeWeakMap();
function callback(Class, method, type, values = () => []) {
  install(Class.prototype, { [method](f) {
    let slots = callbackSlots.get(this);
    if (slots === undefined) callbackSlots.set(this, slots = { __proto__: null });
    if (slots[method] !== undefined) removeListener(this, type, slots[method]);
    slots[method] = undefined;
    if (!isFunction(f)) return;
    const listener = (event) => {
      const given = values(this, event);
      if (given !== null) apply(f, this, given);
    };
    slots[method] = addListener(
      this, type,
      { callback: listener, capture: false, once: false, passive: false, removed: false, isHandler: false }
    );
  } });
}

class HTMLElement extends Element {
  constructor(key, id, name) {
    // A class that the page defined as a custom element.
    if (key !== KEY) { if (custom === null) throw illegal(); return custom.construct(new.target); }
    super(key, id, name);
  }
  get innerText() { return renderedText(idOf(this)); }
  set innerText(value) { part("Rendering").setRenderedText(this, textOrEmpty(value)); }
  get offsetWidth() { return rounded(geometry(this)[WIDTH]); }
  get offsetHeight() { return rounded(geometry(this)[HEIGHT]); }
  get offsetLeft() { return rounded(geometry(this)[OFFSET_X]); }
  get offsetTop() { return rounded(geometry(this)[OFFSET_Y]); }
  get offsetParent() { return options.isNative ? this.parentElement : wrap(geometry(this)[OFFSET_PARENT]); }
  get tabIndex() {
    const written = parseInteger(host.attribute("tabindex", idOf(this)) ?? "", 10);
    return written === written ? written : isReachedByTab[lower(nameOf(this))] === true ? 0 : -1;
  }
  set tabIndex(value) { setAttributeOf(idOf(this), "tabindex", text(value)); }
  get isContentEditable() { return false; }
  focus() { host.focus(idOf(this)); }
  blur() {
    const id = host.focused(), own = idOf(this);
    if (id === own || (id >= 0 && shadows !== null && shadows.retarget(id, own) === own)) host.focus(-1);
  }
  click() { host.click(idOf(this)); }
  // TokenHybrid, all nodes.
  get name() { return host.attribute("name", idOf(this)) ?? (options.isNative ? nameOf(this) : ""); }
  set name(value) { setAttributeOf(idOf(this), "name", text(value)); }
  get identifier() { return `${idOf(this)}`; }
  get innerAttributes() { return object(host.attributes(idOf(this))); }
  get cssAttributes() { return object(host.cssAttributes(idOf(this))); }
  // TokenHybrid, views.
  get componentWidth() { return geometry(this)[WIDTH]; }
  get componentHeight() { return geometry(this)[HEIGHT]; }
  get originX() { return geometry(this)[LOCAL_X]; }
  get originY() { return geometry(this)[LOCAL_Y]; }
  get centerX() { const box = geometry(this); return box[LOCAL_X] + box[WIDTH] / 2; }
  get centerY() { const box = geometry(this); return box[LOCAL_Y] + box[HEIGHT] / 2; }
  get maxX() { const box = geometry(this); return box[LOCAL_X] + box[WIDTH]; }
  get maxY() { const box = geometry(this); return box[LOCAL_Y] + box[HEIGHT]; }
  startAnimation() { return new (part("Token").NodeAnimation)(this); }
  get [Symbol.toStringTag]() { return "HTMLElement"; }
}
/// The elements in the tab order without an attribute.
const isReachedByTab = {
  __proto__: null, a: true, button: true, iframe: true, input: true, select: true, summary: true,
  textarea: true,
};
/// Parses a text of names and values into an object.
function object(pairs) {
  const all = parseJSON(pairs), result = {};
  for (let i = 0; i < all.length; i += 1) define(result, all[i][0], all[i][1]);
  return result;
}
function define(target, key, value) {
  defineProperty(
    target, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true }
  );
}
reflect(
  HTMLElement,
  { title: "title", lang: "lang", dir: "dir", accessKey: "accesskey", slot: "slot" }
);
reflect(HTMLElement, { hidden: "hidden", inert: "inert" }, true);
setters(HTMLElement, {
  setBackgroundColor: "backgroundColor", setCornerRadius: "borderRadius", setBorderColor: "borderColor",
  setBorderWidth: "borderWidth", setUserInteractionEnabled: "userInteractionEnabled",
});
installHandlers(HTMLElement.prototype, elementHandlers);
callback(HTMLElement, "setOnClick", "click");

class HTMLAnchorElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get href() {
    const value = host.attribute("href", idOf(this));
    return value === null || value === undefined ? "" : resolveAddress(value);
  }
  set href(value) { setAttributeOf(idOf(this), "href", text(value)); }
}
reflect(HTMLAnchorElement, { target: "target", rel: "rel", download: "download", ping: "ping" });
/// The content of a template is not part of the document (HTML Standard section 4.12.3): its first use moves
/// it out.
class HTMLTemplateElement extends HTMLElement {
  #content = null;
  constructor(key, id, name) { super(key, id, name); }
  get content() {
    if (this.#content === null) {
      const fragment = makeNode(FRAGMENT, ""), id = idOf(this);
      for (let child = relative(FIRST, id); child >= 0; child = relative(FIRST, id))
        insertNode(child, fragment, -1);
      this.#content = wrap(fragment);
    }
    return this.#content;
  }
  get innerHTML() { return host.markup(idOf(this.content), false); }
  set innerHTML(value) {
    const { content } = this;
    replaceByMarkup(idOf(this), textOrEmpty(value));
    replaceByText(idOf(content), "");
    this.#content = null;
  }
}
class HTMLScriptElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get text() { return this.textContent; }
  set text(value) { this.textContent = value; }
  static supports(type) { return includes(["classic", "module", "importmap"], text(type)); }
}
reflect(HTMLScriptElement, { async: "async", defer: "defer", noModule: "nomodule" }, true);
reflect(HTMLScriptElement, {
  src: "src", type: "type", crossOrigin: "crossorigin", integrity: "integrity", htmlFor: "for",
  event: "event",
});

/// Makes the class of an element, by the element's lower-case name as in the rows of `HybridUnits/Elements`.
const classes = { __proto__: null };
const classMakers = {
  __proto__: null, HTMLAnchorElement: () => HTMLAnchorElement, HTMLScriptElement: () => HTMLScriptElement,
  HTMLTemplateElement: () => HTMLTemplateElement,
};
const namesKnown = new SafeMap();
function classFor(name) {
  let Class = namesKnown.get(name);
  if (Class === undefined) {
    const key = lower(name), make = classes[key];
    Class = make === undefined ? unknownClass(key) : make();
    if (namesKnown.size < 1000) namesKnown.set(name, Class);
  }
  return Class;
}
