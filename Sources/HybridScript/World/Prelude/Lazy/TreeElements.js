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
  get relList() { return tokensOf(this, "rel"); },
  set relList(value) { setAttributeOf(idOf(this), "rel", text(value)); },
}, { media: "media", type: "type", rel: "rel", hreflang: "hreflang", as: "as", integrity: "integrity" });

installHandlers(HTMLLinkElement.prototype, ["load", "error"]);

/// The address that each link is being loaded from.
const loading = new SafeWeakMap();
const kindsOf = (link) => words(lower(host.attribute("rel", idOf(link)) ?? ""));
/// Loads the sheet of a link (HTML Standard section 4.6.7, *Link type "stylesheet"*), or preloads a resource.
function loadLink(link) {
  const href = host.attribute("href", idOf(link)), kinds = kindsOf(link);
  const isSheet = includes(kinds, "stylesheet");
  if (!link.isConnected || typeof href !== "string" || trim(href) === "") return;
  if (!isSheet && !includes(kinds, "preload") && !includes(kinds, "modulepreload")) return;
  const address = resolveAddress(href);
  loading.set(link, address);
  const finish = (name) => { if (loading.get(link) === address) dispatchTo(link, trust(new Event(name))); };
  fetching().fetchText(address, (css) => {
    if (isSheet && loading.get(link) === address) host.loadSheet(css, idOf(link));
    finish("load");
  }, () => finish("error"));
}
/// The address or the relation of a link of the document changed.
function linkChanged(id) { if (lower(host.name(id)) === "link") loadLink(wrap(id)); }

/// Media do not play here: `play` reports that.
const MediaElement = plainClass("HTMLMediaElement", HTMLElement);
const mediaValues = new SafeWeakMap();
/// A member of media elements that stores its value.
function mediaMember(key, initial, check = (value) => value) {
  defineProperty(MediaElement.prototype, key, {
    __proto__: null, configurable: true, enumerable: true,
    get() { return mediaValues.get(this)?.[key] ?? (isFunction(initial) ? initial(this) : initial); },
    set(given) {
      const value = check(given);
      let values = mediaValues.get(this);
      if (values === undefined) mediaValues.set(this, values = create(null));
      values[key] = value;
      loseMedia(this, key);
    },
  });
}
const loseMedia = (node, key) =>
  host.lose(`'${key}' of <${lower(nameOf(node))}>`, "audio and video do not play");
