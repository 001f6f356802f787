// One screen: a device's frame with a title, and the stage in it.

import { baseName, isSameDevice, settingsOf, sizeOf, wireForm } from './devices.js';
import { iconButton, make, setAttribute, setText } from './dom.js';
import { Stage } from '../stage/stage.js';

export class Screen extends EventTarget {
  #wanted;
  #known = [];
  #scale = 1;
  /** The size in points of the drawn frame. The stage's size differs once the server has answered. */
  #drawn = { width: 0, height: 0 };
  /** Faults of the page that runs in it. */
  faults = [];
  isConnected = false;
  /** The server's answer: `{unit, device, data, viewport, revision}`. */
  shown = null;

  /** @param {{token: string, unit: ?string, device: import('./devices.js').Device, data: ?string}} options */
  constructor({ token, unit, device, data }) {
    super();
    this.#wanted = { unit, device, data };
    this.host = make('div', { class: 'stage-host' });
    this.glass = make('div', { class: 'glass' }, this.host);
    this.titleName = make('span', { class: 'screen-name' });
    this.details = make('span', { class: 'screen-details' });
    this.measures = make('span', { class: 'screen-size' });
    this.title = make('button',
      { type: 'button', class: 'screen-title', click: () => this.#tell('activate') },
      this.titleName, this.details, this.measures);
    this.remove = iconButton(
      'close', 'Remove this screen', () => this.#tell('remove'), { class: 'button icon-button small' }
    );
    this.note = make('p', { class: 'screen-note', role: 'status' });
    this.element = make('section', { class: 'screen' },
      make('header', { class: 'screen-head' }, this.title, this.remove), this.note,
      make('div', { class: 'device' }, this.glass));
    this.element.addEventListener('pointerdown', () => this.#tell('activate'), { capture: true });
    this.element.addEventListener('focusin', () => this.#tell('activate'));
    this.stage = new Stage(this.host, { token, name: 'browser', device: wireForm(device), unit, data });
    this.stage.addEventListener('state', ({ detail }) => { this.isConnected = detail.connected; });
    this.stage.addEventListener('faults', ({ detail }) => { this.faults = detail.diagnostics; });
    this.stage.addEventListener('shown', ({ detail }) => this.#took(detail));
    this.stage.addEventListener('navigated', ({ detail }) => this.#navigated(detail));
    for (const event of ['welcome', 'update', 'shown'])
      this.stage.addEventListener(event, () => this.#tellWhetherGone());
  }

  connect() { this.stage.connect(); }

  close() {
    this.stage.close();
    this.element.remove();
  }

  /** The viewport in points. */
  get size() {
    const viewport = this.stage.viewport ?? this.shown?.viewport;
    if (Array.isArray(viewport)) return { width: viewport[0], height: viewport[1] };
    return viewport?.width ? viewport : sizeOf(this.#wanted.device, this.#known);
  }

  /** The title where there are several screens. */
  get name() { return [baseName(this.#wanted.device), ...settingsOf(this.#wanted.device)].join(', '); }

  update({ unit, device, data, known, isActive, number, isAlone }) {
    this.#known = known;
    const wish = {};
    if (unit !== this.#wanted.unit) wish.unit = unit;
    if (!isSameDevice(device, this.#wanted.device)) wish.device = wireForm(device);
    if (data !== this.#wanted.data) wish.data = data;
    this.#wanted = { unit, device, data };
    if (Object.keys(wish).length > 0) this.stage.show(wish);
    this.element.classList.toggle('is-active', isActive);
    setAttribute(this.title, 'aria-pressed', isAlone ? null : isActive);
    setAttribute(this.remove, 'hidden', isAlone);
    setAttribute(this.remove, 'aria-label', `Remove screen ${number}: ${this.name}`);
    this.#draw();
  }

  /** Sets the scale: CSS pixels for each point. */
  setScale(scale) {
    this.#scale = scale;
    const { width, height } = this.#drawn = this.size;
    this.host.style.transform = scale === 1 ? '' : `scale(${scale})`;
    this.host.style.width = `${width}px`;
    this.host.style.height = `${height}px`;
    this.glass.style.width = `${Math.floor(width * scale)}px`;
    this.glass.style.height = `${Math.floor(height * scale)}px`;
  }

  /** The page navigated to another unit. The server shows it already, so no request is sent. */
  #navigated(detail) {
    this.#wanted.unit = detail.unit;
    this.dispatchEvent(new CustomEvent('navigated', { detail }));
  }

  #took(shown) {
    this.shown = shown;
    this.#draw();
    const { width, height } = this.size;
    const isResized = this.#drawn.width !== width || this.#drawn.height !== height;
    this.setScale(this.#scale);
    if (isResized) this.#tell('resize');
  }

  /**
   * A unit that the user chose stays on the screen after it was removed from the project. Without a choice,
   * the screen follows the server.
   */
  #tellWhetherGone() {
    const { units } = this.stage;
    const isPinned = this.#wanted.unit !== null || units.length === 0;
    const isGone = this.shown !== null && isPinned && !units.includes(this.shown.unit);
    setText(this.note, isGone ? `${this.shown.unit} was removed. This is how it looked.` : '');
  }

  #draw() {
    const { device, data } = this.#wanted;
    const { width, height } = this.size;
    const name = device.name || device.width ? baseName(device) : this.shown?.device ?? baseName(device);
    const details = [...settingsOf(device), data && `data “${data}”`].filter(Boolean).join(' · ');
    setText(this.titleName, name);
    setText(this.details, details);
    setAttribute(this.details, 'hidden', !details);
    setText(this.measures, `${width} × ${height}`);
    setAttribute(this.element, 'aria-label', `Screen: ${[name, details].filter(Boolean).join(', ')}`);
    const narrow = Math.min(width, height);
    this.element.dataset.kind = narrow < 600 ? 'phone' : narrow < 780 ? 'tablet' : 'desktop';
    // The theme of the chrome does not apply to the page: its controls and scroll bars follow the device.
    this.host.style.colorScheme = device.dark ? 'dark' : 'light';
  }

  #tell(event) { this.dispatchEvent(new Event(event)); }
}
