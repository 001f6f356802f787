// The 2D context of a canvas (HTML Standard section 4.12.5). A context has its state for scripts and records
// commands; they are painted when a turn ends, when a list is long, and before pixels are read. Painted
// content exists as pixels only.

const operations = words(
  "source-over source-in source-out source-atop destination-over destination-in destination-out " +
  "destination-atop lighter xor copy multiply screen overlay darken lighten color-dodge color-burn " +
  "hard-light soft-light difference exclusion hue saturation color luminosity"
);
const caps = words("butt round square"), joins = words("miter round bevel"),
  alignments = words("left right center start end"),
  baselines = words("alphabetic top hanging middle ideographic bottom"),
  directions = words("inherit ltr rtl"), qualities = words("low medium high");
const plainFont = {
  __proto__: null, css: "10px sans-serif", size: 10, weight: 400, isItalic: false, families: "sans-serif",
};
const newState = () => ({
  __proto__: null, fill: "#000000", stroke: "#000000", fillSent: 0, strokeSent: 0, m: [1, 0, 0, 1, 0, 0],
  alpha: 1, operation: "source-over", width: 1, cap: "butt", join: "miter", miter: 10, dash: [],
  dashOffset: 0, blur: 0, shadowX: 0, shadowY: 0, shadow: 0, smooths: true, quality: "low",
  filter: "none", font: plainFont, align: "start", baseline: "alphabetic", direction: "inherit",
  letter: "0px", letterSpacing: 0, word: "0px", wordSpacing: 0, kerning: "auto", stretch: "normal",
  caps: "normal", rendering: "auto",
});
const STATE_LIMIT = 10000;

/// The bitmaps to paint at the end of the turn.
let waiting = [];
function paintWaiting() {
  const all = waiting;
  waiting = [];
  for (let i = 0; i < all.length; i += 1) { all[i].isWaiting = false; all[i].paint(); }
}
/// The bitmaps by number, as weak references to their canvases.
const canvasesMade = [];
let canvasCount = 0, sweepCanvasesAt = 16;
function sweepCanvases() {
  let kept = 0;
  for (let i = 0; i < canvasesMade.length; i += 1) {
    if (deref(canvasesMade[i].reference) === undefined) host.canvasRelease(canvasesMade[i].id, true);
    else canvasesMade[kept++] = canvasesMade[i];
  }
  canvasesMade.length = kept;
  sweepCanvasesAt = maximum(16, kept * 2);
}

/// The bitmap of a canvas and its pending commands.
class CanvasRecord {
  id; numbers = new Numbers(); texts = []; textLength = 0; isWaiting = false; width = 0; height = 0;
  isOpaque = false; node;
  constructor(canvas, node) {
    if (canvasesMade.length >= sweepCanvasesAt) sweepCanvases();
    canvasCount += 1;
    this.id = canvasCount;
    this.node = node;
    push(canvasesMade, { __proto__: null, reference: new WeakRef(canvas), id: this.id });
    this.numbers.flush = () => this.paint();
    if (node >= 0) host.canvasShow(this.id, node);
  }
  /// Sets the size of the bitmap, and clears it.
  resize(width, height) {
    this.width = width;
    this.height = height;
    this.numbers.count = 0;
    this.texts = [];
    this.textLength = 0;
    host.canvasResize(this.id, width, height, this.isOpaque);
  }
  /// The list that commands are written to.
  get list() {
    if (!this.isWaiting) {
      this.isWaiting = true;
      push(waiting, this);
      if (waiting.length === 1) push(atTurnEnd, paintWaiting);
    }
    return this.numbers;
  }
  /// The number of a text in the list.
  textNumber(value) {
    this.textLength += value.length;
    push(this.texts, value);
    return this.texts.length - 1;
  }
  paint() {
    const { count } = this.numbers;
    if (count === 0) return;
    const texts = this.texts.length === 0 ? "" : join(this.texts, "\0");
    this.numbers.count = 0;
    this.texts = [];
    this.textLength = 0;
    host.canvasPaint(this.id, this.numbers.list, count, texts);
  }
}

