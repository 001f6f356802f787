// The list of units: typing filters it, arrow keys move through it, Enter shows a unit.

import { icon, make, setAttribute, setChildren, setText } from './dom.js';

/** The maximum number of rows: a longer list is too long to read, and typing shortens it. */
const mostRows = 300;

/**
 * How well a name matches the typed text: lower is better, null is no match. All letters must occur in their
 * order; a name that begins with them, or a part of it that does, comes first.
 */
export function fit(name, typed) {
  const [text, wanted] = [name.toLowerCase(), typed.toLowerCase()];
  if (!wanted) return 0;
  const at = text.indexOf(wanted);
  if (at === 0) return text.length - wanted.length;
  if (at > 0) return (/[^a-z0-9]/.test(text[at - 1]) ? 1000 : 2000) + at;
  let from = 0;
  for (const letter of wanted) {
    from = text.indexOf(letter, from) + 1;
    if (from === 0) return null;
  }
  return 3000 + text.length;
}

export class UnitList extends EventTarget {
  #units = [];
  #held = new Map();
  #rows = [];
  #active = -1;
  /** The elements of the rows, by kind and name. */
  #elements = new Map();
  /** The elements of the groups by kind. */
  #groups = new Map();
  #shown = null;
  /** The unit that was chosen and is not shown yet. */
  #chosen = null;
  #isFollowing = true;

