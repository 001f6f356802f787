// The rare parts of a node's look: outlines, filters, clips, masks, blending, border images, and the marks of
// controls.

import { gradientImage } from './gradients.js';
import { addressOf } from './picture.js';
import { px, setStyle } from './style.js';

/** The declarations of an outline. */
export function outlineStyle([width, line, color, offset]) {
  return `outline:${px(width)} ${line} ${color};outline-offset:${px(offset)};`;
}

/**
 * The declarations for a node's `effects`, without its marks and its decoration.
 *
 * @param {object} effects
 * @param {boolean} isSplit Whether its fragments have the outline.
 */
export function effectStyle(
  { outline, coversText, filters, backdrop, clip, evenOdd, masks, blend, frame }, isSplit
) {
  let style = coversText ? 'background-clip:text;' : '';
  if (outline && !isSplit) style += outlineStyle(outline);
  if (filters) style += `filter:${filters.map(filterText).join(' ')};`;
  if (backdrop) style += `backdrop-filter:${backdrop.map(filterText).join(' ')};`;
  if (clip !== undefined)
    style += `clip-path:path(${evenOdd ? 'evenodd,' : ''}"${clip.replace(/["\\\n]/g, '')}");`;
  if (masks) style += maskStyle(masks);
  if (blend) style += `mix-blend-mode:${blend};`;
  if (frame) style += frameStyle(frame);
  return style;
}

function filterText([name, amount]) {
  if (name === 'blur') return `blur(${px(amount)})`;
  if (name === 'hue-rotate') return `hue-rotate(${amount}deg)`;
  if (name !== 'drop-shadow') return `${name}(${amount})`;
  return `drop-shadow(${px(amount.x)} ${px(amount.y)} ${px(amount.blur ?? 0)} ${amount.color})`;
}

function maskRepeat({ tiles, steps = [1, 1] }) {
  return steps.map(step => (tiles && step > 0 ? 'repeat' : 'no-repeat')).join(' ');
}

function maskStyle(masks) {
  const list = text => masks.map(text).join(',');
  return `mask-image:${list(gradientImage)};`
    + `mask-position:${list(({ frame: [x, y] }) => `${px(x)} ${px(y)}`)};`
    + `mask-size:${list(({ frame: [, , width, height] }) => `${px(width)} ${px(height)}`)};`
    + `mask-repeat:${list(maskRepeat)};mask-origin:border-box;`;
}

/** The image in place of the borders. CSS Backgrounds 3 §5. */
function frameStyle(frame) {
  const address = frame.gradient ? null : addressOf(frame);
  if (!frame.gradient && !address) return '';
  const image = frame.gradient ? gradientImage(frame.gradient)
    : `url("${address.replace(/["\\\n\r\f]/g, encodeURIComponent)}")`;
  const { slices, widths, repeat, fills } = frame;
  return `border-image:${image} ${slices.join(' ')}${fills ? ' fill' : ''}/${widths.map(px).join(' ')} `
    + `${repeat.join(' ')};`;
}

// MARK: Marks

const svg = 'http://www.w3.org/2000/svg';

/**
 * The element with the marks of a control; null without any.
 *
 * @param {object[]} shapes
 * @param {[number, number]} corner Where the cell begins, from the corner of the border box.
 * @param {?SVGElement} before
 */
export function marksElement(shapes, [left, top], before) {
  const drawn = (shapes ?? []).filter(({ path }) => path);
  if (drawn.length === 0) return null;
  const element = before ?? document.createElementNS(svg, 'svg');
  if (!before) {
    element.setAttribute('class', 'marks');
    element.setAttribute('aria-hidden', 'true');
  }
  element.replaceChildren(...drawn.map(({ path, fill, stroke, width }) => {
    const mark = document.createElementNS(svg, 'path');
    mark.setAttribute('d', path);
    mark.setAttribute('fill', fill ?? 'none');
    if (stroke) {
      mark.setAttribute('stroke', stroke);
      mark.setAttribute('stroke-width', String(width));
    }
    return mark;
  }));
  setStyle(element, `margin:${px(-top)} 0 0 ${px(-left)};`);
  return element;
}
