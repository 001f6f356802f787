// Pictures of a node: the server's file, or a box with a label if there is none.

import { px, setStyle } from './style.js';

/** The address of a file on the server, by content hash; null for a missing picture or one from elsewhere. */
export function addressOf({ path, hash, src }) {
  if (path && hash)
    return `/hybrid/file/${encodeURIComponent(hash)}/${encodeURIComponent(path.split('/').pop())}`;
  return src?.startsWith('data:image/') ? src : null;
}

/**
 * The element for a node's picture. An existing element is reused, so that the picture does not flicker.
 *
 * @param {import('./tree.js').TreeNode} node
 * @param {[number, number]} corner Where the cell begins, from the corner of the border box.
 * @param {?HTMLElement} before
 */
export function pictureElement(node, corner, before) {
  const image = node.paint.image;
  const address = addressOf(image);
  if (!address) return placed(placeholder(image, before), node, corner);
  let element = before?.localName === 'img' ? before : null;
  if (!element) {
    element = document.createElement('img');
    element.className = 'picture';
    element.draggable = false;
    element.decoding = 'sync';
    element.addEventListener('error', () => failed(element));
  }
  if (element.getAttribute('src') !== address) element.src = address;
  // If the node has a name, an `alt` would make screen readers say it twice.
  element.alt = node.a11y ? '' : image.label ?? '';
  shown.set(element, node);
  return placed(element, node, corner);
}

/** The node that each picture shows. */
const shown = new WeakMap();

/**
 * A missing or invalid file is not drawn: its label is shown over the browser's placeholder.
 */
function failed(element) {
  const { image } = shown.get(element).paint;
  element.alt = image.label || image.src;
  element.classList.add('placeholder');
}

function placeholder({ label, src }, before) {
  const element = before?.localName === 'div' ? before : document.createElement('div');
  element.className = 'placeholder';
  element.textContent = label || (src ?? '').split('/').pop().slice(0, 80);
  return element;
}

function placed(element, { frame, paint }, [left, top]) {
  const { image, radii, verticalRadii = radii } = paint;
  const [x, y, width, height] = image.frame;
  let style = `width:${px(width)};height:${px(height)};margin:${px(y - top)} 0 0 ${px(x - left)};`;
  style += `object-fit:${image.fit ?? 'fill'};`;
  if (paint.pixelated) style += 'image-rendering:pixelated;';
  if (image.position) {
    const [shareX, shareY, moreX, moreY] = image.position;
    style += `object-position:calc(${shareX * 100}% + ${px(moreX)}) calc(${shareY * 100}% + ${px(moreY)});`;
  }
  if (radii) {
    // Rounded like the inner edge of its surroundings.
    const inset = [x, y, frame[2] - x - width, frame[3] - y - height].map(value => Math.max(0, value));
    const [l, t, r, b] = inset;
    const horizontal = [
      radii[0] - l, radii[1] - r, radii[2] - r, radii[3] - l,
    ].map(value => px(Math.max(0, value)));
    const vertical = [
      verticalRadii[0] - t, verticalRadii[1] - t, verticalRadii[2] - b, verticalRadii[3] - b,
    ].map(value => px(Math.max(0, value)));
    style += `border-radius:${horizontal.join(' ')}/${vertical.join(' ')};`;
  }
  setStyle(element, style);
  return element;
}