/// The decoded images by element, with their address.
const imagesRead = new SafeWeakMap();
function readImage(image) {
  const { address, state, bytes } = part("Images").imageLoad(image);
  if (state === "broken")
    throw new DOMException("drawImage: the image cannot be read", "InvalidStateError");
  const known = imagesRead.get(image);
  if (known !== undefined && known.address === address && host.canvasHolds(known.id)) return known;
  let source = address;
  if (address === "") return null;
  const blob = blobAt(address);
  if (blob !== undefined) source = `data:;base64,${base64Of(fetching().blobBytes(blob))}`;
  else if (bytes !== undefined) source = `data:;base64,${base64Of(bytes)}`;
  const found = parseJSON(host.canvasImage(source, idOf(image)));
  if (found === null) {
    // The image may be from the network.
    part("Images").startImage(image);
    return null;
  }
  const made = { __proto__: null, address, id: found[0], width: found[1], height: found[2] };
  imagesRead.set(image, made);
  return made;
}
/// A drawable object with its number and size; null if it has no picture yet.
function sourceOf(image, name) {
  if (isObject(image)) {
    const record = canvasRecords.get(image);
    if (record !== undefined || image instanceof HTMLCanvasElement) {
      const canvas = record ?? recordFor(image);
      if (canvas.width === 0 || canvas.height === 0)
        throw new DOMException(`${name}: the canvas has no pixels`, "InvalidStateError");
      return { __proto__: null, canvas, id: canvas.id, width: canvas.width, height: canvas.height };
    }
    if (image instanceof part("Images").HTMLImageElement) return readImage(image);
    if (isNode(image) && (lower(nameOf(image)) === "video" || lower(nameOf(image)) === "image")) {
      host.lose(`'${name}' of <${lower(nameOf(image))}>`, "draw an <img> or a <canvas>");
      return null;
    }
  }
  throw new TypeError(`${name}: an image or a canvas is needed`);
}

/// The record of a context.
/// Members of the state: `read` converts the argument, and returns undefined to ignore it.
function member(key, read, send = undefined) {
  return {
    __proto__: null, configurable: true, enumerable: true,
    get() { return stateOf(this)[key]; },
    set(given) {
      const value = read(given), state = stateOf(this);
      if (value === undefined) return;
      state[key] = value;
      if (send !== undefined) send(listOfContext(this), value, state);
    },
  };
}
const oneOf = (list) => (given) => (includes(list, text(given)) ? text(given) : undefined);
const positive = (given) => (+given > 0 && finite(+given) ? +given : undefined);
const anyNumber = (given) => (finite(+given) ? +given : undefined);
let stateOf, listOfContext, startContext;