  constructor() {
    super();
    this.search = make('input', {
      type: 'search', id: 'unit-search', class: 'input', placeholder: 'Search', autocomplete: 'off',
      spellcheck: 'false', autocapitalize: 'off', role: 'combobox', 'aria-label': 'Search units',
      'aria-controls': 'unit-rows', 'aria-expanded': 'true', 'aria-autocomplete': 'list',
      input: () => this.#draw(true), keydown: event => this.#pressed(event),
    });
    this.follow = make('button',
      { type: 'button', class: 'button follow', 'aria-pressed': 'true', click: () => this.#choose(null) },
      make('span', { class: 'follow-mark', 'aria-hidden': 'true' }), 'Follow the terminal');
    this.rows = make('div', { id: 'unit-rows', class: 'unit-rows', role: 'listbox', 'aria-label': 'Units' });
    this.note = make('p', { class: 'quiet unit-note', 'aria-live': 'polite' });
    this.element = make('nav', { class: 'units', id: 'units', 'aria-label': 'Units' },
      make(
        'div', { class: 'units-head' }, make('div', { class: 'search' }, icon('search'), this.search),
        this.follow
      ),
      this.rows, this.note);
  }

  /** @param {Array<{name: string, kind?: string, title?: string}>} units */
  setUnits(units) {
    // A title that depends on data is unknown before the page is opened.
    this.#units = units.map(unit => (unit.title?.includes('{{') ? { ...unit, title: null } : unit));
    this.#draw(false);
  }

  /** @param {Map<string, string>} held What is shown of units with errors, by name. */
  setHeld(held) {
    this.#held = held;
    this.#draw(false);
  }

  /** The unit of the active screen, and whether the screen follows the terminal. */
  setShown(unit, isFollowing) {
    if (unit === this.#chosen) this.#chosen = null;
    if (unit === this.#shown && isFollowing === this.#isFollowing) return;
    this.#shown = unit;
    this.#isFollowing = isFollowing;
    this.#draw(false);
  }

  /** Shows the previous or the next unit. */
  step(by) {
    const names = this.#sorted('').map(unit => unit.name);
    if (names.length === 0) return;
    // A second step does not wait for the first one.
    const at = names.indexOf(this.#chosen ?? this.#shown);
    this.#choose(names[(at + by + names.length) % names.length]);
  }

  #sorted(typed) {
    const order = unit => (unit.kind === 'template' ? 1 : 0);
    return this.#units
      .map(
        unit => ({ unit, rank: bestOf(fit(unit.name, typed), unit.title ? fit(unit.title, typed) : null) })
      )
      .filter(({ rank }) => rank !== null)
      .sort((one, other) => order(one.unit) - order(other.unit) || (typed ? one.rank - other.rank : 0)
        || (one.unit.name < other.unit.name ? -1 : 1))
      .map(({ unit }) => unit);
  }

  #draw(isTyped) {
    const typed = this.search.value.trim();
    const found = this.#sorted(typed);
    this.#rows = found.slice(0, mostRows);
    const activeName = this.#active >= 0 ? this.rows.querySelector('.is-active')?.dataset.unit : null;
    const groups = [], elements = new Map();
    for (const [kind, title] of [['page', 'Pages'], ['template', 'Templates']]) {
      const units = this.#rows.filter(unit => (unit.kind ?? 'page') === kind);
      if (units.length === 0) continue;
      const group = this.#group(kind, title);
      setChildren(group, [group.firstChild, ...units.map(unit => this.#row(unit, elements))]);
      groups.push(group);
    }
    this.#elements = elements;
    setChildren(this.rows, groups);
    setAttribute(this.follow, 'aria-pressed', this.#isFollowing);
    const more = found.length - this.#rows.length;
    setText(this.note, this.#units.length === 0 ? 'This project has no units yet.'
      : found.length === 0 ? `Nothing is called “${typed}”.`
      : more > 0 ? `And ${more} more: type to narrow the list.` : '');
    setAttribute(this.note, 'hidden', !this.note.textContent);
    this.#setActive(
      isTyped ? (typed && found.length > 0 ? 0 : -1) : this.#rows.findIndex(unit => unit.name === activeName)
    );
  }

  #group(kind, title) {
    if (!this.#groups.has(kind)) {
      this.#groups.set(kind, make('div', { role: 'group', 'aria-labelledby': `group-${kind}` },
        make('div', { class: 'group-title', id: `group-${kind}`, role: 'presentation' }, title)));
    }
    return this.#groups.get(kind);
  }

  /**
   * The row of a unit. The element stays the same while the unit is listed, so that a click is not lost
   * between press and release.
   */
  #row(unit, elements) {
    const key = `${unit.kind ?? 'page'} ${unit.name}`;
    const row = this.#elements.get(key) ?? this.#makeRow(unit);
    elements.set(key, row);
    const title = unit.title && unit.title !== unit.name ? unit.title : '';
    setText(row.title, title);
    setAttribute(row.title, 'hidden', !title);
    setChildren(row.element, [row.icon, row.name, ...(this.#held.get(unit.name) ? [row.fault] : [])]);
    setAttribute(row.element, 'id', `unit-${this.#rows.indexOf(unit)}`);
    setAttribute(row.element, 'aria-selected', String(unit.name === this.#shown));
    return row.element;
  }

  #makeRow(unit) {
    const title = make('span', { class: 'unit-title' });
    return {
      title,
      icon: icon(unit.kind === 'template' ? 'template' : 'page'),
      name: make('span', { class: 'unit-name' }, unit.name, title),
      fault: make('span', { class: 'unit-fault', title: 'Has errors' },
        icon('error'), make('span', { class: 'unseen' }, 'has errors')),
      element: make('div', {
        class: 'unit', role: 'option', 'data-unit': unit.name, click: () => this.#choose(unit.name),
      }),
    };
  }

  #setActive(index) {
    this.#active = index;
    for (const row of this.rows.querySelectorAll('.unit')) {
      const isActive = row.id === `unit-${index}`;
      row.classList.toggle('is-active', isActive);
      if (isActive) row.scrollIntoView({ block: 'nearest' });
    }
    setAttribute(this.search, 'aria-activedescendant', index >= 0 ? `unit-${index}` : null);
  }

  #pressed(event) {
    const last = this.#rows.length - 1;
    const at = this.#active >= 0 ? this.#active : this.#rows.findIndex(unit => unit.name === this.#shown);
    switch (event.key) {
      case 'ArrowDown': this.#setActive(Math.min(at + 1, last)); break;
      case 'ArrowUp': this.#setActive(Math.max(at - 1, 0)); break;
      case 'PageDown': this.#setActive(Math.min(at + 10, last)); break;
      case 'PageUp': this.#setActive(Math.max(at - 10, 0)); break;
      case 'Enter': if (this.#rows[this.#active]) this.#choose(this.#rows[this.#active].name); break;
      case 'Escape':
        if (!this.search.value) return;
        this.search.value = '';
        this.#draw(true);
        break;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #choose(unit) {
    this.#chosen = unit;
    this.dispatchEvent(new CustomEvent('choose', { detail: { unit } }));
  }
}

function bestOf(one, other) {
  return one === null ? other : other === null ? one : Math.min(one, other);
}
