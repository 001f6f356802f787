// Ranges and the selection (DOM Standard section 5, Selection API), created at their first use. Ranges are
// live: while any exists, every change of the tree updates them.

const makeRanges = () => {
  const START_TO_START = 0, START_TO_END = 1, END_TO_END = 2, END_TO_START = 3;
  const live = [];
  const lengthOf = (id) => {
    const kind = host.kind(id);
    return kind === TEXT || kind === COMMENT ? host.data(id).length : kind === DOCTYPE ? 0
      : childrenOfNode(id).ids.length;
  };
  // The children of nodes with their indices, until the tree changes.
  let known = new SafeMap(), knownVersion = -1;
  function childrenOfNode(id) {
    const version = treeVersion + textVersion;
    if (version !== knownVersion) { known = new SafeMap(); knownVersion = version; }
    let found = known.get(id);
    if (found === undefined) {
      const ids = parseJSON(host.children(id, false)), places = new SafeMap();
      for (let i = 0; i < ids.length; i += 1) places.set(ids[i], i);
      known.set(id, found = { __proto__: null, ids, places });
    }
    return found;
  }
  const indexOfNode = (id) => {
    const parent = relative(PARENT, id);
    if (parent >= 0) return childrenOfNode(parent).places.get(id) ?? 0;
    return 0;
  };
  /// The same during a change of the tree, when the cached children may be those from before or after.
  const placeNow = (id) => {
    const parent = relative(PARENT, id);
    return parent >= 0 ? indexOf(parseJSON(host.children(parent, false)), id) : 0;
  };
  const childAt = (id, index) => childrenOfNode(id).ids[index] ?? -1;
  const isData = (id) => { const kind = host.kind(id); return kind === TEXT || kind === COMMENT; };
  /// -1, 0 or 1: the first point is before, at or after the second (section 5.2, *position*).
  function compare(a, i, b, j) {
    if (a === b) return i === j ? 0 : i < j ? -1 : 1;
    if (host.contains(a, b)) {
      let child = b;
      while (relative(PARENT, child) !== a) child = relative(PARENT, child);
      return indexOfNode(child) < i ? 1 : -1;
    }
    if (host.contains(b, a)) return -compare(b, j, a, i);
    return host.precedes(a, b) ? -1 : 1;
  }
  function each(f) {
    let kept = 0;
    for (let i = 0; i < live.length; i += 1) {
      const range = deref(live[i]);
      if (range === undefined) continue;
      live[kept] = live[i]; kept += 1;
      f(state(range));
    }
    live.length = kept;
    if (kept === 0) rangesFollow = null;
  }
  const follower = {
    __proto__: null,
    insert(id, parent, reference) {
      if (host.kind(id) === FRAGMENT) {
        const count = parseJSON(host.children(id, false)).length;
        this.empty(id);
        const index = reference < 0 ? -1 : placeNow(reference);
        hostInsert(id, parent, reference);
        if (index >= 0) this.shift(parent, index, count);
        return;
      }
      if (relative(PARENT, id) >= 0) this.remove(id);
      const before = reference === id ? relative(NEXT, id) : reference;
      hostInsert(id, parent, reference);
      if (before >= 0) this.shift(parent, placeNow(id), 1);
    },
    remove(id) {
      const parent = relative(PARENT, id);
      if (parent < 0) return;
      const index = placeNow(id);
      each((s) => {
        if (host.contains(id, s.start)) {
          s.start = parent;
          s.startAt = index;
        } else if (s.start === parent && s.startAt > index) s.startAt -= 1;
        if (host.contains(id, s.end)) {
          s.end = parent;
          s.endAt = index;
        } else if (s.end === parent && s.endAt > index) s.endAt -= 1;
      });
    },
    /// All children of a node are removed.
    empty(id) {
      each((s) => {
        if (s.start === id ? !isData(id) : host.contains(id, s.start)) { s.start = id; s.startAt = 0; }
        if (s.end === id ? !isData(id) : host.contains(id, s.end)) { s.end = id; s.endAt = 0; }
      });
    },
    /// The text changes: common parts at both ends stay (section 4.10, *replace data*).
    data(id, value) {
      const old = host.data(id);
      let from = 0;
      while (from < old.length && from < value.length && old[from] === value[from]) from += 1;
      let tail = 0;
      while (
        tail < old.length - from && tail < value.length - from
          && old[old.length - 1 - tail] === value[value.length - 1 - tail]
      ) tail += 1;
      const gone = old.length - from - tail, come = value.length - from - tail;
      const moved = (at) => (at > from + gone ? at + come - gone : at > from ? from : at);
      each((s) => {
        if (s.start === id) s.startAt = moved(s.startAt);
        if (s.end === id) s.endAt = moved(s.endAt);
      });
    },
    split(id, rest, offset) {
      each((s) => {
        if (s.start === id && s.startAt > offset) { s.start = rest; s.startAt -= offset; }
        if (s.end === id && s.endAt > offset) { s.end = rest; s.endAt -= offset; }
      });
    },
  };
  follower.shift = (parent, index, count) => each((s) => {
    if (s.start === parent && s.startAt > index) s.startAt += count;
    if (s.end === parent && s.endAt > index) s.endAt += count;
  });

  let state;
  class AbstractRange {
    #state;
    constructor(key, state_) { if (key !== KEY) throw illegal(); this.#state = state_; }
    static { state = (range) => range.#state; }
    get startContainer() { return wrap(this.#state.start); }
    get startOffset() { return this.#state.startAt; }
    get endContainer() { return wrap(this.#state.end); }
    get endOffset() { return this.#state.endAt; }
    get collapsed() { const s = this.#state; return s.start === s.end && s.startAt === s.endAt; }
    get [Symbol.toStringTag]() { return "AbstractRange"; }
  }
  class StaticRange extends AbstractRange {
    constructor(init) {
      super(
        KEY,
        {
          start: requireId(init.startContainer, "StaticRange"), startAt: number(init.startOffset),
          end: requireId(init.endContainer, "StaticRange"), endAt: number(init.endOffset),
        }
      );
    }
    get [Symbol.toStringTag]() { return "StaticRange"; }
  }
  function point(node, offset) {
    const id = requireId(node, "a range");
    if (host.kind(id) === DOCTYPE)
      throw new DOMException("a document type holds no place", "InvalidNodeTypeError");
    const at = number(offset) >>> 0;
    if (at > lengthOf(id)) throw new DOMException(`the offset ${at} is outside the node`, "IndexSizeError");
    return { id, at };
  }
  function besides(node, more) {
    const id = requireId(node, "a range"), parent = relative(PARENT, id);
    if (parent < 0) throw new DOMException("the node has no parent", "InvalidNodeTypeError");
    return { id: parent, at: indexOfNode(id) + more };
  }
  function setStart(s, { id, at }) {
    s.start = id; s.startAt = at;
    if (host.root(id) !== host.root(s.end) || compare(id, at, s.end, s.endAt) > 0) {
      s.end = id;
      s.endAt = at;
    }
  }
  function setEnd(s, { id, at }) {
    s.end = id; s.endAt = at;
    if (host.root(id) !== host.root(s.start) || compare(id, at, s.start, s.startAt) < 0) {
      s.start = id;
      s.startAt = at;
    }
  }
  /// Whether a range contains a whole node.
  const holds = (s, id) => compare(id, 0, s.start, s.startAt) > 0
    && compare(id, lengthOf(id), s.end, s.endAt) < 0;
  const common = (s) => {
    let id = s.start;
    while (!host.contains(id, s.end)) id = relative(PARENT, id);
    return id;
  };
  /// Copies (`copies`) or moves the content into a fragment (section 5.5, *extract*, *clone the contents*).
  function take(s, copies) {
    const fragment = makeNode(FRAGMENT, "");
    if (s.start === s.end && s.startAt === s.endAt) return fragment;
    const { start, startAt, end, endAt } = s;
    const piece = (id, from, to) => {
      const copy = cloneTree(id, false), data = host.data(id);
      host.setData(textSlice(data, from, to), copy);
      place(fragment, wrap(copy), -1);
      if (!copies) changeData(id, textSlice(data, 0, from) + textSlice(data, to));
    };
    if (start === end && isData(start)) { piece(start, startAt, endAt); return fragment; }
    const top = common(s);
    const partOf = (id) => {
      if (id === top) return -1;
      while (relative(PARENT, id) !== top) id = relative(PARENT, id);
      return id;
    };
    const first = host.contains(start, end) ? -1 : partOf(start), last = host.contains(end, start) ? -1
      : partOf(end);
    const whole = [];
    for (let id = relative(FIRST, top); id >= 0; id = relative(NEXT, id))
      if (id !== first && id !== last && holds(s, id)) push(whole, id);
    for (let i = 0; i < whole.length; i += 1)
      if (host.kind(whole[i]) === DOCTYPE)
        throw new DOMException("a document type cannot be taken out", "HierarchyRequestError");
    let after = { id: start, at: startAt };
    if (!host.contains(start, end)) {
      let id = start;
      while (relative(PARENT, id) >= 0 && !host.contains(relative(PARENT, id), end))
        id = relative(PARENT, id);
      after = { id: relative(PARENT, id), at: indexOfNode(id) + 1 };
    }
    const partial = (id, from) => {
      const copy = cloneTree(id, false);
      place(fragment, wrap(copy), -1);
      const inner = from ? { start, startAt, end: id, endAt: lengthOf(id) }
        : { start: id, startAt: 0, end, endAt };
      place(copy, wrap(take(inner, copies)), -1);
    };
    if (first >= 0) {
      if (isData(first)) piece(start, startAt, host.data(start).length); else partial(first, true);
    }
    for (let i = 0; i < whole.length; i += 1)
      place(fragment, wrap(copies ? cloneTree(whole[i], true) : whole[i]), -1);
    if (last >= 0) { if (isData(last)) piece(end, 0, endAt); else partial(last, false); }
    if (!copies) { s.start = s.end = after.id; s.startAt = s.endAt = minimum(after.at, lengthOf(after.id)); }
    return fragment;
  }
  class Range extends AbstractRange {
    constructor() {
      super(KEY, { start: 0, startAt: 0, end: 0, endAt: 0 });
      push(live, new WeakRef(this));
      rangesFollow = follower;
    }
    get commonAncestorContainer() { return wrap(common(state(this))); }
    setStart(node, offset) { setStart(state(this), point(node, offset)); }
    setEnd(node, offset) { setEnd(state(this), point(node, offset)); }
    setStartBefore(node) { setStart(state(this), besides(node, 0)); }
    setStartAfter(node) { setStart(state(this), besides(node, 1)); }
    setEndBefore(node) { setEnd(state(this), besides(node, 0)); }
    setEndAfter(node) { setEnd(state(this), besides(node, 1)); }
    collapse(toStart = false) {
      const s = state(this);
      if (toStart) { s.end = s.start; s.endAt = s.startAt; } else { s.start = s.end; s.startAt = s.endAt; }
    }
    selectNode(node) {
      const s = state(this), from = besides(node, 0);
      s.start = s.end = from.id;
      s.startAt = from.at;
      s.endAt = from.at + 1;
    }
    selectNodeContents(node) {
      const s = state(this), { id } = point(node, 0);
      s.start = s.end = id;
      s.startAt = 0;
      s.endAt = lengthOf(id);
    }
    compareBoundaryPoints(how, other) {
      const a = state(this), b = state(other);
      if (host.root(a.start) !== host.root(b.start))
        throw new DOMException("the ranges are in different trees", "WrongDocumentError");
      switch (number(how)) {
      case START_TO_START: return compare(a.start, a.startAt, b.start, b.startAt);
      case START_TO_END: return compare(a.end, a.endAt, b.start, b.startAt);
      case END_TO_END: return compare(a.end, a.endAt, b.end, b.endAt);
      case END_TO_START: return compare(a.start, a.startAt, b.end, b.endAt);
      default: throw new DOMException(`${text(how)} is not a way to compare`, "NotSupportedError");
      }
    }
    comparePoint(node, offset) {
      const s = state(this), { id, at } = point(node, offset);
      if (host.root(id) !== host.root(s.start))
        throw new DOMException("the node is in another tree", "WrongDocumentError");
      return compare(id, at, s.start, s.startAt) < 0 ? -1 : compare(id, at, s.end, s.endAt) > 0 ? 1 : 0;
    }
    isPointInRange(node, offset) {
      const s = state(this);
      return host.root(requireId(node, "isPointInRange")) === host.root(s.start)
        && this.comparePoint(node, offset) === 0;
    }
    intersectsNode(node) {
      const s = state(this), id = requireId(node, "intersectsNode"), parent = relative(PARENT, id);
      if (host.root(id) !== host.root(s.start)) return false;
      if (parent < 0) return true;
      const index = indexOfNode(id);
      return compare(parent, index, s.end, s.endAt) < 0 && compare(parent, index + 1, s.start, s.startAt) > 0;
    }
    cloneRange() {
      const range = new Range(), s = state(this), copy = state(range);
      copy.start = s.start;
      copy.startAt = s.startAt;
      copy.end = s.end;
      copy.endAt = s.endAt;
      return range;
    }
    cloneContents() { return wrap(take(state(this), true)); }
    extractContents() { return wrap(take(state(this), false)); }
    deleteContents() { take(state(this), false); }
    insertNode(node) {
      const s = state(this), id = requireId(node, "insertNode"), kind = host.kind(s.start);
      if (kind === COMMENT || (kind === TEXT && relative(PARENT, s.start) < 0) || s.start === id)
        throw new DOMException("nothing can be inserted there", "HierarchyRequestError");
      const wasCollapsed = this.collapsed, count = host.kind(id) === FRAGMENT
        ? parseJSON(host.children(id, false)).length : 1;
      let parent = s.start, reference;
      if (kind === TEXT) {
        parent = relative(PARENT, s.start);
        reference = idOf(wrap(s.start).splitText(s.startAt));
      } else reference = childAt(parent, s.startAt);
      if (reference === id) reference = relative(NEXT, id);
      place(parent, node, reference);
      const at = reference >= 0 ? indexOfNode(reference) : lengthOf(parent);
      if (wasCollapsed) {
        s.end = parent;
        s.endAt = at;
        if (kind === TEXT && compare(s.start, s.startAt, parent, at - count) > 0) {
          s.start = parent;
          s.startAt = at - count;
        }
      }
    }
    surroundContents(node) {
      const s = state(this), top = common(s);
      for (const edge of [s.start, s.end])
        for (let id = edge; id !== top; id = relative(PARENT, id))
          if (host.kind(id) !== TEXT)
            throw new DOMException("the range holds a part of an element", "InvalidStateError");
      const kind = host.kind(requireId(node, "surroundContents"));
      if (kind === FRAGMENT || kind === DOCUMENT || kind === DOCTYPE)
        throw new DOMException("the node cannot surround", "InvalidNodeTypeError");
      const fragment = this.extractContents();
      replaceByText(idOf(node), "");
      this.insertNode(node);
      place(idOf(node), fragment, -1);
      this.selectNode(node);
    }
    createContextualFragment(markup) {
      const s = state(this);
      let at = s.start;
      while (at >= 0 && host.kind(at) !== ELEMENT) at = relative(PARENT, at);
      const made = parseInside(at < 0 ? document.body : wrap(at), text(markup));
      const scripts = parseJSON(host.elements(1, "script", idOf(made)));
      for (let i = 0; i < scripts.length; i += 1) (scriptsMade ??= new SafeSet()).add(wrap(scripts[i]));
      return made;
    }
    toString() {
      const s = state(this);
      if (s.start === s.end && host.kind(s.start) === TEXT)
        return textSlice(host.data(s.start), s.startAt, s.endAt);
      let result = host.kind(s.start) === TEXT ? textSlice(host.data(s.start), s.startAt) : "";
      // The nodes between the ends, in tree order.
      const behind = (id) => {
        for (let at = id; at >= 0; at = relative(PARENT, at)) {
          const next = relative(NEXT, at);
          if (next >= 0) return next;
        }
        return -1;
      };
      const nodeAt = (id, index) => {
        const child = isData(id) ? -1 : childAt(id, index);
        return child >= 0 ? child : behind(id);
      };
      const stop = isData(s.end) ? s.end : nodeAt(s.end, s.endAt);
      for (let id = nodeAt(s.start, s.startAt); id >= 0 && id !== stop;) {
        if (host.kind(id) === TEXT) result += host.data(id);
        const first = relative(FIRST, id);
        id = first >= 0 ? first : behind(id);
      }
      return host.kind(s.end) === TEXT ? result + textSlice(host.data(s.end), 0, s.endAt) : result;
    }
    /// The boxes of the elements in the range; a part of a text has the box of its element.
    getClientRects() {
      const s = state(this), result = [], seen = new SafeSet();
      const add = (id) => {
        if (id > 0 && !seen.has(id)) { seen.add(id); push(result, wrap(id).getBoundingClientRect()); }
      };
      if (host.root(s.start) !== 0) return part("Surroundings").rectsOf(result);
      const top = common(s);
      for (let id = top; id >= 0;) {
        let isDone = false;
        if (host.kind(id) === ELEMENT && id !== top && holds(s, id)) { add(id); isDone = true; }
        else if (host.kind(id) === TEXT && this.intersectsNode(wrap(id)) && trim(host.data(id)) !== "")
          add(relative(PARENT, id));
        let next = isDone ? -1 : relative(FIRST, id);
        while (next < 0 && id !== top) { next = relative(NEXT, id); if (next < 0) id = relative(PARENT, id); }
        if (next < 0) break;
        id = next;
      }
      return part("Surroundings").rectsOf(result);
    }
    getBoundingClientRect() {
      const all = this.getClientRects();
      if (all.length === 0) return new DOMRect();
      let { left, top, right, bottom } = all[0];
      for (let i = 1; i < all.length; i += 1) {
        left = minimum(left, all[i].left);
        top = minimum(top, all[i].top);
        right = maximum(right, all[i].right);
        bottom = maximum(bottom, all[i].bottom);
      }
      return new DOMRect(left, top, right - left, bottom - top);
    }
    detach() {}
    get [Symbol.toStringTag]() { return "Range"; }
  }
  const constants = { START_TO_START, START_TO_END, END_TO_END, END_TO_START };
  install(Range, constants);
  install(Range.prototype, constants);

  /// The selection of scripts: users cannot select text of a page here.
  class Selection {
    #range = null; #isBackward = false;
    constructor(key) { if (key !== KEY) throw illegal(); }
    get rangeCount() { return this.#range === null ? 0 : 1; }
    get type() { return this.#range === null ? "None" : this.#range.collapsed ? "Caret" : "Range"; }
    get isCollapsed() { return this.#range === null || this.#range.collapsed; }
    get direction() { return this.isCollapsed ? "none" : this.#isBackward ? "backward" : "forward"; }
    get anchorNode() {
      return this.#range === null ? null : this.#isBackward ? this.#range.endContainer
        : this.#range.startContainer;
    }
    get anchorOffset() {
      return this.#range === null ? 0 : this.#isBackward ? this.#range.endOffset : this.#range.startOffset;
    }
    get focusNode() {
      return this.#range === null ? null : this.#isBackward ? this.#range.startContainer
        : this.#range.endContainer;
    }
    get focusOffset() {
      return this.#range === null ? 0 : this.#isBackward ? this.#range.startOffset : this.#range.endOffset;
    }
    getRangeAt(index) {
      if (index !== 0 || this.#range === null)
        throw new DOMException(`there is no range ${text(index)}`, "IndexSizeError");
      return this.#range;
    }
    addRange(range) { state(range); if (this.#range === null) this.#set(range, false); }
    removeRange(range) {
      if (range !== this.#range) throw new DOMException("the range is not selected", "NotFoundError");
      this.#set(null, false);
    }
    removeAllRanges() { this.#set(null, false); }
    empty() { this.#set(null, false); }
    collapse(node, offset = 0) {
      if (node === null || node === undefined) { this.#set(null, false); return; }
      const range = new Range();
      range.setStart(node, offset); range.collapse(true);
      this.#set(range, false);
    }
    setPosition(node, offset = 0) { this.collapse(node, offset); }
    collapseToStart() { this.#require(); this.collapse(this.#range.startContainer, this.#range.startOffset); }
    collapseToEnd() { this.#require(); this.collapse(this.#range.endContainer, this.#range.endOffset); }
    extend(node, offset = 0) {
      this.#require();
      this.setBaseAndExtent(this.anchorNode, this.anchorOffset, node, offset);
    }
    setBaseAndExtent(anchor, anchorOffset, focus, focusOffset) {
      const a = point(anchor, anchorOffset), b = point(focus, focusOffset), range = new Range();
      const isBackward = compare(a.id, a.at, b.id, b.at) > 0;
      setStart(state(range), isBackward ? b : a);
      setEnd(state(range), isBackward ? a : b);
      this.#set(range, isBackward);
    }
    selectAllChildren(node) {
      const range = new Range();
      range.selectNodeContents(node);
      this.#set(range, false);
    }
    containsNode(node, partly = false) {
      if (this.#range === null) return false;
      return partly ? this.#range.intersectsNode(node)
        : holds(state(this.#range), requireId(node, "containsNode"));
    }
    deleteFromDocument() { this.#range?.deleteContents(); }
    modify() { warn("Selection.modify is not supported: people cannot select text here"); }
    toString() { return this.#range === null ? "" : this.#range.toString(); }
    #require() {
      if (this.#range === null) throw new DOMException("nothing is selected", "InvalidStateError");
    }
    #set(range, isBackward) {
      this.#range = range; this.#isBackward = isBackward;
      startTimer(() => dispatchTo(document, trust(new Event("selectionchange"))), [], 0, false);
    }
    get [Symbol.toStringTag]() { return "Selection"; }
  }
  return { AbstractRange, StaticRange, Range, Selection, selection: new Selection(KEY) };
};
makeRanges();
