// The page's address (HTML Standard section 7.2.4; the rest is in Lazy/Navigation.js), the addresses of
// links, and elements as properties of the window.

/// The address after `pushState` or another fragment; null while it is the one that the page was opened with.
let currentAddress = null;
const pageAddress = () => currentAddress ?? host.address();
const withoutFragment = (address) => {
  const at = textIndex(address, "#");
  return at < 0 ? address : textSlice(address, 0, at);
};
const fragmentOf = (address) => {
  const at = textIndex(address, "#");
  return at < 0 ? "" : textSlice(address, at);
};

defineProperty(global, "location", {
  __proto__: null, configurable: true, enumerable: true, get: () => part("Navigation").location, set: goTo,
});

// The parts of a link's address (HTML Standard section 4.6.3).
for (
  const part of ["protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"]
) {
  defineProperty(HTMLAnchorElement.prototype, part, {
    __proto__: null, configurable: true, enumerable: true,
    get() { const url = linkURL(this); return url === null ? (part === "protocol" ? ":" : "") : url[part]; },
    set(value) { const url = linkURL(this); if (url !== null) { url[part] = value; this.href = url.href; } },
  });
}
install(HTMLAnchorElement.prototype, {
  get origin() { return linkURL(this)?.origin ?? ""; },
  get text() { return this.textContent; },
  set text(value) { this.textContent = value; },
  toString() { return this.href; },
});
reflect(
  HTMLAnchorElement,
  { download: "download", ping: "ping", hreflang: "hreflang", type: "type", referrerPolicy: "referrerpolicy" }
);

/// Elements with an `id` as properties of the window (HTML Standard section 7.2.2.2) without a property of
/// that name. Differs from the standard: they are own properties, since the window's prototype cannot change,
/// and names are ignored.
let namesGiven = 0;
const MAXIMUM_NAMES = 10000;
function nameGlobal(key) {
  if (namesGiven >= MAXIMUM_NAMES || key === "" || key.length > 200 || key in global) return;
  namesGiven += 1;
  defineProperty(global, key, {
    __proto__: null, configurable: true, enumerable: false,
    get() { return byId(key, 0) ?? undefined; },
    set(value) { define(global, key, value); },
  });
}
function nameElements() {
  if (options.isNative) return;
  const ids = parseJSON(host.ids());
  for (let i = 0; i < ids.length; i += 1) nameGlobal(ids[i]);
}
/// The ids of the markup.
function nameMarkup(markup) {
  if (options.isNative) return;
  for (let at = textIndex(markup, "id="); at >= 0; at = textIndex(markup, "id=", at + 3)) {
    const quote = markup[at + 3], isQuoted = quote === "\"" || quote === "'";
    let end = isQuoted ? textIndex(markup, quote, at + 4) : at + 3;
    if (!isQuoted) while (end < markup.length && textIndex(" \t\n>", markup[end]) < 0) end += 1;
    if (end > at && end - at <= 204) nameGlobal(textSlice(markup, isQuoted ? at + 4 : at + 3, end));
  }
}
defineProperty(
  Window, Symbol.hasInstance, { __proto__: null, value: (value) => value === global, configurable: true }
);
nameElements();
