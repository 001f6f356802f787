// Elements that all parts of the inspector use, and the names of nodes.

import { make } from '../dom.js';

export { make };

/** A button with an action. */
export function button(label, attributes, does) {
  return make('button', { type: 'button', ...attributes, click: does }, label);
}

/** A number with at most two decimals, as `render` prints it. */
export function number(value) {
  return Number.isFinite(value) ? String(Math.round(value * 100) / 100) : String(value);
}

/** The name of an element: `button#buy.wide`. */
export function labelOf(node) {
  if (!node) return 'the page';
  const classes = (node.class ?? '').split(/\s+/).filter(Boolean).slice(0, 3);
  return node.tag + (node.id ? `#${node.id}` : '') + classes.map((name) => `.${name}`).join('');
}

/** Copies a text to the clipboard. False if the browser refuses. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page that was loaded without TLS has only the old function.
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
/** An id that is unique in the document. */
export function freshID() {
  lastID += 1;
  return `inspector-${lastID}`;
}
