// Shadow trees and slots (DOM Standard section 4.8, HTML Standard section 4.12.4). The part is read at the
// first shadow tree.

/// Roots by host and hosts by root, as numbers.
const rootsOf = new SafeMap(), hostsOf = new SafeMap();
const attachShadow_ = guarded(host.attachShadow);
const CLOSED = 1, DELEGATES = 2, SERIALIZABLE = 4, CLONABLE = 8, MANUAL = 16, DECLARATIVE = 32;

let traitsOf;
class ShadowRoot extends DocumentFragment {
  #traits;
  constructor(key, id, traits) {
    if (key !== KEY) throw illegal();
    super(KEY, id, "");
    this.#traits = traits;
  }
  static { traitsOf = (root) => root.#traits; }
  get mode() { return this.#traits & CLOSED ? "closed" : "open"; }
  get host() { return wrap(hostsOf.get(idOf(this))); }
  get delegatesFocus() { return (this.#traits & DELEGATES) !== 0; }
  get slotAssignment() { return this.#traits & MANUAL ? "manual" : "named"; }
  get serializable() { return (this.#traits & SERIALIZABLE) !== 0; }
  get clonable() { return (this.#traits & CLONABLE) !== 0; }
  get innerHTML() { return host.markup(idOf(this), false); }
  set innerHTML(value) { this.replaceChildren(parseInside(this.host, textOrEmpty(value))); }
  setHTMLUnsafe(markup) { this.replaceChildren(parseUnsafe(this.host, textOrEmpty(markup))); }
  getHTML(settings = undefined) { return htmlOf(this, settings); }
  get activeElement() { return focusedIn(idOf(this)); }
  get styleSheets() { return styleSheets().sheetsIn(idOf(this)); }
  get adoptedStyleSheets() { return styleSheets().adopted(idOf(this)); }
  set adoptedStyleSheets(value) { styleSheets().setAdopted(idOf(this), value); }
  getAnimations() { return animationsOf((target) => host.root(idOf(target)) === idOf(this)); }
  elementFromPoint(x, y) {
    const id = host.nodeAt(number(x), number(y)), seen = id < 0 ? -1 : shadows.retarget(id, idOf(this));
    return wrap(seen);
  }
  cloneNode() { throw new DOMException("a shadow tree cannot be copied", "NotSupportedError"); }
  get [Symbol.toStringTag]() { return "ShadowRoot"; }
}
installHandlers(ShadowRoot.prototype, ["slotchange"]);

/// The element of a tree that has the focus, or whose shadow tree has it.
function focusedIn(root) {
  const id = host.focused();
  if (id < 0) return null;
  const seen = shadows.retarget(id, root);
  return host.root(seen) === root ? wrap(seen) : null;
}

function remembered(owner, id, traits) {
  const root = new ShadowRoot(KEY, id, traits);
  rootsOf.set(owner, id);
  hostsOf.set(id, owner);
  strong.set(id, root);
  return root;
}
function attachShadow(element, settings) {
  const mode = settings?.mode, name = lower(host.name(idOf(element))), slots = settings?.slotAssignment
    ?? "named";
  if (mode !== "open" && mode !== "closed")
    throw new TypeError("attachShadow: the mode is 'open' or 'closed'");
  if (slots !== "named" && slots !== "manual")
    throw new TypeError("attachShadow: slotAssignment is 'named' or 'manual'");
  const isHost = includes(options.shadowHosts, name) || textIndex(name, "-") > 0;
  if (host.namespace(idOf(element)) !== 0 || !isHost)
    throw new DOMException(`<${name}> cannot have a shadow tree`, "NotSupportedError");
  if (custom !== null && custom.refuses(element, "shadow"))
    throw new DOMException(`the class of <${name}> disables shadow trees`, "NotSupportedError");
  const traits = (mode === "closed" ? CLOSED : 0) | (settings.delegatesFocus ? DELEGATES : 0) | (
    settings.serializable ? SERIALIZABLE : 0
  )
    | (settings.clonable ? CLONABLE : 0) | (slots === "manual" ? MANUAL : 0);
  const known = rootsOf.get(idOf(element)), id = attachShadow_(idOf(element), traits);
  countTree();
  if (known === id) {
    // The page's markup declared it: the script takes it over and it becomes empty.
    declared.delete(id);
    return wrap(id);
  }
  return remembered(idOf(element), id, traits);
}
const rootOf = (element) => {
  const id = rootsOf.get(idOf(element));
  return id === undefined ? null : wrap(id);
};
function shadowRootOf(element) {
  const root = rootOf(element);
  return root === null || root.mode === "closed" ? null : root;
}
/// The roots that the page's markup declared and no script has taken over.
const declared = new SafeSet();
/// Takes over shadow trees that were made without a script.
function learn() {
  const all = parseJSON(host.shadowTrees());
  for (let i = 0; i < all.length; i += 1) {
    const [owner, id, traits] = all[i];
    if (rootsOf.get(owner) === id) continue;
    remembered(owner, id, traits & ~DECLARATIVE);
    if (traits & DECLARATIVE) declared.add(id);
    const slots = parseJSON(host.elements(1, "slot", id));
    for (let k = 0; k < slots.length; k += 1) shownBefore.set(slots[k], writeJSON(assigned(slots[k])));
  }
  countTree();
}

// Markup with shadow trees.
function parseUnsafe(context, markup) {
  const fragment = parseInside(context, markup), holder = makeElement(0, "div");
  hostInsert(idOf(fragment), holder, -1);
  host.attachDeclaredShadowTrees(holder);
  learn();
  for (let child = relative(FIRST, holder); child >= 0; child = relative(FIRST, holder))
    hostInsert(child, idOf(fragment), -1);
  return fragment;
}
function htmlOf(node, settings) {
  const roots = settings?.shadowRoots === undefined ? [] : toList(settings.shadowRoots), ids = [];
  for (let i = 0; i < roots.length; i += 1) push(ids, requireId(roots[i], "getHTML"));
  return host.markupWithShadowTrees(idOf(node), !!settings?.serializableShadowRoots, writeJSON(ids));
}

// Slots.
const nameOfSlot = (id) => host.attribute("name", id)
  ?? "", nameForSlot = (id) => (host.kind(id) === ELEMENT ? host.attribute("slot", id) ?? "" : "");
const isManual = (root) => (traitsOf(wrap(root)) & MANUAL) !== 0;
/// The nodes that scripts assigned to slots, and the slot of each node, as numbers.
const assignedTo = new SafeMap(), slotAssigned = new SafeMap();
/// The slots of the trees and their assigned nodes, by name, until a change.
const slotTables = new SafeMap();
let slotVersion = 0;
function slotTable(root) {
  const version = treeVersion + textVersion + formVersion + slotVersion;
  let table = slotTables.get(root);
  if (table !== undefined && table.version === version) return table;
  table = { __proto__: null, version, slots: new SafeMap(), nodes: new SafeMap() };
  slotTables.set(root, table);
  const slots = parseJSON(host.elements(1, "slot", root));
  for (let i = 0; i < slots.length; i += 1) {
    const name = nameOfSlot(slots[i]);
    if (!table.slots.has(name)) table.slots.set(name, slots[i]);
  }
  const all = parseJSON(host.children(hostsOf.get(root), false));
  for (let i = 0; i < all.length; i += 1) {
    const kind = host.kind(all[i]), name = nameForSlot(all[i]), known = table.nodes.get(name);
    if (kind !== ELEMENT && kind !== TEXT) continue;
    if (known === undefined) table.nodes.set(name, [all[i]]); else push(known, all[i]);
  }
  return table;
}
const slotWithName = (root, name) => slotTable(root).slots.get(name) ?? -1;
/// The slot of a node; -1 without one.
function slotOf(id) {
  const root = rootsOf.get(relative(PARENT, id)), kind = host.kind(id);
  if (root === undefined || (kind !== ELEMENT && kind !== TEXT)) return -1;
  if (!isManual(root)) return slotWithName(root, nameForSlot(id));
  const slot = slotAssigned.get(id) ?? -1;
  return slot >= 0 && host.root(slot) === root ? slot : -1;
}
function assigned(slot) {
  const root = host.root(slot), owner = hostsOf.get(root), name = nameOfSlot(slot), found = [];
  if (owner === undefined) return found;
  if (isManual(root)) {
    const given = assignedTo.get(slot) ?? [];
    for (let i = 0; i < given.length; i += 1) if (relative(PARENT, given[i]) === owner) push(found, given[i]);
    return found;
  }
  return slotWithName(root, name) === slot ? slice(slotTable(root).nodes.get(name) ?? []) : found;
}
function assignedNodes(slot, settings) {
  const id = idOf(slot), direct = assigned(id);
  if (!settings?.flatten) return direct;
  if (!hostsOf.has(host.root(id))) return [];
  const list = direct.length > 0 ? direct : parseJSON(host.children(id, false)), flat = [];
  for (let i = 0; i < list.length; i += 1) {
    const kind = host.kind(list[i]);
    if (kind !== ELEMENT && kind !== TEXT) continue;
    const isSlot = kind === ELEMENT && lower(host.name(list[i])) === "slot"
      && hostsOf.has(host.root(list[i]));
    const inner = isSlot ? assignedNodes(wrap(list[i]), settings) : [list[i]];
    for (let k = 0; k < inner.length; k += 1) push(flat, inner[k]);
  }
  return flat;
}
/// `slot.assign()`.
function assign(slot, nodes) {
  const id = idOf(slot), ids = [];
  for (let i = 0; i < nodes.length; i += 1) {
    if (!(nodes[i] instanceof Element || nodes[i] instanceof Text))
      throw new TypeError(`assign: ${kindOfValue(nodes[i])} is neither an element nor a text`);
    if (!includes(ids, idOf(nodes[i]))) push(ids, idOf(nodes[i]));
  }
  const before = assignedTo.get(id) ?? [], wasShown = writeJSON(assigned(id));
  for (let i = 0; i < before.length; i += 1) slotAssigned.delete(before[i]);
  for (let i = 0; i < ids.length; i += 1) {
    const other = slotAssigned.get(ids[i]);
    if (other !== undefined && other !== id) {
      assignedTo.set(other, without_(assignedTo.get(other), ids[i]));
      signalled.add(other);
    }
    slotAssigned.set(ids[i], id);
  }
  assignedTo.set(id, ids);
  host.assignNodes(id, writeJSON(ids));
  if (writeJSON(assigned(id)) !== wasShown) signalled.add(id);
  shadows.changed(id);
}
const without_ = (list, value) => filtered(list, (other) => other !== value);
/// The assigned nodes of each slot at the last check, and the roots of the trees to check.
const shownBefore = new SafeMap(), toLookAt = new SafeSet(), signalled = new SafeSet();
function lookAtSlots() {
  const changed = [];
  signalled.forEach((slot) => { shownBefore.set(slot, writeJSON(assigned(slot))); push(changed, slot); });
  signalled.clear();
  toLookAt.forEach((root) => {
    const slots = parseJSON(host.elements(1, "slot", root));
    for (let i = 0; i < slots.length; i += 1) {
      const now = writeJSON(assigned(slots[i])), before = shownBefore.get(slots[i]) ?? "[]";
      if (now === before) continue;
      shownBefore.set(slots[i], now);
      push(changed, slots[i]);
    }
  });
  toLookAt.clear();
  for (let i = 0; i < changed.length; i += 1)
    dispatchTo(wrap(changed[i]), trust(new Event("slotchange", { bubbles: true })));
}

shadows = {
  /// The root above all shadow trees around a node.
  top(id) {
    let root = host.root(id);
    while (hostsOf.has(root)) root = host.root(hostsOf.get(root));
    return root;
  },
  /// The path of an event (*get the parent* of nodes), with the target for each node (*retarget*).
  path(target, type, isComposed, related) {
    const path = [], targets = [], relatedTargets = [], start = host.root(idOf(target));
    let id = idOf(target);
    while (id >= 0) {
      const seen = this.retarget(idOf(target), id);
      if (related >= 0) {
        const other = this.retarget(related, id);
        // If both are the same, the event is not visible there.
        if (other === seen && idOf(target) !== related) break;
        push(relatedTargets, wrap(other));
      }
      push(path, wrap(id));
      push(targets, wrap(seen));
      const slot = slotOf(id);
      if (slot >= 0) { id = slot; continue; }
      const above = relative(PARENT, id);
      id = above >= 0 ? above : hostsOf.has(id) && (isComposed || id !== start) ? hostsOf.get(id) : -1;
    }
    if (type !== "load" && path[path.length - 1] === document) {
      push(path, global);
      push(targets, targets[targets.length - 1]);
      if (related >= 0) push(relatedTargets, relatedTargets[relatedTargets.length - 1]);
    }
    path.targets = targets;
    path.relatedTargets = related >= 0 ? relatedTargets : null;
    return path;
  },
  retarget(target, id) {
    let seen = target;
    for (;;) {
      const root = host.root(seen), above = hostsOf.get(root);
      if (above === undefined || this.isAround(root, id)) return seen;
      seen = above;
    }
  },
  /// Whether a shadow tree, or one of its hosts' trees, contains a node.
  isAround(root, id) {
    let around = host.root(id);
    while (around !== root && hostsOf.has(around)) around = host.root(hostsOf.get(around));
    return around === root;
  },
  /// `composedPath()` for one target: without nodes of closed trees that it is not in.
  visiblePath(path, current) {
    const seen = [], from = isNode(current) ? idOf(current) : 0;
    for (let i = 0; i < path.length; i += 1) {
      let isSeen = true;
      if (isNode(path[i])) {
        for (
          let root = host.root(idOf(path[i]));
          isSeen && hostsOf.has(root);
          root = host.root(hostsOf.get(root))
        ) {
          isSeen = (traitsOf(wrap(root)) & CLOSED) === 0 || this.isAround(root, from);
        }
      }
      if (isSeen) push(seen, path[i]);
    }
    return seen;
  },
  isInShadowTree: (id) => hostsOf.has(host.root(id)),
  isRoot: (id) => hostsOf.has(id),
  rootOf: (id) => rootsOf.get(id) ?? -1,
  active() { const id = host.focused(); return id < 0 ? -1 : this.retarget(id, 0); },
  /// The children or the slot names of a node have changed.
  changed(id) {
    slotVersion += 1;
    if (id < 0) return;
    const wasEmpty = toLookAt.size === 0, own = rootsOf.get(id);
    if (own !== undefined) toLookAt.add(own);
    const root = host.root(id);
    if (hostsOf.has(root)) toLookAt.add(root);
    if (wasEmpty && toLookAt.size > 0) then(resolved, lookAtSlots);
  },
  slotOf, assignedNodes, learn,
};
learn();
/// `Document.parseHTMLUnsafe`.
function parseDocument(markup) {
  const made = new (part("Documents").DOMParser)().parseFromString(markup, "text/html");
  if (textIndex(lower(markup), "shadowrootmode") >= 0) {
    host.attachDeclaredShadowTrees(idOf(made));
    shadows.learn();
  }
  return made;
}
({
  ShadowRoot, attachShadow, shadowRootOf, rootOf, assign, parseUnsafe, parseDocument, htmlOf,
  isDeclared: (root) => declared.has(idOf(root)),
});
