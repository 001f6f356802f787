// Live lists of nodes (DOM Standard section 4.2.10), updated when the tree, an id, a class or a name changed.

/// Counts the changes of the tree and of classes that live lists depend on. A turn starts with another
/// number, since pages also change between turns. Other attributes do not count, so that setting them along a
/// list takes linear time.
let treeVersion = 0, classVersion = 0;
/// Counts changes of texts among children, and of attributes that tie controls to forms and labels.
let textVersion = 0, formVersion = 0;
/// Counts changes of attributes that make links and style sheets.
let linkVersion = 0;
/// The last changes of the tree and of classes, one for each version since `changesBegin` and `classesBegin`:
/// `LiveLists.js` applies them to lists. A node is put somewhere as the last child, or taken out: -1.
const treeChanges = [], classChanges = [];
let changesBegin = 0, classesBegin = 0;
const shorten = (changes) => (changes.length > 16 ? splice(changes, 0, 8).length : 0);
function countTree() { treeVersion += 1; treeChanges.length = 0; changesBegin = treeVersion; }
function countMove(id, parent) {
  treeVersion += 1;
  push(treeChanges, [id, parent]);
  changesBegin += shorten(treeChanges);
}
function countClass(id) {
  classVersion += 1;
  push(classChanges, id);
  classesBegin += shorten(classChanges);
}
/// TokenHybrid's lists are arrays.
const hasLiveLists = !options.isNative && !options.legacyLists;

/// Arrays with an `item` method, as pages use lists.
class HTMLCollection extends Array {
  static get [Symbol.species]() { return Array; }
  item(index) { return this[number(index)] ?? null; }
  namedItem(name) {
    const key = text(name);
    if (key === "") return null;
    for (let i = 0; i < this.length; i += 1) {
      const id = idOf(this[i]);
      if (host.attribute("id", id) === key || host.attribute("name", id) === key) return this[i];
    }
    return null;
  }
}
/// The tag of lists in `Object.prototype.toString`; TokenHybrid's lists are plain arrays there.
function tagList(Class, name) {
  if (!hasLiveLists) return;
  defineProperty(
    Class.prototype, Symbol.toStringTag, { __proto__: null, value: name, configurable: true }
  );
}
tagList(NodeList, "NodeList");
tagList(HTMLCollection, "HTMLCollection");
const namedItem = uncurry(HTMLCollection.prototype.namedItem);

/// The index of an array's key; -1 for other keys.
function indexOfKey(key) {
  if (typeof key !== "string" || key.length === 0 || key.length > 9) return -1;
  const first = codeAt(key, 0);
  if (first < 48 || first > 57 || (first === 48 && key.length > 1)) return -1;
  const index = +key;
  return isInteger(index) ? index : -1;
}
const listStates = new SafeWeakMap();
function idsOf(list) {
  const state = listStates.get(list), more = state.seesMore === null ? 0 : state.seesMore();
  if (state.tree === treeVersion && state.more === more) return state.ids;
  if (state.ids === null || !liveLists().applyChanges(state, more)) state.ids = parseJSON(state.read());
  settle(state);
  return state.ids;
}
const liveLists = () => part("LiveLists");
/// Notes that a list is up to date.
function settle(state) {
  state.tree = treeVersion;
  state.more = state.seesMore === null ? 0 : state.seesMore();
  state.names = state.places = null;
}
const liveProxy = {
  __proto__: null,
  get(list, key, receiver) {
    if (key === "length") return idsOf(list).length;
    const index = indexOfKey(key);
    if (index >= 0) { const ids = idsOf(list); return index < ids.length ? wrap(ids[index]) : undefined; }
    if (typeof key === "string" && !(key in list) && list instanceof HTMLCollection)
      return namedItem(receiver, key) ?? undefined;
    return Reflect_get(list, key, receiver);
  },
  has(list, key) {
    const index = indexOfKey(key);
    return index >= 0 ? index < idsOf(list).length : key in list;
  },
  set(list, key, value) {
    if (key !== "length" && indexOfKey(key) < 0)
      defineProperty(list, key, { __proto__: null, value, writable: true, configurable: true });
    return true;
  },
  deleteProperty(list, key) { return key !== "length" && indexOfKey(key) < 0 && Reflect_delete(list, key); },
  defineProperty(list, key, descriptor) {
    if (key === "length" || indexOfKey(key) >= 0) return false;
    defineProperty(list, key, { __proto__: null, ...descriptor });
    return true;
  },
  ownKeys(list) {
    const keys = [], count = idsOf(list).length, own = ownKeys(list);
    for (let i = 0; i < count; i += 1) push(keys, `${i}`);
    for (let i = 0; i < own.length; i += 1) push(keys, own[i]);
    return keys;
  },
  getOwnPropertyDescriptor(list, key) {
    if (key === "length")
      return { value: idsOf(list).length, writable: true, enumerable: false, configurable: false };
    const index = indexOfKey(key);
    if (index < 0) return getOwnPropertyDescriptor(list, key);
    const ids = idsOf(list);
    return index < ids.length
      ? { value: wrap(ids[index]), writable: false, enumerable: true, configurable: true } : undefined;
  },
};
const { deleteProperty: Reflect_delete, get: Reflect_get } = Reflect;
/// `read` returns the numbers of the nodes as JSON; `list` is the object behind the proxy. `root` is the
/// ancestor of all of them; without it the list is read again after each change. `has` selects nodes below
/// it, as `LiveLists.js` tests.
function liveList(prototype, read, seesMore, traps = liveProxy, list = [], root = -1, has = null) {
  setPrototypeOf(list, prototype);
  listStates.set(list, {
    __proto__: null, tree: -1, more: 0, ids: null, read, seesMore, names: null, places: null, root, has,
  });
  const proxy = new Proxy(list, traps);
  targetsOfLists.set(proxy, list);
  return proxy;
}
/// The objects behind the proxies.
const targetsOfLists = new SafeWeakMap();
const listBehind = (list) => targetsOfLists.get(list) ?? list;
const seesClasses = () => classVersion, seesTexts = () => textVersion, seesForms = () => formVersion;

/// A node's lists, the same objects for the life of the node.
const listsOfNodes = new SafeWeakMap();
const MAXIMUM_LISTS = 100;
function listOfNode(node, key, prototype, read, seesMore = null, has = null) {
  if (!hasLiveLists) return listOf(read(), prototype);
  let lists = listsOfNodes.get(node);
  if (lists === undefined) listsOfNodes.set(node, lists = new SafeMap());
  let list = lists.get(key);
  if (list === undefined) {
    if (lists.size >= MAXIMUM_LISTS) lists.clear();
    lists.set(key, list = liveList(prototype, read, seesMore, liveProxy, [], idOf(node), has));
  }
  return list;
}
function childNodesOf(node) {
  const id = idOf(node);
  return listOfNode(node, "childNodes", NodeListPrototype, () => host.children(id, false), seesTexts);
}
function childrenOf(node) {
  const id = idOf(node);
  return listOfNode(
    node, "children", HTMLCollection.prototype, () => host.children(id, true), null, [0, ""]
  );
}
