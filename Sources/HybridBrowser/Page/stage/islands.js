// Selects boxes for layers of their own, so that a change in a box costs as much as the box and not as much
// as the page.
//
// After every change Blink computes again how far each box paints, for the whole layer of the change: 6 ms
// for a page of 5,000 nodes. `backface-visibility: hidden` gives a box its own layer, and has no other effect
// without 3D transforms (CSS Transforms 2 §5.2): it makes no stacking context, so `zOrder` stays valid.
// Layers are painted behind their parent's own content, though. Therefore either all children of a node have
// layers or none, from the root down.

/** Smaller subtrees are not worth a layer. */
const fewest = 64;

/**
 * Gives large parts of a tree their own layers.
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
 * Whether a node whose children have layers gained content of its own that they may have to be below.
 */
export function mixes(drawing, drawings) {
  return !isOfBoxesAlone(drawing) && drawing.node.children.some(n => drawings.get(n)?.isApart);
}

/**
 * Text may be above a child, fragments below and controls above all children: such nodes stay one layer.
 */
function isOfBoxesAlone({ pieces, fragments, picture, field, choices }) {
  return pieces.length === 0 && fragments.length === 0 && !picture && !field && !choices;
}

/** The number of nodes in each node, including itself. */
function sizesOf(tree) {
  const sizes = new Map();
  for (const { n, parent } of [...tree.inOrder()].reverse()) {
    const size = (sizes.get(n) ?? 0) + 1;
    sizes.set(n, size);
    if (parent !== null) sizes.set(parent, (sizes.get(parent) ?? 0) + size);
  }
  return sizes;
}
