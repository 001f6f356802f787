// The box model of a node, in colours over the stage: margin, border, padding, content, and its size.

import { labelOf, make, number } from './dom.js';

const areas = ['margin', 'border', 'padding'];

export class Highlight {
  #stage = null;
  #n = null;
  #box = null;
  #frame = 0;

  constructor() {
    this.areas = [...areas, 'content'].map((area) => make('div', { class: `inspector-area is-${area}` }));
    this.clip = make('div', { class: 'inspector-clip' }, ...this.areas);
    this.label = make('div', { class: 'inspector-label' });
    // It is above everything, takes no clicks and is hidden from screen readers.
    this.element = make('div', { class: 'inspector-overlay', 'aria-hidden': 'true' }, this.clip, this.label);
  }

  attach(stage) {
    this.hide();
    this.#stage = stage;
  }

  /**
   * Shows the box of a node.
   * @param {number|null} n
   * @param {?object} box The `box` of an inspection, once it is known; until then the border box alone is
   *   drawn.
   */
  show(n, box = null) {
    if (n === null || !this.#stage) return this.hide();
    this.#n = n;
    this.#box = box;
    if (!this.element.isConnected) document.body.append(this.element);
    if (!this.#frame) this.#follow();
  }

  /** The highlighted node, or null. */
  get n() {
    return this.#n;
  }

  hide() {
    this.#n = null;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.element.remove();
  }

  /** While it is visible, the stage scrolls, scales and redraws: each frame updates the position. */
  #follow() {
    this.#place();
    this.#frame = this.#n === null ? 0 : requestAnimationFrame(() => this.#follow());
  }

  #place() {
    const node = this.#stage.tree?.get(this.#n);
    const drawn = node && this.#stage.elementFor(this.#n);
    if (!drawn) return this.hide();
    const rectangle = drawn.getBoundingClientRect();
    const scale = node.frame[2] > 0 ? rectangle.width / node.frame[2] : 1;
    // The stage draws in a shadow tree. Its host is the screen, which clips everything.
    const room = (drawn.getRootNode().host ?? document.documentElement).getBoundingClientRect();
    set(this.clip, { left: room.left, top: room.top, width: room.width, height: room.height });
    const edges = areas.map(
      (area) => (this.#box?.[area] ?? [0, 0, 0, 0]).map((width) => Math.max(width, 0) * scale)
    );
    const [marginTop, marginRight, marginBottom, marginLeft] = edges[0];
    let box = {
      left: rectangle.left - room.left - marginLeft, top: rectangle.top - room.top - marginTop,
      width: rectangle.width + marginLeft + marginRight, height: rectangle.height + marginTop + marginBottom,
    };
    this.areas.forEach((area, index) => {
      const [top, right, bottom, left] = edges[index] ?? [0, 0, 0, 0];
      set(area, box);
      // A ring, since the inner area has a colour of its own. Borders would be rounded to whole pixels.
      const inner = {
        x: left, y: top, right: Math.max(box.width - right, left), bottom: Math.max(box.height - bottom, top),
      };
      const corners = [
        [inner.x, inner.y], [inner.right, inner.y], [inner.right, inner.bottom], [inner.x, inner.bottom],
        [inner.x, inner.y],
      ].map(([x, y]) => `${x}px ${y}px`).join(', ');
      area.style.clipPath = index === areas.length ? ''
        : `polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%, 0 0, ${corners})`;
      box = {
        left: box.left + left, top: box.top + top, width: inner.right - left, height: inner.bottom - top,
      };
    });
    this.label.textContent = `${labelOf(node)}  ${number(node.frame[2])} × ${number(node.frame[3])}`;
    const under = rectangle.bottom + 4;
    const isUnder = under + 24 < window.innerHeight;
    set(this.label, {
      left: Math.min(
        Math.max(rectangle.left, 4), Math.max(window.innerWidth - this.label.offsetWidth - 4, 4)
      ),
      top: isUnder ? under : Math.max(rectangle.top - 28, 4),
    });
  }
}

function set(element, lengths) {
  for (const [name, value] of Object.entries(lengths)) element.style[name] = `${value}px`;
}
