// Addresses relative to the page's own, the session history within the page, and navigation to other pages
// (HTML Standard section 7.2.4, section 7.2.5, section 7.4.2).

/// `<base href>`; by default, the page's address.
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
const noParts = {
  protocol: "", host: "", hostname: "", port: "", pathname: "", search: "", hash: "", origin: "null",
};
function addressParts() {
  const address = pageAddress();
  const parts = parseURL(address, null);
  return parts === null ? { ...noParts, pathname: address } : viewOf(parts);
}
function resolveAddress(reference) {
  const parts = parseURL(text(reference), parseURL(baseAddress(), null));
  return parts === null ? text(reference) : serializeURL(parts);
}

/// Another address opens another page, like a link or `pushNavigatorWithURL`; another fragment stays in the
/// page.
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
  startTimer(
    () => dispatchTo(global, trust(new HashChangeEvent("hashchange", { oldURL, newURL }))), [], 0, false
  );
}
function showFragment(hash) {
  const written = textSlice(hash, 1), name = safely(() => decodeURIComponent(written), written);
  const target = byId(written, 0) ?? byId(name, 0);
  host.setTarget(target === null ? -1 : idOf(target));
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
    if (
      own !== null
        && (parts.protocol !== own.protocol || parts.hostname !== own.hostname || parts.port !== own.port)
    ) {
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
    if (fragmentOf(before) !== fragmentOf(after)) {
      dispatchTo(global, trust(new HashChangeEvent("hashchange", { oldURL: before, newURL: after })));
      showFragment(fragmentOf(after));
    }
  }, [], 0, false);
}

/// Sets one part of the address, which navigates.
function changePart(name, value) {
  const url = new (part("Addresses").URL)(pageAddress());
  url[name] = value;
  goTo(url.href);
}
function linkURL(link) {
  return typeof host.attribute("href", idOf(link)) === "string"
    ? safely(() => new (part("Addresses").URL)(link.href), null) : null;
}

class Location {
  constructor() { throw illegal(); }
  get [Symbol.toStringTag]() { return "Location"; }
}
class History {
  constructor() { throw illegal(); }
  get [Symbol.toStringTag]() { return "History"; }
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
  replace(url) {
    if (!followLink(text(url), true)) callModule("document", "pushNavigatorWithURL", [text(url)]);
  },
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

({
  History, Location, history, location, baseAddress, addressParts, resolveAddress, goTo, followLink,
  changePart, linkURL,
});
