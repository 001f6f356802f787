// Gradients of the wire, which are resolved to points, as CSS gradients. CSS Images 3 §3.

import { px } from './style.js';

const percent = value => `${+(value * 100).toFixed(4)}%`;

/** One gradient of a `paint`, as an image of CSS. */
export function gradientImage(gradient) {
  const kind = gradient.repeating ? 'repeating-' : '';
  const stops = gradient.stops.map(([place, color]) => `${color} ${percent(place)}`).join(',');
  if (gradient.linear) {
    const [x0, y0, x1, y1] = gradient.linear;
    // The line runs through the middle and has the length of CSS (§3.1.2), so the direction suffices.
    const degrees = x0 === x1 && y0 === y1 ? 90 : Math.atan2(x1 - x0, y0 - y1) * 180 / Math.PI;
    return `${kind}linear-gradient(${+degrees.toFixed(5)}deg,${stops})`;
  }
  if (gradient.radial) {
    const [x, y, rx, ry] = gradient.radial;
    return `${kind}radial-gradient(${px(rx)} ${px(ry)} at ${px(x)} ${px(y)},${stops})`;
  }
  const [x, y, degrees] = gradient.conic ?? [0, 0, 0];
  return `${kind}conic-gradient(from ${degrees}deg at ${px(x)} ${px(y)},${stops})`;
}
