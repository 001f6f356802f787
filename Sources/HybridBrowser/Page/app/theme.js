// The theme of the chrome, which does not apply to the screens. This browser stores it, since it is a
// preference of the user.

const key = 'hybrid-appearance';
const choices = ['system', 'light', 'dark'];

/** Reads a stored value; null if the browser stores nothing. */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a value; null removes it. */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Private windows may refuse; the value then lasts as long as this page.
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
