// Members of elements that reflect attributes (HTML Standard section 2.6.1, "Reflecting content attributes in
// IDL attributes"). Attributes without an effect are reported where they are set.

/// By class: members that are texts, numbers from 0, signed numbers, booleans and addresses, as `member`,
/// `member:attribute` or `member=fallback`; the attribute of a member has its name in lower case.
const reflected = {
  __proto__: null,
  HTMLAreaElement: { texts: "alt coords download shape ping rel referrerPolicy target", addresses: "href" },
  HTMLBaseElement: { texts: "target", addresses: "href" },
  HTMLBRElement: { texts: "clear" },
  HTMLDataElement: { texts: "value" },
  HTMLDListElement: { truths: "compact" },
  HTMLEmbedElement: { texts: "type width height align name", addresses: "src" },
  HTMLFontElement: { texts: "color face size" },
  HTMLHRElement: { texts: "align color size width", truths: "noShade" },
  HTMLIFrameElement: {
    texts: "sandbox width height referrerPolicy name align scrolling frameBorder", truths: "allowFullscreen",
    addresses: "src",
  },
  HTMLInputElement: { texts: "align useMap", numbers: "width=0 height=0", addresses: "src" },
  HTMLLinkElement: {
    texts: "crossOrigin referrerPolicy sizes fetchPriority imageSrcset imageSizes target charset rev",
    addresses: "href",
  },
  HTMLLIElement: { texts: "type", signed: "value=0" },
  HTMLMapElement: { texts: "name" },
  HTMLMarqueeElement: {
    texts: "behavior bgColor direction height width",
    numbers: "hspace=0 vspace=0 scrollAmount=6 scrollDelay=85",
    truths: "trueSpeed",
  },
  HTMLMediaElement: { addresses: "src" },
  HTMLMenuElement: { truths: "compact" },
  HTMLMetaElement: { texts: "httpEquiv:http-equiv content media scheme name" },
  HTMLModElement: { texts: "dateTime", addresses: "cite" },
  HTMLObjectElement: { texts: "type useMap width height align border name", addresses: "data" },
  HTMLOListElement: { texts: "type", signed: "start=1", truths: "reversed compact" },
  HTMLParamElement: { texts: "name value type valueType" },
  HTMLPreElement: { signed: "width=0" },
  HTMLQuoteElement: { addresses: "cite" },
  HTMLSourceElement: { texts: "type srcset sizes media", numbers: "width=0 height=0", addresses: "src" },
  HTMLTableCaptionElement: { texts: "align" },
  HTMLTableColElement: { texts: "align ch:char chOff:charoff vAlign width", numbers: "span=1" },
  HTMLTableCellElement: { texts: "align height width vAlign bgColor", truths: "noWrap" },
  HTMLTableRowElement: { texts: "align vAlign bgColor" },
  HTMLTableSectionElement: { texts: "align vAlign" },
  HTMLTimeElement: { texts: "dateTime" },
  HTMLTrackElement: { texts: "kind srclang label", truths: "default", addresses: "src" },
  HTMLUListElement: { texts: "type", truths: "compact" },
  HTMLVideoElement: { numbers: "width=0 height=0", truths: "playsInline", addresses: "poster" },
};
function pairsOf(list) {
  const result = [], all = list === undefined ? [] : words(list);
  for (let i = 0; i < all.length; i += 1) {
    const [name, attribute] = rest(textSplit(all[i], ":"));
    push(result, [name, attribute ?? lower(name)]);
  }
  return result;
}
const attributesOf = (list) => {
  const result = create(null), pairs = pairsOf(list);
  for (let i = 0; i < pairs.length; i += 1) result[pairs[i][0]] = pairs[i][1];
  return result;
};
function reflectAddress(Class, key, name) {
  defineProperty(Class.prototype, key, {
    __proto__: null, configurable: true, enumerable: true,
    get() {
      const value = host.attribute(name, idOf(this));
      return typeof value === "string" ? resolveAddress(value) : "";
    },
    set(value) { setAttributeOf(idOf(this), name, text(value)); },
  });
}
function reflectWhole(Class, key, fallback, isSigned) {
  const name = lower(key);
  defineProperty(Class.prototype, key, {
    __proto__: null, configurable: true, enumerable: true,
    get() {
      const found = execute(/^[ \t\n\f\r]*([-+]?\d+)/, host.attribute(name, idOf(this)) ?? "");
      const value = found === null ? fallback : +found[1];
      return (value | 0) === value && (isSigned || value >= 0) ? value | 0 : fallback;
    },
    set(given) {
      const value = isSigned ? given | 0 : given >>> 0;
      setAttributeOf(idOf(this), name, text(value > 2147483647 ? fallback : value));
    },
  });
}
function reflectWholes(Class, list, isSigned) {
  const all = list === undefined ? [] : words(list);
  for (let i = 0; i < all.length; i += 1) {
    const [key, fallback] = rest(textSplit(all[i], "="));
    reflectWhole(Class, key, +fallback, isSigned);
  }
}
const moreMembers = {
  __proto__: null,
  HTMLTitleElement: {
    get text() { return this.textContent; },
    set text(value) { this.textContent = value; },
  },
  HTMLMapElement: { get areas() { return this.getElementsByTagName("area"); } },
  HTMLTrackElement: { get readyState() { return 0; } },
  HTMLVideoElement: { get videoWidth() { return 0; }, get videoHeight() { return 0; } },
};
/// Defines the members of an element's class.
function reflectAll(Class, name) {
  const { texts, numbers, signed, truths, addresses } = reflected[name] ?? {};
  reflect(Class, attributesOf(texts));
  reflect(Class, attributesOf(truths), true);
  const urls = pairsOf(addresses);
  reflectWholes(Class, numbers, false);
  reflectWholes(Class, signed, true);
  for (let i = 0; i < urls.length; i += 1) reflectAddress(Class, urls[i][0], urls[i][1]);
  if (moreMembers[name] !== undefined) install(Class.prototype, moreMembers[name]);
}

