// Searches elements: by a selector of names, ids and classes, or by text.

/**
 * The nodes that match a query, in tree order.
 * @param {Map<number, object>} tree
 * @param {Iterable<object>} nodes The nodes in tree order.
 * @param {string} query `h1`, `.card #buy`, `Add to cart`
 * @returns {number[]}
 */
export function find(tree, nodes, query) {
  const wanted = query.trim();
  if (!wanted) return [];
  const compounds = wanted.split(/\s+/).map(parseCompound);
  const text = wanted.toLowerCase();
  const isSelector = compounds.every(Boolean);
  const found = [];
  for (const node of nodes) {
    const isMatch = (isSelector && matches(tree, node, compounds))
      || (node.text ?? '').toLowerCase().includes(text);
    if (isMatch) found.push(node.n);
  }
  return found;
}

/** Reads `tag#id.class`, in any order after the tag; null for other text. */
function parseCompound(text) {
  const match = /^([a-z][\w-]*|\*)?((?:[#.][\w-]+)*)$/i.exec(text);
  if (!match || !text) return null;
  const names = match[2].match(/[#.][\w-]+/g) ?? [];
  return {
    tag: match[1] && match[1] !== '*' ? match[1].toLowerCase() : null,
    id: names.find((name) => name[0] === '#')?.slice(1) ?? null,
    classes: names.filter((name) => name[0] === '.').map((name) => name.slice(1)),
  };
}

function matches(tree, node, compounds) {
  if (!matchesOne(node, compounds.at(-1))) return false;
  // The nearest matching ancestors suffice: with the descendant combinator alone, no backtracking is needed.
  let rest = compounds.length - 2;
  for (let above = tree.get(node.parent); above && rest >= 0; above = tree.get(above.parent)) {
    if (matchesOne(above, compounds[rest])) rest -= 1;
  }
  return rest < 0;
}

function matchesOne(node, { tag, id, classes }) {
  const own = (node.class ?? '').split(/\s+/);
  return (!tag || node.tag.toLowerCase() === tag) && (!id || node.id === id)
    && classes.every((name) => own.includes(name));
}
