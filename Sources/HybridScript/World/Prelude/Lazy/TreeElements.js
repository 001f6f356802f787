// The classes of `slot` elements (HTML Standard section 4.12.4), `style` elements (section 4.2.6) and `link`
// elements (section 4.2.4).

const HTMLSlotElement = plainClass("HTMLSlotElement", HTMLElement);
const nodes = (slot, settings) => {
  const ids = shadows === null ? [] : shadows.assignedNodes(slot, settings);
  for (let i = 0; i < ids.length; i += 1) ids[i] = wrap(ids[i]);
  return ids;
};
install(HTMLSlotElement.prototype, {
  assignedNodes(settings = undefined) { return nodes(this, settings); },
  assignedElements(settings = undefined) {
    const all = nodes(this, settings), found = [];
    for (let i = 0; i < all.length; i += 1) if (all[i] instanceof Element) push(found, all[i]);
    return found;
  },
  assign(...nodes_) { shadowTrees().assign(this, nodes_); },
});
installHandlers(HTMLSlotElement.prototype, ["slotchange"]);

function sheetClass(name, members, properties) {
  const Class = plainClass(name, HTMLElement);
  install(Class.prototype, { get sheet() { return styleSheets().sheetOf(this); } });
  install(Class.prototype, members);
  reflect(Class, properties);
  return Class;
}
const HTMLStyleElement = sheetClass("HTMLStyleElement", {
  get disabled() { return this.sheet?.disabled ?? false; },
  set disabled(value) { const { sheet } = this; if (sheet !== null) sheet.disabled = value; },
}, { media: "media", type: "type" });
const HTMLLinkElement = sheetClass("HTMLLinkElement", {
  get disabled() { return typeof host.attribute("disabled", idOf(this)) === "string"; },
  set disabled(value) { setAttributeOf(idOf(this), "disabled", value ? "" : null); },
  get href() {
    const value = host.attribute("href", idOf(this));
    return typeof value === "string" ? resolveAddress(value) : "";
  },
  set href(value) { setAttributeOf(idOf(this), "href", text(value)); },
  get relList() { return tokensOf(this, "rel"); },
  set relList(value) { setAttributeOf(idOf(this), "rel", text(value)); },
}, { media: "media", type: "type", rel: "rel", hreflang: "hreflang", as: "as", integrity: "integrity" });

installHandlers(HTMLLinkElement.prototype, ["load", "error"]);

/// The address that each link is being loaded from.
const loading = new SafeWeakMap();
const kindsOf = (link) => words(lower(host.attribute("rel", idOf(link)) ?? ""));
/// Loads the sheet of a link (HTML Standard section 4.6.7, *Link type "stylesheet"*), or what is to be there
/// before it is used.
function loadLink(link) {
  const href = host.attribute("href", idOf(link)), kinds = kindsOf(link);
  const isSheet = includes(kinds, "stylesheet");
  if (!link.isConnected || typeof href !== "string" || trim(href) === "") return;
  if (!isSheet && !includes(kinds, "preload") && !includes(kinds, "modulepreload")) return;
  const address = resolveAddress(href);
  loading.set(link, address);
  const finish = (name) => { if (loading.get(link) === address) dispatchTo(link, trust(new Event(name))); };
  const failed = () => finish("error");
  then(fetching().fetch(address), (response) => then(response.text(), (css) => {
    if (!response.ok) return failed();
    if (isSheet && loading.get(link) === address) host.loadSheet(css, idOf(link));
    finish("load");
  }), failed);
}
/// Another address or purpose of a link of the document.
function linkChanged(id) { if (lower(host.name(id)) === "link") loadLink(wrap(id)); }

/// Nothing plays here: `play` says so.
const MediaElement = plainClass("HTMLMediaElement", HTMLElement);
install(MediaElement.prototype, {
  play() {
    return Promise_reject(new DOMException("sound and film are not played here", "NotSupportedError"));
  },
  pause() {}, load() {}, canPlayType() { return ""; },
  get paused() {
    return true;
  },
  get ended() {
    return false;
  },
  get duration() {
    return NaN;
  },
  get readyState() {
    return 0;
  },
  get networkState() { return 0; }, get currentSrc() { return this.src; }, get error() { return null; },
});
reflect(MediaElement, { src: "src", preload: "preload", crossOrigin: "crossorigin" });
reflect(
  MediaElement, { controls: "controls", autoplay: "autoplay", loop: "loop", defaultMuted: "muted" }, true
);
// No page is shown in a frame, which its attributes tell.
const HTMLIFrameElement = plainClass("HTMLIFrameElement", HTMLElement);
reflect(HTMLIFrameElement, { src: "src", srcdoc: "srcdoc", allow: "allow", loading: "loading" });

// What is said to be without an effect.
const editableMembers = {
  get contentEditable() { return host.attribute("contenteditable", idOf(this)) ?? "inherit"; },
  set contentEditable(value) { setAttributeOf(idOf(this), "contenteditable", text(value)); },
  get draggable() { return host.attribute("draggable", idOf(this)) === "true"; },
  set draggable(value) { setAttributeOf(idOf(this), "draggable", value ? "true" : "false"); },
};
const commandMembers = {
  execCommand(name) {
    host.lose("'document.execCommand'", "change the document by its methods");
    return false;
  },
  get designMode() { return "off"; },
  set designMode(value) {
    if (lower(text(value)) === "on") host.lose("'document.designMode'", "use <textarea>");
  },
};

({
  HTMLMediaElement: MediaElement, HTMLIFrameElement, HTMLElement: editableMembers, Document: commandMembers,
  HTMLSlotElement, HTMLStyleElement, HTMLLinkElement, loadLink, linkChanged,
});
