// Styles as text.

/** A length in CSS pixels, rounded to the precision of screens. */
export const px = value => `${Math.round(value * 1e4) / 1e4}px`;

/** The declaration of round corners; empty for square ones. */
export function roundStyle({ radii, verticalRadii }) {
  if (!radii) return '';
  const list = values => values.map(px).join(' ');
  return `border-radius:${list(radii)}${verticalRadii ? `/${list(verticalRadii)}` : ''};`;
}

/** The last style text of each element. */
const texts = new WeakMap();

/** Styles an element if its style changed: most of a tree that is sent again is unchanged. */
export function setStyle(element, text) {
  if (texts.get(element) === text) return;
  texts.set(element, text);
  element.style.cssText = text;
}
