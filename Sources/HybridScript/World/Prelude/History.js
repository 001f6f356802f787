// The page's address, and the session history within the page (HTML Standard section 7.2.4, section 7.2.5,
// section 7.4.2). Another address than that of the page is another page, which the owner opens.

/// The address after `pushState` or another fragment; null while it is the one that the page was opened with.
let currentAddress = null;
const pageAddress = () => currentAddress ?? host.address();
/// `<base href>`, or else the page's address.
const baseFound = { __proto__: null, version: -1, from: "", address: "" };
function baseAddress() {
  const from = pageAddress();
  if (baseFound.version === treeVersion && baseFound.from === from) return baseFound.address;
  let address = from;
  const found = parseJSON(host.elements(1, "base", 0));
  for (let i = 0; i < found.length; i += 1) {
    const reference = host.attribute("href", found[i]);
    if (typeof reference !== "string") continue;
    const parts = parseURL(reference, parseURL(from, null));
    if (parts !== null) address = serializeURL(parts);
    break;
  }
  baseFound.version = treeVersion; baseFound.from = from; baseFound.address = address;
  return address;
}
const noParts = { protocol: "", host: "", hostname: "", port: "", pathname: "", search: "", hash: "", origin: "null" };
function addressParts() {
  const address = pageAddress();
  const parts = parseURL(address, null);
  return parts === null ? { ...noParts, pathname: address } : viewOf(parts);
}
function resolveAddress(reference) {
  const parts = parseURL(text(reference), parseURL(baseAddress(), null));
  return parts === null ? text(reference) : serializeURL(parts);
}
const withoutFragment = (address) => { const at = textIndex(address, "#"); return at < 0 ? address : textSlice(address, 0, at); };
const fragmentOf = (address) => { const at = textIndex(address, "#"); return at < 0 ? "" : textSlice(address, at); };

/// Another address is another page, as a link or `pushNavigatorWithURL` opens one; another fragment is the
/// same page.
function goTo(value) {
  const url = text(value);
  if (!followLink(url)) callModule("document", "pushNavigatorWithURL", [url]);
}
function followLink(reference, replaces = false) {
  if (textIndex(reference, "#") < 0) return false;
  const address = resolveAddress(reference);
  if (withoutFragment(address) !== withoutFragment(pageAddress())) return false;
  const before = pageAddress();
  if (address !== before) {
    currentAddress = address;
    addEntry(address, null, replaces);
    dispatchTo(global, trust(new PopStateEvent("popstate", { state: null })));
    tellHash(before, address);
  }
  showFragment(fragmentOf(address));
  return true;
}
function tellHash(oldURL, newURL) {
  startTimer(() => dispatchTo(global, trust(new HashChangeEvent("hashchange", { oldURL, newURL }))), [], 0, false);
}
function showFragment(hash) {
  const written = textSlice(hash, 1), name = safely(() => decodeURIComponent(written), written);
  const target = byId(written, 0) ?? byId(name, 0);
  if (target !== null) target.scrollIntoView();
  else if (name === "" || lower(name) === "top") scrollPage(0, 0, false);
}

const MAXIMUM_ENTRIES = 1000;
const historyEntries = [{ address: null, state: null }];
let historyAt = 0;
function addEntry(address, state, replaces) {
  if (replaces) { historyEntries[historyAt] = { address, state }; return; }
  historyEntries.length = historyAt + 1;
  if (historyEntries.length >= MAXIMUM_ENTRIES) splice(historyEntries, 0, 1);
  push(historyEntries, { address, state });
  historyAt = historyEntries.length - 1;
}
function changeEntry(state, url, replaces) {
  const copy = structuredClone(state);
  let address = pageAddress();
  if (url !== undefined && url !== null) {
    const parts = parseURL(text(url), parseURL(baseAddress(), null)), own = parseURL(address, null);
    if (parts === null) throw new DOMException(`'${text(url)}' is not a URL`, "SecurityError");
    if (own !== null && (parts.protocol !== own.protocol || parts.hostname !== own.hostname || parts.port !== own.port)) {
      throw new DOMException(`'${text(url)}' is of another origin than the page`, "SecurityError");
    }
    address = serializeURL(parts);
  }
  currentAddress = address;
  addEntry(address, copy, replaces);
}
function traverse(distance) {
  if (historyAt + distance < 0) { callModule("document", "popNavigator", []); return; }
  startTimer(() => {
    const next = historyAt + distance;
    if (next < 0 || next >= historyEntries.length || distance === 0) return;
    const before = pageAddress();
    historyAt = next;
    const entry = historyEntries[next];
    entry.state = structuredClone(entry.state);
    currentAddress = entry.address;
    const after = pageAddress();
    dispatchTo(global, trust(new PopStateEvent("popstate", { state: entry.state })));
    if (fragmentOf(before) !== fragmentOf(after)) { dispatchTo(global, trust(new HashChangeEvent("hashchange", { oldURL: before, newURL: after }))); showFragment(fragmentOf(after)); }
  }, [], 0, false);
}

