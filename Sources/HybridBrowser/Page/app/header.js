// The header: the project, the connection, the time of the last save, and the number of problems.

import { icon, iconButton, make, setAttribute, setText } from './dom.js';

/** A time in its shortest form. @param {number} milliseconds */
export function duration(milliseconds) {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

export class Header extends EventTarget {
  /** @param {{title: string, theme: import('./theme.js').Theme}} options */
  constructor({ title, theme }) {
    super();
    const tell = name => () => this.dispatchEvent(new Event(name));
    this.units = iconButton('units', 'Units', tell('units'),
      { class: 'button icon-button only-narrow', 'aria-expanded': 'false', 'aria-controls': 'units' });
    this.settings = iconButton('settings', 'Screen settings', tell('settings'),
      { class: 'button icon-button only-narrow', 'aria-expanded': 'false', 'aria-controls': 'toolbar' });
    this.title = make('h1', { class: 'project' }, title);
    this.unit = make('span', { class: 'crumb' });
    this.words = make('span', { class: 'state-words' }, 'Connecting');
    this.state = make(
      'p', { class: 'state', 'data-state': 'waiting' },
      make('span', { class: 'state-mark', 'aria-hidden': 'true' }), this.words
    );
    this.revision = make('span', { class: 'figure', title: 'Revision: the number of the last build' });
    this.latency = make(
      'span', { class: 'figure', title: 'From the save to the screen: the last one, and the median' }
    );
    this.problemCount = make('span', {});
    this.problems = make('button', {
      type: 'button', class: 'button problem-badge', hidden: true, 'aria-controls': 'problems',
      'aria-keyshortcuts': 'E', click: tell('problems'),
    }, icon('error'), this.problemCount);
    this.warningCount = make('span', {});
    this.warnings = make('button', {
      type: 'button', class: 'button warning-badge', hidden: true, 'aria-controls': 'warnings',
      'aria-keyshortcuts': 'W', click: tell('warnings'),
    }, icon('warning'), this.warningCount);
    this.inspect = iconButton('inspect', 'Inspector', tell('inspect'),
      { 'aria-pressed': 'false', 'aria-controls': 'inspector', 'aria-keyshortcuts': 'I', hidden: true });
    this.link = iconButton('link', 'Copy link to this view', tell('link'));
    this.help = iconButton('keyboard', 'Keyboard shortcuts', tell('help'), { 'aria-keyshortcuts': '?' });
    this.theme = iconButton('dark', '', () => theme.next());
    theme.addEventListener('change', () => this.#drawTheme(theme));
    this.#drawTheme(theme);
    this.element = make('header', { class: 'header' },
      this.units, make('div', { class: 'names' }, this.title, this.unit), this.state,
      make('div', { class: 'figures' }, this.revision, this.latency),
      make('div', { class: 'actions' },
        this.problems, this.warnings, this.settings, this.inspect, this.link, this.help, this.theme));
  }

  #drawTheme({ chosen }) {
    const words = {
      system: 'Appearance: as the system', light: 'Appearance: light', dark: 'Appearance: dark',
    }[chosen];
    this.theme.replaceChildren(icon(chosen === 'system' ? 'contrast' : chosen));
    for (const name of ['aria-label', 'title']) setAttribute(this.theme, name, words);
  }

  setTitle(title) {
    if (title) setText(this.title, title);
  }

  setUnit(unit) { setText(this.unit, unit ?? ''); }

  /** @param {'connected'|'waiting'|'lost'} state @param {string} words */
  setState(state, words) {
    this.state.dataset.state = state;
    setText(this.words, words);
    setAttribute(this.state, 'title', words);
  }

  /**
   * @param {?number} revision @param {?{last: ?number, median: ?number}} paint Milliseconds from save to
   * screen.
   */
  setFigures(revision, paint) {
    setText(this.revision, revision === null ? '' : `Revision ${revision}`);
    const { last, median } = paint ?? {};
    setText(
      this.latency,
      last === null || last === undefined ? '' : `${duration(last)} · median ${duration(median)}`
    );
  }

  /** @param {string} summary Empty without warnings. */
  setWarnings(summary, isShown) {
    setText(this.warningCount, summary);
    setAttribute(this.warnings, 'hidden', !summary);
    setAttribute(this.warnings, 'aria-expanded', String(isShown));
  }

  /** @param {string} summary Empty when nothing is wrong. */
  setProblems(summary, isShown) {
    setText(this.problemCount, summary);
    setAttribute(this.problems, 'hidden', !summary);
    setAttribute(this.problems, 'aria-expanded', String(isShown));
  }
}
