// The hash of a tree in a `hello` (`TreeHash` of Sources/HybridViewTree): a server that makes the same tree
// does not send it.
//
// The hash multiplies words of 64 bits to 128. BigInt takes several times as long as words in two halves of
// 32 bits, multiplied in halves of 16. Text with control characters above U+007F, which the server writes
// escaped, has another hash here, so the server sends a snapshot.

/** Larger trees take more than a tenth of a second and are not hashed: the server sends a snapshot. */
const longest = 1 << 20;

/** The members of a node in the server's order. */
const members = [
  'n', 'key', 'tag', 'id', 'class', 'frame', 'text', 'source', 'paint', 'scroll', 'control', 'taps', 'a11y',
];

/** @param {import('./tree.js').Tree} tree */
export function treeHash(tree) {
  const json = written(tree);
  if (json.length > longest) return null;
  return hashOf(new TextEncoder().encode(json));
}

/** The tree as the server writes it, viewport first. */
function written(tree) {
  const parts = [`[${tree.viewport[0]},${tree.viewport[1]},`];
  if (tree.root === null) parts.push('null');
  // Nodes, and what closes them.
  const open = tree.root === null ? [] : [tree.nodes.get(tree.root)];
  while (open.length) {
    const next = open.pop();
    if (typeof next === 'string') {
      parts.push(next);
      continue;
    }
    const own = members.filter(name => next[name] !== undefined)
      .map(name => `${JSON.stringify(name)}:${JSON.stringify(next[name])}`);
    parts.push(`{${own.join(',')}`);
    if (next.children.length === 0) {
      parts.push('}');
      continue;
    }
    parts.push(',"children":[');
    open.push(']}');
    for (let index = next.children.length - 1; index >= 0; index -= 1) {
      open.push(tree.nodes.get(next.children[index]));
      if (index > 0) open.push(',');
    }
  }
  parts.push(']');
  return parts.join('');
}

// A product of 64 bits each, and its two halves folded together: `ContentHasher.fold`.
let foldedHigh = 0;
let foldedLow = 0;

/** `h:l` are the upper and lower 32 bits of a word. */
function fold(ah, al, bh, bl) {
  const a = [al & 0xffff, al >>> 16, ah & 0xffff, ah >>> 16];
  const b0 = bl & 0xffff, b1 = bl >>> 16, b2 = bh & 0xffff, b3 = bh >>> 16;
  // Columns of 16 bits; each sum stays far below 2^53.
  const c0 = a[0] * b0;
  const c1 = a[0] * b1 + a[1] * b0 + Math.floor(c0 / 65536);
  const c2 = a[0] * b2 + a[1] * b1 + a[2] * b0 + Math.floor(c1 / 65536);
  const c3 = a[0] * b3 + a[1] * b2 + a[2] * b1 + a[3] * b0 + Math.floor(c2 / 65536);
  const c4 = a[1] * b3 + a[2] * b2 + a[3] * b1 + Math.floor(c3 / 65536);
  const c5 = a[2] * b3 + a[3] * b2 + Math.floor(c4 / 65536);
  const c6 = a[3] * b3 + Math.floor(c5 / 65536);
  const c7 = Math.floor(c6 / 65536);
  foldedLow = (((c1 % 65536) << 16 | (c0 % 65536)) ^ ((c5 % 65536) << 16 | (c4 % 65536))) >>> 0;
  foldedHigh = (((c3 % 65536) << 16 | (c2 % 65536)) ^ ((c7 % 65536) << 16 | (c6 % 65536))) >>> 0;
}

/** `ContentHash` of bytes, as 32 hexadecimal digits. */
export function hashOf(bytes) {
  let firstHigh = 0x2436a885, firstLow = 0xa308d313;
  let secondHigh = 0x13198a2e, secondLow = 0x03707345;
  const combine = (high, low) => {
    fold((firstHigh ^ high) >>> 0, (firstLow ^ low) >>> 0, 0x9e3779b9, 0x7f4a7c15);
    firstHigh = foldedHigh;
    firstLow = foldedLow;
    const sum = secondLow + low;
    const carry = sum > 0xffffffff ? 1 : 0;
    fold((secondHigh + high + carry) >>> 0, sum >>> 0, 0xa4093822, 0x299f31d1);
    secondHigh = (foldedHigh ^ firstHigh) >>> 0;
    secondLow = (foldedLow ^ firstLow) >>> 0;
  };
  combine(Math.floor(bytes.length / 0x100000000), bytes.length >>> 0);
  const whole = bytes.length - bytes.length % 8;
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let index = 0; index < whole; index += 8) {
    combine(words.getUint32(index + 4, true), words.getUint32(index, true));
  }
  const rest = new DataView(new ArrayBuffer(8));
  for (let index = whole; index < bytes.length; index += 1) rest.setUint8(index - whole, bytes[index]);
  combine(rest.getUint32(4, true), rest.getUint32(0, true));
  fold((firstHigh ^ 0xc0ac29b7) >>> 0, (firstLow ^ 0xc97c50dd) >>> 0, secondHigh, (secondLow | 1) >>> 0);
  const hex = word => word.toString(16).padStart(8, '0');
  const result = hex(foldedHigh) + hex(foldedLow);
  fold((secondHigh ^ 0x3f84d5b5) >>> 0, (secondLow ^ 0xb5470917) >>> 0, firstHigh, (firstLow | 1) >>> 0);
  return result + hex(foldedHigh) + hex(foldedLow);
}
