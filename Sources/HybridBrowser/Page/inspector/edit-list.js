// The edits that were tried on the page: the user can undo them or copy them into a file. The server writes
// no files.

import { button, copy, labelOf, make } from './dom.js';

export class EditList {
  #edits = [];
  #stage = null;
  /** The rule whose declaration was changed, by node and property. */
  #origins = new Map();

  /** @param {{undo: function(object): void, undoAll: function(): void}} options */
  constructor(options) {
    this.options = options;
    this.list = make('ul', { class: 'inspector-edits' });
    this.title = make('h2', {}, 'Changes');
    this.status = make('span', { class: 'inspector-count', role: 'status' });
    this.text = make(
      'textarea',
      {
        class: 'inspector-css', 'aria-label': 'Changes as CSS', readonly: true, rows: '6',
        spellcheck: 'false',
      }
    );
    this.element = make('section', { class: 'inspector-changes', 'aria-label': 'Changes', hidden: true },
      make('header', {}, this.title, this.status,
        button('Copy as CSS', { class: 'inspector-button' }, () => this.copyAll()),
        button('Undo all', { class: 'inspector-button' }, () => options.undoAll())),
      this.list, make('details', {}, make('summary', {}, 'As CSS'), this.text));
  }

  attach(stage) {
    this.#stage = stage;
    this.#origins.clear();
    this.show([]);
  }

  /** Notes the rule and the declaration that an edit began at. */
  note({ n, property, rule, declaration }) {
    const key = `${n} ${property.toLowerCase()}`;
    if (!rule || rule.origin === 'edit' || rule.origin === 'user-agent' || this.#origins.has(key)) return;
    this.#origins.set(key, {
      selector: rule.origin === 'author' ? rule.selector
        : null, source: declaration?.source ?? rule.source, before: declaration?.value,
      media: rule.media ?? [], isImportant: Boolean(declaration?.important),
    });
  }

  /** @param {Array<{n: number, property: string, value: string, important: boolean}>} edits */
  show(edits) {
    this.#edits = edits;
    const known = new Set(edits.map((edit) => this.#key(edit)));
    for (const key of this.#origins.keys()) if (!known.has(key)) this.#origins.delete(key);
    this.element.hidden = edits.length === 0;
    this.title.textContent = `Changes (${edits.length})`;
    this.text.value = this.css;
    this.list.replaceChildren(...edits.map((edit) => this.#row(edit)));
  }

  #key({ n, property }) {
    return `${n} ${property.toLowerCase()}`;
  }

  #row(edit) {
    const origin = this.#origins.get(this.#key(edit));
    const where = origin?.source ? `was ${origin.before ?? 'not set'} at ${origin.source}`
      : `on ${this.#label(edit.n)}`;
    const declaration = `${edit.property}: ${edit.value}`;
    const copy = button(
      'Copy', { class: 'inspector-button', 'aria-label': `Copy ${declaration}` },
      () => this.#copy(`${declaration};`)
    );
    const undo = button(
      'Undo', { class: 'inspector-button', 'aria-label': `Undo ${edit.property}` },
      () => this.options.undo(edit)
    );
    return make('li', {},
      make('code', {}, declaration), make('span', { class: 'inspector-where' }, where),
      make('span', { class: 'inspector-buttons' }, copy, undo));
  }

  #label(n) {
    return labelOf(this.#stage?.tree?.get(n) ?? { tag: 'an element that is not shown' });
  }

  /** All changes as rules, each with its place in a file. */
  get css() {
    const rules = new Map();
    for (const edit of this.#edits) {
      const origin = this.#origins.get(this.#key(edit));
      const selector = origin?.selector ?? this.#label(edit.n);
      const place = origin?.source ?? this.#stage?.tree?.get(edit.n)?.source ?? '';
      const media = origin?.media ?? [];
      const key = [selector, place.replace(/:\d+:\d+$/, ''), ...media].join('\n');
      const rule = rules.get(key) ?? { selector, place, media, lines: [] };
      rule.lines.push(`${edit.property}: ${edit.value}${origin?.isImportant ? ' !important' : ''};`);
      rules.set(key, rule);
    }
    return [...rules.values()].map(({ selector, place, media, lines }) => {
      const indent = (depth) => '  '.repeat(depth), inner = indent(media.length);
      return [
        ...(place ? [`/* ${place} */`] : []),
        ...media.map((query, index) => `${indent(index)}@media ${query} {`),
        `${inner}${selector} {`, ...lines.map((line) => `${inner}  ${line}`), `${inner}}`,
        ...media.map((_, index) => `${indent(media.length - 1 - index)}}`),
      ].join('\n');
    }).join('\n\n') + (rules.size ? '\n' : '');
  }

  copyAll() {
    return this.#copy(this.css);
  }

  async #copy(text) {
    const isDone = await copy(text);
    this.status.textContent = isDone ? 'copied' : 'select the text below to copy it';
    if (!isDone) this.element.querySelector('details').open = true;
  }
}
