// The settings of the active screen, and the actions on all screens.

import { baseName, fontScales, presets, settingsOf, usualDevices } from './devices.js';
import { icon, iconButton, make, setAttribute } from './dom.js';
import { mostScreens, zooms } from './state.js';

/** A select with its label before it, which only narrow windows show. */
function field(title, select) {
  const id = `field-${title.toLowerCase().replaceAll(' ', '-')}`;
  select.id = id;
  return make('div', { class: 'field' }, make('label', { class: 'field-title', for: id }, title), select);
}

/** Gives a select its options and its value. @param {Array<[string, string]>} rows Values and titles. */
function setOptions(select, rows, value) {
  const wanted = JSON.stringify(rows);
  if (select.dataset.rows !== wanted) {
    select.dataset.rows = wanted;
    select.replaceChildren(...rows.map(([value, title]) => make('option', { value }, title)));
  }
  if (select.value !== value) select.value = value;
}

export class Toolbar extends EventTarget {
  #state;
  #known = usualDevices;
  #data = [];
  /** The server's answer for the active screen. */
  #shown = null;

  /**
   * @param {import('./state.js').State} state @param {{askSize: function(): Promise<?{width: number, height:
   * number}>}} dialogs
   */
  constructor(state, { askSize }) {
    super();
    this.#state = state;
    this.device = make(
      'select', { class: 'select', title: 'Device', change: () => this.#choseDevice(askSize) }
    );
    this.text = make('select', {
      class: 'select', title: 'Text size', change: () => this.set({ fontScale: Number(this.text.value) }) });
    this.data = make(
      'select',
      { class: 'select', title: 'Sample data', change: () => state.setData(this.data.value || null) }
    );
    this.zoom = make('select', {
      class: 'select', title: 'Zoom',
      change: () => state.setZoom(this.zoom.value === 'fit' ? null : Number(this.zoom.value)) });
    this.preset = make('select', {
      class: 'select', title: 'Several screens', change: () => this.#chosePreset() });
    this.screen = make(
      'select', { class: 'select', title: 'Screen', change: () => state.setActive(Number(this.screen.value)) }
    );
    // Narrow windows show one of several screens, and no titles to press.
    this.screenField = field('Screen', this.screen);
    this.screenField.classList.add('only-narrow');
    this.landscape = this.#flag('landscape', 'rotate', 'Landscape');
    this.dark = this.#flag('dark', 'dark', 'Dark appearance');
    this.rtl = this.#flag('rtl', 'direction', 'Right to left');
    this.add = make('button', {
      type: 'button', class: 'button', title: 'Add a screen like this one', 'aria-label': 'Add screen',
      click: () => state.addScreen(),
    }, icon('add'), make('span', { class: 'add-name' }, 'Add screen'));
    this.element = make('div',
      { class: 'toolbar', id: 'toolbar', role: 'toolbar', 'aria-label': 'Screen settings' },
      make('div', { class: 'group', role: 'group', 'aria-label': 'Device' },
        this.screenField, field('Device', this.device),
        make('div', { class: 'flags' }, this.landscape, this.dark, this.rtl), field('Text size', this.text)),
      make('div', { class: 'group', role: 'group', 'aria-label': 'Data' }, field('Sample data', this.data)),
      make('div', { class: 'group is-last', role: 'group', 'aria-label': 'Screens' },
        field('Zoom', this.zoom), field('Compare', this.preset), this.add));
    this.element.addEventListener('keydown', event => this.#pressed(event));
    state.addEventListener('change', () => this.#draw());
    this.#draw();
  }

  /** @param {Array<{name: string, width: number, height: number}>} known */
  setKnown(known) {
    this.#known = known;
    this.#draw();
  }

  /** @param {string[]} data The sample data of the unit that is shown. */
  setData(data) {
    this.#data = data;
    this.#draw();
  }

  setShown(shown) {
    this.#shown = shown;
    this.#draw();
  }

  /** Turns a setting of the active screen on or off. */
  toggle(flag) { this.set({ [flag]: !this.#state.screen.device[flag] }); }

  /** Larger or smaller text on the active screen. */
  stepText(by) {
    const now = this.#state.screen.device.fontScale ?? 1;
    const next = by > 0 ? fontScales.find(scale => scale > now) : fontScales.findLast(scale => scale < now);
    if (next) this.set({ fontScale: next });
  }

  /**
   * Changes the active screen's device. A change needs the device's name; the default is the one that the
   * server chose.
   */
  set(changes) {
    const { device } = this.#state.screen;
    this.#state.setDevice(device.name || device.width ? changes : { ...this.#chosenByServer(), ...changes });
  }

  #chosenByServer() {
    const name = String(this.#shown?.device ?? 'phone');
    const size = /^(\d+)x(\d+)/.exec(name);
    if (size) return { width: Number(size[1]), height: Number(size[2]) };
    const known = this.#known.filter(one => name === one.name || name.startsWith(one.name + ' '));
    return { name: known.sort((one, other) => other.name.length - one.name.length)[0]?.name ?? 'phone' };
  }

  #flag(flag, shape, label) {
    const button = iconButton(shape, label, () => this.toggle(flag), { 'aria-pressed': 'false' });
    // An icon needs a tooltip, which touch screens do not show.
    button.append(
      make(
        'span', { class: 'flag-name', 'aria-hidden': 'true' },
        { landscape: 'Landscape', dark: 'Dark', rtl: 'RTL' }[flag]
      )
    );
    return button;
  }

  #draw() {
    const { device, data } = this.#state.screen;
    const rows = this.#known.map(one => [one.name, `${one.name} · ${one.width} × ${one.height}`]);
    const shown = device.name || device.width ? device : this.#chosenByServer();
    if (shown.name && !this.#known.some(one => one.name === shown.name)) rows.push([shown.name, shown.name]);
    if (shown.width) rows.push(['size', baseName(shown)]);
    setOptions(this.device, [...rows, ['custom', 'Another size…']], shown.name ?? 'size');
    const { screens, active } = this.#state;
    const screenNames = screens.map((one, index) => [
      String(index), `${index + 1}. ${[baseName(one.device), ...settingsOf(one.device)].join(', ')}`]);
    setOptions(this.screen, screenNames, String(active));
    setAttribute(this.screenField, 'hidden', screens.length === 1);
    const scale = device.fontScale ?? 1;
    const scales = fontScales.includes(scale) ? fontScales
      : [...fontScales, scale].sort((one, other) => one - other);
    setOptions(this.text, scales.map(one => [String(one), `${Math.round(one * 100)} % text`]), String(scale));
    const names = data && !this.#data.includes(data) ? [...this.#data, data] : this.#data;
    const otherNames = names.filter(name => name !== 'data').map(name => [name, name]);
    setOptions(this.data, [['', 'Usual data'], ...otherNames], data === 'data' ? '' : data ?? '');
    setAttribute(this.data, 'disabled', names.length < 2);
    const zoom = this.#state.zoom;
    const percents = zoom === null || zooms.includes(zoom) ? zooms
      : [...zooms, zoom].sort((one, other) => one - other);
    setOptions(
      this.zoom, [['fit', 'Fit'], ...percents.map(one => [String(one), `${one} %`])],
      zoom === null ? 'fit' : String(zoom)
    );
    const choices = presets.filter(
      preset => preset.id !== 'data' || this.#data.length > 1
    ).map(({ id, title }) => [id, title]);
    setOptions(this.preset, [['', 'Compare…'], ['one', 'One screen'], ...choices], '');
    for (const flag of ['landscape', 'dark', 'rtl'])
      setAttribute(this[flag], 'aria-pressed', String(device[flag] === true));
    setAttribute(this.add, 'disabled', this.#state.screens.length >= mostScreens);
  }

  async #choseDevice(askSize) {
    const value = this.device.value;
    if (value === 'size') return;
    if (value === 'custom') {
      const size = await askSize();
      if (size) this.#state.setDevice({ name: undefined, ...size });
    } else {
      this.#state.setDevice({ name: value, width: undefined, height: undefined });
    }
    this.#draw();
  }

  #chosePreset() {
    const { screen } = this.#state;
    const like = {
      data: screen.data,
      device: screen.device.name || screen.device.width ? screen.device
        : { ...this.#chosenByServer(), ...screen.device },
    };
    const preset = presets.find(({ id }) => id === this.preset.value);
    if (this.preset.value === 'one') this.#state.setScreens([screen]);
    else if (preset) this.#state.setScreens(preset.screens(like, this.#known, this.#data));
    this.preset.value = '';
  }

  /** Left and right move between the controls; a select keeps its own keys. */
  #pressed(event) {
    if (
      !['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key) || event.target.localName === 'select'
    ) return;
    const controls = [...this.element.querySelectorAll('button, select')].filter(
      control => !control.disabled && control.offsetParent
    );
    const at = controls.indexOf(event.target);
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: controls.length - 1 }[event.key];
    controls[(next + controls.length) % controls.length]?.focus();
    event.preventDefault();
  }
}
