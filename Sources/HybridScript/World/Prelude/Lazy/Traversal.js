// TreeWalker, NodeIterator, NodeFilter (DOM Standard section 6), created at their first use.

const ACCEPT = 1, REJECT = 2, SKIP = 3;
const NodeFilterConstants = {
  FILTER_ACCEPT: ACCEPT, FILTER_REJECT: REJECT, FILTER_SKIP: SKIP, SHOW_ALL: 0xffffffff, SHOW_ELEMENT: 1,
  SHOW_ATTRIBUTE: 2, SHOW_TEXT: 4, SHOW_CDATA_SECTION: 8, SHOW_PROCESSING_INSTRUCTION: 64, SHOW_COMMENT: 128,
  SHOW_DOCUMENT: 256, SHOW_DOCUMENT_TYPE: 512, SHOW_DOCUMENT_FRAGMENT: 1024,
};

const makeTraversal = () => {
  const NodeFilter = function NodeFilter() { throw illegal(); };
  install(NodeFilter, NodeFilterConstants);
  /// The result of a filter for a node; an exception ends the walk.
  function makeFilter(show, filter) {
    let isActive = false;
    return (id) => {
      if (isActive) throw new DOMException("the filter walks itself", "InvalidStateError");
      const node = wrap(id);
      if (((show >>> (node.nodeType - 1)) & 1) === 0) return SKIP;
      if (filter === null || filter === undefined) return ACCEPT;
      isActive = true;
      try {
        const said = isFunction(filter) ? apply(filter, undefined, [node]) : filter.acceptNode(node);
        return said === true ? ACCEPT : number(said);
      } finally { isActive = false; }
    };
  }
  const following_ = (id, root) => {
    for (; id >= 0 && id !== root; id = relative(PARENT, id)) {
      const next = relative(NEXT, id);
      if (next >= 0) return next;
    }
    return -1;
  };
  class TreeWalker {
    #root; #show; #filter; #accepts; #current;
    constructor(key, root, show, filter) {
      if (key !== KEY) throw illegal();
      requireId(root, "createTreeWalker");
      this.#root = root; this.#show = number(show) >>> 0; this.#filter = filter ?? null; this.#current = root;
      this.#accepts = makeFilter(this.#show, filter);
    }
    get root() { return this.#root; }
    get whatToShow() { return this.#show; }
    get filter() { return this.#filter; }
    get currentNode() { return this.#current; }
    set currentNode(node) { requireId(node, "currentNode"); this.#current = node; }
    #take(id) { this.#current = wrap(id); return this.#current; }
    parentNode() {
      const root = idOf(this.#root);
      let id = idOf(this.#current);
      while (id >= 0 && id !== root) {
        id = relative(PARENT, id);
        if (id >= 0 && this.#accepts(id) === ACCEPT) return this.#take(id);
      }
      return null;
    }
    firstChild() { return this.#child(FIRST, NEXT); }
    lastChild() { return this.#child(LAST, PREVIOUS); }
    #child(first, next) {
      const root = idOf(this.#root), from = idOf(this.#current);
      let id = relative(first, from);
      while (id >= 0) {
        const said = this.#accepts(id);
        if (said === ACCEPT) return this.#take(id);
        if (said === SKIP) { const inner = relative(first, id); if (inner >= 0) { id = inner; continue; } }
        for (;;) {
          const sibling = relative(next, id);
          if (sibling >= 0) { id = sibling; break; }
          id = relative(PARENT, id);
          if (id < 0 || id === root || id === from) return null;
        }
      }
      return null;
    }
    nextSibling() { return this.#sibling(NEXT, FIRST); }
    previousSibling() { return this.#sibling(PREVIOUS, LAST); }
    #sibling(next, first) {
      const root = idOf(this.#root);
      let id = idOf(this.#current);
      if (id === root) return null;
      for (;;) {
        let sibling = relative(next, id);
        while (sibling >= 0) {
          id = sibling;
          const said = this.#accepts(id);
          if (said === ACCEPT) return this.#take(id);
          sibling = said === REJECT ? -1 : relative(first, id);
          if (sibling < 0) sibling = relative(next, id);
        }
        id = relative(PARENT, id);
        if (id < 0 || id === root || this.#accepts(id) === ACCEPT) return null;
      }
    }
    previousNode() {
      const root = idOf(this.#root);
      let id = idOf(this.#current);
      while (id !== root) {
        let sibling = relative(PREVIOUS, id);
        while (sibling >= 0) {
          id = sibling;
          let said = this.#accepts(id);
          while (said !== REJECT) {
            const inner = relative(LAST, id);
            if (inner < 0) break;
            id = inner;
            said = this.#accepts(id);
          }
          if (said === ACCEPT) return this.#take(id);
          sibling = relative(PREVIOUS, id);
        }
        if (id === root) return null;
        id = relative(PARENT, id);
        if (id < 0) return null;
        if (this.#accepts(id) === ACCEPT) return this.#take(id);
      }
      return null;
    }
    nextNode() {
      const root = idOf(this.#root);
      let id = idOf(this.#current), said = ACCEPT;
      for (;;) {
        let inner = said === REJECT ? -1 : relative(FIRST, id);
        if (inner < 0) inner = following_(id, root);
        if (inner < 0) return null;
        id = inner;
        said = this.#accepts(id);
        if (said === ACCEPT) return this.#take(id);
      }
    }
    get [Symbol.toStringTag]() { return "TreeWalker"; }
  }
  class NodeIterator {
    #root; #show; #filter; #accepts; #at; #isBefore = true;
    constructor(key, root, show, filter) {
      if (key !== KEY) throw illegal();
      requireId(root, "createNodeIterator");
      this.#root = root;
      this.#show = number(show) >>> 0;
      this.#filter = filter ?? null;
      this.#at = idOf(root);
      this.#accepts = makeFilter(this.#show, filter);
    }
    get root() { return this.#root; }
    get whatToShow() { return this.#show; }
    get filter() { return this.#filter; }
    get referenceNode() { this.#mend(); return wrap(this.#at); }
    get pointerBeforeReferenceNode() { return this.#isBefore; }
    detach() {}
    /// A removed reference node is replaced by its neighbour, as far as that is known: the iterator's root.
    #mend() {
      if (!host.contains(idOf(this.#root), this.#at)) {
        this.#at = this.#near;
        this.#near = idOf(this.#root);
        this.#isBefore = false;
        if (!host.contains(idOf(this.#root), this.#at)) this.#at = idOf(this.#root);
      }
    }
    #near = -1;
    nextNode() {
      this.#mend();
      const root = idOf(this.#root);
      let id = this.#at, isBefore = this.#isBefore;
      for (;;) {
        if (isBefore) isBefore = false;
        else {
          const inner = relative(FIRST, id);
          id = inner >= 0 ? inner : following_(id, root);
          if (id < 0) return null;
        }
        if (this.#accepts(id) === ACCEPT) return this.#take(id, false);
      }
    }
    previousNode() {
      this.#mend();
      const root = idOf(this.#root);
      let id = this.#at, isBefore = this.#isBefore;
      for (;;) {
        if (!isBefore) isBefore = true;
        else {
          if (id === root) return null;
          let before = relative(PREVIOUS, id);
          if (before < 0) before = relative(PARENT, id);
          else for (
            let last = relative(LAST, before); last >= 0; last = relative(LAST, before)
          ) before = last;
          id = before;
        }
        if (this.#accepts(id) === ACCEPT) return this.#take(id, true);
      }
    }
    #take(id, isBefore) {
      const before = relative(PREVIOUS, id);
      this.#near = id === idOf(this.#root) ? id : before >= 0 ? before : relative(PARENT, id);
      this.#at = id; this.#isBefore = isBefore;
      return wrap(id);
    }
    get [Symbol.toStringTag]() { return "NodeIterator"; }
  }
  return { NodeFilter, TreeWalker, NodeIterator };
};
makeTraversal();
