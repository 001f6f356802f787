// Updates of live lists without reading them again, and rare lists.

/// The maximum number of elements of a moved tree that a list checks one by one.
const MAXIMUM_MOVED = 8;
/// Applies the last changes to a list; returns false if the list has to be read again.
function applyChanges(state, more) {
  const { ids, root } = state, has = testOf(state);
  if (root < 0 || state.tree < changesBegin) return false;
  if (state.more !== more && (state.seesMore !== seesClasses || state.more < classesBegin)) return false;
  for (let i = state.tree - changesBegin; i < treeChanges.length; i += 1) {
    const [id, parent] = treeChanges[i];
    if (parent < 0 ? host.contains(id, root) : !host.contains(root, parent)) continue;
    if (parent >= 0 && (relative(PARENT, id) !== parent || comesLater(i, parent))) continue;
    if (parent >= 0 && has === null) return false;
    const moved = relative(FIRST, id) < 0 ? [] : parseJSON(host.elements(1, "*", id));
    if (moved.length >= MAXIMUM_MOVED) return false;
    splice(moved, 0, 0, id);
    for (let k = 0; k < moved.length; k += 1) {
      if (parent < 0) dropFrom(ids, moved[k]);
      else if (has(moved[k])) {
        if (state.has[0] === ROWS || !isLastIn(root, parent)) return false;
        push(ids, moved[k]);
      }
    }
  }
  for (let i = state.more - classesBegin; state.more !== more && i < classChanges.length; i += 1) {
    const id = classChanges[i];
    if (!has(id)) dropFrom(ids, id);
    else if (!includes(ids, id) && host.contains(root, id)) return false;
  }
  return true;
}
/// Whether a later change inserted a node, or one that contains it.
function comesLater(at, id) {
  for (let i = at + 1; i < treeChanges.length; i += 1)
    if (treeChanges[i][1] >= 0 && host.contains(treeChanges[i][0], id)) return true;
  return false;
}
function dropFrom(ids, id) {
  const at = indexOf(ids, id);
  if (at >= 0) splice(ids, at, 1);
}
/// Whether no node below `root` follows the content of a node.
function isLastIn(root, id) {
  for (; id !== root; id = relative(PARENT, id)) if (id < 0 || relative(NEXT, id) >= 0) return false;
  return true;
}
/// Whether a list contains a node below its root: children, elements of a name or of some classes, children
/// of some names, and rows, whose order is not tree order.
const CHILDREN = 0, CLASSES = 2, CHILDREN_NAMED = 3, ROWS = 4;
function testOf({ root, has }) {
  if (has === null) return null;
  const [kind, name] = has, key = lower(name), isChild = (id) => relative(PARENT, id) === root;
  if (kind === CHILDREN) return isChild;
  if (kind === CLASSES) return (id) => hasClasses(id, name);
  if (kind === CHILDREN_NAMED) return (id) => isChild(id) && includes(words(name), lower(host.name(id)));
  return (id) => name === "*" || lower(host.name(id)) === key;
}
function hasClasses(id, names) {
  const wanted = words(names), all = words(host.attribute("class", id) ?? "");
  for (let i = 0; i < wanted.length; i += 1) if (!includes(all, wanted[i])) return false;
  return wanted.length > 0;
}
/// The index of a node in a live list; -1 if it is not in it.
function placeIn(list, id) {
  const ids = idsOf(list), state = listStates.get(list);
  if (state.places === null) {
    state.places = new SafeMap();
    for (let i = 0; i < ids.length; i += 1) state.places.set(ids[i], i);
  }
  return state.places.get(id) ?? -1;
}
/// The elements of a document by name, until a change.
let namesKnownOf = { __proto__: null, version: -1, document: null, ids: null };
function elementsNamed(document_, name) {
  const version = treeVersion + formVersion;
  if (namesKnownOf.version !== version || namesKnownOf.document !== document_) {
    const all = parseJSON(queryNodes("[name]", idOf(document_), false)), ids = new SafeMap();
    for (let i = 0; i < all.length; i += 1) {
      const key = host.attribute("name", all[i]), known = ids.get(key);
      if (known === undefined) ids.set(key, [all[i]]); else push(known, all[i]);
    }
    namesKnownOf = { __proto__: null, version, document: document_, ids };
  }
  return listOf(writeJSON(namesKnownOf.ids.get(name) ?? []));
}
function inNamespace(node, namespace, name) {
  const all = lookUp(1, "*", node), result = listOf("[]", HTMLCollection.prototype);
  for (let i = 0; i < all.length; i += 1) {
    const element = all[i];
    if (
      (namespace === "*" || element.namespaceURI === (namespace === "" ? null : namespace))
        && (name === "*" || element.localName === name)
    )
      push(result, element);
  }
  return result;
}
/// TokenHybrid's lists: they include the node itself, and siblings from the last to the first.
function legacyList(kind, name, node) {
  const from = idOf(node), ids = parseJSON(host.elements(kind, name, from));
  const found = new SafeSet(), result = listOf("[]");
  for (let i = 0; i < ids.length; i += 1) found.add(ids[i]);
  if (kind === 1 ? name === "*" || lower(nameOf(node)) === lower(name) : hasClasses(from, name))
    found.add(from);
  if (found.size === 0) return result;
  for (let id = from; ;) {
    if (found.has(id)) push(result, wrap(id));
    let next = relative(LAST, id);
    while (next < 0) {
      if (id === from) return result;
      next = relative(PREVIOUS, id);
      if (next < 0) id = relative(PARENT, id);
    }
    id = next;
  }
}
({ applyChanges, placeIn, elementsNamed, legacyList, inNamespace });
