// MutationObserver for what scripts change (DOM Standard section 4.3), ResizeObserver and
// IntersectionObserver by what is asked of the layout when a turn ends.

let queueRecord, deliver, lookAtLayout;
const observers = new SafeSet();
let isDeliveryQueued = false;

class MutationRecord {
  constructor(key, record) {
    if (key !== KEY) throw illegal();
    const keys = Object_keys(record);
    for (let i = 0; i < keys.length; i += 1) define(this, keys[i], record[keys[i]]);
  }
}
class MutationObserver {
  #callback; #targets = []; #records = [];
  constructor(callback) {
    if (!isFunction(callback)) throw new TypeError("MutationObserver: a function is needed");
    this.#callback = callback;
  }
  observe(node, settings = {}) {
    const wanted = {
      node, childList: !!settings.childList, subtree: !!settings.subtree, oldValue: !!settings.attributeOldValue, oldData: !!settings.characterDataOldValue,
      attributes: settings.attributes === undefined ? !!(settings.attributeOldValue || settings.attributeFilter) : !!settings.attributes,
      characterData: settings.characterData === undefined ? !!settings.characterDataOldValue : !!settings.characterData,
      filter: isArray(settings.attributeFilter) ? slice(settings.attributeFilter) : null,
    };
    requireId(node, "observe");
    if (!wanted.childList && !wanted.attributes && !wanted.characterData) throw new TypeError("observe: childList, attributes or characterData is needed");
    this.#forget(node);
    push(this.#targets, wanted);
    observers.add(this);
    observing = true;
  }
  disconnect() {
    this.#targets = []; this.#records = [];
    observers.delete(this);
    observing = observers.size > 0;
  }
  takeRecords() { const records = this.#records; this.#records = []; return records; }
  #forget(node) { const kept = []; for (let i = 0; i < this.#targets.length; i += 1) if (this.#targets[i].node !== node) push(kept, this.#targets[i]); this.#targets = kept; }
  static {
    queueRecord = (observer, record, id) => {
      const list = observer.#targets;
      for (let i = 0; i < list.length; i += 1) {
        const wanted = list[i], at = idOf(wanted.node);
        if (!wanted[record.type] || !(at === id || (wanted.subtree && host.contains(at, id)))) continue;
        if (wanted.filter !== null && record.type === "attributes" && !includes(wanted.filter, record.attributeName)) continue;
        const keepsOld = record.type === "attributes" ? wanted.oldValue : wanted.oldData;
        push(observer.#records, new MutationRecord(KEY, { ...record, oldValue: keepsOld ? record.oldValue : null }));
        return;
      }
    };
    deliver = (observer) => {
      const records = observer.takeRecords();
      if (records.length === 0) return;
      try { apply(observer.#callback, observer, [records, observer]); } catch (error) { reportException(error); }
    };
  }
}
function observed(type, id, more) {
  const record = {
    type, target: wrap(id), addedNodes: [], removedNodes: [], previousSibling: null, nextSibling: null, attributeName: null,
    attributeNamespace: null, oldValue: null, ...more,
  };
  observers.forEach((observer) => queueRecord(observer, record, id));
  if (isDeliveryQueued) return;
  isDeliveryQueued = true;
  then(resolved, () => { isDeliveryQueued = false; observers.forEach(deliver); });
}
function placeObserved(parent, id, reference) {
  const added = host.kind(id) === FRAGMENT ? listOf(host.children(id, false)) : [wrap(id)];
  const old = relative(PARENT, id);
  const beforeOld = old >= 0 ? wrap(relative(PREVIOUS, id)) : null, afterOld = old >= 0 ? wrap(relative(NEXT, id)) : null;
  insertNode(id, parent, reference);
  if (old >= 0) observed("childList", old, { removedNodes: [wrap(id)], previousSibling: beforeOld, nextSibling: afterOld });
  if (added.length === 0) return;
  observed("childList", parent, {
    addedNodes: added, previousSibling: added[0].previousSibling, nextSibling: added[added.length - 1].nextSibling,
  });
}
function removeObserved(id) {
  const parent = relative(PARENT, id);
  if (parent < 0) return;
  const more = { removedNodes: [wrap(id)], previousSibling: wrap(relative(PREVIOUS, id)), nextSibling: wrap(relative(NEXT, id)) };
  observed("childList", parent, more);
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
function attributeObserved(id, name, oldValue) { observed("attributes", id, { attributeName: lower(name), oldValue: oldValue ?? null }); }

// Both of these look at the layout once a turn, and only while they observe something.
const layoutObservers = new SafeSet();
class LayoutObserver {
  #callback; #targets = [];
  constructor(callback) {
    if (!isFunction(callback)) throw new TypeError("an observer needs a function");
    this.#callback = callback;
  }
  observe(node) { requireId(node, "observe"); this.unobserve(node); push(this.#targets, { node, last: null }); layoutObservers.add(this); host.watchLayout(true); }
  unobserve(node) { const kept = []; for (let i = 0; i < this.#targets.length; i += 1) if (this.#targets[i].node !== node) push(kept, this.#targets[i]); this.#targets = kept; }
  disconnect() { this.#targets = []; layoutObservers.delete(this); if (layoutObservers.size === 0) host.watchLayout(false); }
  takeRecords() { return []; }
  static { lookAtLayout = (observer) => {
    const entries = [];
    for (let i = 0; i < observer.#targets.length; i += 1) {
      const target = observer.#targets[i], found = observer.measure(target.node, target.last);
      if (found === null) continue;
      target.last = found.last;
      push(entries, found.entry);
    }
    if (entries.length > 0) try { apply(observer.#callback, observer, [entries, observer]); } catch (error) { reportException(error); }
  }; }
}
class ResizeObserver extends LayoutObserver {
  constructor(callback) { super(callback); }
  measure(node, last) {
    const box = geometry(node), size = `${box[CLIENT_WIDTH]}x${box[CLIENT_HEIGHT]}`;
    if (size === last) return null;
    const contentRect = new DOMRect(0, 0, box[CLIENT_WIDTH], box[CLIENT_HEIGHT]);
    const sizes = [{ inlineSize: contentRect.width, blockSize: contentRect.height }];
    return { last: size, entry: { target: node, contentRect, contentBoxSize: sizes, borderBoxSize: [{ inlineSize: box[WIDTH], blockSize: box[HEIGHT] }] } };
  }
}
/// The part of the screen that `root`, or the viewport, shows of what is in it: left, top, right, bottom.
function shownPart(node, root, margin) {
  const size = viewport(), frame = root === null ? null : geometry(root);
  const part = frame === null ? [0, 0, size[0], size[1]] : [frame[X], frame[Y], frame[X] + frame[WIDTH], frame[Y] + frame[HEIGHT]];
  part[0] -= margin; part[1] -= margin; part[2] += margin; part[3] += margin;
  const end = root === null ? 0 : idOf(root);
  for (let id = relative(PARENT, idOf(node)); id > 0 && id !== end; id = relative(PARENT, id)) {
    const overflow = host.computedStyle("overflow-y", id);
    if (overflow === "" || overflow === "visible" || relative(PARENT, id) <= 0) continue;
    const clip = geometry(wrap(id));
    part[0] = maximum(part[0], clip[X]); part[1] = maximum(part[1], clip[Y]);
    part[2] = minimum(part[2], clip[X] + clip[WIDTH]); part[3] = minimum(part[3], clip[Y] + clip[HEIGHT]);
  }
  return part;
}
class IntersectionObserver extends LayoutObserver {
  #thresholds; #margin; #root;
  constructor(callback, settings = {}) {
    super(callback);
    this.#root = settings.root instanceof Element ? settings.root : null;
    this.#thresholds = isArray(settings.threshold) ? slice(settings.threshold) : [number(settings.threshold)];
    this.#margin = numberOrZero(settings.rootMargin);
  }
  get root() { return this.#root; }
  get thresholds() { return slice(this.#thresholds); }
  measure(node, last) {
    const box = geometry(node), part = shownPart(node, this.#root, this.#margin), right = box[X] + box[WIDTH], bottom = box[Y] + box[HEIGHT];
    const width = maximum(0, minimum(right, part[2]) - maximum(box[X], part[0]));
    const height = maximum(0, minimum(bottom, part[3]) - maximum(box[Y], part[1]));
    const touches = box[X] <= part[2] && box[Y] <= part[3] && right >= part[0] && bottom >= part[1];
    const isIntersecting = touches && box !== noBox, whole = box[WIDTH] * box[HEIGHT];
    const ratio = whole > 0 ? (width * height) / whole : isIntersecting ? 1 : 0;
    let step = 0;
    for (let i = 0; i < this.#thresholds.length; i += 1) if (isIntersecting && ratio >= this.#thresholds[i]) step = i + 1;
    const state = `${isIntersecting}/${step}`;
    if (state === last) return null;
    const boundingClientRect = new DOMRect(box[X], box[Y], box[WIDTH], box[HEIGHT]);
    return { last: state, entry: { target: node, isIntersecting, intersectionRatio: ratio, boundingClientRect, time: host.now() } };
  }
}

({
  MutationObserver, MutationRecord, ResizeObserver, IntersectionObserver, observed, placeObserved, removeObserved, replaceObserved,
  dataObserved, attributeObserved, layoutChanged: () => { layoutObservers.forEach(lookAtLayout); },
});
