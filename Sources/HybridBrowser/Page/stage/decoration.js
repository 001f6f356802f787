// The background and the border of a box at an unusual place: below a legend, or up to the padding or the
// content only.

import { backgroundLayers } from './background.js';
import { borderStyle, hasOwnDecoration } from './box.js';
import { px, roundStyle, setStyle } from './style.js';

/**
 * The element below a node's content; null if the node's own element draws all.
 *
 * @param {import('./tree.js').TreeNode} node
 * @param {[number, number]} corner Where the cell begins, from the corner of the border box.
 * @param {?HTMLElement} before
 */
export function decorationElement({ frame, paint }, [left, top], before) {
  if (!paint || !hasOwnDecoration(paint)) return null;
  const element = before ?? document.createElement('div');
  if (!before) {
    element.className = 'decoration';
    element.append(document.createElement('div'));
  }
  const { effects: { notch, ground }, borders } = paint;
  const [, , width, height] = frame;
  // The box begins in the middle of its legend.
  const down = notch ? Math.max(0, notch[1] + (notch[3] - (borders?.[0][0] ?? 0)) / 2) : 0;
  const round = roundStyle(paint);
  const [x, y, wide, high] = ground ?? [0, down, width, height - down];
  let style = `width:${px(wide)};height:${px(high)};margin:${px(y - top)} 0 0 ${px(x - left)};${round}`;
  if (paint.background) style += `background-color:${paint.background};`;
  if (paint.gradients || paint.pictures)
    style += backgroundLayers(movedBy(paint, -x, -y), [0, 0, wide, high]);
  setStyle(element, style);
  const edge = element.firstChild;
  if (notch && borders) {
    const box = `M-9-9H${width + 9}V${height + 9}H-9Z`;
    const [nx, ny, nw, nh] = notch;
    const hole = `M${nx} ${ny - down}v${nh}h${nw}v${-nh}Z`;
    setStyle(
      edge,
      `box-sizing:border-box;width:${px(width)};height:${px(height - down)};${round}${borderStyle(borders)}`
        + `clip-path:path(evenodd,"${box}${hole}");margin:${px(down - y)} 0 0 ${px(-x)};`
    );
  } else {
    setStyle(edge, 'display:none;');
  }
  return element;
}

/** The layers of a background, relative to another corner. */
function movedBy({ gradients, pictures, pixelated }, x, y) {
  const moved = ([left, top, ...size]) => [left + x, top + y, ...size];
  return {
    pixelated,
    gradients: (gradients ?? []).map(gradient => ({ ...gradient, frame: moved(gradient.frame) })),
    pictures: (pictures ?? [])
      .map(picture => ({ ...picture, frame: moved(picture.frame), area: moved(picture.area) })),
  };
}
