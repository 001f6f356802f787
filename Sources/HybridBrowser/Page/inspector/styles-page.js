// The rules that apply to an element, the strongest first: an overridden declaration is struck through and
// names the one that overrides it, and each value can be edited.

import { make } from './dom.js';
import { sourceLink } from './source-link.js';
import { ValueField } from './value-field.js';

const titles = {
  edit: 'Tried here', style: 'style attribute', attribute: 'attribute',
  'user-agent': 'default of the element',
};

export class StylesPage {
  /** Whether a field is open, so that no row may be replaced. */
  isEditing = false;
  #declarations = new Map();

  /**
   * @param {object} options
   * @param {function(string): void} options.open Opens a place.
   * @param {function(object): Promise<?object>} options.edit Tries `{property, value, rule, declaration}`;
   *   what is wrong with it.
   * @param {function(): void} options.closed Told when a field was closed.
   */
  constructor(options) {
    this.options = options;
    this.element = make('div', { class: 'inspector-styles' });
  }

  /** @param {?object} inspection */
  show(inspection) {
    if (this.isEditing) return;
    this.#declarations.clear();
    const rules = inspection?.rules ?? [];
    const inherited = inspection?.inherited ?? [];
    for (const rule of [...rules, ...inherited.flatMap((from) => from.rules)]) {
      for (const declaration of rule.declarations)
        this.#declarations.set(declaration.d, { rule, declaration });
    }
    const isPage = Boolean(inspection?.computed?.length);
    this.element.replaceChildren(
      isPage ? this.#newRule() : make(
        'p', { class: 'inspector-note' },
        inspection ? 'This node has no styles.' : 'Choose an element.'
      ),
      ...rules.map((rule) => this.#rule(rule, true)),
      ...inherited.flatMap((from) => [
        make('h3', { class: 'inspector-from' }, 'Inherited from ', make('code', {}, from.element)),
        ...from.rules.map((rule) => this.#rule(rule, false)),
      ]),
      ...(
        inspection?.omitted
          ? [make('p', { class: 'inspector-note' }, `${inspection.omitted} more are left out.`)] : []
      ),
    );
  }

  /** A declaration of its own: the property and its value in one line. */
  #newRule() {
    const fault = make('span', { class: 'inspector-fault', role: 'alert', hidden: true });
    const field = make('input', {
      type: 'text', class: 'inspector-field', placeholder: 'property: value',
      'aria-label': 'Try a declaration', spellcheck: 'false', autocomplete: 'off',
      keydown: async (event) => {
        event.stopPropagation();
        if (event.key !== 'Enter' || event.isComposing) return;
        const [property, ...rest] = field.value.split(':');
        const value = rest.join(':').trim().replace(/;$/, '');
        const failure = value
          ? await this.options.edit({ property: property.trim(), value, rule: null, declaration: null })
          : { message: 'a declaration needs a \':\' between its name and its value' };
        fault.hidden = !failure;
        fault.textContent = failure ? failure.message + (failure.hint ? ` — ${failure.hint}` : '') : '';
        field.setAttribute('aria-invalid', String(Boolean(failure)));
        if (!failure) field.value = '';
      },
    });
    return make('div', { class: 'inspector-new' }, field, fault);
  }

  #rule(rule, isOwn) {
    const lines = rule.declarations.map((declaration) => this.#declaration(rule, declaration, isOwn));
    const conditions = [
      ...(rule.media ?? []).map((query) => `@media ${query}`),
      rule.layer ? `@layer ${rule.layer}` : null, rule.scope ? `in <${rule.scope}>` : null,
    ].filter(Boolean);
    const tip = rule.specificity ? `specificity ${rule.specificity.join(', ')}` : null;
    const isRule = rule.origin === 'author' || rule.origin === 'user-agent';
    return make('section', { class: `inspector-rule is-${rule.origin}` },
      make('header', {},
        conditions.length ? make('div', { class: 'inspector-conditions' }, conditions.join(' ')) : null,
        make('div', { class: 'inspector-rule-head' },
          make(
            'span', { class: 'inspector-selector', title: tip }, isRule ? rule.selector : titles[rule.origin]
          ),
          rule.origin === 'user-agent' ? make('span', { class: 'inspector-origin' }, titles[rule.origin])
            : null,
          sourceLink(rule, this.options.open))),
      make('ul', { class: 'inspector-declarations' }, ...lines));
  }

  #declaration(rule, declaration, isOwn) {
    const { property, value, important, longhands = [], by } = declaration;
    const lost = longhands.filter((longhand) => longhand.by !== undefined);
    const why = by === undefined ? null : this.#words(by);
    const line = make('li', {
      class: why ? 'is-overridden' : null, title: why ? `overridden by ${why}`
        : null, 'data-property': property,
    }, make('span', { class: 'inspector-property' }, property), make('span', { 'aria-hidden': 'true' }, ': '),
      isOwn && rule.origin !== 'attribute' ? this.#field(rule, declaration)
        : make('span', { class: 'inspector-value' }, value),
      important && rule.origin !== 'edit' ? make('span', { class: 'inspector-important' }, ' !important')
        : null,
      rule.origin === 'edit' ? this.#undo(declaration) : null,
      rule.origin === 'edit' ? null : this.#place(rule, declaration));
    if (why) line.append(make('span', { class: 'inspector-unseen' }, `, overridden by ${why}`));
    if (!why && lost.length) {
      line.append(make('ul', { class: 'inspector-longhands' }, ...lost.map((longhand) => {
        const title = `overridden by ${this.#words(longhand.by)}`;
        return make('li', { class: 'is-overridden', title },
          longhand.property, make('span', { class: 'inspector-unseen' }, `, ${title}`));
      })));
    }
    return line;
  }

  #field(rule, declaration) {
    const { property, value } = declaration;
    const field = new ValueField(value, {
      label: property,
      tries: (text) => this.options.edit({ property, value: text, rule, declaration }),
      // The state before: an edit returns to its last value, a rule's declaration to no override.
      undoes: () => this.options.edit(
        { property, value: rule.origin === 'edit' ? value : null, rule, declaration }
      ),
      opens: (isOpen) => {
        this.isEditing = isOpen;
        if (!isOpen) this.options.closed();
      },
    });
    return field.element;
  }

  #undo({ property }) {
    return make('button', {
      type: 'button', class: 'inspector-undo', 'aria-label': `Take ${property} back`, title: 'Take back',
      click: () => this.options.edit({ property, value: null, rule: null, declaration: null }),
    }, '×');
  }

  /** The place of a declaration, if it is in another line than its rule. */
  #place(rule, declaration) {
    const line = (source) => source?.replace(/:\d+$/, '');
    if (!declaration.source || line(declaration.source) === line(rule.source)) return null;
    const link = sourceLink(declaration, this.options.open, rule.source);
    link.classList.add('is-quiet');
    return link;
  }

  #words(number) {
    const known = this.#declarations.get(number);
    if (!known) return 'another declaration';
    const { rule, declaration } = known;
    const place = declaration.source ? ` (${declaration.source})` : '';
    const where = titles[rule.origin] && rule.origin !== 'user-agent' ? titles[rule.origin] : rule.selector;
    return `${where} { ${declaration.property}: ${declaration.value} }${place}`;
  }
}
