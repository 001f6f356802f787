// The warnings of the last build: a count in the header, and a list below the screens that the user opens.
// Errors have a panel of their own (`problems.js`).

import { counted, icon, iconButton, make, setAttribute, setChildren, setText } from './dom.js';
import { keyOf } from './server.js';

/** The maximum number of warnings in the list; the header counts all of them. */
const limit = 200;

export class Warnings extends EventTarget {
  #isOpen = false;
  #seen = '';
  /** The rows of the list by their text. */
  #rows = new Map();

  /** @param {{open: ?function(string)}} actions `open` null where there is no editor to open. */
  constructor({ open }) {
    super();
    this.open = open;
    this.count = 0;
    this.title = make('h2', { class: 'warnings-title', id: 'warnings-title' });
    this.list = make('ol', { class: 'warnings-list' });
    this.rest = make('p', { class: 'warnings-rest quiet', hidden: true });
    this.element = make('section',
      {
        class: 'warnings', id: 'warnings', 'aria-labelledby': 'warnings-title', hidden: true, tabindex: '-1',
      },
      make('header', { class: 'warnings-head' }, icon('warning'), this.title,
        iconButton(
          'close', 'Close the list of warnings', () => this.toggle(), { 'aria-keyshortcuts': 'Escape' })),
      this.list, this.rest);
    this.element.addEventListener('keydown', event => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.toggle();
    });
  }

  get isShown() { return !this.element.hidden; }

  /** "3 warnings", or nothing. */
  get summary() { return this.count === 0 ? '' : counted(this.count, 'warning'); }

  /** Takes the response of `/hybrid/problems`. @param {{problems: object[], omitted: number}} found */
  setProblems({ problems, omitted }) {
    const all = problems.filter(one => one.severity === 'warning');
    // Errors are listed first, so the omitted entries are warnings and notes.
    this.count = all.length + (omitted ?? 0);
    const seen = all.map(one => keyOf(one) + (one.place ?? '')).join('\n') + `\n${omitted}`;
    if (seen !== this.#seen) {
      this.#seen = seen;
      setText(this.title, this.summary);
      this.#setRows(all.slice(0, limit));
      const more = this.count - Math.min(all.length, limit);
      setText(this.rest, more > 0 ? `and ${more} more, which 'hybrid check' lists` : '');
      setAttribute(this.rest, 'hidden', more <= 0);
    }
    this.#draw();
    this.dispatchEvent(new CustomEvent('change'));
  }

  /** Opens or closes the list. */
  toggle() {
    const hadFocus = this.element.contains(document.activeElement);
    this.#isOpen = !this.#isOpen;
    this.#draw();
    if (this.isShown) this.element.focus();
    this.dispatchEvent(new CustomEvent('change', { detail: { hadFocus: hadFocus && !this.isShown } }));
  }

  #draw() { this.element.hidden = !this.#isOpen || this.count === 0; }

  /**
   * Lists the warnings. Rows with the same text stay, so that a click is not lost between press and release.
   */
  #setRows(warnings) {
    const before = this.#rows;
    this.#rows = new Map(warnings.map(one => [JSON.stringify(one), one]));
    for (const [key, one] of this.#rows) this.#rows.set(key, before.get(key) ?? this.#row(one));
    setChildren(this.list, [...this.#rows.values()]);
  }

  #row({ file, line, column, code, message, hint, place }) {
    const words = file ? [file, line, column].filter(part => part !== undefined).join(':') : '';
    const where = this.open && place
      ? make(
        'button',
        { type: 'button', class: 'warning-place', title: 'Open in editor', click: () => this.open(place) },
        words
      )
      : make('span', { class: 'warning-place' }, words);
    const row = make('li', { class: 'warning' },
      make('p', { class: 'warning-where' }, where, make('span', { class: 'warning-code' }, code)),
      make('p', { class: 'warning-message' }, message));
    if (hint) row.append(make('p', { class: 'warning-hint quiet' }, hint));
    return row;
  }
}
