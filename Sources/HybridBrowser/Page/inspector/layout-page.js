// The reasons for an element's size and position: the steps of the layout, with the declaration of each.

import { make, number } from './dom.js';
import { sourceLink } from './source-link.js';

export class LayoutPage {
  /** @param {function(string): void} open */
  constructor(open) {
    this.open = open;
    this.element = make('div', { class: 'inspector-why' });
  }

  /** @param {?object} inspection */
  show(inspection) {
    const why = inspection?.layout;
    if (!why) {
      const words = inspection ? 'Templates are laid out by their platform\'s rules, which are not explained.'
        : 'Choose an element.';
      return this.element.replaceChildren(make('p', { class: 'inspector-note' }, words));
    }
    const parts = [make('p', {}, why.text ?? '')];
    if (why.declaration) parts.push(make('ul', {}, this.#declaration(why.declaration)));
    for (const axis of ['width', 'height', 'x', 'y']) {
      const steps = why[axis];
      if (!steps?.length) continue;
      const last = [...steps].reverse().find((step) => step.value !== undefined);
      parts.push(
        make('h3', {}, `${axis} ${last ? number(last.value) : ''}`),
        make('ol', {}, ...steps.map((step) => this.#step(step))));
    }
    this.element.replaceChildren(...parts);
  }

  #step({ value, text, declarations }) {
    return make('li', {},
      value === undefined ? null : make('span', { class: 'inspector-number' }, number(value)), text,
      declarations?.length ? make('ul', {}, ...declarations.map((one) => this.#declaration(one))) : null);
  }

  #declaration(declaration) {
    const owner = declaration.inheritedFrom ?? declaration.element;
    return make('li', {}, make('code', {}, owner ? `${owner} { ${declaration.text} }` : declaration.text),
      sourceLink(declaration, this.open) ?? make('span', { class: 'inspector-origin' }, declaration.origin));
  }
}