const attributeIn = (node, name) => host.attribute(name, idOf(node));
const elementMembers = {
  get translate() {
    for (let id = idOf(this); id >= 0 && host.kind(id) === ELEMENT; id = relative(PARENT, id)) {
      const value = host.attribute("translate", id);
      if (typeof value === "string") return lower(value) !== "no";
    }
    return true;
  },
  set translate(value) { setAttributeOf(idOf(this), "translate", value ? "yes" : "no"); },
  get spellcheck() { return lower(attributeIn(this, "spellcheck") ?? "") !== "false"; },
  set spellcheck(value) { setAttributeOf(idOf(this), "spellcheck", text(!!value)); },
  get autocapitalize() { return lower(attributeIn(this, "autocapitalize") ?? ""); },
  set autocapitalize(value) { setAttributeOf(idOf(this), "autocapitalize", text(value)); },
  get enterKeyHint() { return lower(attributeIn(this, "enterkeyhint") ?? ""); },
  set enterKeyHint(value) { setAttributeOf(idOf(this), "enterkeyhint", text(value)); },
  get inputMode() { return lower(attributeIn(this, "inputmode") ?? ""); },
  set inputMode(value) { setAttributeOf(idOf(this), "inputmode", text(value)); },
  get nonce() { return attributeIn(this, "nonce") ?? ""; },
  set nonce(value) { setAttributeOf(idOf(this), "nonce", text(value)); },
  get autofocus() { return typeof attributeIn(this, "autofocus") === "string"; },
  set autofocus(value) { setAttributeOf(idOf(this), "autofocus", value ? "" : null); },
  get outerText() { return this.innerText; },
  set outerText(value) {
    if (relative(PARENT, idOf(this)) < 0)
      throw new DOMException("the element has no parent", "NoModificationAllowedError");
    this.replaceWith(textOrEmpty(value));
  },
};
const noCommand = () => false;
const documentMembers = {
  get dir() { return this.documentElement?.dir ?? ""; },
  set dir(value) { if (this.documentElement !== null) this.documentElement.dir = value; },
  get embeds() { return this.getElementsByTagName("embed"); },
  get plugins() { return this.getElementsByTagName("embed"); },
  get anchors() { return this.querySelectorAll("a[name]"); },
  get lastModified() {
    const date = new NativeDate(), two = (value) => padStart(text(value), 2, "0");
    const day = `${two(date.getMonth() + 1)}/${two(date.getDate())}/${date.getFullYear()}`;
    return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  },
  open() { host.lose("'document.open'", "change the document by its methods"); return this; },
  close() {},
  queryCommandSupported: (name) => lower(text(name)) === "copy",
  queryCommandEnabled: noCommand, queryCommandState: noCommand,
  queryCommandIndeterm: noCommand, queryCommandValue() { return ""; },
};

({ reflectAll, reflectWholes, HTMLElement: elementMembers, Document: documentMembers });
