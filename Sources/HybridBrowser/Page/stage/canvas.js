// Draws a whole tree: one element for each node, in the engine's painting order.
//
// A message is drawn at once, with writes only: no code here asks the browser for positions, which would
// force a layout.

import { Drawing } from './drawing.js';
import { cornerOf } from './box.js';
import { useFonts } from './fonts.js';
import { px, setStyle } from './style.js';
import { keepApart, mixes } from './islands.js';

export class Canvas {
  /**
   * @param {HTMLElement} viewport
   * @param {import('./person.js').Person} person
   */
  constructor(viewport, person) {
    this.viewport = viewport;
    this.person = person;
    this.sheet = document.createElement('div');
    this.sheet.className = 'sheet';
    viewport.append(this.sheet);
    /** @type {Map<number, Drawing>} */
    this.drawings = new Map();
    /** The drawings whose background covers letters of lines around them. */
    this.covering = new Set();
    /** @type {?import('./tree.js').Tree} */
    this.tree = null;
  }

  /** The corner of the parent's cell. */
  cornerAbove(node) {
    return node.parent === null ? [0, 0] : cornerOf(this.tree.nodes.get(node.parent));
  }

  /**
   * Draws a whole tree instead of the last one.
   *
   * @param {import('./tree.js').Tree} tree
   * @param {Map<number, number>} renumbered Which nodes of the last tree go on, and as what.
   */
  replace(tree, renumbered) {
    this.tree = tree;
    useFonts(tree);
    const before = this.drawings;
    this.drawings = new Map();
    for (const [old, n] of renumbered) {
      const drawing = before.get(old);
      if (!drawing) continue;
      before.delete(old);
      this.drawings.set(n, drawing);
    }
    for (const drawing of before.values()) drawing.remove();
    for (const node of tree.inOrder()) {
      const drawing = this.drawings.get(node.n) ?? new Drawing(node);
      drawing.node = node;
      this.drawings.set(node.n, drawing);
    }
    const all = [...tree.inOrder()].map(node => this.drawings.get(node.n));
    for (const drawing of all) drawing.draw(null, this);
    // From the inside out, so that new elements enter the page complete.
    for (const drawing of all.reverse()) this.#arrange(drawing);
    const root = this.drawings.get(tree.root);
    if (root && this.sheet.firstChild !== root.element) this.sheet.replaceChildren(root.element);
    if (!root) this.sheet.replaceChildren();
    // Native pages keep the order of the tree, also around transparent boxes: every box in them is
    // positioned.
    this.sheet.classList.toggle('positioned', all.some(({ node }) =>
      node.parent !== null && node.paint?.isolates && node.paint.zOrder === undefined));
    keepApart(tree, this.drawings);
    this.#cover();
    this.#frame();
    this.person.drawn({ isOtherToUse: true, isOtherToScroll: true });
  }

  /**
   * Draws the changes of a patch.
   *
   * @param {import('./tree.js').TreeChanges} changes
   */
  patch(changes) {
    useFonts(this.tree);
    for (const n of changes.removed) {
      this.drawings.get(n)?.remove();
      this.drawings.delete(n);
    }
    const unsettled = new Set();
    const added = [...changes.added].map(n => {
      const drawing = new Drawing(this.tree.nodes.get(n));
      // The number was given away and is used again.
      this.drawings.get(n)?.remove();
      this.drawings.set(n, drawing);
      return drawing;
    });
    for (const drawing of added) {
      drawing.draw(null, this);
      const { isolates, zOrder } = drawing.node.paint ?? {};
      if (isolates && zOrder === undefined) this.sheet.classList.add('positioned');
    }
    for (const drawing of added.reverse()) this.#arrange(drawing);
    let isOtherToUse = !changes.keepsNodes;
    let isOtherToScroll = false;
    for (const [n, members] of changes.updated) {
      const drawing = this.drawings.get(n);
      if (drawing.draw(members, this)) unsettled.add(drawing);
      if (members.has('paint')) this.#unsettleLine(drawing, unsettled);
      if (members.has('control') || members.has('taps') || members.has('a11y')) isOtherToUse = true;
      if (members.has('scroll')) isOtherToScroll = true;
    }
    for (const n of changes.reordered) if (this.drawings.has(n)) unsettled.add(this.drawings.get(n));
    for (const drawing of unsettled) this.#arrange(drawing);
    if (!changes.keepsNodes || [...unsettled].some(drawing => mixes(drawing, this.drawings))) {
      keepApart(this.tree, this.drawings);
    }
    this.#cover();
    if (this.#paintsCanvas(changes)) this.#frame();
    this.person.drawn({ isOtherToUse, isOtherToScroll });
  }

  #cover() {
    for (const drawing of this.covering) {
      if (this.drawings.get(drawing.n) === drawing) drawing.cover(this.tree);
      else this.covering.delete(drawing);
    }
  }

  /** When an inline element gains or loses its decoration, its line is arranged again. */
  #unsettleLine(drawing, unsettled) {
    const isGround = Boolean(drawing.node.paint?.inline);
    if (isGround === Boolean(drawing.wasGround)) return;
    drawing.wasGround = isGround;
    let above = drawing;
    while (above && above.node.parent !== null) {
      above = this.drawings.get(above.node.parent);
      if (above.pieces.length) {
        unsettled.add(above);
        return;
      }
    }
  }

  /**
   * Puts the children of a node in their order with as few moves as possible, because a moved element may
   * lose its focus and scroll offset.
   */
  #arrange(drawing) {
    const { content } = drawing;
    let next = content.firstChild;
    for (const element of drawing.layers(this.drawings)) {
      if (element === next) {
        next = next.nextSibling;
      } else if (next && element === next.nextSibling) {
        // A later child is at this position.
        put(content, next, null);
        next = element.nextSibling;
      } else {
        put(content, element, next);
      }
    }
    while (next) {
      const gone = next;
      next = next.nextSibling;
      gone.remove();
    }
  }

  #paintsCanvas(changes) {
    const root = this.tree.nodes.get(this.tree.root);
    return [root?.n, ...(root?.children ?? [])].some(n => changes.updated.has(n) || changes.added.has(n));
  }

  /**
   * Draws the viewport: its size, the sheet that it scrolls, and the canvas' background (CSS Backgrounds 3
   * §2.11.2).
   */
  #frame() {
    const [width, height] = this.tree.viewport;
    const root = this.tree.nodes.get(this.tree.root);
    const body = root?.children.map(n => this.tree.nodes.get(n)).find(
      ({ tag }) => tag.toLowerCase() === 'body'
    );
    const owner = [root, body].find(node => node?.paint?.background);
    const ground = owner?.paint.background;
    for (const node of [root, body]) {
      const drawing = node && this.drawings.get(node.n);
      if (!drawing || drawing.isGround === (node === owner)) continue;
      // Below nodes with a negative `z-index`, which its own box would hide.
      drawing.isGround = node === owner;
      drawing.place(drawing.above);
    }
    setStyle(this.viewport, `width:${px(width)};height:${px(height)};`
      + (ground ? `background-image:linear-gradient(${ground},${ground});` : ''));
    this.viewport.classList.toggle('scrolls', Boolean(root?.scroll));
    setStyle(
      this.sheet, `width:${px(root?.scroll?.width ?? width)};height:${px(root?.scroll?.height ?? height)}`
    );
  }
}

/**
 * Moves an element within its parent, or inserts it; a moved element keeps its state if the browser supports
 * that.
 */
function put(parent, element, before) {
  if (element.parentNode === parent && parent.isConnected && parent.moveBefore)
    parent.moveBefore(element, before);
  else parent.insertBefore(element, before);
}
