// MutationObserver for changes by scripts (DOM Standard section 4.3).

let queueRecord, deliver, followRemoved;
const observers = new SafeSet();
let isDeliveryQueued = false;

class MutationRecord {
  #record;
  constructor(key, record) { if (key !== KEY) throw illegal(); this.#record = record; }
  get type() { return this.#record.type; }
  get target() { return this.#record.target; }
  get addedNodes() { return this.#record.addedNodes; }
  get removedNodes() { return this.#record.removedNodes; }
  get previousSibling() { return this.#record.previousSibling; }
  get nextSibling() { return this.#record.nextSibling; }
  get attributeName() { return this.#record.attributeName; }
  get attributeNamespace() { return this.#record.attributeNamespace; }
  get oldValue() { return this.#record.oldValue; }
  get [Symbol.toStringTag]() { return "MutationRecord"; }
}
class MutationObserver {
  #callback; #targets = []; #records = []; #removed = [];
  constructor(callback) {
    if (!isFunction(callback)) throw new TypeError("MutationObserver: a function is needed");
    this.#callback = callback;
  }
  observe(node, given = undefined) {
    const settings = given ?? {};
    const wanted = {
      node, childList: !!settings.childList, subtree: !!settings.subtree,
      oldValue: !!settings.attributeOldValue, oldData: !!settings.characterDataOldValue,
      attributes: settings.attributes === undefined
        ? !!(settings.attributeOldValue || settings.attributeFilter) : !!settings.attributes,
      characterData: settings.characterData === undefined ? !!settings.characterDataOldValue
        : !!settings.characterData,
      filter: isArray(settings.attributeFilter) ? slice(settings.attributeFilter) : null,
    };
    requireId(node, "observe");
    if (!wanted.childList && !wanted.attributes && !wanted.characterData)
      throw new TypeError("observe: childList, attributes or characterData is needed");
    this.#forget(node);
    push(this.#targets, wanted);
    observers.add(this);
    observing = true;
  }
  disconnect() {
    this.#targets = []; this.#records = []; this.#removed = [];
    observers.delete(this);
    observing = observers.size > 0;
  }
  takeRecords() { const records = this.#records; this.#records = []; return records; }
  #forget(node) { this.#targets = filtered(this.#targets, (target) => target.node !== node); }
  get [Symbol.toStringTag]() { return "MutationObserver"; }
  static {
    queueRecord = (observer, record, id) => {
      let isWanted = false, keepsOld = false;
      const look = (list) => {
        for (let i = 0; i < list.length; i += 1) {
          const wanted = list[i], at = idOf(wanted.node);
          if (!wanted[record.type] || !(at === id || (wanted.subtree && host.contains(at, id)))) continue;
          if (
            wanted.filter !== null && record.type === "attributes"
              && !includes(wanted.filter, record.attributeName)
          ) continue;
          isWanted = true;
          if (record.type === "attributes" ? wanted.oldValue : wanted.oldData) keepsOld = true;
        }
      };
      look(observer.#targets);
      if (observer.#removed.length > 0) look(observer.#removed);
      if (isWanted)
        push(
          observer.#records,
          new MutationRecord(KEY, { ...record, oldValue: keepsOld ? record.oldValue : null })
        );
    };
    // Section 4.3.3, *transient registered observers*: a removed subtree is observed until the records are
    // delivered.
    followRemoved = (observer, parent, node) => {
      const list = observer.#targets;
      for (let i = 0; i < list.length; i += 1) {
        const at = idOf(list[i].node);
        if (list[i].subtree && (at === parent || host.contains(at, parent)))
          push(observer.#removed, { ...list[i], node });
      }
    };
    deliver = (observer) => {
      const records = observer.takeRecords();
      observer.#removed = [];
      if (records.length === 0) return;
      try {
        apply(observer.#callback, observer, [records, observer]);
      } catch (error) {
        reportException(error);
      }
    };
  }
}
const nodeList = (nodes) => { setPrototypeOf(nodes, NodeListPrototype); return nodes; };
/// The changes of one node's children that make one record; null outside of {@link asOneChange}.
let joined = null;
function observed(type, id, more) {
  if (joined !== null && type === "childList" && id === joined.id) {
    joined.more ??= {
      addedNodes: [], removedNodes: [], previousSibling: more.previousSibling ?? null,
      nextSibling: more.nextSibling ?? null,
    };
    for (const key of ["addedNodes", "removedNodes"]) {
      const nodes = more[key] ?? [];
      for (let i = 0; i < nodes.length; i += 1) push(joined.more[key], nodes[i]);
    }
    return;
  }
  const record = {
    type, target: wrap(id), previousSibling: null, nextSibling: null, attributeName: null,
    attributeNamespace: null, oldValue: null, ...more, addedNodes: nodeList(more.addedNodes ?? []),
    removedNodes: nodeList(more.removedNodes ?? []),
  };
  observers.forEach((observer) => queueRecord(observer, record, id));
  if (isDeliveryQueued) return;
  isDeliveryQueued = true;
  then(resolved, () => { isDeliveryQueued = false; observers.forEach(deliver); });
}
/// Removals and insertions that the standard treats as one change of a node's children (*replace*, *replace
/// all*).
function asOneChange(id, change) {
  const outer = joined;
  joined = { __proto__: null, id, more: null };
  let more;
  try { change(); } finally { more = joined.more; joined = outer; }
  if (more !== null) observed("childList", id, more);
}
function placeObserved(parent, id, reference) {
  const added = host.kind(id) === FRAGMENT ? listOf(host.children(id, false)) : [wrap(id)];
  const old = relative(PARENT, id);
  const beforeOld = old >= 0 ? wrap(relative(PREVIOUS, id)) : null, afterOld = old >= 0
    ? wrap(relative(NEXT, id)) : null;
  insertNode(id, parent, reference);
  if (old >= 0)
    observed(
      "childList", old, { removedNodes: [wrap(id)], previousSibling: beforeOld, nextSibling: afterOld }
    );
  if (added.length === 0) return;
  observed("childList", parent, {
    addedNodes: added, previousSibling: added[0].previousSibling,
    nextSibling: added[added.length - 1].nextSibling,
  });
}
function removeObserved(id) {
  const parent = relative(PARENT, id);
  if (parent < 0) return;
  const more = {
    removedNodes: [wrap(id)], previousSibling: wrap(relative(PREVIOUS, id)),
    nextSibling: wrap(relative(NEXT, id)),
  };
  observed("childList", parent, more);
  const node = wrap(id);
  observers.forEach((observer) => followRemoved(observer, parent, node));
  removeNode(id);
}
function replaceObserved(id, change) {
  const kind = host.kind(id);
  if (kind === TEXT || kind === COMMENT) { dataObserved(id, null, change); return; }
  const removedNodes = listOf(host.children(id, false));
  change();
  const addedNodes = listOf(host.children(id, false));
  if (removedNodes.length + addedNodes.length > 0) observed("childList", id, { removedNodes, addedNodes });
}
function dataObserved(id, value, change = () => host.setData(value, id)) {
  const oldValue = host.data(id);
  change();
  observed("characterData", id, { oldValue });
}
function attributeObserved(id, name, oldValue) {
  observed("attributes", id, { attributeName: lower(name), oldValue: oldValue ?? null });
}

({
  MutationObserver, MutationRecord, observed, placeObserved, removeObserved, replaceObserved, dataObserved,
  attributeObserved, asOneChange,
});
