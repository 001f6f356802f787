// Members of elements that depend on the layout.

/// The rendered text of an element (HTML Standard section 3.2.7, `innerText`): white space collapsed, line
/// breaks between lines.
const isSpace = (code) => code === 32 || (code >= 9 && code <= 13 && code !== 11);
function renderedText(top) {
  for (let id = top; id > 0; id = relative(PARENT, id)) {
    const shown = host.kind(id) === ELEMENT ? host.computedStyle("display", id) : "";
    if (shown === "" || shown === "none") return host.textContent(top);
  }
  let result = "", breaks = 0, isBlank = false, isFresh = true;
  const put = (part) => {
    if (part === "") return;
    if (result !== "") result += repeat("\n", breaks);
    if (isBlank && !isFresh && breaks === 0) result += " ";
    result += part;
    breaks = 0; isBlank = false; isFresh = false;
  };
  const edge = (count) => { breaks = maximum(breaks, count); isBlank = false; isFresh = true; };
  const line = () => {
    result += repeat("\n", result === "" ? 1 : breaks + 1);
    breaks = 0;
    isBlank = false;
    isFresh = true;
  };
  const collapsed = (data) => {
    if (isSpace(codeAt(data, 0))) isBlank = true;
    const parts = words(data);
    for (let i = 0; i < parts.length; i += 1) { if (i > 0) isBlank = true; put(parts[i]); }
    if (parts.length > 0 && isSpace(codeAt(data, data.length - 1))) isBlank = true;
  };
  const addText = (id) => {
    const mode = host.computedStyle("white-space-collapse", relative(PARENT, id)), data = host.data(id);
    if (mode === "" || mode === "collapse") return collapsed(data);
    if (mode !== "preserve-breaks") { put(data); isFresh = data[data.length - 1] === "\n"; return undefined; }
    const lines = textSplit(data, "\n");
    for (let i = 0; i < lines.length; i += 1) { if (i > 0) line(); collapsed(lines[i]); }
    return undefined;
  };
  const gap = (id) => (lower(host.name(id)) === "p" ? 2 : 1);
  const isLine = (display) => display !== "inline" && textIndex(display, "inline-") !== 0
    && display !== "contents";
  for (let id = relative(FIRST, top); id >= 0;) {
    let inner = -1;
    const kind = host.kind(id);
    if (kind === TEXT) addText(id);
    else if (kind === ELEMENT) {
      const display = host.computedStyle("display", id);
      if (lower(host.name(id)) === "br") line();
      else if (display !== "none") {
        inner = relative(FIRST, id);
        if (isLine(display)) edge(gap(id));
      }
    }
    if (inner >= 0) { id = inner; continue; }
    let next = relative(NEXT, id);
    while (next < 0) {
      id = relative(PARENT, id);
      if (id === top) return result;
      if (isLine(host.computedStyle("display", id))) edge(gap(id));
      next = relative(NEXT, id);
    }
    id = next;
  }
  return result;
}

/// Whether an element has a box, with the further conditions of the options (CSSOM View section 6.1).
function checkVisibility(settings = undefined) {
  const id = idOf(this), display = host.computedStyle("display", id);
  if (display === "" || display === "contents") return false;
  const seesOpacity = settings?.checkOpacity || settings?.opacityProperty;
  for (let at = id; at > 0 && host.kind(at) === ELEMENT; at = relative(PARENT, at)) {
    if (host.computedStyle("display", at) === "none") return false;
    if (seesOpacity && +host.computedStyle("opacity", at) === 0) return false;
  }
  return !(settings?.checkVisibilityCSS || settings?.visibilityProperty)
    || host.computedStyle("visibility", id) === "visible";
}

/// `innerText`: each line break is a `br` (HTML Standard section 3.2.7).
function setRenderedText(node, value) {
  const joined = join(textSplit(join(textSplit(value, "\r\n"), "\n"), "\r"), "\n");
  const lines = textSplit(joined, "\n");
  if (lines.length === 1 || options.isNative) { replaceByText(idOf(node), value); return; }
  const fragment = document.createDocumentFragment();
  for (let i = 0; i < lines.length; i += 1) {
    if (i > 0) place(idOf(fragment), document.createElement("br"), -1);
    if (lines[i] !== "") place(idOf(fragment), document.createTextNode(lines[i]), -1);
  }
  replaceByText(idOf(node), "");
  place(idOf(node), fragment, -1);
}
({ renderedText, setRenderedText, Element: { checkVisibility } });
