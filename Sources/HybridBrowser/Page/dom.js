// Elements without a template language. Text becomes text nodes only, never markup, because it comes from
// pages that others wrote.

/**
 * Makes an element.
 *
 * @param {string} tag
 * @param {Object<string, *>} [properties] Functions are listeners by the event's name; all else are
 *   attributes, as `setAttribute` takes them.
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else setAttribute(element, name, value);
  }
  element.append(
    ...children.filter(child => child !== null && child !== undefined && child !== false && child !== '')
  );
  return element;
}

/**
 * Sets an attribute if its value changes; `null` and `false` remove it. ARIA's booleans are words.
 */
export function setAttribute(element, name, value) {
  if (typeof value === 'boolean' && name.startsWith('aria-')) value = String(value);
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? '' : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Sets the text if it changes, so that nothing is announced twice. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