class CanvasRenderingContext2D {
  #canvas; #record; #state = newState(); #stack = []; #ignoredSaves = 0; #fonts = new SafeMap(); #settings;
  constructor(key, canvas, record, settings) {
    if (key !== KEY) throw illegal();
    this.#canvas = canvas;
    this.#record = record;
    this.#settings = {
      alpha: settings?.alpha === undefined || !!settings.alpha, colorSpace: "srgb", colorType: "unorm8",
      desynchronized: !!settings?.desynchronized, willReadFrequently: !!settings?.willReadFrequently,
    };
    if (settings?.colorSpace !== undefined && settings.colorSpace !== "srgb") loseColors();
  }
  static {
    stateOf = (context) => context.#state;
    listOfContext = (context) => context.#record.list;
    startContext = (context) => {
      context.#state = newState();
      context.#stack = [];
      context.#ignoredSaves = 0;
    };
  }
  get canvas() { return this.#canvas; }
  getContextAttributes() { return { ...this.#settings }; }
  isContextLost() { return false; }

  // State (section 4.12.5.1.2)
  save() {
    if (this.#stack.length >= STATE_LIMIT) {
      host.lose(`more than ${STATE_LIMIT} states of a canvas`, "call 'restore' for each 'save'");
      this.#ignoredSaves += 1;
      return;
    }
    const copy = { __proto__: null, ...this.#state };
    push(this.#stack, this.#state);
    this.#state = copy;
    this.#record.list.add0(SAVE);
  }
  restore() {
    if (this.#ignoredSaves > 0) { this.#ignoredSaves -= 1; return; }
    if (this.#stack.length === 0) return;
    this.#state = splice(this.#stack, this.#stack.length - 1, 1)[0];
    this.#record.list.add0(RESTORE);
  }
  reset() {
    this.#record.numbers.count = 0;
    startContext(this);
    this.#record.list.add0(RESET);
  }

  // Transformations (section 4.12.5.1.9)
  #transform(matrix) {
    if (!areFinite(matrix)) return;
    this.#state.m = matrix;
    this.#record.list.addAll(TRANSFORM, matrix);
  }
  scale(x, y) {
    needed("scale", arguments.length, 2);
    this.#transform(joined(this.#state.m, [+x, 0, 0, +y, 0, 0]));
  }
  rotate(angle) {
    needed("rotate", arguments.length, 1);
    const a = +angle;
    this.#transform(joined(this.#state.m, [cos(a), sin(a), -sin(a), cos(a), 0, 0]));
  }
  translate(x, y) {
    needed("translate", arguments.length, 2);
    this.#transform(joined(this.#state.m, [1, 0, 0, 1, +x, +y]));
  }
  transform(a, b, c, d, e, f) {
    needed("transform", arguments.length, 6);
    this.#transform(joined(this.#state.m, [+a, +b, +c, +d, +e, +f]));
  }
  setTransform(a, b, c, d, e, f) {
    if (arguments.length < 2) this.#transform(matrixOf(a));
    else {
      needed("setTransform", arguments.length, 6);
      this.#transform([+a, +b, +c, +d, +e, +f]);
    }
  }
  getTransform() { return new (part("Geometry").DOMMatrix)(this.#state.m); }
  resetTransform() { this.#transform([1, 0, 0, 1, 0, 0]); }

  // Fill and stroke styles (section 4.12.5.1.10)
  #setPaint(value, isStroke) {
    const state = this.#state, key = isStroke ? "stroke" : "fill";
    if (isObject(value) && (gradientOf(value) !== null || patternOf(value) !== null)) {
      state[key] = value;
      state[`${key}Sent`] = -1;
      return;
    }
    const color = readColor(text(value), this.#record.node);
    if (color < 0) return;
    state[key] = colorText(color);
    state[`${key}Sent`] = 0;
    this.#record.list.add2(COLOR, isStroke ? 1 : 0, color);
  }
  /// Sends the gradient or pattern if it has changed since the last time.
  #sendPaint(isStroke) {
    const state = this.#state, key = isStroke ? "stroke" : "fill", value = state[key];
    if (!isObject(value)) return;
    const gradient = gradientOf(value), pattern = gradient === null ? patternOf(value) : null;
    const { version } = gradient ?? pattern;
    if (state[`${key}Sent`] === version) return;
    state[`${key}Sent`] = version;
    const all = [isStroke ? 1 : 0];
    if (gradient === null) {
      push(all, pattern.image);
      push(all, pattern.tiles);
      for (let i = 0; i < 6; i += 1) push(all, pattern.matrix[i]);
      this.#record.list.addAll(PATTERN, all);
      return;
    }
    for (let i = 0; i < 7; i += 1) push(all, gradient.shape[i]);
    push(all, gradient.stops.length);
    for (let i = 0; i < gradient.stops.length; i += 1) {
      push(all, gradient.stops[i][0]);
      push(all, gradient.stops[i][1]);
    }
    this.#record.list.addAll(GRADIENT, all);
  }
  get fillStyle() { return this.#state.fill; }
  set fillStyle(value) { this.#setPaint(value, false); }
  get strokeStyle() { return this.#state.stroke; }
  set strokeStyle(value) { this.#setPaint(value, true); }
  createLinearGradient(x0, y0, x1, y1) {
    needed("createLinearGradient", arguments.length, 4);
    return this.#gradient([0, +x0, +y0, +x1, +y1, 0, 0]);
  }
  createRadialGradient(x0, y0, r0, x1, y1, r1) {
    needed("createRadialGradient", arguments.length, 6);
    if (+r0 < 0 || +r1 < 0) throw negative("createRadialGradient");
    return this.#gradient([1, +x0, +y0, +r0, +x1, +y1, +r1]);
  }
  createConicGradient(start, x, y) {
    needed("createConicGradient", arguments.length, 3);
    return this.#gradient([2, +x, +y, +start, 0, 0, 0]);
  }
  #gradient(shape) {
    if (!areFinite(shape)) throw new TypeError("a gradient needs numbers");
    return new CanvasGradient(KEY, shape);
  }
  createPattern(image, repetition) {
    needed("createPattern", arguments.length, 2);
    const word = repetition === null ? "" : text(repetition);
    const tiles = indexOf(["no-repeat", "repeat-x", "repeat-y", "repeat"], word === "" ? "repeat" : word);
    if (tiles < 0) throw syntaxError(`createPattern: '${word}' is not a repetition`);
    const source = sourceOf(image, "createPattern");
    if (source === null) return null;
    source.canvas?.paint();
    const id = host.canvasKeep(source.id, source.canvas !== undefined);
    return id < 0 ? null : new CanvasPattern(KEY, id, tiles);
  }

  // Line styles (section 4.12.5.1.4)
  setLineDash(segments) {
    needed("setLineDash", arguments.length, 1);
    const list = toList(segments), dash = [];
    for (let i = 0; i < list.length; i += 1) {
      const value = +list[i];
      if (!finite(value) || value < 0) return;
      push(dash, value);
    }
    if (dash.length > 1000) { host.lose("a dash of more than 1,000 numbers", "use fewer"); return; }
    if (dash.length % 2 === 1) for (let i = 0, { length } = dash; i < length; i += 1) push(dash, dash[i]);
    this.#state.dash = dash;
    const all = [dash.length];
    for (let i = 0; i < dash.length; i += 1) push(all, dash[i]);
    this.#record.list.addAll(DASH, all);
  }
  getLineDash() { return slice(this.#state.dash); }

  // Shadows (section 4.12.5.1.18)
  #sendShadow() {
    const { blur, shadowX, shadowY, shadow } = this.#state;
    this.#record.list.add4(SHADOW, blur, shadowX, shadowY, shadow);
  }
  get shadowBlur() { return this.#state.blur; }
  set shadowBlur(value) {
    if (!finite(+value) || +value < 0) return;
    this.#state.blur = +value;
    this.#sendShadow();
  }
  get shadowOffsetX() { return this.#state.shadowX; }
  set shadowOffsetX(value) {
    if (!finite(+value)) return;
    this.#state.shadowX = +value;
    this.#sendShadow();
  }
  get shadowOffsetY() { return this.#state.shadowY; }
  set shadowOffsetY(value) {
    if (!finite(+value)) return;
    this.#state.shadowY = +value;
    this.#sendShadow();
  }
  get shadowColor() { return colorText(this.#state.shadow); }
  set shadowColor(value) {
    const color = readColor(text(value), this.#record.node);
    if (color < 0) return;
    this.#state.shadow = color;
    this.#sendShadow();
  }
  get filter() { return this.#state.filter; }
  set filter(value) {
    const word = text(value), found = parseJSON(host.canvasFilter(word, this.#record.node));
    if (found === null) {
      if (textIndex(lower(word), "url(") >= 0)
        host.lose("'url()' in 'filter' of <canvas>", "use the functions of 'filter'");
      return;
    }
    this.#state.filter = word;
    const all = [found.length / 5];
    for (let i = 0; i < found.length; i += 1) push(all, found[i]);
    this.#record.list.addAll(FILTER, all);
  }

  // Rectangles (section 4.12.5.1.5)
  #rectangle(command, name, count, x, y, width, height) {
    needed(name, count, 4);
    x = +x; y = +y; width = +width; height = +height;
    if (finite(x, y, width, height)) this.#record.list.add4(command, x, y, width, height);
  }
  clearRect(x, y, width, height) {
    this.#rectangle(CLEAR_RECTANGLE, "clearRect", arguments.length, x, y, width, height);
  }
  fillRect(x, y, width, height) {
    this.#sendPaint(false);
    this.#rectangle(FILL_RECTANGLE, "fillRect", arguments.length, x, y, width, height);
  }
  strokeRect(x, y, width, height) {
    this.#sendPaint(true);
    this.#rectangle(STROKE_RECTANGLE, "strokeRect", arguments.length, x, y, width, height);
  }

  // Paths (section 4.12.5.1.13)
  beginPath() { this.#record.list.add0(BEGIN); }
  #draw(command, withPath, name, first, second) {
    const path = isPath(first) ? first : null, word = path === null ? first : second;
    let rule = 0;
    if (command !== STROKE && word !== undefined) {
      rule = indexOf(["nonzero", "evenodd"], text(word));
      if (rule < 0) throw new TypeError(`${name}: '${text(word)}' is not a fill rule`);
    }
    const { list } = this.#record;
    if (path === null) {
      if (command === STROKE) list.add0(command); else list.add1(command, rule);
      return;
    }
    const steps = stepsOf(path);
    if (!list.room(3 + steps.count)) return;
    list.put(withPath);
    if (command !== STROKE) list.put(rule);
    list.addList(steps);
  }
  fill(path = undefined, rule = undefined) {
    this.#sendPaint(false);
    this.#draw(FILL, FILL_PATH, "fill", path, rule);
  }
  stroke(path = undefined) {
    if (path !== undefined && !isPath(path)) throw new TypeError("stroke: a Path2D is needed");
    this.#sendPaint(true);
    this.#draw(STROKE, STROKE_PATH, "stroke", path, undefined);
  }
  clip(path = undefined, rule = undefined) { this.#draw(CLIP, CLIP_PATH, "clip", path, rule); }
  #contains(path, x, y, rule) {
    if (!finite(x, y)) return false;
    this.#record.paint();
    const steps = path === null ? null : stepsOf(path);
    return host.canvasContains(
      this.#record.id, steps === null ? null : steps.list, steps === null ? 0 : steps.count, x, y, rule
    );
  }
  isPointInPath(first, second, third = undefined, fourth = undefined) {
    needed("isPointInPath", arguments.length, 2);
    const path = isPath(first) ? first : null, word = path === null ? third : fourth;
    const rule = word === undefined ? 0 : indexOf(["nonzero", "evenodd"], text(word));
    if (rule < 0) throw new TypeError(`isPointInPath: '${text(word)}' is not a fill rule`);
    return path === null ? this.#contains(null, +first, +second, rule)
      : this.#contains(path, +second, +third, rule);
  }
  isPointInStroke(first, second, third = undefined) {
    needed("isPointInStroke", arguments.length, 2);
    return isPath(first) ? this.#contains(first, +second, +third, 2)
      : this.#contains(null, +first, +second, 2);
  }
  drawFocusIfNeeded() {
    host.lose("'drawFocusIfNeeded' of <canvas>", "draw a line where the element has the focus");
  }

  // Text (section 4.12.5.1.3 and 4.12.5.1.11)
  get font() { return this.#state.font.css; }
  set font(value) {
    const word = text(value);
    let font = this.#fonts.get(word);
    if (font === undefined) {
      const found = parseJSON(host.canvasFont(word, this.#record.node));
      font = found === null ? null
        : { __proto__: null, css: found[0], size: found[1], weight: found[2], isItalic: found[3],
          families: found[4] };
      if (this.#fonts.size > 200) this.#fonts.clear();
      this.#fonts.set(word, font);
    }
    if (font === null) return;
    this.#state.font = font;
    this.#readSpacings();
  }
  #spacing(word) { return parseJSON(host.canvasLength(word, this.#state.font.size)); }
  #setSpacing(key, word) {
    const points = this.#spacing(word);
    if (points === null) return;
    this.#state[key] = word;
    this.#state[`${key}Spacing`] = points;
  }
  #readSpacings() {
    const state = this.#state;
    if (state.letter !== "0px") state.letterSpacing = this.#spacing(state.letter);
    if (state.word !== "0px") state.wordSpacing = this.#spacing(state.word);
  }
  get letterSpacing() { return this.#state.letter; }
  set letterSpacing(value) {
    this.#setSpacing("letter", text(value));
  }
  get wordSpacing() { return this.#state.word; }
  set wordSpacing(value) {
    this.#setSpacing("word", text(value));
  }
  #isRightToLeft() {
    const { direction } = this.#state;
    if (direction !== "inherit") return direction === "rtl";
    const { node } = this.#record;
    return node >= 0 && host.computedStyle("direction", node) === "rtl";
  }
  /// The part of the text's width before its anchor.
  #anchor(isRightToLeft) {
    switch (this.#state.align) {
    case "left": return 0;
    case "right": return 1;
    case "center": return 0.5;
    case "end": return isRightToLeft ? 0 : 1;
    default: return isRightToLeft ? 1 : 0;
    }
  }
  #text(isStroke, name, count, value, x, y, width) {
    needed(name, count, 3);
    const line = lineOf(value);
    x = +x; y = +y;
    const most = width === undefined ? -1 : +width;
    if (!finite(x, y)) return;
    if (width !== undefined && !(most > 0)) return;
    this.#sendPaint(isStroke);
    const record = this.#record, { font, letterSpacing, wordSpacing, baseline } = this.#state;
    const isRightToLeft = this.#isRightToLeft();
    // Makes room first: painting a full list would drop the texts.
    if (!record.list.room(15)) return;
    if (record.textLength + line.length + font.families.length > TEXT_LIMIT) record.paint();
    record.list.addAll(
      TEXT,
      [
        isStroke ? 1 : 0, record.textNumber(line), record.textNumber(font.families), font.size, font.weight,
        font.isItalic ? 1 : 0, letterSpacing, wordSpacing, isRightToLeft ? 1 : 0,
        this.#anchor(isRightToLeft), indexOf(baselines, baseline), x, y, finite(most) ? most : -1,
      ]
    );
  }
  fillText(value, x, y, width = undefined) {
    this.#text(false, "fillText", arguments.length, value, x, y, width);
  }
  strokeText(value, x, y, width = undefined) {
    this.#text(true, "strokeText", arguments.length, value, x, y, width);
  }
  measureText(value) {
    needed("measureText", arguments.length, 1);
    const { font, letterSpacing, wordSpacing, baseline } = this.#state;
    const isRightToLeft = this.#isRightToLeft();
    return new TextMetrics(
      KEY,
      parseJSON(
        host.canvasMeasure(
          lineOf(value), font.families, font.size, font.weight, font.isItalic, letterSpacing, wordSpacing,
          isRightToLeft, this.#anchor(isRightToLeft), indexOf(baselines, baseline)
        )
      )
    );
  }

  // Images and pixels (sections 4.12.5.1.14 and 4.12.5.1.16)
  drawImage(image, ...given) {
    if (given.length !== 2 && given.length !== 4 && given.length < 8)
      throw new TypeError(`drawImage: 3, 5 or 9 arguments are needed, and there are ${given.length + 1}`);
    const all = [];
    for (let i = 0; i < given.length && i < 8; i += 1) push(all, +given[i]);
    if (!areFinite(all)) return;
    const source = sourceOf(image, "drawImage");
    if (source === null) return;
    const { canvas, id, width, height } = source;
    if (canvas !== undefined && canvas !== this.#record) canvas.paint();
    const part = all.length === 8 ? [all[0], all[1], all[2], all[3]] : [0, 0, width, height];
    const place = all.length === 8 ? [all[4], all[5], all[6], all[7]]
      : all.length === 4 ? all : [all[0], all[1], width, height];
    this.#record.list.addAll(
      IMAGE,
      [
        canvas === undefined ? 0 : 1, id, part[0], part[1], part[2], part[3], place[0], place[1], place[2],
        place[3],
      ]
    );
    // Draws the current content of the other canvas.
    if (canvas !== undefined) this.#record.paint();
  }
  createImageData(first, second = undefined, settings = undefined) {
    needed("createImageData", arguments.length, 1);
    if (first instanceof ImageData) return new ImageData(first.width, first.height);
    needed("createImageData", arguments.length, 2);
    return new ImageData(abs(wholeOf(first)), abs(wholeOf(second)), settings);
  }
  getImageData(x, y, width, height, settings = undefined) {
    needed("getImageData", arguments.length, 4);
    x = wholeOf(x); y = wholeOf(y); width = wholeOf(width); height = wholeOf(height);
    if (width === 0 || height === 0)
      throw new DOMException("getImageData: there are no pixels", "IndexSizeError");
    if (width < 0) { x += width; width = -width; }
    if (height < 0) { y += height; height = -height; }
    const result = new ImageData(width, height, settings);
    this.#record.paint();
    host.canvasRead(this.#record.id, x, y, width, height, result.data);
    return result;
  }
  putImageData(
    image, x, y, left = undefined, top = undefined, width = undefined, height = undefined
  ) {
    needed("putImageData", arguments.length, 3);
    if (!isObject(image) || !(image instanceof ImageData))
      throw new TypeError("putImageData: an ImageData is needed");
    x = wholeOf(x); y = wholeOf(y);
    let area = [0, 0, image.width, image.height];
    if (arguments.length >= 7) area = [wholeOf(left), wholeOf(top), wholeOf(width), wholeOf(height)];
    if (area[2] < 0) area = [area[0] + area[2], area[1], -area[2], area[3]];
    if (area[3] < 0) area = [area[0], area[1] + area[3], area[2], -area[3]];
    this.#record.paint();
    let { data } = image;
    if (typedOffset(data) !== 0) {
      const copy = new Uint8ClampedArray(typedLength(data));
      setBytes(copy, data);
      data = copy;
    }
    host.canvasWrite(
      this.#record.id, data, image.width, x, y, area[0], area[1], area[2], area[3]
    );
  }
  get [Symbol.toStringTag]() { return "CanvasRenderingContext2D"; }
}
/// A `long` of Web IDL.
const wholeOf = (value) => { const result = trunc(+value); return isFiniteNumber(result) ? result | 0 : 0; };
/// The text of a line: white space becomes spaces.
function lineOf(value) {
  const all = text(value);
  let result = "", start = 0;
  for (let i = 0; i < all.length; i += 1) {
    const code = codeAt(all, i);
    if ((code < 9 || code > 13) && code !== 0) continue;
    result += `${textSlice(all, start, i)} `;
    start = i + 1;
  }
  return start === 0 ? all : result + textSlice(all, start);
}
const contextMembers = {
  __proto__: null,
  globalAlpha: member(
    "alpha", (given) => (+given >= 0 && +given <= 1 ? +given : undefined),
    (list, value) => list.add1(ALPHA, value)
  ),
  globalCompositeOperation: member(
    "operation", oneOf(operations), (list, value) => list.add1(COMPOSITE, indexOf(operations, value))
  ),
  lineWidth: member("width", positive, (list, value) => list.add1(LINE_WIDTH, value)),
  lineCap: member("cap", oneOf(caps), (list, value) => list.add1(LINE_CAP, indexOf(caps, value))),
  lineJoin: member("join", oneOf(joins), (list, value) => list.add1(LINE_JOIN, indexOf(joins, value))),
  miterLimit: member("miter", positive, (list, value) => list.add1(MITER_LIMIT, value)),
  lineDashOffset: member("dashOffset", anyNumber, (list, value) => list.add1(DASH_OFFSET, value)),
  imageSmoothingEnabled: member(
    "smooths", (given) => !!given, (list, value) => list.add1(SMOOTHING, value ? 1 : 0)
  ),
  imageSmoothingQuality: member("quality", oneOf(qualities)),
  textAlign: member("align", oneOf(alignments)), textBaseline: member("baseline", oneOf(baselines)),
  direction: member("direction", oneOf(directions)),
};
/// Members that are stored without an effect, with the value that needs none.
const keptMembers = [
  ["fontKerning", "kerning", "auto", "auto normal none"],
  [
    "fontStretch", "stretch", "normal",
    "ultra-condensed extra-condensed condensed semi-condensed normal semi-expanded expanded extra-expanded " +
    "ultra-expanded",
  ],
  [
    "fontVariantCaps", "caps", "normal",
    "normal small-caps all-small-caps petite-caps all-petite-caps unicase titling-caps",
  ],
  ["textRendering", "rendering", "auto", "auto optimizeSpeed optimizeLegibility geometricPrecision"],
];
for (let i = 0; i < keptMembers.length; i += 1) {
  const name = keptMembers[i][0], read = oneOf(words(keptMembers[i][3]));
  contextMembers[name] = member(keptMembers[i][1], (given) => {
    const value = read(given);
    if (value !== undefined && value !== keptMembers[i][2] && value !== "normal" && name !== "textRendering")
      host.lose(`'${name}: ${value}' of <canvas>`, null);
    return value;
  });
}
for (const name in contextMembers)
  defineProperty(CanvasRenderingContext2D.prototype, name, contextMembers[name]);
install(CanvasRenderingContext2D.prototype, pathMembers);
