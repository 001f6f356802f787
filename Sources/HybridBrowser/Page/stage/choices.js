// Segments: a real button over each title, so that users can press it, name it and reach it with arrow keys.
// Pages of dots are one slider, since their choices have no names.

import { OptimisticValue } from './optimistic-value.js';
import { px, setStyle } from './style.js';

/**
 * How long the page may take to answer a choice, in milliseconds; after that, the choice counts as refused.
 */
const patience = 3000;

export class Choices {
  static isFor(kind) {
    return kind === 'segment';
  }

  /**
   * @param {import('./drawing.js').Drawing} drawing
   * @param {import('./person.js').Person} person
   */
  constructor(drawing, person) {
    this.drawing = drawing;
    this.person = person;
    this.kind = drawing.node.control.kind;
    this.elements = [];
    this.timer = 0;
    this.optimistic = new OptimisticValue(drawing.node.control.selected ?? -1);
  }

  /** Takes the server's titles; returns whether they changed. */
  draw() {
    const { node: { control, frame }, corner } = this.drawing;
    const titles = control.options ?? [];
    const isOther = titles.length !== this.elements.length;
    for (const gone of this.elements.splice(titles.length)) gone.remove();
    this.optimistic.answer(control.selected ?? -1);
    const share = frame[2] / Math.max(1, titles.length);
    titles.forEach((title, index) => {
      const button = this.elements[index] ?? this.#button(index);
      this.elements[index] = button;
      button.setAttribute('aria-label', title);
      button.disabled = Boolean(control.isDisabled);
      setStyle(button, `width:${px(share)};height:${px(frame[3])};`
        + `margin:${px(-corner[1])} 0 0 ${px(share * index - corner[0])};`);
    });
    this.#mark();
    return isOther;
  }

  #button(index) {
    const button = document.createElement('button');
    button.className = 'choice';
    button.type = 'button';
    button.setAttribute('role', 'radio');
    button.addEventListener('click', event => {
      event.stopPropagation();
      this.choose(index);
    });
    return button;
  }

  /** One button is in the tab order: the selected one, or else the first. */
  #mark() {
    const { shown } = this.optimistic;
    this.elements.forEach((button, index) => {
      button.setAttribute('aria-checked', String(index === shown));
      button.tabIndex = index === (this.elements[shown] ? shown : 0) ? 0 : -1;
    });
  }

  choose(index) {
    if (!this.elements[index] || this.elements[index].disabled || this.person.isInspecting) return;
    const hasFocus = this.elements.includes(this.elements[index].getRootNode().activeElement);
    if (index !== this.optimistic.shown) {
      this.optimistic.send(index);
      this.person.tell('select', this.drawing.n, { index });
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.#settle(), patience);
    }
    this.#mark();
    if (hasFocus) this.elements[index].focus({ preventScroll: true });
  }

  #settle() {
    if (!this.person.isConnected) return;
    this.optimistic.settle();
    this.#mark();
  }

  /** Handles an arrow key: selects the next or the previous button. */
  step(by) {
    const now = this.elements.indexOf(this.elements[0]?.getRootNode().activeElement);
    this.choose(
      Math.min(Math.max((now < 0 ? this.optimistic.shown : now) + by, 0), this.elements.length - 1)
    );
  }

  remove() {
    clearTimeout(this.timer);
    for (const element of this.elements) element.remove();
  }
}
