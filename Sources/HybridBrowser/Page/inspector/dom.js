// What the parts of the inspector are made of, and how they call elements.

import { make } from '../dom.js';

export { make };

/** A button that does something. */
export function button(label, attributes, does) {
  return make('button', { type: 'button', ...attributes, click: does }, label);
}

/** A number with at most two decimals, as `render` prints it. */
export function number(value) {
  return Number.isFinite(value) ? String(Math.round(value * 100) / 100) : String(value);
}

/** `button#buy.wide`: how an element is called. */
export function labelOf(node) {
  if (!node) return 'the page';
  const classes = (node.class ?? '').split(/\s+/).filter(Boolean).slice(0, 3);
  return node.tag + (node.id ? `#${node.id}` : '') + classes.map((name) => `.${name}`).join('');
}

/** Puts a text on the clipboard. False where the browser does not let it. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // On a page that did not come over TLS there is only the old way.
    const area = make('textarea', { class: 'inspector-unseen', 'aria-hidden': 'true', tabindex: '-1' });
    area.value = text;
    const focused = document.activeElement;
    document.body.append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    focused?.focus?.();
    return isDone;
  }
}

let lastID = 0;
/** An id that nothing else in the document has. */
export function freshID() {
  lastID += 1;
  return `inspector-${lastID}`;
}
