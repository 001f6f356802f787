// How the chrome looks, which is nothing to the screens in it. Kept in this browser, since it is about the
// person.

const key = 'hybrid-appearance';
const choices = ['system', 'light', 'dark'];

/** Reads what was kept; a browser that keeps nothing has nothing. */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps something, or forgets it for null. */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Private windows may refuse; then it holds for this page only.
  }
}

export class Theme extends EventTarget {
  chosen = choices.includes(kept(key)) ? kept(key) : 'system';

  constructor() {
    super();
    this.#apply();
  }

  next() {
    this.chosen = choices[(choices.indexOf(this.chosen) + 1) % choices.length];
    keep(key, this.chosen === 'system' ? null : this.chosen);
    this.#apply();
    this.dispatchEvent(new Event('change'));
  }

  #apply() {
    if (this.chosen === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.chosen;
  }
}
