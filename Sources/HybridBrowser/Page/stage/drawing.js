// The DOM elements of one node.

import { boxStyle, cornerOf, fragmentElements } from './box.js';
import { marksElement } from './effects.js';
import { decorationElement } from './decoration.js';
import { coverLetters, coversLetters, lettersElement } from './letters.js';
import { pieceElements } from './text.js';
import { pictureElement } from './picture.js';
import { describe } from './accessibility.js';
import { Field } from './field.js';
import { Motion } from './motion.js';
import { Choices } from './choices.js';
import { px, setStyle } from './style.js';

/** The drawing of an element: pointers and focus find their node by it. */
const drawings = new WeakMap();

/** The drawing of the nearest element that has one; null outside of a stage's page. */
export function drawingOf(element) {
  for (let next = element; next; next = next.parentNode) {
    const drawing = drawings.get(next);
    if (drawing) return drawing;
  }
  return null;
}

export class Drawing {
  /** @param {import('./tree.js').TreeNode} node */
  constructor(node) {
    this.node = node;
    this.element = document.createElement('div');
    this.element.className = 'cell';
    drawings.set(this.element, this);
    /** The parent of the children's elements: the element, or the sheet that it scrolls. */
    this.content = this.element;
    /** The corner of its children's cells, relative to its border box; and the same of its parent. */
    this.corner = [0, 0];
    this.above = [0, 0];
    this.pieces = [];
    this.fragments = [];
    this.picture = null;
    /** The marks of a control, and the element that draws the background apart. */
    this.marks = null;
    this.decoration = null;
    /** The letters that its background covers (`letters.js`). */
    this.letters = null;
    /** @type {?Motion} */
    this.motion = null;
    /** @type {?Field} */
    this.field = null;
    /** @type {?Choices} */
    this.choices = null;
    /** Whether its background covers the whole canvas. */
    this.isGround = false;
    /** Whether it has a layer of its own (`islands.js`). */
    this.isApart = false;
    /** Whether it can have the keyboard focus. */
    this.isFocusable = false;
  }

  get n() {
    return this.node.n;
  }

  /**
   * Draws the node without its children.
   *
   * @param {?Set<string>} members What changed; null for everything.
   * @param {import('./canvas.js').Canvas} canvas
   * @returns {boolean} Whether its content has to be arranged anew.
   */
  draw(members, canvas) {
    const { node } = this;
    const has = name => !members || members.has(name);
    let isOther = false;
    if (has('paint')) {
      const corner = cornerOf(node);
      if (corner[0] !== this.corner[0] || corner[1] !== this.corner[1]) {
        this.corner = corner;
        // Its children are relative to another corner now.
        if (members) for (const child of node.children) canvas.drawings.get(child)?.place(corner);
      }
    }
    if (has('frame') || has('paint') || has('scroll')) this.place(canvas.cornerAbove(node));
    if (has('scroll')) isOther = this.#scroll() || isOther;
    const motion = node.paint?.effects?.motion;
    if (has('paint')) canvas.covering[coversLetters(node) ? 'add' : 'delete'](this);
    if (has('paint') && (motion || this.motion)) {
      this.motion ??= new Motion(this.element);
      this.motion.play(motion);
    }
    // Pictures and a separate background fill the frame; text does not depend on it.
    const fillsFrame = this.decoration !== null || this.picture !== null;
    if (has('paint') || (has('frame') && fillsFrame)) isOther = this.#fill() || isOther;
    if (has('control') || has('paint') || has('frame')) isOther = this.#control(canvas) || isOther;
    if (has('control') || has('a11y') || has('text') || has('taps')) describe(this);
    return isOther;
  }

  /** Puts the box at its place in its parent. */
  place(corner) {
    this.above = corner;
    setStyle(this.element, boxStyle(this.node, corner, this.isGround));
    if (this.content !== this.element) {
      const { width, height } = this.node.scroll ?? {};
      setStyle(this.content, `width:${px(width)};height:${px(height)}`);
    }
  }

