// The four areas of a box, one in another, with their widths in points. CSS Box 4 §2.

import { make, number } from './dom.js';

export class BoxDiagram {
  constructor() {
    this.element = make('figure', { class: 'inspector-box', 'aria-label': 'Box model', hidden: true });
  }

  /** @param {?object} box The `box` of an inspection. */
  show(box) {
    this.element.hidden = !box;
    if (!box) return;
    const size = `${number(box.content[2])} × ${number(box.content[3])}`;
    let inner = make('div', { class: 'inspector-box-content', title: 'content' }, size);
    for (const area of ['padding', 'border', 'margin']) {
      const automatic = area === 'margin' ? box.auto ?? [] : [];
      const [top, right, bottom, left] = [
        'top', 'right', 'bottom', 'left',
      ].map((side, index) => make('span', {
        class: `is-${side}`, title: `${area}-${side}${automatic.includes(side) ? ': auto' : ''}`,
      }, number(box[area][index])));
      inner = make('div', { class: `inspector-box-area is-${area}` },
        make('span', { class: 'inspector-box-name', 'aria-hidden': 'true' }, area),
        top, left, inner, right, bottom);
    }
    const words = ['margin', 'border', 'padding'].map(
      (area) => `${area} ${box[area].map(number).join(' ')}`
    ).join(', ');
    const place = `at ${number(box.page[0])}, ${number(box.page[1])} of the page`;
    this.element.replaceChildren(
      make('p', { class: 'inspector-unseen' }, `content ${size}, ${words}`), inner,
      make('figcaption', {}, `${box.position}, ${place}, contained by ${box.container}`));
    inner.setAttribute('aria-hidden', 'true');
  }
}
