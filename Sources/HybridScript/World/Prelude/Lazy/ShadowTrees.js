// Shadow trees and slots (DOM Standard section 4.8, HTML Standard section 4.12.4), and the style sheets that
// they adopt (CSSOM section 6.4). The part is read with the first shadow tree.

/// Roots by their hosts and hosts by their roots, as numbers.
const rootsOf = new SafeMap(), hostsOf = new SafeMap();
const attachShadow_ = guarded(host.attachShadow), adoptSheets = guarded(host.adoptSheets);

class ShadowRoot extends DocumentFragment {
  #mode; #sheets = [];
  constructor(key, id, mode) {
    if (key !== KEY) throw illegal();
    super(KEY, id, "");
    this.#mode = mode;
  }
  get mode() { return this.#mode; }
  get host() { return wrap(hostsOf.get(idOf(this))); }
  get delegatesFocus() { return false; }
  get slotAssignment() { return "named"; }
  get innerHTML() { return host.markup(idOf(this), false); }
  set innerHTML(value) { this.replaceChildren(parseInside(this.host, textOrEmpty(value))); }
  get activeElement() { const id = host.focused(); return id >= 0 && host.root(id) === idOf(this) ? wrap(id) : null; }
  get styleSheets() { return []; }
  get adoptedStyleSheets() { return this.#sheets; }
  set adoptedStyleSheets(value) { this.#sheets = adoptedList(idOf(this), value); }
  cloneNode() { throw new DOMException("a shadow tree cannot be copied", "NotSupportedError"); }
  get [Symbol.toStringTag]() { return "ShadowRoot"; }
}

// Sheets that scripts construct.
const adopters = new SafeMap();
let chunksOf;
class CSSStyleSheet {
  #chunks = [];
  static { chunksOf = (sheet) => sheet.#chunks; }
  #changed() { adopters.forEach((list, id) => { if (includes(list, this)) tellSheets(id, list); }); }
  replaceSync(value) { this.#chunks = [text(value)]; this.#changed(); }
  replace(value) { this.replaceSync(value); return Promise_resolve(this); }
  insertRule(rule, index = 0) { splice(this.#chunks, minimum(maximum(0, number(index)), this.#chunks.length), 0, text(rule)); this.#changed(); return index; }
  deleteRule(index) { splice(this.#chunks, number(index), 1); this.#changed(); }
  get [Symbol.toStringTag]() { return "CSSStyleSheet"; }
}
function tellSheets(id, list) {
  const texts = [];
  for (let i = 0; i < list.length; i += 1) push(texts, join(chunksOf(list[i]), "\n"));
  adoptSheets(id, writeJSON(texts));
}
function adoptedList(id, value) {
  const list = toList(value);
  for (let i = 0; i < list.length; i += 1) if (!(list[i] instanceof CSSStyleSheet)) throw new TypeError("adoptedStyleSheets takes sheets that were made with new CSSStyleSheet()");
  adopters.set(id, list);
  tellSheets(id, list);
  return list;
}

const hostNames = new SafeSet();
for (const name of rest(words("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span"))) hostNames.add(name);
function attachShadow(element, settings) {
  const mode = settings?.mode, name = lower(host.name(idOf(element)));
  if (mode !== "open" && mode !== "closed") throw new TypeError("attachShadow: the mode is 'open' or 'closed'");
  if (host.namespace(idOf(element)) !== 0 || !(hostNames.has(name) || textIndex(name, "-") > 0)) {
    throw new DOMException(`<${name}> cannot have a shadow tree`, "NotSupportedError");
  }
  const id = attachShadow_(idOf(element)), root = new ShadowRoot(KEY, id, mode);
  rootsOf.set(idOf(element), id);
  hostsOf.set(id, idOf(element));
  strong.set(id, root);
  treeVersion += 1;
  return root;
}
function shadowRootOf(element) {
  const id = rootsOf.get(idOf(element));
  if (id === undefined) return null;
  const root = wrap(id);
  return root.mode === "open" ? root : null;
}

// Slots.
const nameOfSlot = (id) => host.attribute("name", id) ?? "", nameForSlot = (id) => (host.kind(id) === ELEMENT ? host.attribute("slot", id) ?? "" : "");
function slotWithName(root, name) {
  const slots = parseJSON(host.elements(1, "slot", root));
  for (let i = 0; i < slots.length; i += 1) if (nameOfSlot(slots[i]) === name) return slots[i];
  return -1;
}
/// The slot that a node is assigned to; -1 without one.
function slotOf(id) {
  const root = rootsOf.get(relative(PARENT, id)), kind = host.kind(id);
  return root === undefined || (kind !== ELEMENT && kind !== TEXT) ? -1 : slotWithName(root, nameForSlot(id));
}
function assigned(slot) {
  const root = host.root(slot), owner = hostsOf.get(root), name = nameOfSlot(slot), found = [];
  if (owner === undefined || slotWithName(root, name) !== slot) return found;
  const all = parseJSON(host.children(owner, false));
  for (let i = 0; i < all.length; i += 1) {
    const kind = host.kind(all[i]);
    if ((kind === ELEMENT || kind === TEXT) && nameForSlot(all[i]) === name) push(found, all[i]);
  }
  return found;
}
function assignedNodes(slot, settings) {
  const id = idOf(slot), direct = assigned(id);
  if (!settings?.flatten) return direct;
  const list = direct.length > 0 || !hostsOf.has(host.root(id)) ? direct : parseJSON(host.children(id, false)), flat = [];
  for (let i = 0; i < list.length; i += 1) {
    const isSlot = host.kind(list[i]) === ELEMENT && lower(host.name(list[i])) === "slot" && hostsOf.has(host.root(list[i]));
    const inner = isSlot ? assignedNodes(wrap(list[i]), settings) : [list[i]];
    for (let k = 0; k < inner.length; k += 1) push(flat, inner[k]);
  }
  return flat;
}
/// What each slot showed when it was last looked at.
const shownBefore = new SafeMap();
let isLookQueued = false;
function lookAtSlots() {
  isLookQueued = false;
  const changed = [];
  rootsOf.forEach((root) => {
    const slots = parseJSON(host.elements(1, "slot", root));
    for (let i = 0; i < slots.length; i += 1) {
      const now = writeJSON(assigned(slots[i])), before = shownBefore.get(slots[i]) ?? "[]";
      if (now === before) continue;
      shownBefore.set(slots[i], now);
      push(changed, slots[i]);
    }
  });
  for (let i = 0; i < changed.length; i += 1) dispatchTo(wrap(changed[i]), trust(new Event("slotchange", { bubbles: true })));
}

shadows = {
  /// The root above all shadow trees around a node.
  top(id) {
    let root = host.root(id);
    while (hostsOf.has(root)) root = host.root(hostsOf.get(root));
    return root;
  },
  /// The path of an event (*get the parent* of nodes), with the target that each one sees (*retarget*).
  path(target, type, isComposed) {
    const path = [], targets = [], start = host.root(idOf(target));
    let id = idOf(target);
    while (id >= 0) {
      push(path, wrap(id));
      push(targets, wrap(this.retarget(idOf(target), id)));
      const slot = slotOf(id);
      if (slot >= 0) { id = slot; continue; }
      const above = relative(PARENT, id);
      id = above >= 0 ? above : hostsOf.has(id) && (isComposed || id !== start) ? hostsOf.get(id) : -1;
    }
    if (type !== "load" && path[path.length - 1] === document) { push(path, global); push(targets, targets[targets.length - 1]); }
    path.targets = targets;
    return path;
  },
  retarget(target, id) {
    let seen = target;
    for (;;) {
      const root = host.root(seen), above = hostsOf.get(root);
      if (above === undefined) return seen;
      let around = host.root(id);
      while (around !== root && hostsOf.has(around)) around = host.root(hostsOf.get(around));
      if (around === root) return seen;
      seen = above;
    }
  },
  /// The roots of the shadow trees in a tree.
  rootsIn(id) {
    const found = [];
    rootsOf.forEach((root, owner) => { if (host.contains(id, owner)) push(found, root); });
    return found;
  },
  changed() {
    if (isLookQueued) return;
    isLookQueued = true;
    then(resolved, lookAtSlots);
  },
  slotOf, assignedNodes,
};
({ ShadowRoot, CSSStyleSheet, attachShadow, shadowRootOf, adoptedList });
