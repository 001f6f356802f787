// Other documents than the page's own, document types, and markup as text (DOM Standard section 4.5, HTML
// Standard section 8.5). Such a document runs and loads nothing.

class DocumentType extends Node {
  constructor(key, id, name) { if (key !== KEY) throw illegal(); super(key, id, name); }
  get nodeName() { return this.name; }
  get name() { return typeNames(this)[0]; }
  get publicId() { return typeNames(this)[1]; }
  get systemId() { return typeNames(this)[2]; }
  get textContent() { return null; }
  set textContent(value) {}
  get [Symbol.toStringTag]() { return "DocumentType"; }
}
install(DocumentType.prototype, {
  remove() { takeOut(idOf(this)); },
  before: childMembers.before, after: childMembers.after, replaceWith: childMembers.replaceWith,
});
function typeNames(node) {
  const found = host.documentType(idOf(node));
  return typeof found === "string" ? parseJSON(found) : [nameOf(node), "", ""];
}

/// The traits of a detached document by number: `type` is its `contentType`.
function makeDocument(id, type, isQuirks = false) {
  const isHTML = type === "text/html";
  documents.set(id, { type, isQuirks, isHTML });
  if (!isHTML) hasForeign = true;
  return wrap(id);
}
function wrapDocument(id, known) {
  return remember(id, new (known.isHTML ? HTMLDocument : XMLDocument)(KEY, id, ""));
}
const emptyHTML = (title) => `<!DOCTYPE html><html><head>${title === undefined ? ""
  : "<title></title>"}</head><body></body></html>`;

