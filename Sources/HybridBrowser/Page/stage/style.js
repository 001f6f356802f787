// Styles as text.

/** A length in CSS pixels, without more digits than a screen has use for. */
export const px = value => `${Math.round(value * 1e4) / 1e4}px`;

/** The declaration of round corners; empty for square ones. */
export function roundStyle({ radii, verticalRadii }) {
  if (!radii) return '';
  const list = values => values.map(px).join(' ');
  return `border-radius:${list(radii)}${verticalRadii ? `/${list(verticalRadii)}` : ''};`;
}

/** What each element was styled with last. */
const texts = new WeakMap();

/** Styles an element, unless it is styled so already: most of a tree that is sent again is as it was. */
export function setStyle(element, text) {
  if (texts.get(element) === text) return;
  texts.set(element, text);
  element.style.cssText = text;
}
