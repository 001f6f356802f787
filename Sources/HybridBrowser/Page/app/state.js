// The state of the preview, and its form in a link: `#/home?screen=phone&screen=tablet,dark&zoom=75`.

import { decodeScreen, encodeScreen, isSameDevice, plainDevice } from './devices.js';

/** More screens than this are a mistake in a link. */
export const mostScreens = 12;
/** Percentages that the preview offers. */
export const zooms = [50, 75, 100, 125, 150, 200];

/**
 * What a link says.
 *
 * @param {string} hash With its `#`.
 * @returns {{unit: ?string, screens: Array<import('./devices.js').Screen>, zoom: ?number}} `unit` null
 *   follows the terminal, `zoom` null fits.
 */
export function decodeState(hash) {
  const state = { unit: null, screens: [], zoom: null };
  // Others begin otherwise, such as the code by which a phone was paired.
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

/** Writes what {@link decodeState} reads; what is usual is left out. */
export function encodeState({ unit, screens, zoom }) {
  const fields = screens.length === 1 && !encodeScreen(screens[0]) ? []
    : screens.map(one => 'screen=' + encodeScreen(one));
  if (zoom !== null) fields.push(`zoom=${zoom}`);
  const path = unit === null ? '' : encodeURIComponent(unit).replaceAll('%2F', '/');
  return `#/${path}${fields.length > 0 ? '?' + fields.join('&') : ''}`;
}

/**
 * What is looked at, in one place. Everything that shows it listens to `change`; the address always says the
 * same.
 */
export class State extends EventTarget {
  #address;
  #history;
  #keys = 0;

  /** @param {{hash: string}} address @param {{pushState: Function, replaceState: Function}} history */
  constructor(address = location, history = window.history) {
    super();
    this.#address = address;
    this.#history = history;
    this.read();
  }

  /** Takes what the address says. */
  read() {
    const { unit, screens, zoom } = decodeState(this.#address.hash);
    const before = this.screens ?? [];
    this.unit = unit;
    this.zoom = zoom;
    // A screen that is where it was stays the one that it is, with all that a person did in it.
    this.screens = screens.map((screen, index) => ({ ...screen, key: before[index]?.key ?? this.#newKey() }));
    this.active = Math.min(this.active ?? 0, this.screens.length - 1);
    this.#changed(false);
  }

  /** The screen that the settings are of. */
  get screen() { return this.screens[this.active]; }

  /**
   * Shows a unit, which was chosen in the list or is where a link of a page led; null follows the terminal.
   */
  setUnit(unit) {
    if (unit === this.unit) return;
    this.unit = unit;
    this.#changed(true);
  }

  setZoom(zoom) {
    this.zoom = zoom;
    this.#changed(false);
  }

  setActive(index) {
    if (index === this.active || !this.screens[index]) return;
    this.active = index;
    this.#changed(false);
  }

  /** Changes settings of the active screen's device: `setDevice({dark: true})`. */
  setDevice(changes) {
    const screen = this.screen;
    const device = plainDevice({ ...screen.device, ...changes });
    if (isSameDevice(device, screen.device)) return;
    this.#replace({ ...screen, device });
  }

  setData(data) { this.#replace({ ...this.screen, data }); }

  /** Adds a screen like the active one, and goes there. */
  addScreen() {
    if (this.screens.length >= mostScreens) return;
    const { device, data } = this.screen;
    this.screens = this.screens.toSpliced(this.active + 1, 0, { device, data, key: this.#newKey() });
    this.active += 1;
    this.#changed(false);
  }

  removeScreen(index) {
    if (this.screens.length === 1 || !this.screens[index]) return;
    this.screens = this.screens.toSpliced(index, 1);
    if (this.active > index || this.active === this.screens.length) this.active -= 1;
    this.#changed(false);
  }

  /** Shows these screens instead. */
  setScreens(screens) {
    const before = this.screens;
    if (screens.length === 0) return;
    this.screens = screens.slice(0, mostScreens).map(({ device, data }, index) => (
      { device: plainDevice(device), data, key: before[index]?.key ?? this.#newKey() }));
    this.active = 0;
    this.#changed(false);
  }

  #replace(screen) {
    this.screens = this.screens.with(this.active, screen);
    this.#changed(false);
  }

  #newKey() { return ++this.#keys; }

  /** Only a change of the unit adds a step for "back". */
  #changed(isStep) {
    const hash = encodeState(this);
    if (hash !== this.#address.hash && !(hash === '#/' && this.#address.hash === '')) {
      if (isStep) this.#history.pushState(null, '', hash);
      else this.#history.replaceState(null, '', hash);
    }
    this.dispatchEvent(new Event('change'));
  }
}
