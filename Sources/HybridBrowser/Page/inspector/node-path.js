// Names an element by a path that holds in another tree of the same unit: a page that restarts, or is shown
// on another device, has other numbers.

/**
 * `['#card', 'p:1']`: from the child of the root down, the id, or the tag and the index among siblings of
 * that tag without an id.
 */
export function pathOf(tree, n) {
  const path = [];
  for (let node = tree.get(n); node && tree.has(node.parent); node = tree.get(node.parent)) {
    path.unshift(nameIn(tree.get(node.parent), node, tree));
  }
  return path;
}

/** The number of the node with this path; null when there is none. */
export function nodeAt(tree, path) {
  let node = null;
  for (const candidate of tree.values()) if (!tree.has(candidate.parent)) node = candidate;
  for (const name of path) {
    const parent = node;
    node = parent?.children.map((n) => tree.get(n)).find(
      (child) => child && nameIn(parent, child, tree) === name
    )
      ?? null;
    if (!node) return null;
  }
  return node?.n ?? null;
}

function nameIn(parent, node, tree) {
  if (node.id) return `#${node.id}`;
  let index = 0;
  for (const n of parent.children) {
    if (n === node.n) break;
    const other = tree.get(n);
    if (other && other.tag === node.tag && !other.id) index += 1;
  }
  return `${node.tag}:${index}`;
}
