// Tabs as in the ARIA Authoring Practices: arrow keys move between them, and only the selected tab is in the
// tab order.

import { freshID, make } from './dom.js';

export class Tabs {
  #tabs = [];
  #chosen = 0;

  /** @param {string} label What they are tabs of. @param {Array<[string, HTMLElement]>} pages */
  constructor(label, pages) {
    this.bar = make(
      'div',
      {
        role: 'tablist', 'aria-label': label, class: 'inspector-tabs', keydown: (event) => this.#press(event),
      }
    );
    this.body = make('div', { class: 'inspector-pages' });
    for (const [title, page] of pages) {
      const [id, pageID] = [freshID(), freshID()];
      const index = this.#tabs.length;
      const tab = make(
        'button',
        { type: 'button', role: 'tab', id, 'aria-controls': pageID, click: () => this.choose(index) }, title
      );
      page.id = pageID;
      page.setAttribute('role', 'tabpanel');
      page.setAttribute('aria-labelledby', id);
      page.tabIndex = 0;
      this.#tabs.push({ tab, page });
      this.bar.append(tab);
      this.body.append(page);
    }
    this.choose(0);
  }

  choose(index) {
    this.#chosen = index;
    this.#tabs.forEach(({ tab, page }, place) => {
      tab.setAttribute('aria-selected', String(place === index));
      tab.tabIndex = place === index ? 0 : -1;
      page.hidden = place !== index;
    });
  }

  #press(event) {
    const count = this.#tabs.length;
    const next = {
      ArrowRight: this.#chosen + 1, ArrowLeft: this.#chosen + count - 1, Home: 0, End: count - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.choose(next % count);
    this.#tabs[this.#chosen].tab.focus();
  }
}
