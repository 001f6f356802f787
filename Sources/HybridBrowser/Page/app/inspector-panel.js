// The panel of the inspector. Its modules are loaded when it is first opened.

import { make } from './dom.js';

export class InspectorPanel extends EventTarget {
  /** Whether this server has an inspector. */
  isThere = false;
  isOpen = false;
  #inspector = null;
  #stage = null;
  #options;
  #module = null;

  /** @param {{open: function(string)}} options */
  constructor(options) {
    super();
    this.#options = options;
    this.host = make('div', { class: 'inspector-host' });
    this.element = make(
      'aside',
      { class: 'inspector', id: 'inspector', 'aria-label': 'Inspector', hidden: true, tabindex: '-1' },
      this.host
    );
    this.#load();
  }

  async #load() {
    try {
      this.#module = await import('../inspector/inspector.js');
      this.isThere = true;
    } catch (error) {
      console.info('There is no inspector:', error.message);
    }
    this.dispatchEvent(new Event('change'));
  }

  /** The screen that is inspected. @param {?import('../stage/stage.js').Stage} stage */
  attach(stage) {
    if (stage === this.#stage) return;
    this.#stage = stage;
    if (this.isOpen && stage) this.#inspector.attach(stage);
  }

  toggle(isOpen = !this.isOpen) {
    if (!this.isThere || isOpen === this.isOpen) return;
    this.isOpen = isOpen;
    this.element.hidden = !isOpen;
    if (isOpen) {
      this.#inspector = new this.#module.Inspector(this.host, { open: this.#options.open });
      if (this.#stage) this.#inspector.attach(this.#stage);
    } else {
      this.#inspector.close();
      this.#inspector = null;
      this.host.replaceChildren();
    }
    this.dispatchEvent(new Event('change'));
  }
}
