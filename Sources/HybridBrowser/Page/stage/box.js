// The style text of a node's own box.

import { backgroundLayers } from './background.js';
import { effectStyle, outlineStyle } from './effects.js';
import { transformsStyle } from './motion.js';
import { px, roundStyle, setStyle } from './style.js';

/**
 * A border's width as browsers use it: whole device pixels, at least one where there is any. CSS Backgrounds
 * 3 §3.3.
 */
function snapped(width) {
  if (!(width > 0)) return 0;
  const ratio = globalThis.devicePixelRatio || 1;
  return Math.max(1, Math.floor(width * ratio)) / ratio;
}

/**
 * The offset of a node's children besides their frames: its left and upper border, at whose inner edge a cell
 * begins.
 */
export function cornerOf(node) {
  // Fragments have borders of their own.
  const borders = node?.paint?.fragments ? undefined : node?.paint?.borders;
  return borders ? [used(borders[3]), used(borders[0])] : [0, 0];
}

const used = ([width, style]) => style === 'none' || style === 'hidden' ? 0 : snapped(width);

/**
 * The style of the element that draws a node.
 *
 * @param {import('./tree.js').TreeNode} node
 * @param {[number, number]} corner That of the parent, as `cornerOf` has it.
 * @param {boolean} isGround Whether its background is the canvas', and so not its own.
 */
export function boxStyle(node, corner, isGround) {
  const [x, y, width, height] = node.frame;
  const paint = node.paint ?? {};
  let style = `width:${px(width)};height:${px(height)};margin:${px(y - corner[1])} 0 0 ${px(x - corner[0])};`;
  if (!paint.fragments) style += lookStyle(paint, node.frame, isGround);
  if (paint.opacity !== undefined) style += `opacity:${paint.opacity};`;
  // The root's clip is the viewport's.
  if (paint.clips && !node.scroll && node.parent !== null) style += 'overflow:clip;';
  const own = paint.effects?.motion?.transforms;
  if (own) style += transformsStyle(own);
  else if (paint.transform) style += `transform:matrix(${paint.transform.join(',')});transform-origin:0 0;`;
  if (paint.effects) style += effectStyle(paint.effects, Boolean(paint.fragments && paint.inline));
  return style + stackingStyle(paint);
}

/** The paint of a node's box, or of one of its fragments. */
function lookStyle(look, frame, isGround) {
  let style = '';
  const isApart = hasOwnDecoration(look);
  if (look.background && !isGround && !isApart) style += `background-color:${look.background};`;
  if ((look.gradients || look.pictures) && !isApart) style += backgroundLayers(look, frame);
  if (look.borders) style += borderStyle(look.borders, Boolean(look.effects?.notch));
  style += roundStyle(look);
  if (look.shadows) style += `box-shadow:${look.shadows.map(shadowStyle).join(',')};`;
  return style;
}

/** Whether elements of their own draw the background or the border (`decoration.js`). */
export function hasOwnDecoration({ effects }) {
  return Boolean(effects?.notch || effects?.ground);
}

/**
 * The elements of a node's fragments: the boxes of an inline element in several lines. Existing elements are
 * reused.
 *
 * @param {object} paint
 * @param {HTMLElement[]} before
 */
export function fragmentElements({ fragments, pixelated, effects, inline }, before) {
  return fragments.map((fragment, index) => {
    const element = before[index] ?? document.createElement('div');
    const [x, y, width, height] = fragment.frame;
    if (element.className !== 'fragment') element.className = 'fragment';
    setStyle(element, `width:${px(width)};height:${px(height)};margin:${px(y)} 0 0 ${px(x)};`
      + lookStyle({ ...fragment, pixelated }, fragment.frame, false)
      + (effects?.coversText ? 'background-clip:text;' : '')
      + (inline && effects?.outline ? outlineStyle(effects.outline) : ''));
    return element;
  });
}

/**
 * `zOrder` and `isolates` correspond to `z-index` in CSS. A float is above the boxes of the flow, like
 * positioned boxes.
 */
function stackingStyle({ zOrder, isolates, phase, effects }) {
  if (zOrder !== undefined) {
    // Ancestors that are not positioned do not clip an absolutely positioned box.
    const position = effects?.escapes ? 'absolute' : 'relative';
    return `position:${position};z-index:${isolates ? zOrder : 'auto'};`;
  }
  if (phase === 'float') return 'position:relative;';
  return isolates ? 'isolation:isolate;' : '';
}

/** @param {boolean} isClear Whether the border only takes its room. */
export function borderStyle(borders, isClear = false) {
  const sides = ['top', 'right', 'bottom', 'left'];
  return borders.map(([width, style, color], index) =>
    `border-${sides[index]}:${px(used([width, style]))} ${style} ${isClear ? '#0000' : color};`).join('');
}

function shadowStyle({ x, y, blur = 0, spread = 0, color, inset }) {
  return `${inset ? 'inset ' : ''}${px(x)} ${px(y)} ${px(Math.max(0, blur))} ${px(spread)} ${color}`;
}