class DOMImplementation {
  #document;
  constructor(key, document_) { if (key !== KEY) throw illegal(); this.#document = document_; }
  createHTMLDocument(title = undefined) {
    const read = parseJSON(readMarkup(emptyHTML(title), false)), made = makeDocument(read[0], "text/html");
    if (title !== undefined) made.title = text(title);
    return made;
  }
  createDocument(namespace, name, type = null) {
    const made = makeDocument(
      makeNode(FRAGMENT, ""),
      namespace === HTML_NAMESPACE ? "application/xhtml+xml" : namespace === SVG_NAMESPACE ? "image/svg+xml"
        : "application/xml"
    );
    if (type !== null && type !== undefined) place(idOf(made), type, -1);
    if (name !== null && name !== undefined && text(name) !== "")
      place(idOf(made), made.createElementNS(namespace, name), -1);
    return made;
  }
  createDocumentType(name, publicId, systemId) {
    const id = makeType(text(name), text(publicId), text(systemId));
    return remember(id, new DocumentType(KEY, id, text(name)));
  }
  hasFeature() { return true; }
  get [Symbol.toStringTag]() { return "DOMImplementation"; }
}
const readMarkup = guarded(host.readDocument), makeType = guarded(host.makeDocumentType);
const implementations = new SafeWeakMap();
function implementationOf(document_) {
  let known = implementations.get(document_);
  if (known === undefined) implementations.set(document_, known = new DOMImplementation(KEY, document_));
  return known;
}

const xmlTypes = ["text/xml", "application/xml", "application/xhtml+xml", "image/svg+xml"];
class DOMParser {
  parseFromString(markup, type) {
    const kind = text(type);
    if (kind === "text/html") {
      const read = parseJSON(readMarkup(text(markup), false));
      return makeDocument(read[0], kind, read[1]);
    }
    if (!includes(xmlTypes, kind)) throw new TypeError(`'${kind}' is not a type that DOMParser reads`);
    return readXML(text(markup), kind);
  }
  get [Symbol.toStringTag]() { return "DOMParser"; }
}
const PARSER_ERROR = "http://www.mozilla.org/newlayout/xml/parsererror.xml";
function readXML(markup, kind) {
  const read = parseJSON(readMarkup(markup, true)), made = makeDocument(read[0], kind);
  if (read[2] === "") return made;
  const fault = made.createElementNS(PARSER_ERROR, "parsererror");
  fault.textContent = read[2];
  place(idOf(made), fault, -1);
  return made;
}

/// XML text (DOM Parsing section 3.2): each element has a namespace declaration if its parent has another
/// namespace.
class XMLSerializer {
  serializeToString(node) { return markupOfXML(requireId(node, "serializeToString")); }
  get [Symbol.toStringTag]() { return "XMLSerializer"; }
}
const xmlEntities = { __proto__: null, "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" };
function xmlText(value, isAttribute) {
  let result = "";
  for (let i = 0; i < value.length; i += 1) {
    const c = value[i];
    result += c === "\"" && !isAttribute ? c
      : xmlEntities[c]
        ?? (isAttribute && (c === "\n" || c === "\t" || c === "\r") ? `&#${codeAt(c, 0)};` : c);
  }
  return result;
}
function markupOfXML(top) {
  let result = "";
  const spaces = [null];
  for (let id = top; ;) {
    let inner = -1;
    switch (host.kind(id)) {
    case ELEMENT: {
      const element = wrap(id), name = element instanceof HTMLElement ? lower(nameOf(element))
        : nameOf(element), { namespaceURI } = element;
      const all = parseJSON(host.attributes(id));
      result += `<${name}`;
      let isSaid = textIndex(name, ":") > 0;
      for (let i = 0; i < all.length; i += 1) if (all[i][0] === "xmlns") isSaid = true;
      if (!isSaid && namespaceURI !== spaces[spaces.length - 1])
        result += ` xmlns="${xmlText(namespaceURI ?? "", true)}"`;
      for (let i = 0; i < all.length; i += 1) result += ` ${all[i][0]}="${xmlText(all[i][1], true)}"`;
      inner = relative(FIRST, id);
      if (inner < 0)
        result += element instanceof HTMLElement && !isVoid(name) ? `></${name}>`
          : element instanceof HTMLElement ? " />" : "/>";
      else { result += ">"; push(spaces, namespaceURI); }
      break;
    }
    case TEXT: result += xmlText(host.data(id), false); break;
    case COMMENT: result += `<!--${host.data(id)}-->`; break;
    case DOCTYPE: {
      const names = parseJSON(host.documentType(id));
      result += `<!DOCTYPE ${names[0]}${names[1] !== "" ? ` PUBLIC "${names[1]}"` : names[2] !== ""
        ? " SYSTEM" : ""}${names[2] !== "" ? ` "${names[2]}"` : ""}>`;
      break;
    }
    default: inner = relative(FIRST, id);
    }
    if (inner >= 0) { id = inner; continue; }
    for (;;) {
      if (id === top) return result;
      const next = relative(NEXT, id);
      if (next >= 0) { id = next; break; }
      id = relative(PARENT, id);
      if (host.kind(id) === ELEMENT) {
        const element = wrap(id);
        result += `</${element instanceof HTMLElement ? lower(nameOf(element)) : nameOf(element)}>`;
        spaces.length -= 1;
      }
    }
  }
}
const isVoid = (name) => includes(options.voidElements, name);

/// Rare members of nodes.
const nodeMembers = {
  lookupNamespaceURI(prefix) {
    const element = this instanceof Document ? this.documentElement : this instanceof Element ? this
      : this.parentElement;
    return element === null ? null
      : namespaceInScope(element, prefix === "" || prefix === undefined ? null : prefix)
        ?? (prefix === null || prefix === "" ? element.namespaceURI : null);
  },
  isDefaultNamespace(namespace) {
    return this.lookupNamespaceURI(null) === (namespace === "" ? null : namespace);
  },
  normalize() {
    const all = listOf(host.children(idOf(this), false));
    for (let i = 0; i < all.length; i += 1) {
      const node = all[i];
      if (!(node instanceof Text)) { node.normalize(); continue; }
      let { data } = node;
      const first = i;
      while (i + 1 < all.length && all[i + 1] instanceof Text) { i += 1; data += all[i].data; }
      if (data === "") takeOut(idOf(node)); else if (data !== node.data) node.data = data;
      for (let next = first + 1; next <= i; next += 1) takeOut(idOf(all[next]));
    }
  },
  lookupPrefix(namespace) {
    const wanted = textOrEmpty(namespace);
    if (wanted === "") return null;
    let id = this instanceof Document ? idOf(this.documentElement ?? this) : idOf(this);
    if (host.kind(id) !== ELEMENT) id = relative(PARENT, id);
    for (; id >= 0 && host.kind(id) === ELEMENT; id = relative(PARENT, id)) {
      const element = wrap(id);
      if (element.prefix !== null && element.namespaceURI === wanted) return element.prefix;
      const all = parseJSON(host.attributes(id));
      for (let i = 0; i < all.length; i += 1)
        if (startsWith(all[i][0], "xmlns:") && all[i][1] === wanted) return textSlice(all[i][0], 6);
    }
    return null;
  },
};

function cloneDocument(node, deep) {
  const id = idOf(node), known = documents.get(id) ?? { type: "text/html", isQuirks: host.quirks() };
  const copy = makeDocument(makeNode(FRAGMENT, ""), known.type, known.isQuirks);
  for (let child = deep ? relative(FIRST, id) : -1; child >= 0; child = relative(NEXT, child))
    place(idOf(copy), wrap(cloneTree(child, true)), -1);
  return copy;
}

(
  {
    DocumentType, DOMImplementation, DOMParser, XMLSerializer, makeDocument, wrapDocument, implementationOf,
    readXML, markupOfXML, cloneDocument, xmlTypes, Node: nodeMembers,
  }
);
