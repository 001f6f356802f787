// Making elements. Text goes in as text nodes, never as markup: it comes from other people's pages.

/**
 * An element with attributes, listeners and children.
 * @param {string} name
 * @param {Object<string, string|boolean|Function|null|undefined>} attributes Functions are listeners by the event's name,
 *   `true` is an empty attribute; nothing is set for null, undefined and false.
 * @param {...(Node|string|null|undefined)} children
 * @returns {HTMLElement}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ''));
  return element;
}

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
