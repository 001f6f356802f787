// In narrow windows, parts of the page are sheets: a button opens one over the screens; Escape or a press
// outside closes it.

import { make, setAttribute } from './dom.js';

export class Sheets {
  #sheets;
  #open = null;

  /** @param {Array<{button: HTMLElement, panel: HTMLElement}>} sheets */
  constructor(sheets) {
    this.#sheets = sheets;
    this.shade = make('div', { class: 'shade', hidden: true, click: () => this.close() });
    for (const { panel } of sheets) {
      panel.classList.add('sheet');
      panel.addEventListener('keydown', event => {
        if (event.key === 'Escape' && this.#open) this.close();
      });
    }
    // In a wide window the parts are beside the screens.
    matchMedia('(max-width: 640px)').addEventListener('change', () => this.#set(null));
  }

  toggle(panel) { this.#open?.panel === panel ? this.close() : this.open(panel); }

  open(panel) {
    if (!matchMedia('(max-width: 640px)').matches) return;
    this.#set(this.#sheets.find(sheet => sheet.panel === panel));
    panel.querySelector('input, select, button')?.focus();
  }

  close() {
    const button = this.#open?.button;
    this.#set(null);
    button?.focus();
  }

  #set(open) {
    this.#open = open;
    this.shade.hidden = !open;
    for (const sheet of this.#sheets) {
      sheet.panel.classList.toggle('is-open', sheet === open);
      setAttribute(sheet.button, 'aria-expanded', String(sheet === open));
    }
  }
}
