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
}, { media: "media", type: "type", rel: "rel", hreflang: "hreflang", as: "as", integrity: "integrity" });

({ HTMLSlotElement, HTMLStyleElement, HTMLLinkElement });
