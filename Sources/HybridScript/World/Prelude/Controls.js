// HTMLElement and the elements with members of their own: standard ones first, then those of TokenHybrid
// (Documentation/javascript.md, "TokenHybrid"), which write attributes, control states or listeners.

/// A property that is an attribute. `isTruth`: present or absent; TokenHybrid's `"false"` and `"0"` are
/// absent.
function reflect(Class, names, isTruth = false) {
  for (const key in names) {
    const name = names[key];
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
/// A property that a control's state answers.
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
const plain = (value) => (value === null || value === undefined ? null : typeof value === "boolean" || typeof value === "number" ? value : text(value));

/// TokenHybrid's setters: each writes one attribute.
function setters(Class, names) {
  for (const method in names) {
    const name = names[method];
    install(Class.prototype, { [method](value) { setAttributeOf(idOf(this), name, attributeText(value)); } });
  }
}
const attributeText = (value) => (value === null || value === undefined ? null : typeof value === "boolean" ? (value ? "true" : "false") : text(value));

/// TokenHybrid's callbacks: one function a node and name, called for an event with what `values` makes of it.
const callbackSlots = new SafeWeakMap();
function callback(Class, method, type, values = () => []) {
  install(Class.prototype, { [method](f) {
    let slots = callbackSlots.get(this);
    if (slots === undefined) callbackSlots.set(this, slots = { __proto__: null });
    if (slots[method] !== undefined) removeListener(this, type, slots[method]);
    slots[method] = undefined;
    if (!isFunction(f)) return;
    const listener = (event) => { const given = values(this, event); if (given !== null) apply(f, this, given); };
    slots[method] = addListener(this, type, { callback: listener, capture: false, once: false, passive: false, removed: false, isHandler: false });
  } });
}

class HTMLElement extends Element {
  constructor(key, id, name) {
    // A class of the page that was defined as a custom element.
    if (key !== KEY) { if (custom === null) throw illegal(); return custom.construct(new.target); }
    super(key, id, name);
  }
  get innerText() { return renderedText(idOf(this)); }
  set innerText(value) { replaceByText(idOf(this), textOrEmpty(value)); }
  get offsetWidth() { return rounded(geometry(this)[WIDTH]); }
  get offsetHeight() { return rounded(geometry(this)[HEIGHT]); }
  get offsetLeft() { return rounded(geometry(this)[LOCAL_X]); }
  get offsetTop() { return rounded(geometry(this)[LOCAL_Y]); }
  get offsetParent() { return this.parentElement; }
  get tabIndex() { return number(host.attribute("tabindex", idOf(this)) ?? -1); }
  set tabIndex(value) { setAttributeOf(idOf(this), "tabindex", text(value)); }
  get isContentEditable() { return false; }
  focus() { host.focus(idOf(this)); }
  blur() { if (host.focused() === idOf(this)) host.focus(-1); }
  click() { host.click(idOf(this)); }
  // TokenHybrid, all nodes.
  get name() { return host.attribute("name", idOf(this)) ?? (options.isNative ? nameOf(this) : ""); }
  set name(value) { setAttributeOf(idOf(this), "name", text(value)); }
  get identifier() { return `${idOf(this)}`; }
  get innerAttributes() {
    const all = parseJSON(host.attributes(idOf(this))), result = {};
    for (let i = 0; i < all.length; i += 1) define(result, all[i][0], all[i][1]);
    return result;
  }
  get cssAttributes() {
    const result = {};
    for (let i = 0; i < nativeProperties.length; i += 1) {
      const value = host.computedStyle(nativeProperties[i], idOf(this));
      if (value !== "") define(result, nativeProperties[i], value);
    }
    return result;
  }
  // TokenHybrid, views.
  setHidden(isHidden) { setAttributeOf(idOf(this), "hidden", truth(isHidden) ? "true" : null); }
  setSize(width, height) { setPoints(this, "width", width); setPoints(this, "height", height); }
  setOrigin(x, y) {
    const box = geometry(this), id = idOf(this);
    const isAbsolute = host.computedStyle("position", id) === "absolute";
    const left = isAbsolute ? 0 : numberOrZero(host.computedStyle("left", id)) - box[LOCAL_X];
    const top = isAbsolute ? 0 : numberOrZero(host.computedStyle("top", id)) - box[LOCAL_Y];
    if (!isAbsolute && host.computedStyle("position", id) === "static") host.setInlineStyle("position", "relative", false, id);
    setPoints(this, "left", number(x) + left);
    setPoints(this, "top", number(y) + top);
  }
  get componentWidth() { return geometry(this)[WIDTH]; }
  get componentHeight() { return geometry(this)[HEIGHT]; }
  get originX() { return geometry(this)[LOCAL_X]; }
  get originY() { return geometry(this)[LOCAL_Y]; }
  get centerX() { const box = geometry(this); return box[LOCAL_X] + box[WIDTH] / 2; }
  get centerY() { const box = geometry(this); return box[LOCAL_Y] + box[HEIGHT] / 2; }
  get maxX() { const box = geometry(this); return box[LOCAL_X] + box[WIDTH]; }
  get maxY() { const box = geometry(this); return box[LOCAL_Y] + box[HEIGHT]; }
  startAnimation() { return new NodeAnimation(this); }
  get [Symbol.toStringTag]() { return "HTMLElement"; }
}
const nativeProperties = [
  "background-color", "border-color", "border-width", "border-radius", "z-index", "color", "font-size", "font", "text-align",
  "display", "flex-direction", "flex-wrap", "justify-content", "align-items", "align-self", "align-content", "flex-grow",
  "flex-shrink", "flex-basis", "position", "overflow", "direction", "width", "height", "min-width", "max-width", "min-height",
  "max-height", "left", "right", "top", "bottom", "margin", "padding", "aspect-ratio",
];
function define(target, key, value) {
  defineProperty(target, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}
function setPoints(node, property, value) { host.setInlineStyle(property, `${number(value)}px`, false, idOf(node)); }
reflect(HTMLElement, { title: "title", lang: "lang", dir: "dir", accessKey: "accesskey", slot: "slot", role: "role" });
reflect(HTMLElement, { hidden: "hidden" }, true);
setters(HTMLElement, {
  setBackgroundColor: "backgroundColor", setCornerRadius: "borderRadius", setBorderColor: "borderColor",
  setBorderWidth: "borderWidth", setUserInteractionEnabled: "userInteractionEnabled",
});
installHandlers(HTMLElement.prototype, elementHandlers);
callback(HTMLElement, "setOnClick", "click");

/// `node.startAnimation().moveY(10).commit(0.3)`: collects values, then moves there over a time in seconds.
class NodeAnimation {
  #node; #values = {};
  constructor(node) { this.#node = node; }
  #with(key, value) { define(this.#values, key, number(value)); return this; }
  moveX(x) { return this.#with("translateX", x); }
  moveY(y) { return this.#with("translateY", y); }
  scale(x, y = x) { this.#with("scaleX", x); return this.#with("scaleY", y); }
  rotate(degrees) { return this.#with("rotate", degrees); }
  alpha(value) { return this.#with("opacity", value); }
  opacity(value) { return this.#with("opacity", value); }
  commit(seconds = 0.25, delay = 0) { return animate(idOf(this.#node), this.#values, number(seconds, 0.25), number(delay)); }
}
const animations = new SafeMap();
let animationCount = 0;
function animate(id, values, seconds, delay) {
  animationCount += 1;
  const number_ = animationCount;
  return new Promise((resolve) => {
    animations.set(number_, resolve);
    host.animate(id, writeJSON(values), seconds, delay, number_);
  });
}

function setFont(node, font) {
  const isText = typeof font === "string";
  const family = isText ? "" : textOrEmpty(font?.fontName ?? font?.name ?? "system");
  setAttributeOf(idOf(node), "font", isText ? font : `${family} ${number(font?.size, 14)}px`);
}
class HTMLLabelElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get innerText() { return host.attribute("innertext", idOf(this)) ?? renderedText(idOf(this)); }
  set innerText(value) { this.setText(value); }
  setText(value) {
    if (typeof host.attribute("innertext", idOf(this)) === "string") setAttributeOf(idOf(this), "innertext", null);
    replaceByText(idOf(this), textOrEmpty(value));
  }
  setFont(font) { setFont(this, font); }
}
setters(HTMLLabelElement, { setTextColor: "textColor", setNumberOfLines: "lines", setTextAlign: "textAlign", adjustFontSize: "adjustFontSize" });
reflect(HTMLLabelElement, { htmlFor: "for" });

class HTMLButtonElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  /// A title is the attribute where there is one, or where children would be lost; else the text.
  setTitle(value) {
    if (this.hasAttribute("title") || this.firstElementChild !== null) setAttributeOf(idOf(this), "title", textOrEmpty(value));
    else replaceByText(idOf(this), textOrEmpty(value));
  }
  setFont(font) { setFont(this, font); }
  setSelected(isSelected) { setAttributeOf(idOf(this), "selected", truth(isSelected) ? "true" : null); }
  get isSelected() { return truth(host.attribute("selected", idOf(this))); }
}
setters(HTMLButtonElement, {
  setHightTitle: "highlightTitle", setHighlightTitle: "highlightTitle", setSelectedTitle: "selectedTitle", setTitleColor: "titleColor",
  setHightTitleColor: "highlightTitleColor", setHighlightTitleColor: "highlightTitleColor",
  setSelectedTitleColor: "selectedTitleColor", setSelectedBackgroundColor: "selectedBackgroundColor",
});
reflect(HTMLButtonElement, { value: "value" });

class HTMLImageElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  setImage(url, showsSpinner = undefined) {
    setAttributeOf(idOf(this), "src", textOrEmpty(url));
    if (showsSpinner !== undefined) setAttributeOf(idOf(this), "showSpinner", truth(showsSpinner) ? "true" : "false");
  }
  get complete() { return true; }
  get width() { return this.offsetWidth; }
  set width(value) { setAttributeOf(idOf(this), "width", text(value)); }
  get height() { return this.offsetHeight; }
  set height(value) { setAttributeOf(idOf(this), "height", text(value)); }
}
reflect(HTMLImageElement, { src: "src", alt: "alt" });

class HTMLInputElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get defaultValue() { return host.attribute("value", idOf(this)) ?? ""; }
  set defaultValue(value) { setAttributeOf(idOf(this), "value", text(value)); }
  // TokenHybrid.
  get text() { return text(host.control("value", idOf(this)) ?? ""); }
  set text(value) { this.setText(value); }
  setText(value) { host.setControl("value", textOrEmpty(value), idOf(this)); }
  setFont(font) { setFont(this, font); }
  clear() { host.setControl("value", "", idOf(this)); }
  endEditing() { this.blur(); }
}
reflectControl(HTMLInputElement, ["value", "checked", "disabled"]);
reflect(HTMLInputElement, { placeholder: "placeholder", min: "min", max: "max", step: "step", pattern: "pattern", autocomplete: "autocomplete" });
reflect(HTMLInputElement, { required: "required", readOnly: "readonly", autofocus: "autofocus", multiple: "multiple", defaultChecked: "checked" }, true);
setters(HTMLInputElement, {
  setTextColor: "textColor", setCursorColor: "cursorColor", setPlaceHolder: "placeholder", setPlaceholder: "placeholder",
  setTextAlign: "align", setSecure: "secure", setKeyboardType: "keyboardType",
});
callback(HTMLInputElement, "onBeginEditing", "focus");
callback(HTMLInputElement, "onEndEditing", "blur");
callback(HTMLInputElement, "onTextChange", "input", (node) => [node.text]);
callback(HTMLInputElement, "onClearClick", "clear");
callback(HTMLInputElement, "onKeyBoardReturn", "keydown", (node, event) => (event.key === "Enter" ? [node.text] : null));

class HTMLTextAreaElement extends HTMLInputElement {
  constructor(key, id, name) { super(key, id, name); }
  setEditable(isEditable) { setAttributeOf(idOf(this), "editable", truth(isEditable) ? "true" : "false"); }
}
// Libraries replace a control's own accessors (`Object.getOwnPropertyDescriptor` of its class's prototype).
reflectControl(HTMLTextAreaElement, ["value", "selectionStart", "selectionEnd"]);
setters(HTMLTextAreaElement, { showHBar: "showHBar", showVBar: "showVBar", scrollEnable: "allowScroll" });
callback(HTMLTextAreaElement, "onKeyBoardReturn", "keydown", (node, event) => (event.key === "Enter" ? ["\n"] : null));

class SearchBarElement extends HTMLInputElement {
  constructor(key, id, name) { super(key, id, name); }
  get type() { return "search"; }
}
setters(SearchBarElement, { setBarColor: "barColor", showsCancelButton: "showsCancelButton" });
callback(SearchBarElement, "onSearchButtonClick", "search", (node) => [node.text]);
callback(SearchBarElement, "onCancelButtonClick", "cancel");

class SegmentElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  setSelectedIndex(index) { host.setControl("selectedIndex", number(index, -1), idOf(this)); }
}
reflectControl(SegmentElement, ["selectedIndex", "disabled"]);
callback(SegmentElement, "setOnClick", "change", (node) => [node.selectedIndex]);

class SwitchElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get checked() { return host.control("isOn", idOf(this)); }
  set checked(value) { host.setControl("isOn", !!value, idOf(this)); }
  setSwitchState(isOn, isAnimated = false) { host.setControl("isOn", truth(isOn), idOf(this)); }
}
reflectControl(SwitchElement, ["isOn", "disabled"]);
callback(SwitchElement, "setOnClick", "change", (node) => [node.isOn]);

class DotsElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  setCurentIndex(index) { host.setControl("selectedIndex", number(index), idOf(this)); }
  setCurrentIndex(index) { this.setCurentIndex(index); }
  currentIndex() { return host.control("selectedIndex", idOf(this)); }
}
reflectControl(DotsElement, ["selectedIndex"]);
setters(DotsElement, { setDotsColor: "dotColor", setOnDotsColor: "onDotColor" });
callback(DotsElement, "setOnIndexChange", "change", (node) => [node.currentIndex()]);

const HEADER = 0, FOOTER = 1, STOPPED = 0, RUNNING = 1, HIDDEN = 2;
class ScrollElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  scrollToTop(isAnimated = false) { host.scroll(idOf(this), geometry(this)[SCROLL_X], 0, truth(isAnimated)); }
  get offsetX() { return geometry(this)[SCROLL_X]; }
  get offsetY() { return geometry(this)[SCROLL_Y]; }
  setScrollInset(top = 0, left = 0, bottom = 0, right = 0) {
    setAttributeOf(idOf(this), "scrollInset", `${number(top)} ${number(left)} ${number(bottom)} ${number(right)}`);
  }
  setContentSize(width, height) { setAttributeOf(idOf(this), "contentSize", `${number(width)} ${number(height)}`); }
  openHeaderRefresh() { host.setRefreshing(HEADER, RUNNING, idOf(this)); }
  stopHeaderRefresh() { host.setRefreshing(HEADER, STOPPED, idOf(this)); }
  hiddenHeaderRefresh() { host.setRefreshing(HEADER, HIDDEN, idOf(this)); }
  openFooterRefresh() { host.setRefreshing(FOOTER, RUNNING, idOf(this)); }
  stopFooterRefresh() { host.setRefreshing(FOOTER, STOPPED, idOf(this)); }
  hiddenFooterRefresh() { host.setRefreshing(FOOTER, HIDDEN, idOf(this)); }
}
setters(ScrollElement, { showHBar: "showHBar", showVBar: "showVBar", scrollEnable: "allowScroll", pageEnable: "pageEnable" });
callback(ScrollElement, "onHeaderRefresh", "headerrefresh");
callback(ScrollElement, "onFooterRefresh", "footerrefresh");
callback(ScrollElement, "setOnScroll", "scroll");
callback(ScrollElement, "setOnEndDecelerating", "scrollend");

/// Rows stay in JavaScript: the host asks for the few that are on screen.
class HTMLTableElement extends ScrollElement {
  constructor(key, id, name) { super(key, id, name); }
  #sections = [];
  static rowOf(table, section, row) { return table.#sections[section]?.rowsData?.[row]; }
  static sectionOf(table, section) { return table.#sections[section]?.sectionData; }
  reloadData(sections) {
    if (!isArray(sections) || sections.length === 0) return warn("reloadData: an array of sections is needed; nothing was reloaded");
    const counts = [];
    for (let i = 0; i < sections.length; i += 1) {
      const section = sections[i];
      if (!isObject(section) || !isArray(section.rowsData) || !isObject(section.sectionData)) {
        return warn(`reloadData: section ${i} lacks sectionData or rowsData; nothing was reloaded`);
      }
      push(counts, section.rowsData.length);
    }
    this.#sections = sections;
    host.reloadTable(idOf(this), writeJSON(counts));
  }
  get sections() { return this.#sections.length; }
  rowsInSection(index) { return this.#sections[index]?.rowsData?.length ?? 0; }
  pageEnable() {}
  setContentSize() {}
}
const { rowOf, sectionOf } = HTMLTableElement;
delete HTMLTableElement.rowOf;
delete HTMLTableElement.sectionOf;
callback(HTMLTableElement, "setOnClick", "rowclick", (node, event) => [event.detail?.section ?? 0, event.detail?.row ?? 0]);

class WebViewElement extends ScrollElement {
  constructor(key, id, name) { super(key, id, name); }
  #pages = []; #at = -1;
  loadURL(url) {
    splice(this.#pages, this.#at + 1, this.#pages.length);
    push(this.#pages, textOrEmpty(url));
    this.#at = this.#pages.length - 1;
    this.#show("loadURL", [this.#pages[this.#at]]);
  }
  goBack() { if (this.#at > 0) { this.#at -= 1; this.#show("goBack", []); } }
  goForward() { if (this.#at + 1 < this.#pages.length) { this.#at += 1; this.#show("goForward", []); } }
  reload() { recordCall("webView", "reload", []); }
  stopLoading() { recordCall("webView", "stopLoading", []); }
  setUA(agent) { setAttributeOf(idOf(this), "userAgent", textOrEmpty(agent)); }
  #show(method, given) { recordCall("webView", method, given); setAttributeOf(idOf(this), "src", this.#pages[this.#at]); }
}
for (const [method, type] of [["onStartLoad", "loadstart"], ["onReceiveContent", "progress"], ["onFinish", "load"], ["onFailLoad", "error"]]) callback(WebViewElement, method, type);
callback(WebViewElement, "onReceiveJSMessage", "message", (node, event) => [event.detail ?? event.data]);
reflect(WebViewElement, { src: "src" });

class HTMLAnchorElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get href() { const value = host.attribute("href", idOf(this)); return value === null || value === undefined ? "" : resolveAddress(value); }
  set href(value) { setAttributeOf(idOf(this), "href", text(value)); }
}
reflect(HTMLAnchorElement, { target: "target", rel: "rel" });
/// What is in a template is no part of the document (HTML Standard section 4.12.3): it is moved out when it
/// is asked for.
class HTMLTemplateElement extends HTMLElement {
  #content = null;
  constructor(key, id, name) { super(key, id, name); }
  get content() {
    if (this.#content === null) {
      const fragment = makeNode(FRAGMENT, ""), id = idOf(this);
      for (let child = relative(FIRST, id); child >= 0; child = relative(FIRST, id)) insertNode(child, fragment, -1);
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
}
reflect(HTMLScriptElement, { src: "src", type: "type" });
reflect(HTMLButtonElement, { disabled: "disabled" }, true);

/// Classes by the names of elements in lower case, as the rows of `HybridUnits/Elements` name them.
const classes = { __proto__: null };
function nameClasses(all) {
  for (const name in options.elementClasses) {
    const Class = all[options.elementClasses[name]];
    if (Class !== undefined) classes[name] = Class;
  }
}
nameClasses({
  __proto__: null, HTMLLabelElement, HTMLButtonElement, HTMLImageElement, HTMLInputElement,
  HTMLTextAreaElement, SearchBarElement, SegmentElement, SwitchElement, DotsElement, ScrollElement,
  HTMLTableElement, WebViewElement, HTMLAnchorElement, HTMLScriptElement, HTMLTemplateElement,
});
const namesKnown = new SafeMap();
function classFor(name) {
  let Class = namesKnown.get(name);
  if (Class === undefined) {
    Class = classes[lower(name)] ?? plainClassFor(lower(name));
    if (namesKnown.size < 1000) namesKnown.set(name, Class);
  }
  return Class;
}
