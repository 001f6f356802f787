// Attributes as nodes (DOM Standard section 4.9.1, section 4.9.2).

let attachAttribute;
class Attr extends Node {
  #owner; #attribute; #value;
  constructor(key, owner, name, value) {
    if (key !== KEY) throw illegal();
    super(KEY, -1, name);
    this.#owner = owner; this.#attribute = name; this.#value = value;
  }
  get nodeType() { return 2; }
  get nodeName() { return this.#attribute; }
  get name() { return this.#attribute; }
  get localName() { return localPart(this.#attribute); }
  get prefix() {
    const colon = textIndex(this.#attribute, ":");
    return colon < 0 ? null : textSlice(this.#attribute, 0, colon);
  }
  get namespaceURI() { return attributeNamespace(this.#owner, this.#attribute); }
  get ownerElement() { return this.#owner; }
  get ownerDocument() { return this.#owner === null ? document : this.#owner.ownerDocument; }
  get isConnected() { return false; }
  get specified() { return true; }
  get value() {
    return this.#owner === null ? this.#value
      : host.attribute(this.#attribute, idOf(this.#owner)) ?? this.#value;
  }
  set value(value) {
    this.#value = text(value);
    if (this.#owner !== null) setAttributeOf(idOf(this.#owner), this.#attribute, this.#value);
  }
  get nodeValue() { return this.value; }
  set nodeValue(value) { this.value = value; }
  get textContent() { return this.value; }
  set textContent(value) { this.value = value; }
  cloneNode() { return new Attr(KEY, null, this.#attribute, this.value); }
  static {
    attachAttribute = (attribute, owner) => { attribute.#value = attribute.value; attribute.#owner = owner; };
  }
  get [Symbol.toStringTag]() { return "Attr"; }
}

function attributeNamespace(owner, name) {
  const colon = textIndex(name, ":");
  if (colon < 0) return name === "xmlns" ? XMLNS_NAMESPACE : null;
  const prefix = textSlice(name, 0, colon);
  if (prefix === "xlink") return XLINK_NAMESPACE;
  if (prefix === "xml") return XML_NAMESPACE;
  if (prefix === "xmlns") return XMLNS_NAMESPACE;
  return owner === null || (owner instanceof HTMLElement) ? null : namespaceInScope(owner, prefix);
}

/// The attributes of an element that have nodes, by name.
const attributeNodes = new SafeWeakMap();
function attributeNode(element, name) {
  const value = host.attribute(name, idOf(element));
  if (typeof value !== "string") return null;
  const key = element instanceof HTMLElement ? lower(name) : name;
  let known = attributeNodes.get(element);
  if (known === undefined) attributeNodes.set(element, known = new SafeMap());
  let node = known.get(key);
  if (node === undefined) known.set(key, node = new Attr(KEY, element, key, value));
  return node;
}
/// The qualified name of a namespace's attribute on an element; null if it is missing.
function nameInNamespace(element, namespace, local) {
  const wanted = namespace === "" || namespace === undefined ? null : namespace, name = text(local);
  if (wanted === null) return typeof host.attribute(name, idOf(element)) === "string" ? name : null;
  const all = parseJSON(host.attributes(idOf(element)));
  for (let i = 0; i < all.length; i += 1)
    if (localPart(all[i][0]) === name && attributeNamespace(element, all[i][0]) === wanted) return all[i][0];
  return null;
}

/// `attributes`: live, with the names of attributes as properties.
class NamedNodeMap {
  #element;
  constructor(key, element) { if (key !== KEY) throw illegal(); this.#element = element; }
  static element(map) { return map.#element; }
  get length() { return attributesOf(mapElement(this)).length; }
  item(index) { return attributeAt(mapElement(this), number(index)); }
  getNamedItem(name) { return attributeNode(mapElement(this), text(name)); }
  getNamedItemNS(namespace, local) { return mapElement(this).getAttributeNodeNS(namespace, local); }
  setNamedItem(node) { return mapElement(this).setAttributeNode(node); }
  setNamedItemNS(node) { return mapElement(this).setAttributeNode(node); }
  removeNamedItem(name) {
    const element = mapElement(this), node = attributeNode(element, text(name));
    if (node === null) throw new DOMException(`there is no attribute '${name}'`, "NotFoundError");
    return element.removeAttributeNode(node);
  }
  [Symbol.iterator]() {
    const element = mapElement(this), all = parseJSON(host.attributes(idOf(element)));
    return iterator(all, (pair) => attributeNode(element, pair[0]));
  }
  get [Symbol.toStringTag]() { return "NamedNodeMap"; }
}
const elementOfMap = NamedNodeMap.element;
delete NamedNodeMap.element;
const mapTargets = new SafeWeakMap();
const mapElement = (map) => elementOfMap(mapTargets.get(map) ?? map);
/// The attributes of the last requested element, as pairs.
const attributesRead = { __proto__: null, json: "", pairs: [] };
function attributesOf(element) {
  const json = host.attributes(idOf(element));
  if (json !== attributesRead.json) {
    attributesRead.pairs = parseJSON(json);
    attributesRead.json = json;
  }
  return attributesRead.pairs;
}
function attributeAt(element, index) {
  const all = attributesOf(element);
  return index >= 0 && index < all.length ? attributeNode(element, all[index][0]) : null;
}
const mapProxy = {
  __proto__: null,
  get(map, key) {
    const index = indexOfKey(key);
    if (index >= 0) return attributeAt(elementOfMap(map), index) ?? undefined;
    if (typeof key === "symbol" || key in map) return Reflect_get(map, key);
    return attributeNode(elementOfMap(map), key) ?? undefined;
  },
  has(map, key) {
    const index = indexOfKey(key);
    if (index >= 0) return index < map.length;
    return key in map || (typeof key === "string" && attributeNode(elementOfMap(map), key) !== null);
  },
  ownKeys(map) { const keys = []; for (let i = 0; i < map.length; i += 1) push(keys, `${i}`); return keys; },
  getOwnPropertyDescriptor(map, key) {
    const index = indexOfKey(key), value = index < 0 ? null : attributeAt(elementOfMap(map), index);
    return value === null ? undefined : { value, writable: false, enumerable: true, configurable: true };
  },
  set() { return true; },
  deleteProperty() { return true; },
};
const attributeMaps = new SafeWeakMap();

const elementMembers = {
  get attributes() {
    let map = attributeMaps.get(this);
    if (map === undefined) {
      const target = new NamedNodeMap(KEY, this);
      map = new Proxy(target, mapProxy);
      mapTargets.set(map, target);
      attributeMaps.set(this, map);
    }
    return map;
  },
  getAttributeNode(name) { return attributeNode(this, text(name)); },
  getAttributeNodeNS(namespace, local) {
    const name = nameInNamespace(this, namespace, local);
    return name === null ? null : attributeNode(this, name);
  },
  setAttributeNode(node) {
    if (!(node instanceof Attr))
      throw new TypeError(`setAttributeNode: ${kindOfValue(node)} is not an attribute`);
    if (node.ownerElement === this) return node;
    if (node.ownerElement !== null)
      throw new DOMException("the attribute is on another element", "InUseAttributeError");
    const { name } = node, old = attributeNode(this, name);
    if (old !== null) attachAttribute(old, null);
    setAttributeOf(idOf(this), name, node.value);
    attachAttribute(node, this);
    let known = attributeNodes.get(this);
    if (known === undefined) attributeNodes.set(this, known = new SafeMap());
    known.set(name, node);
    return old;
  },
  setAttributeNodeNS(node) { return this.setAttributeNode(node); },
  removeAttributeNode(node) {
    if (!(node instanceof Attr) || node.ownerElement !== this)
      throw new DOMException("the attribute is not on this element", "NotFoundError");
    attachAttribute(node, null);
    attributeNodes.get(this)?.delete(node.name);
    setAttributeOf(idOf(this), node.name, null);
    return node;
  },
  getAttributeNS(namespace, local) {
    const name = nameInNamespace(this, namespace, local);
    return name === null ? null : host.attribute(name, idOf(this)) ?? null;
  },
  setAttributeNS(namespace, name, value) {
    const qualified = attributeName(name), known = namespace === null || namespace === "" ? null
      : nameInNamespace(this, text(namespace), localPart(qualified));
    // The serialization of markup writes the prefixes of these two namespaces.
    const prefix = textIndex(qualified, ":") >= 0 ? "" : namespace === XLINK_NAMESPACE ? "xlink:"
      : namespace === XML_NAMESPACE ? "xml:" : "";
    setAttributeOf(idOf(this), known ?? prefix + qualified, text(value));
  },
  hasAttributeNS(namespace, local) { return nameInNamespace(this, namespace, local) !== null; },
  removeAttributeNS(namespace, local) {
    const name = nameInNamespace(this, namespace, local);
    if (name !== null) setAttributeOf(idOf(this), name, null);
  },
};

({ Attr, NamedNodeMap, Element: elementMembers });
