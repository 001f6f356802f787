// ResizeObserver (Resize Observer 1) and IntersectionObserver (Intersection Observer): both check the layout
// at the end of a turn, and only while they observe something.

/// A class whose objects have read-only values only.
function valueClass(name, keys) {
  const all = new SafeWeakMap();
  const Class = {
    [name]: class { constructor(key, values) { if (key !== KEY) throw illegal(); all.set(this, values); } },
  }[name];
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i];
    defineProperty(Class.prototype, key, {
      __proto__: null, configurable: true, enumerable: true,
      get() {
        const values = all.get(this);
        if (values === undefined) throw new TypeError(`${key}: this is not a ${name}`);
        return values[key];
      },
    });
  }
  defineProperty(Class.prototype, Symbol.toStringTag, { __proto__: null, value: name, configurable: true });
  return Class;
}
/// A length of a computed style, in points.
const lengthOf = (id, property) => number(parseFloat(host.computedStyle(property, id)));

let lookAt;
const layoutObservers = new SafeSet();
class LayoutObserver {
  #callback; #targets = [];
  constructor(callback) {
    if (!isFunction(callback)) throw new TypeError("an observer needs a function");
    this.#callback = callback;
  }
  unobserve(node) {
    requireId(node, "unobserve");
    this.#targets = filtered(this.#targets, (target) => target.node !== node);
    if (this.#targets.length === 0) this.disconnect();
  }
  disconnect() {
    this.#targets = [];
    layoutObservers.delete(this);
    if (layoutObservers.size === 0) host.watchLayout(false);
  }
  static {
    lookAt = {
      __proto__: null,
      add(observer, node, box) {
        if (!(node instanceof Element))
          throw new TypeError(`observe: ${kindOfValue(node)} is not an element`);
        observer.unobserve(node);
        push(observer.#targets, { node, box, last: null });
        layoutObservers.add(observer);
        host.watchLayout(true);
      },
      has(observer, node) {
        for (let i = 0; i < observer.#targets.length; i += 1)
          if (observer.#targets[i].node === node) return true;
        return false;
      },
      layout(observer, measure) {
        const entries = [], targets = observer.#targets;
        for (let i = 0; i < targets.length; i += 1) {
          const target = targets[i], found = measure(observer, target);
          if (found === null) continue;
          target.last = found.last;
          push(entries, found.entry);
        }
        if (entries.length > 0) try {
          apply(observer.#callback, observer, [entries, observer]);
        } catch (error) {
          reportException(error);
        }
      },
    };
  }
}

const ResizeObserverSize = valueClass("ResizeObserverSize", ["inlineSize", "blockSize"]);
const ResizeObserverEntry = valueClass(
  "ResizeObserverEntry",
  ["target", "contentRect", "borderBoxSize", "contentBoxSize", "devicePixelContentBoxSize"]
);
/// Inline boxes of text have no size of their own (section 3.3.1); pictures and controls have one.
const replacedNames = {
  __proto__: null, img: 1, input: 1, textarea: 1, select: 1, button: 1, video: 1, canvas: 1, iframe: 1,
  progress: 1, meter: 1, svg: 1, object: 1, embed: 1,
};
const boxNames = ["content-box", "border-box", "device-pixel-content-box"];
class ResizeObserver extends LayoutObserver {
  constructor(callback) { super(callback); }
  observe(node, settings = undefined) {
    const box = settings?.box === undefined ? "content-box" : text(settings.box);
    if (!includes(boxNames, box)) throw new TypeError(`observe: '${box}' is not a box`);
    lookAt.add(this, node, box);
  }
  get [Symbol.toStringTag]() { return "ResizeObserver"; }
}
function measureSize(observer, { node, box, last }) {
  const id = idOf(node), all = geometry(node), isInline = host.computedStyle("display", id) === "inline"
    && !(lower(nameOf(node)) in replacedNames);
  const hasBox = all !== noBox && !isInline;
  const side = (name) => (hasBox ? lengthOf(id, name) : 0);
  const left = side("padding-left"), top = side("padding-top");
  const frame = (edge) => side(`padding-${edge}`) + side(`border-${edge}-width`);
  const width = hasBox ? maximum(0, all[WIDTH] - frame("left") - frame("right")) : 0;
  const height = hasBox ? maximum(0, all[HEIGHT] - frame("top") - frame("bottom")) : 0;
  const sizes = (inlineSize, blockSize) => {
    const list = [new ResizeObserverSize(KEY, { inlineSize, blockSize })];
    Object.freeze(list);
    return list;
  };
  const ratio = global.devicePixelRatio, pixels = [floor(width * ratio + 0.5), floor(height * ratio + 0.5)];
  const outer = hasBox ? [all[WIDTH], all[HEIGHT]] : [0, 0];
  const watched = box === "border-box" ? outer : box === "content-box" ? [width, height]
    : pixels, size = `${watched[0]}x${watched[1]}`;
  if (size === last) return null;
  return { last: size, entry: new ResizeObserverEntry(KEY, {
    target: node, contentRect: new DOMRect(
      left, top, width, height
    ), borderBoxSize: sizes(outer[0], outer[1]),
    contentBoxSize: sizes(width, height), devicePixelContentBoxSize: sizes(pixels[0], pixels[1]),
  }) };
}

const IntersectionObserverEntry = valueClass("IntersectionObserverEntry", [
  "time", "rootBounds", "boundingClientRect", "intersectionRect", "isIntersecting", "intersectionRatio",
  "target",
]);
/// Section 2.2.1, *parse a margin*: four edges, each a number and whether it is a percentage.
function parseMargin(value, name) {
  const parts = words(text(value ?? "0px")), edges = [];
  if (parts.length === 0) push(parts, "0px");
  for (let i = 0; i < parts.length; i += 1) {
    const found = execute(/^([+-]?(?:\d+\.?\d*|\.\d+))(px|%)$/i, parts[i]);
    if (found === null && execute(/^[+-]?0+$/, parts[i]) === null)
      throw new DOMException(`${name} takes lengths in pixels or percent`, "SyntaxError");
    push(edges, found === null ? { value: 0, unit: "px" } : { value: +found[1], unit: lower(found[2]) });
  }
  if (edges.length > 4) throw new DOMException(`${name} takes at most four lengths`, "SyntaxError");
  if (edges.length === 1) push(edges, edges[0]);
  if (edges.length === 2) push(edges, edges[0]);
  if (edges.length === 3) push(edges, edges[1]);
  return edges;
}
function marginText(edges) {
  const texts = [];
  for (let i = 0; i < 4; i += 1) push(texts, `${edges[i].value}${edges[i].unit}`);
  return join(texts, " ");
}
/// The padding box of an element on the screen: left, top, right, bottom.
function paddingBox(node) {
  const box = geometry(node), id = idOf(node), edge = (name) => lengthOf(id, `border-${name}-width`);
  return [
    box[X] + edge("left"), box[Y] + edge("top"), box[X] + box[BOUNDS_WIDTH] - edge("right"),
    box[Y] + box[BOUNDS_HEIGHT] - edge("bottom"),
  ];
}
const clips = (id) => {
  const overflow = host.computedStyle("overflow-y", id);
  return overflow !== "" && overflow !== "visible";
};
let partsOf;
class IntersectionObserver extends LayoutObserver {
  #thresholds = []; #margin; #scrollMargin; #root = null;
  constructor(callback, given = undefined) {
    super(callback);
    const settings = given ?? {}, { root = null, threshold = 0 } = settings;
    if (root !== null && !(root instanceof Element) && root !== document)
      throw new TypeError("the root is an element, the document or null");
    this.#root = root;
    this.#margin = parseMargin(settings.rootMargin, "rootMargin");
    this.#scrollMargin = parseMargin(settings.scrollMargin, "scrollMargin");
    const list = isObject(threshold) ? toList(threshold) : [threshold];
    for (let i = 0; i < list.length; i += 1) {
      const value = +list[i];
      if (!isFiniteNumber(value)) throw new TypeError("a threshold is a number");
      if (value < 0 || value > 1) throw new RangeError("a threshold is between 0 and 1");
      push(this.#thresholds, value);
    }
    if (list.length === 0) push(this.#thresholds, 0);
    sort(this.#thresholds, (a, b) => a - b);
  }
  get root() { return this.#root; }
  get rootMargin() { return marginText(this.#margin); }
  get scrollMargin() { return marginText(this.#scrollMargin); }
  get thresholds() { const copy = slice(this.#thresholds); Object.freeze(copy); return copy; }
  observe(node) { if (!lookAt.has(this, node)) lookAt.add(this, node, ""); }
  takeRecords() { return []; }
  get [Symbol.toStringTag]() { return "IntersectionObserver"; }
  static {
    partsOf = (observer) => (
      { root: observer.#root, thresholds: observer.#thresholds, margin: observer.#margin }
    );
  }
}
/// Section 3.2.7, *compute the intersection of a target element and the root*.
function measureIntersection(observer, { node, last }) {
  const { root, thresholds, margin } = partsOf(observer), isViewport = root === null || root === document;
  const box = geometry(node), id = idOf(node), end = isViewport ? 0 : idOf(root);
  const size = viewport();
  const frame = () => {
    const own = geometry(root);
    return [own[X], own[Y], own[X] + own[BOUNDS_WIDTH], own[Y] + own[BOUNDS_HEIGHT]];
  };
  const bounds = isViewport ? [0, 0, size[0], size[1]] : clips(end) ? paddingBox(root) : frame();
  const width = bounds[2] - bounds[0], height = bounds[3] - bounds[1];
  const edge = (i) => (
    margin[i].unit === "px" ? margin[i].value : (margin[i].value / 100) * (i % 2 === 0 ? height : width)
  );
  bounds[0] -= edge(3); bounds[1] -= edge(0); bounds[2] += edge(1); bounds[3] += edge(2);
  const part = [box[X], box[Y], box[X] + box[BOUNDS_WIDTH], box[Y] + box[BOUNDS_HEIGHT]];
  const clip = (other) => {
    part[0] = maximum(part[0], other[0]); part[1] = maximum(part[1], other[1]);
    part[2] = minimum(part[2], other[2]); part[3] = minimum(part[3], other[3]);
  };
  let isInside = isViewport ? host.root(id) === 0 || topRoot(id) === 0 : false;
  for (let above = relative(PARENT, id); above > 0; above = relative(PARENT, above)) {
    if (above === end) { isInside = true; break; }
    // The viewport clips instead of the root element.
    if (relative(PARENT, above) > 0 && host.kind(above) === ELEMENT && clips(above))
      clip(paddingBox(wrap(above)));
  }
  clip(bounds);
  const touches = isInside && box !== noBox && part[2] >= part[0] && part[3] >= part[1];
  const shown = touches ? [part[2] - part[0], part[3] - part[1]] : [0, 0];
  const whole = box[BOUNDS_WIDTH] * box[BOUNDS_HEIGHT];
  const ratio = !touches ? 0 : whole > 0 ? minimum(1, (shown[0] * shown[1]) / whole) : 1;
  // Differs from the algorithm, as in browsers: below the first threshold nothing intersects.
  let step = 0;
  for (let i = 0; i < thresholds.length; i += 1) if (touches && ratio >= thresholds[i]) step = i + 1;
  if (step === last) return null;
  return { last: step, entry: new IntersectionObserverEntry(KEY, {
    time: host.now(), target: node, isIntersecting: step > 0, intersectionRatio: ratio,
    rootBounds: new DOMRect(bounds[0], bounds[1], bounds[2] - bounds[0], bounds[3] - bounds[1]),
    boundingClientRect: new DOMRect(box[X], box[Y], box[BOUNDS_WIDTH], box[BOUNDS_HEIGHT]),
    intersectionRect: touches ? new DOMRect(part[0], part[1], shown[0], shown[1]) : new DOMRect(0, 0, 0, 0),
  }) };
}
function layoutChanged() {
  layoutObservers.forEach(
    (observer) => lookAt.layout(
      observer, observer instanceof ResizeObserver ? measureSize : measureIntersection
    )
  );
}
(
  {
    ResizeObserver, ResizeObserverEntry, ResizeObserverSize, IntersectionObserver, IntersectionObserverEntry,
    layoutChanged,
  }
);
