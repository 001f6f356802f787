// The prelude's own uses of its parts (the uses by pages: Table.js).

// Requests, bodies, blobs, streams and encodings.
const fetching = () => part("Fetch");
/// No blob exists before the part is read.
const isBlob = (value) => partsRead.Fetch !== undefined && value instanceof partsRead.Fetch.Blob;
/// The blob of an address; undefined for other addresses.
const blobAt = (url) => (startsWith(url, "blob:") ? fetching().blobAt(url) : undefined);

// Forms and their controls (HTML Standard section 4.10).
const hostForm = guarded(host.form);
const askForm = (call, node, value) => hostForm(call, idOf(node), value);

// Chosen files.
const filesPart = () => part("Files");
const filesOf = (node) => filesPart().filesOf(node);

// Chance and digests.
const randomBytes = (count) => parseJSON(host.random(count));
function randomUUID() {
  const bytes = randomBytes(16);
  bytes[6] = (bytes[6] & 15) | 64;  // RFC 9562 section 5.4
  bytes[8] = (bytes[8] & 63) | 128;
  let result = "";
  for (let i = 0; i < 16; i += 1)
    result += `${i === 4 || i === 6 || i === 8 || i === 10 ? "-" : ""}${hex(bytes[i])}`;
  return result;
}

// Channels by name.
/// Sends a message to the channels of a name here; `make` makes the data of each. None exist before the part
/// is read.
const deliverBroadcast = (name, make) => { partsRead.Cloning?.tellChannels(name, make); };
/// Sends to the channels of other worlds of the page. A worker replaces it.
let broadcastElsewhere = (name, value) => {
  if (partsRead.Workers !== undefined) host.broadcast(name, serializing().serialize(value));
};

// Ranges, the selection, and walks over the tree.
const ranges = () => part("Ranges");
const pageSelection = () => ranges().selection;
function makeRange(document_) {
  const range = new (ranges().Range)();
  if (idOf(document_) !== 0) { range.setStart(document_, 0); range.collapse(true); }
  return range;
}
const traversal = () => part("Traversal");
const makeWalker = (root, show, filter) => new (traversal().TreeWalker)(KEY, root, show, filter);
const makeIterator = (root, show, filter) => new (traversal().NodeIterator)(KEY, root, show, filter);

// Web Animations. TokenHybrid's `Animation` has the same name, so the class has its members too.
const animating = () => part("Animations");
/// The running animations of an element, or of all elements that pass a test.
const animationsOf = (test, settings) => {
  const motions = host.motions();
  return motions === "" && !partsRead.Animations ? [] : animating().animationsOf(test, motions, settings);
};
lazyGlobal(
  "Animation",
  () => {
    const { WebAnimation } = animating();
    install(WebAnimation, part("Token").packageAnimation);
    return WebAnimation;
  }
);
install(Element.prototype, {
  animate(keyframes, settings = undefined) { return animating().animate(this, keyframes, settings); },
  getAnimations(settings = {}) { return animationsOf(this, settings); },
});
install(Document.prototype, {
  get timeline() { return animating().timeline; },
  getAnimations() { return animationsOf(() => true); },
});

// Shadow trees.
const shadowTrees = () => part("ShadowTrees");
install(Element.prototype, slottable);
install(Element.prototype, {
  attachShadow(settings) { return shadowTrees().attachShadow(this, settings); },
  get shadowRoot() { return shadows === null ? null : shadowTrees().shadowRootOf(this); },
  get slot() { return host.attribute("slot", idOf(this)) ?? ""; },
  set slot(value) { setAttributeOf(idOf(this), "slot", text(value)); },
  get part() { return tokensOf(this, "part"); },
  set part(value) { setAttributeOf(idOf(this), "part", text(value)); },
});
function setUnsafe(element, markup) {
  if (textIndex(lower(markup), "shadowrootmode") < 0) element.innerHTML = markup;
  else element.replaceChildren(shadowTrees().parseUnsafe(element, markup));
}
install(Document, { parseHTMLUnsafe(markup) { return shadowTrees().parseDocument(text(markup)); } });

// Style sheets.
const styleSheets = () => part("StyleSheets");
install(Document.prototype, {
  get adoptedStyleSheets() { return styleSheets().adopted(idOf(this)); },
  set adoptedStyleSheets(value) { styleSheets().setAdopted(idOf(this), value); },
});

// Priorities of tasks.
const scheduling = () => part("Scheduling");

// Custom elements.
install(HTMLElement.prototype, {
  attachInternals() {
    if (custom === null)
      throw new DOMException("attachInternals: the element is not a custom element", "NotSupportedError");
    return part("CustomElements").attachInternals(this);
  },
});

// Modules.
const stepOf = uncurry(getPrototypeOf(function* () {}).prototype.next);
const asyncStepOf = uncurry(getPrototypeOf(async function* () {}).prototype.next);
const modules = () => part("Modules");
/// `import()` of a classic script, by its replacement in the text.
function defineImport(index, name, handler) {
  if (handler !== "") {
    handlerTexts ??= new SafeMap();
    handlerTexts.set(join(textSplit(handler, name), "import"), handler);
  }
  const value = (specifier, settings) => modules().import(index, specifier, settings);
  defineProperty(
    global, name, { __proto__: null, value, writable: false, enumerable: false, configurable: true }
  );
}
function makeModule(url, code) { return modules().make(url, code); }
function linkModule(index) { modules().link(index); }
function evaluateModule(index, script) {
  const loaded = () => { if (script >= 0) dispatchTo(wrap(script), trust(new Event("load"))); };
  then(modules().evaluate(index), loaded, (error) => reportException(error, index));
}

// Values as text, connections, workers and databases. They read members of the engine's own classes here,
// before a page can change them.
const primitiveValues = {
  __proto__: null, "[object Boolean]": uncurry(Boolean.prototype.valueOf),
  "[object Number]": uncurry(Number.prototype.valueOf), "[object String]": uncurry(String.prototype.valueOf),
};
const setFloat = uncurry(DataView.prototype.setFloat64), getFloat = uncurry(DataView.prototype.getFloat64);
const setWord = uncurry(DataView.prototype.setUint32), getWord = uncurry(DataView.prototype.getUint32);
const parseInteger = global.parseInt;
const serializing = () => part("Serializing");
function connectionChanged(id, kind, first, second) {
  partsRead.Connections?.connectionChanged(id, kind, first, second);
}
function workerSaid(id, kind, given) { return partsRead.Workers?.workerSaid(id, kind, given) ?? false; }
install(navigator, { sendBeacon(url, data = null) { return fetching().sendBeacon(url, data); } });

// TokenHybrid's dialect.
/// The data of the previous page.
let extension = null;
defineProperty(global, "extension", {
  __proto__: null, configurable: true, enumerable: true, get: () => extension, set(value) {
    extension = value;
  },
});
/// Methods of the native `token` module, for the part to take.
const tokenMethodsGiven = [];
readonly(navigator, { get clipboard() { return part("Device").clipboard; } });
install(global, {
  reportError(error) {
    if (arguments.length === 0) throw new TypeError("reportError: an exception is needed");
    reportException(error);
  },
});
