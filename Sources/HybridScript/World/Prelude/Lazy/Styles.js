// Classes, styles and data attributes as objects.

/// `backgroundColor` -> `background-color`; custom properties and kebab names stay.
const kebabs = new SafeMap();
function kebab(name) {
  let known = kebabs.get(name);
  if (known !== undefined) return known;
  if (startsWith(name, "--")) return name;
  known = "";
  for (let i = 0; i < name.length; i += 1) {
    const code = codeAt(name, i);
    known += code >= 65 && code <= 90 ? `-${fromCharCode(code + 32)}` : name[i];
  }
  if (startsWith(known, "webkit-")) known = `-${known}`;
  if (name === "cssFloat") known = "float";
  if (kebabs.size > 2000) kebabs.clear();
  kebabs.set(name, known);
  return known;
}
/// `user-id` -> `userId`.
function camel(name) {
  let result = "";
  for (let i = 0; i < name.length; i += 1) {
    const code = name[i] === "-" ? codeAt(name, i + 1) : 0;
    if (code >= 97 && code <= 122) { result += fromCharCode(code - 32); i += 1; } else result += name[i];
  }
  return result;
}

/// `classList` (DOM Standard section 7.1).
class DOMTokenList {
  #element; #attribute; #seen = ""; #words = null;
  constructor(key, element, attribute = "class") {
    if (key !== KEY) throw illegal();
    this.#element = element;
    this.#attribute = attribute;
  }
  get value() { return host.attribute(this.#attribute, idOf(this.#element)) ?? ""; }
  set value(value) { setAttributeOf(idOf(this.#element), this.#attribute, text(value)); }
  get length() { return this.#known().length; }
  item(index) { return this.#known()[index] ?? null; }
  contains(name) { return includes(this.#known(), text(name)); }
  add(...names) {
    const all = this.#all();
    for (let i = 0; i < names.length; i += 1) {
      const name = token_(names[i]);
      if (!includes(all, name)) push(all, name);
    }
    this.#write(all);
  }
  remove(...names) {
    const all = this.#all();
    for (let i = 0; i < names.length; i += 1) {
      const at = indexOf(all, token_(names[i]));
      if (at >= 0) splice(all, at, 1);
    }
    this.#write(all);
  }
  toggle(name, force = undefined) {
    const has = this.contains(token_(name));
    const want = force === undefined ? !has : !!force;
    if (want && !has) this.add(name); else if (!want && has) this.remove(name);
    return want;
  }
  replace(old, name) {
    const all = this.#all(), at = indexOf(all, token_(old));
    if (at < 0) return false;
    if (includes(all, token_(name))) splice(all, at, 1); else all[at] = text(name);
    this.#write(all);
    return true;
  }
  forEach(callback, receiver = undefined) {
    const all = this.#all();
    for (let i = 0; i < all.length; i += 1) apply(callback, receiver, [all[i], i, this]);
  }
  values() { return this[Symbol.iterator](); }
  keys() { return this.#all().keys(); }
  entries() { return this.#all().entries(); }
  supports(name) {
    const known = supportedTokens[this.#attribute];
    if (known === undefined) throw new TypeError(`'${this.#attribute}' has no list of supported tokens`);
    return includes(known, lower(text(name)));
  }
  [Symbol.iterator]() { return this.#all()[Symbol.iterator](); }
  toString() { return this.value; }
  #all() { return slice(this.#known()); }
  /// The tokens of the last value; nobody changes the list.
  #known() {
    const value = this.value;
    if (this.#words === null || this.#seen !== value) {
      const all = words(value), found = new SafeSet();
      this.#seen = value;
      this.#words = [];
      for (let i = 0; i < all.length; i += 1) {
        if (found.has(all[i])) continue;
        found.add(all[i]);
        push(this.#words, all[i]);
      }
    }
    return this.#words;
  }
  #write(all) {
    const value = join(all, " ");
    if (value !== this.value) this.value = value;
  }
}
/// `classList[0]`: a key that is no member may be the index of a token.
setPrototypeOf(DOMTokenList.prototype, new Proxy(create(ObjectPrototype), {
  __proto__: null,
  get(target, key, receiver) {
    const index = indexOfKey(key);
    return index >= 0 && receiver !== DOMTokenList.prototype && receiver instanceof DOMTokenList
      ? receiver.item(index) ?? undefined : Reflect_get(target, key, receiver);
  },
}));
/// The tokens with a meaning, by attribute.
const supportedTokens = { __proto__: null, rel: ["stylesheet", "alternate"] };
/// The tokens of an attribute, as in `classList`.
function tokensOf(element, name) {
  return new DOMTokenList(KEY, element, name);
}
function token_(value) {
  const name = text(value);
  if (name === "") throw new DOMException("a class name is not empty", "SyntaxError");
  if (words(name).length !== 1 || words(name)[0] !== name)
    throw new DOMException(`'${name}' has white space in it`, "InvalidCharacterError");
  return name;
}

/// Serializes declarations like browsers.
function normalText(css) {
  if (css === "") return "";
  if (normalized.css !== css) {
    normalized.text = host.setDeclaration("", "", false, css);
    normalized.css = css;
  }
  return normalized.text;
}
/// The last requested text, since scripts read one property after another.
const normalized = { __proto__: null, css: "", text: "" };
/// `element.style` and the result of `getComputedStyle` (CSSOM section 6.6): names in camelCase and
/// kebab-case.
class CSSStyleDeclaration {
  #id; #isComputed; #block; #pseudo;
  constructor(key, id, isComputed, block, pseudo) {
    if (key !== KEY) throw illegal();
    this.#pseudo = pseudo;
    this.#id = id;
    this.#isComputed = isComputed;
    this.#block = block;
  }
  static read(style, name) {
    if (style.#block !== null) return host.declaration(name, style.#block.get());
    return style.#isComputed
      ? host.resolvedStyle(name, style.#id, style.#pseudo) : host.inlineStyle(name, style.#id);
  }
  static write(style, name, value, isImportant) {
    if (style.#isComputed)
      throw new DOMException("computed styles cannot be changed", "NoModificationAllowedError");
    if (style.#block !== null) {
      style.#block.set(host.setDeclaration(name, value, isImportant, style.#block.get()));
      return;
    }
    const before = observing ? host.attribute("style", style.#id) : null;
    host.setInlineStyle(name, value, isImportant, style.#id);
    if (observing) attributeObserved(style.#id, "style", before);
  }
  getPropertyValue(name) { return readStyle(targetStyle(this), kebab(text(name))); }
  setProperty(name, value, priority = "") {
    writeStyle(
      targetStyle(this), kebab(text(name)), textOrEmpty(value), lower(textOrEmpty(priority)) === "important"
    );
  }
  removeProperty(name) {
    const property = kebab(text(name)), style = targetStyle(this), old = readStyle(style, property);
    writeStyle(style, property, "", false);
    return old;
  }
  getPropertyPriority(name) {
    const wanted = kebab(text(name)), parts = textSplit(targetStyle(this).cssText, ";");
    for (let i = parts.length - 1; i >= 0; i -= 1) {
      const colon = textIndex(parts[i], ":");
      if (colon > 0 && trim(textSlice(parts[i], 0, colon)) === wanted)
        return execute(/!\s*important\s*$/i, parts[i]) === null ? "" : "important";
    }
    return "";
  }
  get cssText() {
    const style = targetStyle(this);
    if (style.#block !== null) return style.#block.get();
    return style.#isComputed ? "" : normalText(host.attribute("style", style.#id) ?? "");
  }
  set cssText(value) {
    const style = targetStyle(this);
    if (style.#block !== null) style.#block.set(style.#block.normal(textOrEmpty(value)));
    else if (!style.#isComputed) setAttributeOf(style.#id, "style", normalText(textOrEmpty(value)));
  }
  get parentRule() { return targetStyle(this).#block?.rule ?? null; }
  static names(style) { return style.#isComputed ? namesComputed() : declaredNames(style.cssText); }
  get length() { return styleNames(targetStyle(this)).length; }
  item(index) { return styleNames(targetStyle(this))[index] ?? ""; }
  [Symbol.iterator]() { return styleNames(targetStyle(this))[Symbol.iterator](); }
  get [Symbol.toStringTag]() { return "CSSStyleDeclaration"; }
}
const { names: styleNames, read: readStyle, write: writeStyle } = CSSStyleDeclaration;
delete CSSStyleDeclaration.names;
delete CSSStyleDeclaration.read;
delete CSSStyleDeclaration.write;
let allComputed = null;
function namesComputed() { return slice(allComputed ??= textSplit(host.computedNames(), " ")); }
let namesDeclared = { __proto__: null, css: "", names: [] };
function declaredNames(css) {
  if (namesDeclared.css === css) return slice(namesDeclared.names);
  const parts = textSplit(css, ";"), names = [];
  for (let i = 0; i < parts.length; i += 1) {
    const colon = textIndex(parts[i], ":");
    if (colon > 0) push(names, trim(textSlice(parts[i], 0, colon)));
  }
  namesDeclared = { __proto__: null, css, names };
  return slice(names);
}
const styleTargets = new SafeWeakMap();
const targetStyle = (value) => styleTargets.get(value) ?? value;
const styleProxy = {
  __proto__: null,
  get(target, name) {
    if (typeof name === "symbol" || name in target) {
      const value = Reflect_get(target, name);
      return value;
    }
    if (isInteger(+name)) return target.item(+name);
    return readStyle(target, kebab(name));
  },
  set(target, name, value) {
    if (name === "cssText") { target.cssText = value; return true; }
    if (typeof name === "symbol")
      return defineProperty(
        target, name, { __proto__: null, value, writable: true, configurable: true }
      ), true;
    let written = textOrEmpty(value), isImportant = false;
    const mark = textIndex(lower(written), "!important");
    if (mark >= 0) { written = trim(textSlice(written, 0, mark)); isImportant = true; }
    writeStyle(target, kebab(name), written, isImportant);
    return true;
  },
  has(target, name) {
    return name in target || (typeof name === "string" && host.supports(kebab(name), "inherit"));
  },
  deleteProperty(target, name) {
    if (typeof name === "string") writeStyle(target, kebab(name), "", false);
    return true;
  },
};
/// `block`: the declarations of a rule instead of an element's. `pseudo`: a pseudo-element of the element.
function makeStyle(id, isComputed, block = null, pseudo = "") {
  const target = new CSSStyleDeclaration(KEY, id, isComputed, block, pseudo);
  const style = new Proxy(target, styleProxy);
  styleTargets.set(style, target);
  return style;
}

/// `dataset` (HTML Standard section 3.2.6.6).
const dataProxy = {
  __proto__: null,
  get(target, name) {
    return typeof name === "symbol" ? name === Symbol.toStringTag ? "DOMStringMap" : undefined
      : host.attribute(`data-${kebab(name)}`, target.id) ?? ObjectPrototype[name];
  },
  set(target, name, value) {
    setAttributeOf(target.id, `data-${kebab(text(name))}`, text(value));
    return true;
  },
  has(target, name) {
    return typeof name === "string" && typeof host.attribute(`data-${kebab(name)}`, target.id) === "string";
  },
  deleteProperty(target, name) { setAttributeOf(target.id, `data-${kebab(text(name))}`, null); return true; },
  ownKeys(target) {
    const all = parseJSON(host.attributes(target.id)), names = [];
    for (let i = 0; i < all.length; i += 1)
      if (startsWith(all[i][0], "data-")) push(names, camel(textSlice(all[i][0], 5)));
    return names;
  },
  getOwnPropertyDescriptor(target, name) {
    const value = typeof name === "string" ? host.attribute(`data-${kebab(name)}`, target.id) : null;
    return value === null || value === undefined ? undefined
      : { value, writable: true, enumerable: true, configurable: true };
  },
};

function makeDataset(id) { return new Proxy({ __proto__: null, id }, dataProxy); }

({ DOMTokenList, CSSStyleDeclaration, makeStyle, makeDataset, tokensOf, kebab, camel });
