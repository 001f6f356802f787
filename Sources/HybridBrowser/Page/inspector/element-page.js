// The element: its attributes with their places, the parameters of a component, and the properties for
// assistive technology.

import { make } from './dom.js';
import { sourceLink } from './source-link.js';

export class ElementPage {
  /** @param {function(string): void} open */
  constructor(open) {
    this.open = open;
    this.element = make('div', { class: 'inspector-facts' });
  }

  /** @param {?object} inspection @param {?object} node The node of the tree. */
  show(inspection, node) {
    if (!inspection)
      return this.element.replaceChildren(make('p', { class: 'inspector-note' }, 'Choose an element.'));
    const told = Object.entries(node?.a11y ?? {}).map(([name, value]) => ({
      name, value: typeof value === 'object' ? JSON.stringify(value) : String(value),
    }));
    this.element.replaceChildren(
      ...this.#section('Attributes', inspection.attributes, 'It has none.'),
      ...(inspection.parameters ? this.#section('Given', inspection.parameters, '') : []),
      ...this.#section('Accessibility', told, 'Assistive technology is told nothing of it.'));
  }

  #section(title, rows, nothing) {
    return [make('h3', {}, title), rows.length
      ? make('dl', { class: 'inspector-computed' }, ...rows.map((row) => this.#row(row)))
      : make('p', { class: 'inspector-note' }, nothing)];
  }

  #row(row) {
    const bound = row.bound
      ? make('span', { class: 'inspector-origin', title: 'from data' }, ' bound') : null;
    return make('div', {},
      make('dt', {}, row.name), make('dd', {}, row.value, bound, sourceLink(row, this.open)));
  }
}
