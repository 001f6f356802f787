// Canvases (sections 4.12.5 and 4.12.5.3)

/// The records of canvases that have one, and their contexts.
const canvasRecords = new SafeWeakMap(), contexts = new SafeWeakMap();
function recordFor(canvas) {
  let record = canvasRecords.get(canvas);
  if (record === undefined) {
    canvasRecords.set(canvas, record = new CanvasRecord(canvas, isNode(canvas) ? idOf(canvas) : -1));
    record.resize(canvas.width, canvas.height);
  }
  return record;
}
function contextOf(canvas, type, settings, Class) {
  if (type !== "2d") {
    host.lose(`'getContext("${textSlice(type, 0, 40)}")' of <canvas>`, "use getContext('2d')");
    return null;
  }
  let context = contexts.get(canvas);
  if (context === undefined) {
    if (!host.canvasReady()) {
      host.lose("'getContext' of <canvas>", "install libcairo2");
      return null;
    }
    const record = recordFor(canvas);
    if (settings?.alpha !== undefined && !settings.alpha) {
      record.isOpaque = true;
      record.resize(record.width, record.height);
    }
    contexts.set(canvas, context = new Class(KEY, canvas, record, isObject(settings) ? settings : undefined));
  }
  return context;
}
/// Sets the size: clears the bitmap and resets the context.
function startAgain(canvas) {
  const record = canvasRecords.get(canvas), context = contexts.get(canvas);
  if (record === undefined) return;
  record.resize(canvas.width, canvas.height);
  if (context !== undefined) startContext(context);
}
/// The bytes of a canvas as a file, in base64, with its type.
function encodedCanvas(canvas, type) {
  const record = recordFor(canvas);
  record.paint();
  if (type !== undefined && lower(text(type)) !== "image/png")
    host.lose(`'${textSlice(text(type), 0, 40)}' of a canvas`, "the file is a PNG");
  return host.canvasEncode(record.id);
}

class HTMLCanvasElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  getContext(type, settings = undefined) {
    needed("getContext", arguments.length, 1);
    return contextOf(this, text(type), settings, CanvasRenderingContext2D);
  }
  toDataURL(type = undefined) {
    if (this.width === 0 || this.height === 0) return "data:,";
    return `data:image/png;base64,${encodedCanvas(this, type)}`;
  }
  toBlob(callback, type = undefined) {
    if (!isFunction(callback)) throw new TypeError("toBlob: a function is needed");
    const bytes = this.width === 0 || this.height === 0 ? "" : encodedCanvas(this, type);
    queueTask(
      () => callback(bytes === "" ? null : fetching().makeBlob(bytesOfBase64(bytes), "image/png"))
    );
  }
  get [Symbol.toStringTag]() { return "HTMLCanvasElement"; }
}
part("Reflections").reflectWholes(HTMLCanvasElement, "width=300 height=150", false);
/// An attribute of an element was set or removed.
function attributeChanged(name, id) {
  const canvas = wrap(id);
  if (canvas instanceof HTMLCanvasElement) startAgain(canvas);
}

/// Tells the host whether an animation frame is requested, which may paint: `wait` shows the times before
/// it.
function awaitFrame(isAwaited) { host.canvasFrame(isAwaited); }

class OffscreenCanvas extends EventTarget {
  #width; #height;
  constructor(width, height) {
    if (arguments.length < 2) throw new TypeError("an OffscreenCanvas needs its size");
    super();
    this.#width = maximum(wholeOf(width), 0);
    this.#height = maximum(wholeOf(height), 0);
  }
  get width() { return this.#width; }
  set width(value) { this.#width = maximum(wholeOf(value), 0); startAgain(this); }
  get height() { return this.#height; }
  set height(value) { this.#height = maximum(wholeOf(value), 0); startAgain(this); }
  getContext(type, settings = undefined) {
    return contextOf(this, text(type), settings, OffscreenCanvasRenderingContext2D);
  }
  convertToBlob(settings = undefined) {
    const bytes = this.#width === 0 || this.#height === 0 ? "" : encodedCanvas(this, settings?.type);
    return bytes === ""
      ? Promise_reject(new DOMException("convertToBlob: the canvas has no pixels", "IndexSizeError"))
      : Promise_resolve(fetching().makeBlob(bytesOfBase64(bytes), "image/png"));
  }
  get [Symbol.toStringTag]() { return "OffscreenCanvas"; }
}
class OffscreenCanvasRenderingContext2D extends CanvasRenderingContext2D {
  constructor(key, canvas, record, settings) { super(key, canvas, record, settings); }
  static [Symbol.hasInstance](value) {
    return isObject(value) && objectTag(value) === "[object OffscreenCanvasRenderingContext2D]";
  }
  get [Symbol.toStringTag]() { return "OffscreenCanvasRenderingContext2D"; }
}

(
  {
    HTMLCanvasElement, CanvasRenderingContext2D, CanvasGradient, CanvasPattern, Path2D, ImageData,
    TextMetrics, OffscreenCanvas, OffscreenCanvasRenderingContext2D, attributeChanged, awaitFrame,
  }
);
