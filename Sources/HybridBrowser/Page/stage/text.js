// Pieces of text, at the positions and with the widths that the engine computed.

import { pageFamily } from './fonts.js';
import { px, setStyle } from './style.js';

/**
 * The engine's families (`FontFace` of Sources/HybridDrawing); the first known family of a list applies.
 */
const families = new Map([
  ...[
    'dejavu sans', 'sans-serif', 'system-ui', 'ui-sans-serif', 'ui-rounded', '-apple-system',
    'blinkmacsystemfont', 'cursive', 'fantasy', 'emoji', 'math', 'fangsong',
  ].map(name => [name, '"DejaVu Sans",Verdana,sans-serif']),
  ...['dejavu serif', 'serif', 'ui-serif'].map(name => [name, '"DejaVu Serif",serif']),
  ...['dejavu sans mono', 'monospace', 'ui-monospace'].map(name => [name, '"DejaVu Sans Mono",monospace']),
]);

/**
 * The `font` of a piece: families of the page in any weight, the pinned fonts in two weights, as in the
 * engine.
 */
export function fontOf({ family = '', size, weight = 400, italic }, lineHeight = 0) {
  const names = family.split(',').map(name => name.trim().toLowerCase());
  const own = names.map(pageFamily);
  const pinned = names.map((name, index) => own[index] ? undefined : families.get(name));
  const first = pinned.findIndex(Boolean);
  const list = own.map((name, index) => name ?? (index === first ? pinned[index] : undefined))
    .filter(Boolean);
  if (first < 0) list.push(families.get('sans-serif'));
  const used = own.some(Boolean) ? weight : weight > 500 ? 700 : 400;
  return `${italic ? 'italic ' : ''}${used} ${px(size)}/${lineHeight} ${list.join()}`;
}

/** The font settings that the shorthand lacks. */
function settingsOf({ stretch, features, variations }) {
  const settings = list => Object.entries(list).map(([tag, value]) => `'${tag}' ${value}`).join();
  return (stretch === undefined ? '' : `font-stretch:${stretch}%;`)
    + (features ? `font-feature-settings:${settings(features)};` : '')
    + (variations ? `font-variation-settings:${settings(variations)};` : '');
}

/**
 * The elements of a node's text. Existing elements are reused.
 *
 * @param {object[]} lines
 * @param {[number, number]} corner Where the cell begins, from the corner of the border box.
 * @param {HTMLElement[]} before
 */
export function pieceElements(lines, corner, before) {
  const elements = [];
  for (const line of lines) {
    for (const piece of line.pieces) {
      const element = before[elements.length] ?? document.createElement('span');
      fill(element, line, piece, corner);
      elements.push(element);
    }
  }
  return elements;
}

function fill(element, line, piece, [left, top]) {
  if (element.className !== 'piece') element.className = 'piece';
  if (element.textContent !== piece.text) element.textContent = piece.text;
  const font = fontOf(piece);
  const baseline = line.frame[1] + line.baseline;
  let style = `font:${font};${settingsOf(piece)}color:${piece.color};width:${px(piece.width)};`
    + `margin:${px(baseline - 2 * piece.size - top)} 0 0 ${px(piece.x - left)};`;
  const decoration = [
    piece.underline && 'underline', piece.strike && 'line-through',
  ].filter(Boolean).join(' ');
  if (piece.rules) style += ruleStyle(piece);
  else if (decoration) style += `text-decoration:${decoration} auto;`;
  if (piece.stroke) style += `-webkit-text-stroke:${px(piece.stroke[0])} ${piece.stroke[1]};`;
  if (piece.shadows) {
    style += `text-shadow:${piece.shadows.map(({ x, y, blur = 0, color }) =>
      `${px(x)} ${px(y)} ${px(blur)} ${color}`).join()};`;
  }
  setStyle(element, style + spacing(piece, font));
}

/** Decoration lines that are not plain, each as a layer of one colour; the browser draws plain ones. */
function ruleStyle({ rules }) {
  const names = { under: 'underline', over: 'overline', through: 'line-through' };
  const [[, line, color, thickness, offset]] = rules;
  const places = [...new Set(rules.map(([place]) => names[place]))].join(' ');
  const under = rules.find(([place]) => place === 'under');
  return `text-decoration:${places} ${line} ${color} ${px(thickness)};text-decoration-skip-ink:none;`
    + (under ? `text-underline-offset:${px(under[4] ?? offset)};` : '');
}

// MARK: Widths

const context = document.createElement('canvas').getContext('2d');
const widths = new Map();

/** Measures all text again, because a font has been loaded. */
export function forgetWidths() {
  widths.clear();
}

/** The width of a text in this browser, without a layout. */
function measured(text, font) {
  const key = `${font}|${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size > 20000) widths.clear();
    context.font = font;
    if ('textRendering' in context) context.textRendering = 'geometricPrecision';
    width = context.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

/** Letters of these scripts are joined: spacing would tear words apart. */
const joined = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}]/u;
const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The letter spacing that gives a piece the engine's width. */
function spacing(piece, font) {
  // A canvas measures without these settings; the letters are those of the engine's font anyway.
  if (piece.features || piece.variations || piece.stretch !== undefined) {
    return (piece.letterSpacing ? `letter-spacing:${px(piece.letterSpacing)};` : '')
      + (piece.wordSpacing ? `word-spacing:${px(piece.wordSpacing)};` : '');
  }
  const missing = piece.width - measured(piece.text, font);
  if (!(Math.abs(missing) > 0.02)) return '';
  if (joined.test(piece.text)) {
    const spaces = piece.text.split(' ').length - 1;
    return spaces > 0 ? `word-spacing:${px(missing / spaces)};` : '';
  }
  // Plain letters are one grapheme each; only other text needs segmentation.
  const count = /^[\x20-\x7e]*$/.test(piece.text) ? piece.text.length
    : [...segments.segment(piece.text)].length;
  return count > 0 ? `letter-spacing:${px(missing / count)};` : '';
}

/**
 * The offset in UTF-16 of grapheme number `count`; the protocol counts graphemes.
 */
export function offsetOf(text, count) {
  let index = 0;
  for (const { segment, index: start } of segments.segment(text)) {
    if (index === count) return start;
    index += 1;
    if (start + segment.length >= text.length) break;
  }
  return text.length;
}
