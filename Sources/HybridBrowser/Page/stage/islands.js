// Which boxes the browser keeps apart, so that a change in one costs as much as that box and not as much as
// the page.
//
// After every change Blink computes anew how far each box paints, for the whole layer that the change is in:
// 6 ms for a page of 5,000 nodes. `backface-visibility: hidden` gives a box a layer of its own, and means
// nothing where nothing is turned in space (CSS Transforms 2 §5.2): in particular it is not a stacking
// context, so `zOrder` goes on as it was. Layers are painted behind their parent's own content, though.
// Therefore either all children of a node are kept apart or none are, from the root down.

/** Fewer nodes than this are not worth a layer. */
const fewest = 64;

/**
 * Keeps large parts of a tree apart.
 *
 * @param {import('./tree.js').Tree} tree
 * @param {Map<number, import('./drawing.js').Drawing>} drawings
 */
export function keepApart(tree, drawings) {
  if (tree.root === null) return;
  const sizes = sizesOf(tree);
  const apart = new Set();
  const open = [tree.root];
  while (open.length) {
    const { n, children } = tree.nodes.get(open.pop());
    if (sizes.get(n) < fewest || !isOfBoxesAlone(drawings.get(n))) continue;
    for (const child of children) apart.add(child);
    open.push(...children);
  }
  for (const drawing of drawings.values()) {
    const isApart = apart.has(drawing.n);
    if (isApart === drawing.isApart) continue;
    drawing.isApart = isApart;
    drawing.element.classList.toggle('apart', isApart);
  }
}

/**
 * Whether a node with children that are kept apart got something of its own that they may have to be below.
 */
export function mixes(drawing, drawings) {
  return !isOfBoxesAlone(drawing) && drawing.node.children.some(n => drawings.get(n)?.isApart);
}

/**
 * Text may lie above a child, fragments lie below and controls above all of them: such nodes stay one layer.
 */
function isOfBoxesAlone({ pieces, fragments, picture, field, choices }) {
  return pieces.length === 0 && fragments.length === 0 && !picture && !field && !choices;
}

/** How many nodes are in each node, itself included. */
function sizesOf(tree) {
  const sizes = new Map();
  for (const { n, parent } of [...tree.inOrder()].reverse()) {
    const size = (sizes.get(n) ?? 0) + 1;
    sizes.set(n, size);
    if (parent !== null) sizes.set(parent, (sizes.get(parent) ?? 0) + size);
  }
  return sizes;
}