function finite(value) {
  if (!isFiniteNumber(+value)) throw new TypeError("the value is not a finite number");
  return +value;
}
mediaMember("currentTime", 0, finite);
mediaMember("volume", 1, (value) => {
  if (finite(value) < 0 || +value > 1)
    throw new DOMException("the volume must be between 0 and 1", "IndexSizeError");
  return +value;
});
mediaMember("muted", (node) => node.defaultMuted, (value) => !!value);
mediaMember("playbackRate", 1, finite);
mediaMember("defaultPlaybackRate", 1, finite);
mediaMember("preservesPitch", true, (value) => !!value);
mediaMember("srcObject", null);
/// An empty `TimeRanges`.
const noTimes = {
  length: 0, start() { throw new DOMException("there is no range", "IndexSizeError"); },
  end() { throw new DOMException("there is no range", "IndexSizeError"); },
  get [Symbol.toStringTag]() { return "TimeRanges"; },
};
const mediaStates = {
  NETWORK_EMPTY: 0, NETWORK_IDLE: 1, NETWORK_LOADING: 2, NETWORK_NO_SOURCE: 3, HAVE_NOTHING: 0,
  HAVE_METADATA: 1, HAVE_CURRENT_DATA: 2, HAVE_FUTURE_DATA: 3, HAVE_ENOUGH_DATA: 4,
};
install(MediaElement, mediaStates);
install(MediaElement.prototype, mediaStates);
install(MediaElement.prototype, {
  play() {
    loseMedia(this, "play");
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
  get buffered() { return noTimes; }, get played() { return noTimes; }, get seekable() { return noTimes; },
  get seeking() { return false; }, get textTracks() { return listOf("[]"); },
  fastSeek(time) { this.currentTime = time; },
  get networkState() { return 0; }, get currentSrc() { return this.src; }, get error() { return null; },
});
reflect(MediaElement, { preload: "preload", crossOrigin: "crossorigin" });
reflect(
  MediaElement, { controls: "controls", autoplay: "autoplay", loop: "loop", defaultMuted: "muted" }, true
);
// Frames show no page; the report is made where the attributes are set.
const HTMLIFrameElement = plainClass("HTMLIFrameElement", HTMLElement);
reflect(HTMLIFrameElement, { srcdoc: "srcdoc", allow: "allow", loading: "loading" });
install(
  HTMLIFrameElement.prototype,
  { get contentDocument() { return null; }, get contentWindow() { return null; } }
);
part("Reflections").reflectAll(HTMLIFrameElement, "HTMLIFrameElement");
part("Reflections").reflectAll(HTMLLinkElement, "HTMLLinkElement");
part("Reflections").reflectAll(MediaElement, "HTMLMediaElement");

// Scripts that scripts insert.
function runInserted() {
  scriptsMade.forEach((script) => {
    if (!script.isConnected) return;
    scriptsMade.delete(script);
    if (!(script instanceof HTMLScriptElement)) return loadLink(script);
    const type = lower(script.type);
    if (type === "module") return modules().run(script);
    if (type !== "" && type !== "text/javascript" && type !== "application/javascript") return;
    if (script.noModule) return;
    const finish = (code) => {
      const outer = currentScript;
      currentScript = script;
      try {
        evaluateGlobally(code);
      } catch (error) {
        reportException(error);
      } finally {
        currentScript = outer;
      }
    };
    if (!script.hasAttribute("src")) return finish(script.textContent);
    const tell = (name) => dispatchTo(script, trust(new Event(name)));
    const done = (code) => { finish(code); tell("load"); };
    fetching().fetchText(script.src, done, () => tell("error"));
  });
  if (scriptsMade.size === 0) scriptsMade = null;
}

/// `document.write()`: the text goes after the script, where a parser would read it, or else to the end.
/// Written scripts run.
function writeInto(page, markup) {
  const { body } = page;
  if (body === null) return;
  const fragment = parseInside(body, markup), isOwn = idOf(page) === 0;
  const scripts = isOwn ? fragment.querySelectorAll("script") : [];
  for (let i = 0; i < scripts.length; i += 1) {
    const copy = page.createElement("script"), names = scripts[i].getAttributeNames();
    for (let k = 0; k < names.length; k += 1) copy.setAttribute(names[k], scripts[i].getAttribute(names[k]));
    copy.textContent = scripts[i].textContent;
    scripts[i].replaceWith(copy);
    if (copy.hasAttribute("src"))
      host.lose(
        "the order of a <script src> of 'document.write'",
        "it runs after the scripts of the page: put <script src> into the page"
      );
  }
  const script = isOwn && currentScript !== null && body.contains(currentScript) ? currentScript : null;
  if (script === null) return void body.append(fragment);
  const last = fragment.lastChild, after = lastWritten.get(script);
  (after !== undefined && after.isConnected ? after : script).after(fragment);
  if (last !== null) lastWritten.set(script, last);
}
/// The last written node, by script.
const lastWritten = new SafeWeakMap();

// Members that report that they have no effect.
const editableMembers = {
  get contentEditable() { return host.attribute("contenteditable", idOf(this)) ?? "inherit"; },
  set contentEditable(value) { setAttributeOf(idOf(this), "contenteditable", text(value)); },
  get draggable() { return host.attribute("draggable", idOf(this)) === "true"; },
  set draggable(value) { setAttributeOf(idOf(this), "draggable", value ? "true" : "false"); },
};
/// The selected text of a field or of the document.
function selectedText() {
  const field = document.activeElement;
  if (field !== null && isOf("Forms", "HTMLInputElement", field)) {
    const { selectionStart, selectionEnd } = field;
    if (typeof selectionStart === "number" && selectionEnd > selectionStart)
      return textSlice(field.value, selectionStart, selectionEnd);
  }
  return text(pageSelection());
}
const commandMembers = {
  execCommand(name) {
    if (lower(text(name)) === "copy") {
      const words = selectedText();
      if (words !== "") part("Device").clipboard.writeText(words);
      return words !== "";
    }
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
  HTMLSlotElement, HTMLStyleElement, HTMLLinkElement, linkChanged, runInserted,
  writeInto,
});
