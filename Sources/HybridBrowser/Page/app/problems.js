// Problems, over the screens: the last good state stays visible below. The panel opens with the first fault
// and closes with the last.

import { counted, icon, iconButton, make, setAttribute, setText } from './dom.js';
import { keyOf } from './server.js';

/** A fault to show. @typedef {{diagnostic: object, origin: 'build'|'page', places: string[]}} Fault */

/**
 * The parts of a quoted line: before, the underlined part, after. Places count grapheme clusters, so a family
 * of emoji is one.
 *
 * @param {{text: string, start: number, length: number}} frame
 */
export function parted({ text, start, length }) {
  const characters = Array.from(
    new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), part => part.segment
  );
  const from = Math.min(Math.max(start, 0), characters.length);
  const to = Math.min(from + Math.max(length, 0), characters.length);
  return [
    characters.slice(0, from).join(''), characters.slice(from, to).join(''), characters.slice(to).join(''),
  ];
}

export class Problems extends EventTarget {
  /** @type {Fault[]} */
  #faults = [];
  #places = new Map();
  #units = new Map();
  #at = 0;
  #isDismissed = false;
  #seen = '';

  /** @param {{open: ?function(string)}} actions `open` null where there is no editor to open. */
  constructor({ open }) {
    super();
    this.title = make('h2', { class: 'problem-title', id: 'problem-title' });
    this.count = make('span', { class: 'problem-count' });
    this.previous = iconButton('previous', 'Previous problem', () => this.#step(-1));
    this.next = iconButton('next', 'Next problem', () => this.#step(1));
    this.message = make('p', { class: 'problem-message' });
    this.place = make('span', { class: 'problem-place' });
    this.code = make('span', { class: 'problem-code' });
    this.frame = make(
      'pre', { class: 'problem-frame', tabindex: '0', role: 'group', 'aria-label': 'Source' }
    );
    this.hint = make('p', { class: 'problem-hint' });
    this.scope = make('p', { class: 'problem-scope quiet' });
    this.open = open && make('button',
      { type: 'button', class: 'button primary', click: () => open(this.#place(this.#faults[this.#at])) },
      icon('open'), 'Open in editor');
    this.element = make('section',
      {
        class: 'problems', id: 'problems', 'aria-labelledby': 'problem-title', hidden: true, tabindex: '-1',
      },
      make('header', { class: 'problem-head' }, icon('error'), this.title,
        make('div', { class: 'problem-steps' }, this.previous, this.count, this.next),
        iconButton('close', 'Dismiss', () => this.dismiss(), { 'aria-keyshortcuts': 'Escape' })),
      make('div', { class: 'problem-body' },
        make('p', { class: 'problem-where' }, this.place, this.code), this.message, this.frame, this.hint,
        this.scope),
      this.open && make('footer', { class: 'problem-foot' }, this.open));
    this.element.addEventListener('keydown', event => this.#pressed(event));
  }

  get isShown() { return !this.element.hidden; }
  get faults() { return this.#faults; }

  /**
   * Sets the current faults. New faults are shown also after others were dismissed.
   *
   * @param {object[]} build Errors of the last build.
   * @param {object[]} pages What running pages did wrong.
   */
  setFaults(build, pages) {
    const before = this.#faults[this.#at];
    const faults = new Map();
    for (const [origin, list] of [['build', build], ['page', pages]]) {
      for (const diagnostic of list) {
        const key = keyOf(diagnostic);
        if (!faults.has(key)) faults.set(key, { diagnostic, origin, key });
      }
    }
    this.#faults = [...faults.values()];
    const seen = [...faults.keys()].join('\n');
    const isNew = this.#faults.some(fault => !this.#seen.split('\n').includes(fault.key));
    if (isNew) this.#isDismissed = false;
    this.#seen = seen;
    const same = this.#faults.findIndex(fault => fault.key === before?.key);
    this.#at = Math.max(same, 0);
    this.#draw();
    this.dispatchEvent(new CustomEvent('change', { detail: { isNew } }));
  }

  /** Takes the response of `/hybrid/problems`: names for places, and the units that cannot be built. */
  setDetails({ problems }) {
    this.#places = new Map(problems.filter(one => one.place).map(one => [keyOf(one), one.place]));
    this.#units = new Map(problems.map(one => [keyOf(one), one]));
    this.#draw();
  }

  /** Shows or hides the problems. */
  toggle() { this.isShown ? this.dismiss() : this.show(); }

  /** Shows a fault, or the one that was shown last. */
  show(diagnostic) {
    const index = diagnostic ? this.#faults.findIndex(fault => fault.key === keyOf(diagnostic)) : -1;
    if (index >= 0) this.#at = index;
    this.#isDismissed = false;
    this.#draw();
    if (this.isShown) this.element.focus();
  }

  dismiss() {
    const hadFocus = this.element.contains(document.activeElement);
    this.#isDismissed = true;
    this.#draw();
    this.dispatchEvent(new CustomEvent('dismiss', { detail: { hadFocus } }));
  }

  /** "2 errors", or nothing. */
  get summary() { return this.#faults.length === 0 ? '' : counted(this.#faults.length, 'error'); }

  #place(fault) { return fault && this.#places.get(fault.key); }

  #step(by) {
    this.#at = (this.#at + by + this.#faults.length) % this.#faults.length;
    this.#draw();
  }

  #draw() {
    const fault = this.#faults[this.#at];
    const isHidden = !fault || this.#isDismissed;
    this.element.hidden = isHidden;
    if (isHidden) return;
    const { diagnostic, origin, key } = fault;
    const several = this.#faults.length > 1;
    setText(this.title, origin === 'build' ? 'This does not build' : 'A script failed');
    setText(this.count, `${this.#at + 1} of ${this.#faults.length}`);
    for (const part of [this.count, this.previous, this.next]) setAttribute(part, 'hidden', !several);
    const { file, line, column, code, message, frame, hint } = diagnostic;
    setText(this.message, message);
    setText(this.place, file ? [file, line, column].filter(part => part !== undefined).join(':') : '');
    setText(this.code, code);
    setAttribute(this.frame, 'hidden', !frame);
    if (frame) {
      const [before, marked, behind] = parted(frame);
      this.frame.replaceChildren(
        make('span', { class: 'frame-line', 'aria-hidden': 'true' }, String(line ?? '')),
        make('code', {}, before, make('mark', {}, marked || ' '), behind));
    }
    setAttribute(this.hint, 'hidden', !hint);
    this.hint.replaceChildren(make('strong', {}, 'Hint'), ' ', hint ?? '');
    const details = this.#units.get(key);
    setText(this.scope, details?.units?.length > 0 ? held(details) : '');
    setAttribute(this.scope, 'hidden', !this.scope.textContent);
    if (this.open) setAttribute(this.open, 'disabled', !this.#place(fault));
  }

  #pressed(event) {
    if (event.key === 'Escape') this.dismiss();
    else if (event.target === this.element && event.key === 'ArrowRight') this.#step(1);
    else if (event.target === this.element && event.key === 'ArrowLeft') this.#step(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** The units that cannot be built because of a fault, and whether their last good state is shown. */
function held({ units, unitCount }) {
  const names = units.slice(0, 3).map(unit => unit.name);
  const rest = unitCount - names.length;
  if (rest > 0) names.push(`${rest} more`);
  const list = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  const isGood = units.every(unit => unit.shown === 'last-good');
  return `Holds up ${list}${isGood ? ': the last good state is shown' : ''}.`;
}
