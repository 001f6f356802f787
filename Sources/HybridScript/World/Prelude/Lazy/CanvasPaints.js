// Colours, gradients, patterns, pixels (HTML Standard sections 4.12.5.1.10 and 4.12.5.1.16).

/// Parsed colours by text: -1 for an invalid one.
const colorsRead = new SafeMap();
function readColor(value, id) {
  const known = colorsRead.get(value);
  if (known !== undefined) return known;
  const color = host.canvasColor(value, id);
  if (textIndex(lower(value), "current") < 0) {
    if (colorsRead.size > 2000) colorsRead.clear();
    colorsRead.set(value, color);
  }
  return color;
}
/// A colour as CSS serializes it (CSS Color 4 section 15.2).
function colorText(color) {
  const red = (color >>> 24) & 255, green = (color >>> 16) & 255, blue = (color >>> 8) & 255,
    alpha = color & 255;
  if (alpha === 255) return `#${hex(red)}${hex(green)}${hex(blue)}`;
  let share = floor(alpha * 100 / 255 + 0.5) / 100;
  if (floor(share * 255 + 0.5) !== alpha) share = floor(alpha * 1000 / 255 + 0.5) / 1000;
  return `rgba(${red}, ${green}, ${blue}, ${share})`;
}

let gradientOf;
class CanvasGradient {
  #shape; #stops = []; #version = 0;
  constructor(key, shape) {
    if (key !== KEY) throw illegal();
    this.#shape = shape;
  }
  static {
    gradientOf = (value) => (
      isObject(value) && #shape in value
        ? { shape: value.#shape, stops: value.#stops, version: value.#version } : null
    );
  }
  addColorStop(offset, color) {
    needed("addColorStop", arguments.length, 2);
    const at = +offset;
    if (!finite(at)) throw new TypeError("addColorStop: the offset is not a number");
    if (at < 0 || at > 1)
      throw new DOMException("addColorStop: the offset must be from 0 to 1", "IndexSizeError");
    const packed = readColor(text(color), -1);
    if (packed < 0) throw syntaxError(`addColorStop: '${text(color)}' is not a color`);
    if (this.#stops.length >= 2000) { host.lose("a gradient of more than 2,000 colors", null); return; }
    let i = this.#stops.length;
    while (i > 0 && this.#stops[i - 1][0] > at) i -= 1;
    splice(this.#stops, i, 0, [at, packed]);
    this.#version += 1;
  }
  get [Symbol.toStringTag]() { return "CanvasGradient"; }
}

/// Images of patterns by number, as weak references.
const keptImages = [];
let sweepImagesAt = 16;
function sweepImages() {
  let kept = 0;
  for (let i = 0; i < keptImages.length; i += 1) {
    if (deref(keptImages[i].reference) === undefined) host.canvasRelease(keptImages[i].image, false);
    else keptImages[kept++] = keptImages[i];
  }
  keptImages.length = kept;
  sweepImagesAt = maximum(16, kept * 2);
}
let patternOf;
class CanvasPattern {
  #image; #tiles; #matrix = [1, 0, 0, 1, 0, 0]; #version = 0;
  constructor(key, image, tiles) {
    if (key !== KEY) throw illegal();
    this.#image = image;
    this.#tiles = tiles;
    if (keptImages.length >= sweepImagesAt) sweepImages();
    push(keptImages, { __proto__: null, reference: new WeakRef(this), image });
  }
  static {
    patternOf = (value) => (
      isObject(value) && #tiles in value
        ? { image: value.#image, tiles: value.#tiles, matrix: value.#matrix, version: value.#version } : null
    );
  }
  setTransform(transform = undefined) {
    const matrix = matrixOf(transform);
    if (areFinite(matrix)) { this.#matrix = matrix; this.#version += 1; }
  }
  get [Symbol.toStringTag]() { return "CanvasPattern"; }
}

/// The maximum number of pixels of a picture.
const PIXEL_LIMIT = 64000000;
class ImageData {
  #width; #height; #data;
  constructor(first, second, third = undefined, settings = undefined) {
    if (arguments.length < 2) throw new TypeError("an ImageData needs a size or its data");
    if (isObject(first)) {
      const name = safely(() => typedName(first), undefined);
      if (name !== "Uint8ClampedArray")
        throw new TypeError("the data of an ImageData must be a Uint8ClampedArray");
      const pixels = typedLength(first) / 4;
      this.#width = second >>> 0;
      if (!isInteger(pixels) || pixels === 0)
        throw new DOMException("an ImageData needs four bytes for each pixel", "InvalidStateError");
      this.#height = pixels / this.#width;
      const isGiven = third !== undefined && !isObject(third);
      if (this.#width === 0 || !isInteger(this.#height) || (isGiven && third >>> 0 !== this.#height))
        throw new DOMException("the data of an ImageData does not match its size", "IndexSizeError");
      this.#data = first;
    } else {
      this.#width = first >>> 0;
      this.#height = second >>> 0;
      if (this.#width === 0 || this.#height === 0)
        throw new DOMException("the sides of an ImageData must be at least 1", "IndexSizeError");
      if (this.#width * this.#height > PIXEL_LIMIT) throw new RangeError("an ImageData is too large");
      this.#data = new Uint8ClampedArray(this.#width * this.#height * 4);
      settings = third;
    }
    if (settings?.colorSpace !== undefined && settings.colorSpace !== "srgb") loseColors();
  }
  get width() { return this.#width; }
  get height() { return this.#height; }
  get data() { return this.#data; }
  get colorSpace() { return "srgb"; }
  get [Symbol.toStringTag]() { return "ImageData"; }
}
const loseColors = () => host.lose("'colorSpace' of <canvas>", "colors are those of sRGB");

class TextMetrics {
  constructor(key, values) {
    if (key !== KEY) throw illegal();
    this.#values = values;
  }
  #values;
  get width() { return this.#values[0]; }
  get actualBoundingBoxLeft() { return this.#values[1]; }
  get actualBoundingBoxRight() { return this.#values[2]; }
  get actualBoundingBoxAscent() { return this.#values[3]; }
  get actualBoundingBoxDescent() { return this.#values[4]; }
  get fontBoundingBoxAscent() { return this.#values[5]; }
  get fontBoundingBoxDescent() { return this.#values[6]; }
  get emHeightAscent() { return this.#values[7]; }
  get emHeightDescent() { return this.#values[8]; }
  get hangingBaseline() { return this.#values[9]; }
  get alphabeticBaseline() { return this.#values[10]; }
  get ideographicBaseline() { return this.#values[11]; }
  get [Symbol.toStringTag]() { return "TextMetrics"; }
}
