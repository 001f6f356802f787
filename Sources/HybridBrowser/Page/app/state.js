// The state of the preview, and its form in a link: `#/home?screen=phone&screen=tablet,dark&zoom=75`.

import { decodeScreen, encodeScreen, isSameDevice, plainDevice } from './devices.js';

/** A link with more screens than this is a mistake. */
export const mostScreens = 12;
/** Percentages that the preview offers. */
export const zooms = [50, 75, 100, 125, 150, 200];

/**
 * Reads the state from a link.
 *
 * @param {string} hash With its `#`.
 * @returns {{unit: ?string, screens: Array<import('./devices.js').Screen>, zoom: ?number}} `unit` null
 *   follows the terminal, `zoom` null fits.
 */
export function decodeState(hash) {
  const state = { unit: null, screens: [], zoom: null };
  // Other hashes begin differently, such as the code that paired a phone.
  if (hash.startsWith('#/')) {
    const [path, query = ''] = hash.slice(2).split('?', 2);
    try {
      state.unit = decodeURIComponent(path).slice(0, 1000) || null;
    } catch {
      state.unit = null;
    }
    for (const field of query.split('&')) {
      const [name, value = ''] = field.split('=', 2);
      if (name === 'screen' && state.screens.length < mostScreens) state.screens.push(decodeScreen(value));
      if (name === 'zoom' && /^\d{2,3}$/.test(value)) state.zoom = Math.min(400, Math.max(10, Number(value)));
    }
  }
  if (state.screens.length === 0) state.screens.push({ device: {}, data: null });
  return state;
}

/** Writes the hash that {@link decodeState} reads, without defaults. */
export function encodeState({ unit, screens, zoom }) {
  const fields = screens.length === 1 && !encodeScreen(screens[0]) ? []
    : screens.map(one => 'screen=' + encodeScreen(one));
  if (zoom !== null) fields.push(`zoom=${zoom}`);
  const path = unit === null ? '' : encodeURIComponent(unit).replaceAll('%2F', '/');
  return `#/${path}${fields.length > 0 ? '?' + fields.join('&') : ''}`;
}

/** The maximum number of units in the trail of a history entry. */
const longestTrail = 32;

/**
 * The state of the preview. Parts that show it listen to `change`, and the address has the same state. Each
 * entry of the history has the trail of units that led to it.
 */
export class State extends EventTarget {
  #address;
  #history;
  #keys = 0;

  /**
   * @param {{hash: string}} address
   * @param {{state: ?object, pushState: Function, replaceState: Function, go: Function}} history
   */
  constructor(address = location, history = window.history) {
    super();
    this.#address = address;
    this.#history = history;
    this.read();
  }

  /** Reads the state from the address. */
  read() {
    const { unit, screens, zoom } = decodeState(this.#address.hash);
    const before = this.screens ?? [];
    this.unit = unit;
    this.zoom = zoom;
    // A screen at the same position stays the same screen, with all user input in it.
    this.screens = screens.map((screen, index) => ({ ...screen, key: before[index]?.key ?? this.#newKey() }));
    this.active = Math.min(this.active ?? 0, this.screens.length - 1);
    this.#changed();
  }

  /** The active screen, which the settings apply to. */
  get screen() { return this.screens[this.active]; }

  /** Shows a unit that was chosen in the list; null follows the terminal. */
  setUnit(unit) { this.navigate(unit, 'push'); }

  /**
   * Shows a unit that a page navigated to.
   *
   * @param {?string} unit
   * @param {string} step What becomes of the history: `push` adds an entry, `replace` replaces that of a page
   *   which left by itself, `back` returns to the last entry of the unit.
   */
  navigate(unit, step) {
    if (unit === this.unit) return;
    const trail = this.#trail, at = trail.lastIndexOf(unit);
    const before = this.unit;
    this.unit = unit;
    if (step === 'back' && at >= 0) this.#history.go(at - trail.length);
    else if (step === 'push')
      this.#history.pushState({ trail: [...trail, before].slice(-longestTrail) }, '', encodeState(this));
    else this.#history.replaceState({ trail }, '', encodeState(this));
    this.dispatchEvent(new Event('change'));
  }

  /** The units of the entries before this one. */
  get #trail() {
    const trail = this.#history.state?.trail;
    return Array.isArray(trail) ? trail : [];
  }

  setZoom(zoom) {
    this.zoom = zoom;
    this.#changed();
  }

  setActive(index) {
    if (index === this.active || !this.screens[index]) return;
    this.active = index;
    this.#changed();
  }

  /** Changes settings of the active screen's device: `setDevice({dark: true})`. */
  setDevice(changes) {
    const screen = this.screen;
    const device = plainDevice({ ...screen.device, ...changes });
    if (isSameDevice(device, screen.device)) return;
    this.#replace({ ...screen, device });
  }

  setData(data) { this.#replace({ ...this.screen, data }); }

  /** Adds a copy of the active screen, and activates it. */
  addScreen() {
    if (this.screens.length >= mostScreens) return;
    const { device, data } = this.screen;
    this.screens = this.screens.toSpliced(this.active + 1, 0, { device, data, key: this.#newKey() });
    this.active += 1;
    this.#changed();
  }

  removeScreen(index) {
    if (this.screens.length === 1 || !this.screens[index]) return;
    this.screens = this.screens.toSpliced(index, 1);
    if (this.active > index || this.active === this.screens.length) this.active -= 1;
    this.#changed();
  }

  /** Replaces all screens. */
  setScreens(screens) {
    const before = this.screens;
    if (screens.length === 0) return;
    this.screens = screens.slice(0, mostScreens).map(({ device, data }, index) => (
      { device: plainDevice(device), data, key: before[index]?.key ?? this.#newKey() }));
    this.active = 0;
    this.#changed();
  }

  #replace(screen) {
    this.screens = this.screens.with(this.active, screen);
    this.#changed();
  }

  #newKey() { return ++this.#keys; }

  #changed() {
    const hash = encodeState(this);
    if (hash !== this.#address.hash && !(hash === '#/' && this.#address.hash === ''))
      this.#history.replaceState(this.#history.state, '', hash);
    this.dispatchEvent(new Event('change'));
  }
}
