// The layers on a node's background colour: gradients, and pictures between them, as layers of CSS. CSS
// Backgrounds 3 §2.

import { gradientImage } from './gradients.js';
import { addressOf } from './picture.js';
import { px } from './style.js';

/**
 * Up to so many tiles of one picture are listed one by one; more are laid without the space between them.
 */
const mostTiles = 400;

/**
 * The declarations for a node's layers. Each layer has its frame, relative to the corner of the border box.
 *
 * @param {object} paint
 * @param {[number, number, number, number]} frame Of the node.
 */
export function backgroundLayers({ gradients = [], pictures = [], pixelated }, [, , width, height]) {
  const layers = [];
  for (let above = 0; above <= gradients.length; above += 1) {
    for (const picture of pictures) {
      if ((picture.depth ?? 0) === above) layers.push(...pictureLayers(picture, width, height));
    }
    if (above < gradients.length) layers.push(...gradientLayers(gradients[above], width, height));
  }
  if (layers.length === 0) return '';
  // The colour is clipped like the lowest layer: to the border box.
  if (layers.at(-1).clip !== 'border-box') {
    layers.push(
      {
        image: 'linear-gradient(#0000,#0000)', place: '0 0', size: 'auto', repeat: 'repeat',
        clip: 'border-box',
      }
    );
  }
  const list = name => layers.map(layer => layer[name]).join(',');
  return `background-image:${list('image')};background-position:${list('place')};`
    + `background-size:${list('size')};background-repeat:${list('repeat')};`
    + `background-origin:border-box;background-clip:${list('clip')};`
    + (pixelated ? 'image-rendering:pixelated;' : '');
}

/** One layer for a gradient, or one for each tile if there is space between them. */
function gradientLayers(gradient, boxWidth, boxHeight) {
  const [, , width, height] = gradient.frame;
  const layer = { image: gradientImage(gradient), size: `${px(width)} ${px(height)}`, clip: 'border-box' };
  const single = step => (step > 0 ? step : null);
  const step = !gradient.tiles ? [null, null] : gradient.steps?.map(single) ?? [width, height];
  return tileLayers(layer, gradient.frame, step, [0, 0, boxWidth, boxHeight]);
}

/** One layer for a picture, or one for each tile if there is space between them. */
function pictureLayers(picture, boxWidth, boxHeight) {
  const address = addressOf(picture);
  if (!address) return [];
  const { frame: [, , width, height], area, step } = picture;
  if (!(width > 0 && height > 0)) return [];
  const [left, top, areaWidth, areaHeight] = area;
  // A cell has no padding of its own, so its content box is clipped like a padding box.
  const isWhole = left <= 0 && top <= 0 && areaWidth >= boxWidth && areaHeight >= boxHeight;
  const layer = {
    // An address contains no character that ends the quotes.
    image: `url("${address.replace(/["\\\n\r\f]/g, encodeURIComponent)}")`,
    size: `${px(width)} ${px(height)}`, clip: isWhole ? 'border-box' : 'padding-box',
  };
  return tileLayers(layer, picture.frame, step ?? [null, null], area);
}

/** Repeats a layer for each of its tiles in an area. */
function tileLayers(layer, [x, y, width, height], [across, down], [left, top, areaWidth, areaHeight]) {
  const isClose = (distance, extent) => distance === null || Math.abs(distance - extent) < 0.01;
  const columns = placesOf(x, width, across, left, areaWidth);
  const rows = placesOf(y, height, down, top, areaHeight);
  if ((isClose(across, width) && isClose(down, height)) || columns.length * rows.length > mostTiles) {
    const repeat = [across, down].map(distance => (distance === null ? 'no-repeat' : 'repeat')).join(' ');
    return [{ ...layer, place: `${px(x)} ${px(y)}`, repeat }];
  }
  return rows.flatMap(
    row => columns.map(column => ({ ...layer, place: `${px(column)} ${px(row)}`, repeat: 'no-repeat' }))
  );
}

/** The starts of the tiles along one axis that reach into the area. */
function placesOf(start, extent, step, from, room) {
  if (step === null || !(step > 0)) return [start];
  const first = Math.floor((from - start - extent) / step) + 1;
  const count = Math.min(mostTiles + 1, Math.max(0, Math.ceil((from + room - start) / step) - first));
  return Array.from({ length: count }, (_, index) => start + (first + index) * step);
}
