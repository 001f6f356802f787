// Style sheets and their rules (CSSOM section 6). The host parses and applies them as texts; a sheet's rules
// are parsed when a script first uses them, and sent to the host before the next layout.

const ownersOf = new SafeMap();
let nextNumber = 0;
const dirty = new SafeSet(), adoptions = new SafeMap();
const readRules = (value) => parseJSON(host.sheetRules(value));
const badRule = (message) => new DOMException(message, "SyntaxError");

// Lists.
class StyleSheetList extends Array {
  static get [Symbol.species]() { return Array; }
  item(index) { return this[index] ?? null; }
  get [Symbol.toStringTag]() { return "StyleSheetList"; }
}
let rulesIn;
class CSSRuleList {
  #rules;
  constructor(key, rules) { if (key !== KEY) throw illegal(); this.#rules = rules; }
  static { rulesIn = (list) => list.#rules; }
  get length() { return rulesIn(listTargets.get(this) ?? this).length; }
  item(index) { return rulesIn(listTargets.get(this) ?? this)[index] ?? null; }
  get [Symbol.toStringTag]() { return "CSSRuleList"; }
}
const listTargets = new SafeWeakMap();
defineProperty(
  CSSRuleList.prototype, Symbol.iterator,
  { __proto__: null, value: Array.prototype[Symbol.iterator], writable: true, configurable: true }
);
const isIndex = (name) => typeof name === "string" && execute(/^(0|[1-9]\d*)$/, name) !== null;
const listProxy = {
  __proto__: null,
  get(target, name, receiver) {
    return isIndex(name) ? rulesIn(target)[+name] : Reflect_get(target, name, receiver);
  },
  has(target, name) { return isIndex(name) ? +name < rulesIn(target).length : name in target; },
  ownKeys(target) {
    const keys = [];
    for (let i = 0; i < rulesIn(target).length; i += 1) push(keys, text(i));
    return keys;
  },
  getOwnPropertyDescriptor(target, name) {
    const value = isIndex(name) ? rulesIn(target)[+name] : undefined;
    return value === undefined ? undefined : { value, writable: false, enumerable: true, configurable: true };
  },
  set() { return false; },
};
function listOfRules(rules) {
  const target = new CSSRuleList(KEY, rules), list = new Proxy(target, listProxy);
  listTargets.set(list, target);
  return list;
}
class MediaList {
  #text; #changed;
  constructor(key, value, changed) {
    if (key !== KEY) throw illegal();
    this.#text = value;
    this.#changed = changed;
  }
  get mediaText() { return this.#text; }
  set mediaText(value) { this.#text = mediaText(textOrEmpty(value)); this.#changed(this.#text); }
  get length() { return queries(this.#text).length; }
  item(index) { return queries(this.#text)[index] ?? null; }
  appendMedium(value) {
    const medium = mediaText(text(value));
    if (!includes(queries(this.#text), medium))
      this.mediaText = this.#text === "" ? medium : `${this.#text}, ${medium}`;
  }
  deleteMedium(value) {
    const all = queries(this.#text), at = indexOf(all, mediaText(text(value)));
    if (at < 0) throw new DOMException(`the list has no '${value}'`, "NotFoundError");
    splice(all, at, 1);
    this.mediaText = join(all, ", ");
  }
  toString() { return this.#text; }
  get [Symbol.toStringTag]() { return "MediaList"; }
}
const queries = (value) => (value === "" ? [] : textSplit(value, ", "));
const mediaText = (value) => readRules(`@media ${value}{}`)[0]?.[1] ?? "not all";

// Rules. A rule keeps its texts, and its inner rules.
let ruleOf, makeRule;
class CSSRule {
  #kind; #prelude; #declarations; #rules; #list = null; #style = null; #sheet; #parent; #media = null;
  constructor(key, outline, sheet, parent) {
    if (key !== KEY) throw illegal();
    [this.#kind, this.#prelude, this.#declarations] = outline;
    this.#sheet = sheet;
    this.#parent = parent;
    this.#rules = makeRules(outline[3], sheet, this);
  }
  static {
    ruleOf = {
      __proto__: null,
      kind: (rule) => rule.#kind,
      prelude: (rule) => rule.#prelude,
      setPrelude(rule, value) { rule.#prelude = value; touch(rule.#sheet); },
      declarations: (rule) => rule.#declarations,
      setDeclarations(rule, value) { rule.#declarations = value; touch(rule.#sheet); },
      rules: (rule) => rule.#rules,
      list: (rule) => rule.#list ??= listOfRules(rule.#rules),
      style: (rule) => rule.#style ??= makeRuleStyle(rule),
      media: (rule) => rule.#media ??= new MediaList(
        KEY, rule.#prelude, (value) => ruleOf.setPrelude(rule, value)
      ),
      detach(rule) { rule.#sheet = null; rule.#parent = null; },
    };
  }
  get cssText() { return cssText(this); }
  set cssText(value) {}
  get parentRule() { return this.#parent; }
  get parentStyleSheet() { return this.#sheet; }
  get type() { return ruleTypes[this.#kind] ?? 0; }
  get [Symbol.toStringTag]() { return getPrototypeOf(this).constructor.name; }
}
const ruleTypes = {
  __proto__: null, style: 1, import: 3, media: 4, "font-face": 5, page: 6, keyframes: 7, keyframe: 8,
  namespace: 10, "counter-style": 11, supports: 12, "font-feature-values": 14,
};
const ruleConstants = {
  STYLE_RULE: 1, CHARSET_RULE: 2, IMPORT_RULE: 3, MEDIA_RULE: 4, FONT_FACE_RULE: 5, PAGE_RULE: 6,
  KEYFRAMES_RULE: 7, KEYFRAME_RULE: 8, MARGIN_RULE: 9, NAMESPACE_RULE: 10, COUNTER_STYLE_RULE: 11,
  SUPPORTS_RULE: 12, FONT_FEATURE_VALUES_RULE: 14,
};
install(CSSRule, ruleConstants);
install(CSSRule.prototype, ruleConstants);
function makeRuleStyle(rule) {
  return makeStyle(-1, false, {
    __proto__: null, rule, get: () => ruleOf.declarations(rule), set(value) {
      ruleOf.setDeclarations(rule, value);
    },
    normal: (value) => (ruleTypes[ruleOf.kind(rule)] === 5 ? value : readRules(`*{${value}}`)[0]?.[2] ?? ""),
  });
}
const withStyle = {
  get style() { return ruleOf.style(this); }, set style(value) { ruleOf.style(this).cssText = value; },
};
const grouping = {
  get cssRules() { return ruleOf.list(this); },
  insertRule(rule, index = 0) {
    const isNested = ruleOf.kind(this) === "style" || isInStyle(this);
    return insertInto(ruleOf.rules(this), text(rule), index, this.parentStyleSheet, this, isNested);
  },
  deleteRule(index) { deleteFrom(ruleOf.rules(this), index, this.parentStyleSheet); },
};
function isInStyle(rule) {
  for (let above = rule.parentRule; above !== null; above = above.parentRule)
    if (ruleOf.kind(above) === "style") return true;
  return false;
}
const ruleClass = (name, Base, ...members) => {
  const Class = {
    [name]: class extends Base {
      constructor(key, outline, sheet, parent) { super(key, outline, sheet, parent); }
    },
  }[name];
  for (let i = 0; i < members.length; i += 1) install(Class.prototype, members[i]);
  return Class;
};
const CSSGroupingRule = ruleClass("CSSGroupingRule", CSSRule, grouping);
const CSSConditionRule = ruleClass(
  "CSSConditionRule", CSSGroupingRule, { get conditionText() { return ruleOf.prelude(this); } }
);
const named = { get name() { return ruleOf.prelude(this); } };
const CSSStyleRule = ruleClass("CSSStyleRule", CSSRule, grouping, withStyle, {
  get selectorText() { return ruleOf.prelude(this); },
  set selectorText(value) {
    const read = readRules(isInStyle(this) ? `&{${text(value)}{}}` : `${text(value)}{}`),
      outline = isInStyle(this)
      ? read[0]?.[3][0] : read[0];
    if (read.length === 1 && outline?.[0] === "style") ruleOf.setPrelude(this, outline[1]);
  },
});
const CSSMediaRule = ruleClass(
  "CSSMediaRule", CSSConditionRule,
  {
    get media() { return ruleOf.media(this); }, set media(value) { ruleOf.media(this).mediaText = value; },
    get matches() { return host.matchesMedia(ruleOf.prelude(this)); },
  }
);
const CSSSupportsRule = ruleClass(
  "CSSSupportsRule", CSSConditionRule, { get matches() { return host.supports(ruleOf.prelude(this), null); } }
);
const CSSContainerRule = ruleClass("CSSContainerRule", CSSConditionRule, {
  get containerName() { return containerParts(this)?.[1] ?? ""; },
  get containerQuery() {
    const parts = containerParts(this);
    return parts === null ? ruleOf.prelude(this) : parts[2] ?? "";
  },
});
const containerParts = (rule) => execute(/^(?!not\s)([^\s(),]+)(?:\s+([^]*))?$/i, ruleOf.prelude(rule));
const CSSLayerBlockRule = ruleClass("CSSLayerBlockRule", CSSGroupingRule, named);
const CSSScopeRule = ruleClass("CSSScopeRule", CSSGroupingRule);
const CSSStartingStyleRule = ruleClass("CSSStartingStyleRule", CSSGroupingRule);
const CSSLayerStatementRule = ruleClass(
  "CSSLayerStatementRule", CSSRule, { get nameList() { return textSplit(ruleOf.prelude(this), ", "); } }
);
const CSSNestedDeclarations = ruleClass("CSSNestedDeclarations", CSSRule, withStyle);
const CSSFontFaceRule = ruleClass("CSSFontFaceRule", CSSRule, withStyle);
const CSSPageRule = ruleClass(
  "CSSPageRule", CSSGroupingRule, withStyle, { get selectorText() { return ruleOf.prelude(this); } }
);
const CSSNamespaceRule = ruleClass("CSSNamespaceRule", CSSRule);
const CSSPropertyRule = ruleClass("CSSPropertyRule", CSSRule, named, {
  get syntax() {
    return descriptor(this, "syntax");
  },
  get inherits() {
    return descriptor(this, "inherits") === "true";
  },
  get initialValue() { const value = descriptor(this, "initial-value"); return value === "" ? null : value; },
});
const CSSCounterStyleRule = ruleClass("CSSCounterStyleRule", CSSRule, named);
const descriptor = (rule, name) => {
  const value = host.declaration(name, ruleOf.declarations(rule));
  return value[0] === '"' ? textSlice(value, 1, -1) : value;
};
const CSSKeyframeRule = ruleClass("CSSKeyframeRule", CSSRule, withStyle, {
  get keyText() { return ruleOf.prelude(this); },
  set keyText(value) {
    const read = readRules(`@keyframes x{${text(value)}{}}`)[0]?.[3][0];
    if (read === undefined) throw badRule(`'${value}' is not a place in an animation`);
    ruleOf.setPrelude(this, read[1]);
  },
});
const keyOf = (value) => readRules(`@keyframes x{${text(value)}{}}`)[0]?.[3][0]?.[1];
const CSSKeyframesRule = ruleClass("CSSKeyframesRule", CSSRule, {
  get name() { return ruleOf.prelude(this); }, set name(value) { ruleOf.setPrelude(this, text(value)); },
  get cssRules() { return ruleOf.list(this); }, get length() { return ruleOf.rules(this).length; },
  appendRule(rule) {
    const read = readRules(`@keyframes x{${text(rule)}}`)[0]?.[3] ?? [];
    if (read.length > 0) {
      push(ruleOf.rules(this), makeRules([read[0]], this.parentStyleSheet, this)[0]);
      touch(this.parentStyleSheet);
    }
  },
  deleteRule(key) {
    const rule = this.findRule(key);
    if (rule !== null)
      deleteFrom(ruleOf.rules(this), indexOf(ruleOf.rules(this), rule), this.parentStyleSheet);
  },
  findRule(key) {
    const rules = ruleOf.rules(this), wanted = keyOf(key);
    for (let i = rules.length - 1; i >= 0; i -= 1) if (rules[i].keyText === wanted) return rules[i];
    return null;
  },
});
const CSSImportRule = ruleClass("CSSImportRule", CSSRule, {
  get href() { return execute(/^url\("(.*?)"\)/, ruleOf.prelude(this))?.[1] ?? ""; },
  get media() { return new MediaList(KEY, importMedia(this), nothing); },
  get styleSheet() {
    return null;
  },
  get layerName() {
    return execute(/ layer(?:\((.*?)\))?/, ruleOf.prelude(this))?.[1] ?? null;
  },
});
const importMedia = (rule) => trim(
  execute(/^url\(".*?"\)(?: layer(?:\(.*?\))?)?(?: supports\(.*?\))?(.*)$/, ruleOf.prelude(rule))?.[1] ?? ""
);
const ruleClasses = {
  __proto__: null, style: CSSStyleRule, media: CSSMediaRule, supports: CSSSupportsRule,
  container: CSSContainerRule, scope: CSSScopeRule, "starting-style": CSSStartingStyleRule,
  declarations: CSSNestedDeclarations, "font-face": CSSFontFaceRule, page: CSSPageRule,
  namespace: CSSNamespaceRule, property: CSSPropertyRule, "counter-style": CSSCounterStyleRule,
  keyframe: CSSKeyframeRule, keyframes: CSSKeyframesRule, import: CSSImportRule, layer: CSSLayerBlockRule,
  "layer-statement": CSSLayerStatementRule,
};
const blocks = { __proto__: null, "font-face": true, page: true, property: true, "counter-style": true };
function classOf(outline) {
  return ruleClasses[outline[0]] ?? CSSRule;
}
function makeRules(outlines, sheet, parent) {
  const made = [];
  for (let i = 0; i < outlines.length; i += 1)
    push(made, new (classOf(outlines[i]))(KEY, outlines[i], sheet, parent));
  return made;
}
const indented = (value) => join(textSplit(value, "\n"), "\n  ");
function cssText(rule) {
  const kind = ruleOf.kind(rule), prelude = ruleOf.prelude(rule), declarations = ruleOf.declarations(rule),
    rules = ruleOf.rules(rule);
  const own = declarations === "" ? "{ }" : `{ ${declarations} }`;
  const inner = () => {
    let all = "";
    for (let i = 0; i < rules.length; i += 1) all += `\n  ${indented(cssText(rules[i]))}`;
    return all;
  };
  const head = prelude === "" ? `@${kind}` : `@${kind} ${prelude}`;
  switch (kind) {
  case "style": return rules.length === 0 ? `${prelude} ${own}` : `${prelude} {${declarations === "" ? ""
    : `\n  ${declarations}`}${inner()}\n}`;
  case "declarations": return declarations;
  case "keyframe": return `${prelude} ${own}`;
  case "keyframes": return `@keyframes ${prelude} { ${inner()}\n}`;
  case "import": case "namespace": return `${head};`;
  case "layer-statement": return `@layer ${prelude};`;
  default: return blocks[kind] === true ? `${head} ${own}` : `${head} {${inner()}\n}`;
  }
}
function insertInto(rules, value, index_, sheet, parent, isNested) {
  const index = number(index_), read = isNested ? readRules(`&{${value}}`)[0] : undefined;
  const outlines = isNested
    ? (read === undefined ? [] : read[2] === "" ? read[3] : [["declarations", "", read[2], []]])
    : readRules(value);
  if (index < 0 || index > rules.length)
    throw new DOMException(`there are ${rules.length} rules, and none at ${index}`, "IndexSizeError");
  if (outlines.length !== 1) throw badRule(`'${value}' is not one rule`);
  const isImport = outlines[0][0] === "import";
  if (isImport && (parent !== null || ownerOf(sheet) < 0)) throw badRule("a rule cannot be imported here");
  if (
    isImport ? index > 0 && ruleOf.kind(rules[index - 1]) !== "import" : index < rules.length
      && ruleOf.kind(rules[index]) === "import"
  ) {
    throw new DOMException("'@import' comes before all other rules", "HierarchyRequestError");
  }
  splice(rules, index, 0, makeRules(outlines, sheet, parent)[0]);
  touch(sheet);
  return index;
}
function deleteFrom(rules, index_, sheet) {
  const index = number(index_, -1);
  if (!(index >= 0 && index < rules.length))
    throw new DOMException(`there are ${rules.length} rules, and none at ${index_}`, "IndexSizeError");
  ruleOf.detach(splice(rules, index, 1)[0]);
  touch(sheet);
}

// Sheets.
class StyleSheet {
  constructor(key) { if (key !== KEY) throw illegal(); }
  get type() { return "text/css"; }
  get parentStyleSheet() { return null; }
  get [Symbol.toStringTag]() { return "StyleSheet"; }
}
let ownerOf, numberOf, wholeText, makeSheet;
const maySet = (sheet) => {
  if (ownerOf(sheet) >= 0)
    throw new DOMException(
      "the sheet of an element cannot be replaced: change the text of the element", "NotAllowedError"
    );
};
class CSSStyleSheet extends StyleSheet {
  #owner = -1;
  #number;
  #rules = null;
  #list = null;
  #media = null;
  #disabled = false;
  #version = 0;
  #isTold = false;
  constructor(settings = undefined, owner = -1, version = 0) {
    super(KEY);
    if (settings === KEY) { this.#owner = owner; this.#version = version; return; }
    this.#number = nextNumber++;
    this.#rules = [];
    this.#disabled = !!settings?.disabled;
    const media = settings?.media;
    this.#media = new MediaList(KEY, media === undefined ? "" : mediaText(text(media)), () => touch(this));
  }
  static {
    ownerOf = (sheet) => sheet.#owner;
    numberOf = (sheet) => sheet.#number;
    makeSheet = {
      __proto__: null,
      isTold: (sheet) => sheet.#isTold,
      isOf: (sheet, version) => sheet.#version === version,
      tell(sheet) {
        sheet.#isTold = true;
        const rules = sheet.#rules ?? [], texts = [];
        for (let i = 0; i < rules.length; i += 1) push(texts, cssText(rules[i]));
        const whole = join(texts, "\n"), media = sheet.#media?.mediaText ?? "";
        if (sheet.#owner >= 0) { if (makeSheet.isCurrent(sheet)) host.setSheetText(whole, sheet.#owner); }
        else host.setConstructedSheet(
          sheet.#number, sheet.#disabled ? "" : media === "" ? whole : `@media ${media} {\n${whole}\n}`
        );
      },
      isCurrent: (sheet) => host.sheetVersion(sheet.#owner) === sheet.#version,
      replace(sheet, value) {
        const outlines = filtered(readRules(value), (outline) => outline[0] !== "import");
        const rules = makeRules(outlines, sheet, null);
        if (sheet.#rules === null) sheet.#rules = rules; else {
          for (let i = 0; i < sheet.#rules.length; i += 1) ruleOf.detach(sheet.#rules[i]);
          sheet.#rules.length = 0;
          for (let i = 0; i < rules.length; i += 1) push(sheet.#rules, rules[i]);
        }
        touch(sheet);
      },
    };
  }
  get ownerNode() { return this.#owner < 0 || !makeSheet.isCurrent(this) ? null : wrap(this.#owner); }
  get ownerRule() { return null; }
  get href() {
    const node = this.ownerNode;
    return node === null || lower(nameOf(node)) !== "link" ? null : node.href ?? null;
  }
  get title() {
    const node = this.ownerNode;
    return node === null ? null : host.attribute("title", idOf(node)) ?? null;
  }
  get media() {
    if (this.#owner < 0) return this.#media;
    return this.#media ??= new MediaList(
      KEY, mediaText(host.attribute("media", this.#owner) ?? ""),
      (value) => setAttributeOf(this.#owner, "media", value)
    );
  }
  set media(value) { this.media.mediaText = value; }
  get disabled() { return this.#disabled; }
  set disabled(value) {
    this.#disabled = !!value;
    if (this.#owner < 0)
      touch(this); else if (makeSheet.isCurrent(this)) host.setSheetDisabled(this.#disabled, this.#owner);
  }
  #all() { return this.#rules ??= makeRules(readRules(host.sheetText(this.#owner) ?? ""), this, null); }
  get cssRules() { return this.#list ??= listOfRules(this.#all()); }
  get rules() { return this.cssRules; }
  insertRule(rule, index = 0) {
    const written = text(rule), at = insertInto(this.#all(), written, index, this, null, false);
    host.checkStyle(written, true);
    return at;
  }
  deleteRule(index) { deleteFrom(this.#all(), index, this); }
  addRule(selector = "undefined", style = "undefined", index = this.#all().length) {
    this.insertRule(`${selector} { ${style} }`, index);
    return -1;
  }
  removeRule(index = 0) { this.deleteRule(index); }
  replaceSync(value) { maySet(this); makeSheet.replace(this, text(value)); }
  replace(value) {
    try { maySet(this); } catch (error) { return Promise_reject(error); }
    const given = text(value);
    return then(resolved, () => { makeSheet.replace(this, given); return this; });
  }
  get [Symbol.toStringTag]() { return "CSSStyleSheet"; }
}
function touch(sheet) {
  if (sheet === null) return;
  if (dirty.size === 0) host.sheetsChanged();
  dirty.add(sheet);
}
function flush() {
  dirty.forEach((sheet) => makeSheet.tell(sheet));
  dirty.clear();
}

/// The sheet of a `style` or `link`; null without one.
function sheetOf(node) {
  const id = idOf(node);
  if (!node.isConnected || typeof host.sheetText(id) !== "string") return null;
  const version = host.sheetVersion(id), known = ownersOf.get(id);
  if (known !== undefined && makeSheet.isOf(known, version)) return known;
  const made = new CSSStyleSheet(KEY, id, version);
  ownersOf.set(id, made);
  return made;
}
/// The sheets of the elements of a tree, in tree order.
const sheetLists = new SafeMap();
function sheetsIn(root) {
  const version = treeVersion + textVersion + linkVersion, known = sheetLists.get(root);
  if (known !== undefined && known.version === version) return known.list;
  const all = listOf(queryNodes("style, link", root, false)), found = [];
  for (let i = 0; i < all.length; i += 1) {
    const sheet = sheetOf(all[i]);
    if (sheet !== null) push(found, sheet);
  }
  setPrototypeOf(found, StyleSheetList.prototype);
  sheetLists.set(root, { __proto__: null, version, list: found });
  return found;
}

// Adopted sheets of a tree: an array that reports its changes.
function checkAdopted(value) {
  if (!(value instanceof CSSStyleSheet))
    throw new TypeError(`adoptedStyleSheets: ${kindOfValue(value)} is not a CSSStyleSheet`);
  if (ownerOf(value) >= 0)
    throw new DOMException(
      "adoptedStyleSheets takes sheets that were made with new CSSStyleSheet()", "NotAllowedError"
    );
  return value;
}
function tellAdopted(root, list) {
  const numbers = [];
  for (let i = 0; i < list.length; i += 1) {
    push(numbers, numberOf(list[i]));
    if (!makeSheet.isTold(list[i])) touch(list[i]);
  }
  host.adoptSheets(root, writeJSON(numbers));
}
function observedArray(root) {
  const list = [];
  const proxy = new Proxy(list, {
    __proto__: null,
    set(target, name, value) {
      if (name === "length") { target.length = value; tellAdopted(root, target); return true; }
      if (!isIndex(name)) return Reflect_set(target, name, value);
      if (+name > target.length) throw new RangeError("adoptedStyleSheets has no holes");
      target[name] = checkAdopted(value);
      tellAdopted(root, target);
      return true;
    },
    deleteProperty(target, name) {
      if (isIndex(name)) {
        if (+name !== target.length - 1) return false;
        target.length -= 1;
        tellAdopted(root, target);
        return true;
      }
      delete target[name];
      return true;
    },
    defineProperty(target, name, descriptor_) {
      if (isIndex(name) && "value" in descriptor_) { this.set(target, name, descriptor_.value); return true; }
      defineProperty(target, name, descriptor_);
      return true;
    },
  });
  return { list, proxy };
}
function adopted(root) {
  let known = adoptions.get(root);
  if (known === undefined) adoptions.set(root, known = observedArray(root));
  return known.proxy;
}
function setAdopted(root, value) {
  const given = toList(value);
  for (let i = 0; i < given.length; i += 1) checkAdopted(given[i]);
  adopted(root);
  const { list } = adoptions.get(root);
  list.length = 0;
  for (let i = 0; i < given.length; i += 1) push(list, given[i]);
  tellAdopted(root, list);
}
({
  StyleSheet, CSSStyleSheet, StyleSheetList, CSSRuleList, MediaList, CSSRule, CSSGroupingRule,
  CSSConditionRule, CSSStyleRule, CSSMediaRule, CSSSupportsRule, CSSContainerRule, CSSLayerBlockRule,
  CSSLayerStatementRule, CSSScopeRule, CSSStartingStyleRule, CSSNestedDeclarations, CSSFontFaceRule,
  CSSPageRule, CSSNamespaceRule, CSSPropertyRule, CSSCounterStyleRule, CSSKeyframeRule, CSSKeyframesRule,
  CSSImportRule, sheetOf, sheetsIn, adopted, setAdopted, flush, mediaText,
});
