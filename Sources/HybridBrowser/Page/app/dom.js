// Elements that all parts of the app use.

import { make } from '../dom.js';

export { make, setAttribute, setText } from '../dom.js';

const svg = 'http://www.w3.org/2000/svg';

/** The strokes of each icon on a grid of 20. */
const shapes = {
  add: 'M10 4v12M4 10h12',
  bottom: 'M3 4.5h14v11H3zM3 11.5h14',
  caret: 'M6 8l4 4 4-4',
  check: 'M4.5 10.5l3.5 3.5 7.5-8',
  clear: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM5.5 14.5l9-9',
  close: 'M5 5l10 10M15 5L5 15',
  contrast: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z',
  dark: 'M15.8 12.2A6.5 6.5 0 0 1 7.8 4.2a6.5 6.5 0 1 0 8 8z',
  direction: 'M16 6H5m3-3L5 6l3 3M4 14h11m-3-3l3 3-3 3',
  error: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM10 6.8v4M10 13.2v.1',
  fit: 'M7.5 3.5h-4v4M12.5 3.5h4v4M7.5 16.5h-4v-4M12.5 16.5h4v-4',
  inspect: 'M9 16.5H4.5a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1h11a1 1 0 0 1 1 1V9M9.5 9.5l7 2.7-3 1.3-1.3 3z',
  keyboard: 'M2.5 5.5h15v9h-15zM5.5 8.5v.1M8.5 8.5v.1M11.5 8.5v.1M14.5 8.5v.1M6.5 11.7h7',
  light: 'M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM10 2.5v1.5M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1 1'
    + 'M14.3 14.3l1 1M4.7 15.3l1-1M14.3 5.7l1-1',
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l2.7-2.7a3 3 0 0 0-4.3-4.3l-.9.9'
    + 'M11.5 8.5a3 3 0 0 0-4.3 0l-2.7 2.7a3 3 0 0 0 4.3 4.3l.9-.9',
  next: 'M8 5l5 5-5 5',
  open: 'M11.5 3.5h5v5M16 4l-6.5 6.5M14.5 11.5v4a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1h4',
  page: 'M5.5 2.5h6l3.5 3.5v11.5H5.5zM11.5 2.5V6H15',
  panes: 'M3.5 4h5.5v12H3.5zM11 4h5.5v12H11z',
  previous: 'M12 5l-5 5 5 5',
  rotate: 'M4.5 10a5.5 5.5 0 0 1 9.5-3.8M14.3 3v3.4h-3.4M15.5 10a5.5 5.5 0 0 1-9.5 3.8M5.7 17v-3.4h3.4',
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM13 13l3.5 3.5',
  settings: 'M3.5 6h7M14.5 6h2M12.5 4v4M3.5 14h2M9.5 14h7M7.5 12v4',
  template: 'M7 6l-4 4 4 4M13 6l4 4-4 4',
  units: 'M3.5 5.5h13M3.5 10h13M3.5 14.5h13',
  warning: 'M10 3.5l7 12.5H3zM10 8v4M10 13.8v.1',
};

/**
 * An icon, hidden from screen readers because its control has the name.
 *
 * @param {keyof shapes} name
 */
export function icon(name) {
  const image = document.createElementNS(svg, 'svg');
  image.setAttribute('viewBox', '0 0 20 20');
  image.setAttribute('class', 'icon');
  image.setAttribute('aria-hidden', 'true');
  image.setAttribute('focusable', 'false');
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', shapes[name]);
  image.append(path);
  if (name === 'contrast') {
    const half = document.createElementNS(svg, 'path');
    half.setAttribute('d', 'M10 5a5 5 0 0 1 0 10z');
    half.setAttribute('class', 'icon-solid');
    image.append(half);
  }
  return image;
}

/** An icon button; its name is its accessible name and its tooltip. */
export function iconButton(name, label, onClick, properties = {}) {
  return make('button',
    {
      type: 'button', class: 'button icon-button', 'aria-label': label, title: label, click: onClick,
      ...properties
    },
    icon(name));
}

/** "1 error", "2 errors". */
export function counted(number, one, many = one + 's') {
  return `${number} ${number === 1 ? one : many}`;
}

/**
 * Makes `children` the children of an element. Children that stay are not moved, so that a click on one of
 * them is not lost between press and release.
 */
export function setChildren(element, children) {
  const wanted = new Set(children);
  for (const child of [...element.childNodes]) if (!wanted.has(child)) child.remove();
  let next = element.firstChild;
  for (const child of children) {
    if (child === next) next = next.nextSibling;
    else element.insertBefore(child, next);
  }
}