class Location {
  constructor() { throw illegal(); }
  get [Symbol.toStringTag]() { return "Location"; }
}
class History {
  constructor() { throw illegal(); }
  get [Symbol.toStringTag]() { return "History"; }
}
/// Sets one part of the address, which leads elsewhere.
function changePart(name, value) {
  const url = new URL(pageAddress());
  url[name] = value;
  goTo(url.href);
}
const location = {
  __proto__: Location.prototype,
  get href() { return pageAddress(); },
  set href(value) { goTo(value); },
  get protocol() { return addressParts().protocol; },
  set protocol(value) { changePart("protocol", value); },
  get host() { return addressParts().host; },
  set host(value) { changePart("host", value); },
  get hostname() { return addressParts().hostname; },
  set hostname(value) { changePart("hostname", value); },
  get port() { return addressParts().port; },
  set port(value) { changePart("port", value); },
  get pathname() { return addressParts().pathname; },
  set pathname(value) { changePart("pathname", value); },
  get search() { return addressParts().search; },
  set search(value) { changePart("search", value); },
  get hash() { return addressParts().hash; },
  set hash(value) {
    const hash = text(value);
    followLink(`${withoutFragment(pageAddress())}#${startsWith(hash, "#") ? textSlice(hash, 1) : hash}`);
  },
  get origin() { return addressParts().origin; },
  assign(url) { goTo(url); },
  replace(url) { if (!followLink(text(url), true)) callModule("document", "pushNavigatorWithURL", [text(url)]); },
  reload() { callModule("document", "reload", []); },
  toString() { return pageAddress(); },
};
const history = {
  __proto__: History.prototype,
  get length() { return historyEntries.length; },
  get state() { return historyEntries[historyAt].state; },
  scrollRestoration: "auto",
  back() { traverse(-1); },
  forward() { traverse(1); },
  go(distance = 0) { if (number(distance) === 0) location.reload(); else traverse(number(distance)); },
  pushState(state, unused = "", url = null) { changeEntry(state, url, false); },
  replaceState(state, unused = "", url = null) { changeEntry(state, url, true); },
};
install(global, { History, Location, history });
defineProperty(global, "location", { __proto__: null, configurable: true, enumerable: true, get: () => location, set: goTo });

// The parts of a link's address (HTML Standard section 4.6.3).
for (const part of ["protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"]) {
  defineProperty(HTMLAnchorElement.prototype, part, {
    __proto__: null, configurable: true, enumerable: true,
    get() { const url = linkURL(this); return url === null ? (part === "protocol" ? ":" : "") : url[part]; },
    set(value) { const url = linkURL(this); if (url !== null) { url[part] = value; this.href = url.href; } },
  });
}
function linkURL(link) { return typeof host.attribute("href", idOf(link)) === "string" ? safely(() => new URL(link.href), null) : null; }
install(HTMLAnchorElement.prototype, {
  get origin() { return linkURL(this)?.origin ?? ""; },
  get text() { return this.textContent; },
  set text(value) { this.textContent = value; },
  toString() { return this.href; },
});
reflect(HTMLAnchorElement, { download: "download", ping: "ping", hreflang: "hreflang", type: "type", referrerPolicy: "referrerpolicy" });

/// Elements with an `id` as properties of the window (HTML Standard section 7.2.2.2), where it has none of
/// that name. Differs from the standard: they are the window's own, since its prototype cannot be another,
/// and names are left out.
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
/// The ids that markup gives.
function nameMarkup(markup) {
  if (options.isNative) return;
  for (let at = textIndex(markup, "id="); at >= 0; at = textIndex(markup, "id=", at + 3)) {
    const quote = markup[at + 3], isQuoted = quote === "\"" || quote === "'";
    let end = isQuoted ? textIndex(markup, quote, at + 4) : at + 3;
    if (!isQuoted) while (end < markup.length && textIndex(" \t\n>", markup[end]) < 0) end += 1;
    if (end > at && end - at <= 204) nameGlobal(textSlice(markup, isQuoted ? at + 4 : at + 3, end));
  }
}
defineProperty(Window, Symbol.hasInstance, { __proto__: null, value: (value) => value === global, configurable: true });
nameElements();
