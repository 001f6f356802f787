// Computed values: those that differ from the initial ones first, or all.

import { make } from './dom.js';

export class ComputedPage {
  #inspection = null;

  constructor() {
    this.filter = make('input', {
      type: 'search', class: 'inspector-field', placeholder: 'Filter', 'aria-label': 'Filter properties',
      input: () => this.#draw(), keydown: (event) => event.stopPropagation(),
    });
    this.all = make('input', { type: 'checkbox', change: () => this.#draw() });
    this.list = make('dl', { class: 'inspector-computed' });
    this.element = make(
      'div', {}, make('div', { class: 'inspector-find' }, this.filter, make('label', {}, this.all, ' all')),
      this.list
    );
  }

  /** @param {?object} inspection */
  show(inspection) {
    this.#inspection = inspection;
    this.#draw();
  }

  #draw() {
    const wanted = this.filter.value.trim().toLowerCase();
    const values = this.#inspection?.computed ?? [];
    const isMeant = ({ property, value }) => !wanted || property.toLowerCase().includes(wanted)
      || value.toLowerCase().includes(wanted);
    const rows = [...values.filter((value) => !value.initial), ...(this.#inspection?.custom ?? []),
      ...(this.all.checked ? values.filter((value) => value.initial) : [])].filter(isMeant);
    this.list.replaceChildren(...rows.map(({ property, value, initial }) => make('div',
      { class: initial ? 'is-initial' : null }, make('dt', {}, property), make('dd', {}, value))));
    if (!rows.length)
      this.list.append(
        make('p', { class: 'inspector-note' }, this.#inspection ? 'Nothing.' : 'Choose an element.')
      );
  }
}
