// The screens side by side: their order, their scale, and which one the settings apply to.

import { make } from './dom.js';
import { Screen } from './screen.js';

/**
 * The space around a screen: the device's edge, the title, and the gap to the next screen. In CSS pixels.
 */
const edge = { width: 18, height: 62, gap: 28, padding: 28 };

/**
 * The largest scale, at most 1, at which boxes fit into a space in rows from left to right.
 *
 * @param {Array<{width: number, height: number}>} boxes
 * @param {{width: number, height: number}} space
 */
export function fittingScale(boxes, space) {
  let [low, high] = [0.2, 1];
  if (fits(boxes, space, high)) return high;
  for (let step = 0; step < 12; step += 1) {
    const middle = (low + high) / 2;
    if (fits(boxes, space, middle)) low = middle;
    else high = middle;
  }
  return Math.floor(low * 200) / 200;
}

function fits(boxes, space, scale) {
  let [x, y, row] = [0, 0, 0];
  for (const box of boxes) {
    const [width, height] = [box.width * scale + edge.width, box.height * scale + edge.height];
    if (x > 0 && x + width > space.width) [x, y, row] = [0, y + row + edge.gap, 0];
    if (width > space.width) return false;
    x += width + edge.gap;
    row = Math.max(row, height);
  }
  return y + row <= space.height;
}

export class Screens extends EventTarget {
  #state;
  #server;
  #screens = new Map();
  #known = [];
  #scale = 1;

  /** @param {import('./state.js').State} state @param {import('./server.js').Server} server */
  constructor(state, server) {
    super();
    this.#state = state;
    this.#server = server;
    this.row = make('div', { class: 'screens' });
    this.element = make(
      'main', { class: 'canvas', id: 'screens', 'aria-label': 'Screens', tabindex: '-1' }, this.row
    );
    new ResizeObserver(() => this.layOut()).observe(this.element);
    state.addEventListener('change', () => this.#update());
    this.#update();
  }

  get active() { return this.#screens.get(this.#state.screen.key); }
  get all() { return this.#state.screens.map(({ key }) => this.#screens.get(key)); }
  get scale() { return this.#scale; }

  setKnown(known) {
    this.#known = known;
    this.#update();
  }

  #update() {
    const { screens, unit } = this.#state;
    const keys = new Set(screens.map(({ key }) => key));
    for (const [key, screen] of this.#screens) {
      if (keys.has(key)) continue;
      screen.close();
      this.#screens.delete(key);
      this.dispatchEvent(new CustomEvent('gone', { detail: { screen } }));
    }
    screens.forEach(({ key, device, data }, index) => {
      let screen = this.#screens.get(key);
      if (!screen) {
        screen = new Screen({ token: this.#server.token, unit, device, data });
        this.#screens.set(key, screen);
        this.#listen(screen, key);
        this.dispatchEvent(new CustomEvent('new', { detail: { screen } }));
        if (this.#server.token) screen.connect();
      }
      screen.update({
        unit, device, data, known: this.#known, isActive: index === this.#state.active, number: index + 1,
        isAlone: screens.length === 1,
      });
      if (this.row.children[index] !== screen.element)
        this.row.insertBefore(screen.element, this.row.children[index] ?? null);
    });
    this.element.classList.toggle('has-several', screens.length > 1);
    this.layOut();
  }

  #listen(screen, key) {
    const index = () => this.#state.screens.findIndex(one => one.key === key);
    screen.addEventListener('activate', () => this.#state.setActive(index()));
    screen.addEventListener('remove', () => {
      const at = index();
      this.#state.removeScreen(at);
      this.active.title.focus();
    });
    screen.addEventListener('resize', () => this.layOut());
    screen.addEventListener('navigated', ({ detail }) => this.#state.navigate(detail.unit, detail.history));
  }

  /** Sets the scale of every screen. */
  layOut() {
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth === 0) return;
    // A narrow window shows the active screen only.
    const isNarrow = matchMedia('(max-width: 640px)').matches;
    const padding = isNarrow ? 8 : edge.padding;
    const boxes = (isNarrow ? [this.active] : this.all).map(screen => screen.size);
    const space = { width: clientWidth - 2 * padding, height: clientHeight - 2 * padding };
    const zoom = this.#state.zoom;
    this.#scale = zoom === null ? fittingScale(boxes, space) : zoom / 100;
    for (const screen of this.all) screen.setScale(this.#scale);
    this.dispatchEvent(new Event('scale'));
  }
}
