// A unit as the server laid it out: nodes by number, and the operations that change one tree into the next.

/**
 * @typedef {object} TreeNode What Documentation/reload-protocol.md calls a node, with numbers in place of
 *   nested nodes.
 * @property {number} n
 * @property {number|null} parent
 * @property {number[]} children
 * @property {string} tag
 * @property {string} [id]
 * @property {string} [class]
 * @property {[number, number, number, number]} frame
 * @property {string} [text]
 * @property {string} [source]
 * @property {object} [paint]
 * @property {object} [scroll]
 * @property {object} [control]
 * @property {boolean} [taps]
 * @property {object} [a11y]
 */

/** The error for a patch of another tree. */
export class PatchError extends Error {}

/** The changes of operations to a tree, for the code that draws it. */
export class TreeChanges {
  /** The numbers of new nodes. */
  added = new Set();
  /** The numbers of removed nodes. */
  removed = new Set();
  /** The changed members of each node. */
  updated = new Map();
  /** Nodes whose list of children changed. */
  reordered = new Set();

  /** Whether only frames, looks and the like changed. */
  get keepsNodes() {
    return this.reordered.size === 0;
  }
}

/** The members that `set` replaces, and removes by `null`. */
const settable = ['frame', 'text', 'class', 'source', 'paint', 'scroll', 'control', 'taps', 'a11y'];

export class Tree {
  /** @param {[number, number]} viewport */
  constructor(viewport) {
    /** @type {Map<number, TreeNode>} */
    this.nodes = new Map();
    this.root = null;
    this.viewport = viewport;
  }

  /** Reads the tree of a `snapshot`; throws a PatchError when it is none. */
  static from(json, viewport) {
    const tree = new Tree(Array.isArray(viewport) ? viewport : [0, 0]);
    if (json) tree.root = tree.#insert(json, null, new TreeChanges());
    return tree;
  }

  /** All nodes in tree order. */
  * inOrder() {
    const open = this.root === null ? [] : [this.root];
    while (open.length) {
      const node = this.nodes.get(open.pop());
      yield node;
      for (let index = node.children.length - 1; index >= 0; index -= 1) open.push(node.children[index]);
    }
  }

  /**
   * Applies operations in order. Throws a PatchError at the first one that does not apply; the tree is
   * invalid then, and the caller asks for a whole one.
   */
  apply(operations) {
    const changes = new TreeChanges();
    for (const operation of operations) {
      switch (operation.op) {
        case 'remove': this.#remove(operation, changes); break;
        case 'insert': this.#insertAt(operation, changes); break;
        case 'move': this.#move(operation, changes); break;
        case 'set': this.#set(operation, changes); break;
        default: throw new PatchError(`unknown operation ${operation.op}`);
      }
    }
    return changes;
  }

  #node(n) {
    const node = this.nodes.get(n);
    if (!node) throw new PatchError(`no node ${n}`);
    return node;
  }

  #siblings(node) {
    if (node.parent === null) throw new PatchError('the root has no place');
    return this.nodes.get(node.parent).children;
  }

  #remove({ n }, changes) {
    const node = this.#node(n);
    const siblings = this.#siblings(node);
    siblings.splice(siblings.indexOf(n), 1);
    changes.reordered.add(node.parent);
    const gone = [n];
    while (gone.length) {
      const next = gone.pop();
      gone.push(...this.nodes.get(next).children);
      this.nodes.delete(next);
      changes.updated.delete(next);
      changes.reordered.delete(next);
      if (!changes.added.delete(next)) changes.removed.add(next);
    }
  }

  #insertAt({ parent, index, node }, changes) {
    const above = this.#node(parent);
    if (!(index >= 0 && index <= above.children.length))
      throw new PatchError(`no place ${index} in ${parent}`);
    above.children.splice(index, 0, this.#insert(node, parent, changes));
    changes.reordered.add(parent);
  }

  #move({ n, index }, changes) {
    const node = this.#node(n);
    const siblings = this.#siblings(node);
    if (!(index >= 0 && index < siblings.length)) throw new PatchError(`no place ${index} in ${node.parent}`);
    siblings.splice(siblings.indexOf(n), 1);
    siblings.splice(index, 0, n);
    changes.reordered.add(node.parent);
  }

  #set(operation, changes) {
    const node = this.#node(operation.n);
    const members = changes.updated.get(operation.n) ?? new Set();
    for (const name of settable) {
      if (!(name in operation)) continue;
      const value = operation[name];
      // A snapshot omits absent members, and the tree's hash is that of a snapshot.
      const isAbsent = value === null || (name === 'paint' && Object.keys(value).length === 0);
      if (isAbsent) delete node[name];
      else node[name] = value;
      members.add(name);
    }
    // A new node is drawn completely.
    if (!changes.added.has(operation.n)) changes.updated.set(operation.n, members);
  }

  /** Puts a nested node and its descendants into the map, without recursion; returns its number. */
  #insert(json, parent, changes) {
    const open = [[json, parent]];
    while (open.length) {
      const [next, above] = open.pop();
      const n = next?.n;
      if (!Number.isInteger(n) || this.nodes.has(n) || !Array.isArray(next.frame)) {
        throw new PatchError(`no node: ${n}`);
      }
      const children = next.children ?? [];
      const node = { ...next, parent: above, children: children.map(child => child?.n) };
      this.nodes.set(n, node);
      // A number that was removed and reused belongs to another node.
      changes.added.add(n);
      for (const child of children) open.push([child, n]);
    }
    return json.n;
  }
}

/**
 * For each node of both trees, its number in the second: state that a client keeps by number (focus, scroll
 * offset, text) moves there. Children of one parent correspond by `id`, or by tag and position.
 *
 * @param {Tree} before
 * @param {Tree} after
 * @returns {Map<number, number>} From the number in `before` to that in `after`; empty when they are no two
 *   states of one thing.
 */
export function correspondence(before, after) {
  const result = new Map();
  const [first, second] = [before.nodes.get(before.root), after.nodes.get(after.root)];
  if (!first || !second || first.tag !== second.tag) return result;
  const pairs = [[first, second]];
  while (pairs.length) {
    const [one, other] = pairs.pop();
    result.set(one.n, other.n);
    const names = new Map();
    for (const [name, child] of namedChildren(before, one)) if (!names.has(name)) names.set(name, child);
    for (const [name, child] of namedChildren(after, other)) {
      const partner = names.get(name);
      if (!partner) continue;
      names.delete(name);
      pairs.push([partner, child]);
    }
  }
  return result;
}

/**
 * The children of a node with their names in paths: `#ID`, or the tag and the index among siblings of that
 * tag without an `id`.
 */
function namedChildren(tree, node) {
  const counts = new Map();
  return node.children.map(n => {
    const child = tree.nodes.get(n);
    if (child.id !== undefined) return ['#' + child.id, child];
    const count = counts.get(child.tag) ?? 0;
    counts.set(child.tag, count + 1);
    return [`${child.tag}:${count}`, child];
  });
}

/** The names from the child of the root down to a node. */
export function pathOf(tree, n) {
  const path = [];
  for (let node = tree.nodes.get(n); node && node.parent !== null; node = tree.nodes.get(node.parent)) {
    const above = tree.nodes.get(node.parent);
    path.unshift(namedChildren(tree, above).find(([, child]) => child === node)[0]);
  }
  return path;
}
