// Scroll offsets: the browser scrolls at once, the server is told once a frame, and scrolling by scripts is
// applied here.

import { OptimisticValue } from './optimistic-value.js';
import { drawingOf } from './drawing.js';

/** Offsets with a smaller difference are equal: browsers round fractions of a point. */
const nearly = (one, other) => Math.abs(one.x - other.x) < 0.75 && Math.abs(one.y - other.y) < 0.75;

/**
 * How long the server may take to answer an offset, in milliseconds; after that, the offset counts as lost.
 */
const patience = 2000;

export class Scrolling {
  /** @param {import('./person.js').Person} person */
  constructor(person) {
    this.person = person;
    /** Drawings that were scrolled since the last frame. */
    this.moved = new Set();
    this.isDue = false;
    person.viewport.addEventListener('scroll', this, { capture: true, passive: true });
  }

  handleEvent({ target }) {
    const { canvas, viewport } = this.person;
    const drawing = target === viewport ? canvas.drawings.get(canvas.tree?.root) : drawingOf(target);
    if (!drawing?.node.scroll || (target !== viewport && drawing.element !== target)) return;
    const now = { x: target.scrollLeft, y: target.scrollTop };
    if (drawing.scrolledTo && nearly(now, drawing.scrolledTo)) return;
    drawing.scrolledTo = now;
    this.moved.add(drawing);
    if (this.isDue) return;
    this.isDue = true;
    // A hidden page has no frames.
    if (document.hidden) setTimeout(() => this.#tell(), 50);
    else requestAnimationFrame(() => this.#tell());
  }

  #tell() {
    this.isDue = false;
    for (const drawing of this.moved) {
      if (!drawing.element.isConnected || !drawing.node.scroll) continue;
      this.#optimisticOffset(drawing).send(drawing.scrolledTo);
      this.person.tell('scroll', drawing.n, drawing.scrolledTo);
      clearTimeout(drawing.scrollTimer);
      drawing.scrollTimer = setTimeout(() => {
        if (!this.person.isConnected || !drawing.element.isConnected) return;
        drawing.optimisticOffset.settle();
        this.#apply(drawing);
      }, patience);
    }
    this.moved.clear();
  }

  #optimisticOffset(drawing) {
    const { x = 0, y = 0 } = drawing.node.scroll;
    drawing.optimisticOffset ??= new OptimisticValue({ x, y }, nearly);
    return drawing.optimisticOffset;
  }

  /**
   * The tree was drawn: applies offsets that the server changed, and keeps those that the user is changing.
   */
  drawn() {
    for (const drawing of this.person.canvas.drawings.values()) {
      const { scroll } = drawing.node;
      if (!scroll) {
        drawing.optimisticOffset = null;
        drawing.scrolledTo = null;
        continue;
      }
      this.#optimisticOffset(drawing).answer({ x: scroll.x ?? 0, y: scroll.y ?? 0 });
      if (!drawing.optimisticOffset.isWaiting && !this.moved.has(drawing)) this.#apply(drawing);
    }
  }

  #apply(drawing) {
    const { shown } = drawing.optimisticOffset;
    if (nearly(shown, drawing.scrolledTo ?? { x: 0, y: 0 })) return;
    drawing.scrolledTo = shown;
    const { viewport } = this.person;
    const element = drawing.node.parent === null ? viewport : drawing.element;
    element.scrollTo({ left: shown.x, top: shown.y, behavior: 'instant' });
  }
}
