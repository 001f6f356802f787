// The letters that the background of an inline element covers (`background-clip: text`). An element around it
// has the text of its lines, so the inline element gets transparent copies, since a background covers letters
// of its own element only.

import { cornerOf } from './box.js';
import { pieceElements } from './text.js';

/** Whether a node needs copies of letters. */
export function coversLetters({ paint }) {
  return Boolean(paint?.inline && paint.effects?.coversText);
}

/** The parent of the letters. */
export function lettersElement() {
  const element = document.createElement('div');
  element.className = 'letters';
  element.setAttribute('aria-hidden', 'true');
  return element;
}

/**
 * Gives each box of an inline element the letters of its lines.
 *
 * @param {import('./tree.js').TreeNode} node
 * @param {import('./tree.js').Tree} tree
 * @param {{letters: HTMLElement, frame: number[], look: object}[]} boxes What the letters go into, and the
 *   box's frame from the corner of the node's border box.
 */
export function coverLetters(node, tree, boxes) {
  let [x, y] = [0, 0];
  let above = node;
  while (above && !above.paint?.lines) {
    x += above.frame[0];
    y += above.frame[1];
    above = tree.nodes.get(above.parent);
  }
  for (const { letters, frame, look } of boxes) {
    const [left, top] = cornerOf({ paint: look });
    const lines = (above?.paint.lines ?? []).map(line => ({ ...line, pieces: line.pieces.map(clear) }));
    const pieces = pieceElements(lines, [x + frame[0] + left, y + frame[1] + top], [...letters.children]);
    letters.replaceChildren(...pieces);
  }
}

function clear(piece) {
  return { ...piece, color: '#0000', shadows: undefined };
}