  /** Adds or removes a sheet to scroll. The viewport scrolls the page itself. */
  #scroll() {
    const scrolls = Boolean(this.node.scroll) && this.node.parent !== null;
    if (scrolls === (this.content !== this.element)) return false;
    this.element.classList.toggle('scrolls', scrolls);
    const before = this.content;
    if (scrolls) {
      this.content = document.createElement('div');
      this.content.className = 'sheet';
      this.content.append(...before.childNodes);
      before.append(this.content);
    } else {
      this.content = this.element;
      before.replaceWith(...before.childNodes);
    }
    this.place(this.above);
    return true;
  }

  /** Draws its fragments, its text and its picture. */
  #fill() {
    const { paint = {} } = this.node;
    const before = this.pieces;
    this.pieces = paint.lines ? pieceElements(paint.lines, this.corner, before) : [];
    for (const gone of before.slice(this.pieces.length)) gone.remove();
    let isOther = this.#fragment(paint) || this.pieces.length > before.length;
    const made = {
      decoration: decorationElement(this.node, this.corner, this.decoration),
      letters: coversLetters(this.node) && !paint.fragments ? this.letters ?? lettersElement() : null,
      marks: marksElement(paint.effects?.shapes, this.corner, this.marks),
      picture: paint.image ? pictureElement(this.node, this.corner, this.picture) : null,
    };
    for (const [name, element] of Object.entries(made)) {
      if (element === this[name]) continue;
      this[name]?.remove();
      this[name] = element;
      isOther = true;
    }
    return isOther;
  }

  /**
   * The boxes of an inline element in several lines; only they take pointer events, not the space between
   * them.
   */
  #fragment(paint) {
    const before = this.fragments;
    this.fragments = paint.fragments ? fragmentElements(paint, before) : [];
    for (const gone of before.slice(this.fragments.length)) gone.remove();
    if (!coversLetters(this.node)) for (const fragment of this.fragments) fragment.replaceChildren();
    this.element.classList.toggle('fragmented', this.fragments.length > 0);
    return this.fragments.length > before.length;
  }

  /** Gives the background of an inline element the letters that it covers. */
  cover(tree) {
    const { fragments } = this.node.paint;
    if (this.letters) {
      coverLetters(this.node, tree, [{ letters: this.letters, frame: [0, 0], look: this.node.paint }]);
      return;
    }
    const boxes = this.fragments.map((element, index) => {
      if (!element.firstChild) element.append(lettersElement());
      return { letters: element.firstChild, frame: fragments[index].frame, look: fragments[index] };
    });
    coverLetters(this.node, tree, boxes);
  }

  /** Creates or updates its field. */
  #control(canvas) {
    const kind = this.node.control?.kind;
    let isOther = false;
    if (this.field && this.field.kind !== kind) {
      this.field.remove();
      this.field = null;
    }
    if (this.choices && this.choices.kind !== kind) {
      this.choices.remove();
      this.choices = null;
    }
    if (!this.field && Field.isFor(kind)) {
      this.field = new Field(this, canvas.person);
      isOther = true;
    }
    if (Choices.isFor(kind)) {
      this.choices ??= new Choices(this, canvas.person);
      isOther = this.choices.draw() || isOther;
    }
    this.field?.draw();
    return isOther;
  }

  /**
   * All elements in it, from the lowest to the uppermost.
   *
   * @param {Map<number, Drawing>} all
   */
  layers(all) {
    const children = this.node.children.map(n => all.get(n));
    const elements = [this.decoration, this.letters, ...this.fragments, this.marks].filter(Boolean);
    const own = this.picture ? [...this.pieces, this.picture] : this.pieces;
    if (this.pieces.length) {
      // The backgrounds of inline elements go below the text of their line.
      const isBelow = children.map(child => child.hasInlineGround(all));
      children.forEach((child, index) => isBelow[index] && elements.push(child.element));
      elements.push(...own);
      children.forEach((child, index) => isBelow[index] || elements.push(child.element));
    } else {
      elements.push(...own);
      for (const child of children) elements.push(child.element);
    }
    if (this.choices) elements.push(...this.choices.elements);
    if (this.field) elements.push(this.field.element);
    return elements;
  }

  /** Whether it, or a descendant without text between, is an inline element with a background or borders. */
  hasInlineGround(all) {
    if (this.node.paint?.inline) return true;
    return this.pieces.length === 0 && this.node.children.some(n => all.get(n).hasInlineGround(all));
  }

  /** Removes it from the screen; the user's last changes are sent. */
  remove() {
    this.field?.remove();
    this.element.remove();
  }
}
