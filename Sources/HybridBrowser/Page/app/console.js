// The console: log lines of pages and the server, the newest last, equal lines once with a count.

import { icon, iconButton, make, setAttribute, setText } from './dom.js';

/** The maximum number of lines; the oldest are dropped first. */
export const mostLines = 1000;

const ranks = { debug: 0, info: 1, warning: 2, error: 3 };
const levels = [
  ['debug', 'All'], ['info', 'Info and above'], ['warning', 'Warnings and errors'], ['error', 'Errors'],
];

export class Console extends EventTarget {
  #entries = [];
  #lowest = 'debug';
  #isOpen = false;
  #unread = 0;

  constructor() {
    super();
    this.lines = make(
      'ol', { class: 'console-lines', role: 'log', 'aria-label': 'Console lines', tabindex: '0' }
    );
    this.level = make(
      'select', { class: 'select', 'aria-label': 'Least level', change: () => this.#filter() },
      ...levels.map(([value, title]) => make('option', { value }, title))
    );
    this.words = make('input', {
      type: 'search', class: 'input', placeholder: 'Filter', 'aria-label': 'Filter lines',
      autocomplete: 'off', spellcheck: 'false', input: () => this.#filter(),
    });
    this.empty = make('p', { class: 'quiet console-empty' }, 'Nothing has been said yet.');
    this.body = make('div', { class: 'console-body', id: 'console-body', hidden: true },
      make(
        'div', { class: 'console-tools' }, this.level, this.words,
        iconButton('clear', 'Clear the console', () => this.clear())
      ),
      this.lines, this.empty);
    this.summary = make('span', { class: 'console-summary quiet' });
    this.button = make('button', {
      type: 'button', class: 'console-button', 'aria-expanded': 'false', 'aria-controls': 'console-body',
      click: () => this.toggle(),
    }, icon('bottom'), make('span', {}, 'Console'), this.summary);
    this.element = make(
      'section', { class: 'console', id: 'console', 'aria-label': 'Console' }, this.button, this.body
    );
    this.body.addEventListener('keydown', event => {
      if (event.key !== 'Escape') return;
      this.toggle(false);
      this.button.focus();
      event.stopPropagation();
    });
  }

  get isOpen() { return this.#isOpen; }

  toggle(isOpen = !this.#isOpen) {
    this.#isOpen = isOpen;
    this.body.hidden = !isOpen;
    setAttribute(this.button, 'aria-expanded', isOpen);
    this.#unread = 0;
    this.#summarize();
    if (isOpen) this.lines.scrollTop = this.lines.scrollHeight;
    this.dispatchEvent(new Event('toggle'));
  }

  /**
   * Adds a line.
   *
   * @param {{level: string, text: string, from?: string, fault?: object}} line `from`: which screen said it;
   *   `fault`: what a press on it shows.
   */
  add({ level, text, from = '', fault = null }) {
    const known = ranks[level] === undefined ? 'info' : level;
    const last = this.#entries.at(-1);
    if (last && last.level === known && last.text === text && last.from === from) {
      last.count += 1;
      setText(last.times, String(last.count));
      setAttribute(last.times, 'hidden', false);
      setAttribute(last.times, 'aria-label', `${last.count} times`);
      return;
    }
    const isAtEnd = this.lines.scrollTop + this.lines.clientHeight >= this.lines.scrollHeight - 8;
    const times = make('span', { class: 'line-count', role: 'img', hidden: true });
    const words = fault
      ? make(
        'button',
        {
          type: 'button', class: 'line-text line-link',
          click: () => this.dispatchEvent(new CustomEvent('fault', { detail: fault })),
        },
        text
      )
      : make('span', { class: 'line-text' }, text);
    const element = make('li', { class: `line is-${known}` },
      make('span', { class: 'line-level' }, known), times, words,
      from && make('span', { class: 'line-from quiet' }, from));
    const entry = { level: known, text, from, count: 1, times, element };
    this.#entries.push(entry);
    this.lines.append(element);
    element.hidden = !this.#isWanted(entry);
    if (this.#entries.length > mostLines) this.#entries.shift().element.remove();
    if (!this.#isOpen && ranks[known] >= ranks.warning) this.#unread += 1;
    if (isAtEnd) this.lines.scrollTop = this.lines.scrollHeight;
    this.#summarize();
  }

  clear() {
    this.#entries = [];
    this.lines.replaceChildren();
    this.#unread = 0;
    this.#summarize();
  }

  #isWanted({ level, text }) {
    return ranks[level] >= ranks[this.#lowest]
      && text.toLowerCase().includes(this.words.value.trim().toLowerCase());
  }

  #filter() {
    this.#lowest = this.level.value;
    for (const entry of this.#entries) entry.element.hidden = !this.#isWanted(entry);
    this.#summarize();
  }

  #summarize() {
    const shown = this.#entries.filter(entry => !entry.element.hidden).length;
    this.empty.hidden = shown > 0;
    setText(
      this.empty, this.#entries.length === 0 ? 'Nothing has been said yet.' : 'No line passes the filter.'
    );
    const last = this.#entries.at(-1);
    this.summary.classList.toggle('has-unread', this.#unread > 0);
    setText(
      this.summary,
      this.#isOpen || !last ? '' : this.#unread > 0 ? `${this.#unread} new warnings or errors` : last.text
    );
  }
}
