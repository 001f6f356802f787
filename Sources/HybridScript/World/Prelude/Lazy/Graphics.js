// Elements of SVG and MathML (SVG 2 section 4.5, MathML Core section 2.2).

class SVGElement extends Element {
  constructor(key, id, name) { super(key, id, name); }
  get tagName() { return nameOf(this); }
  get nodeName() { return nameOf(this); }
  get localName() { return localPart(nameOf(this)); }
  get namespaceURI() { return SVG_NAMESPACE; }
  get className() {
    return {
      baseVal: host.attribute("class", idOf(this)) ?? "", animVal: host.attribute("class", idOf(this)) ?? "",
    };
  }
  set className(value) {}
  get ownerSVGElement() {
    const parent = this.parentElement;
    return parent === null ? null : parent.closest("svg");
  }
  get tabIndex() { return number(host.attribute("tabindex", idOf(this)) ?? -1); }
  set tabIndex(value) { setAttributeOf(idOf(this), "tabindex", text(value)); }
  focus() { host.focus(idOf(this)); }
  /// Values that scripts calculate with (SVG 2 section 5.11.3).
  createSVGPoint() { return new (part("Geometry").DOMPoint)(); }
  createSVGRect() { return new DOMRect(); }
  createSVGMatrix() { return new (part("Geometry").DOMMatrix)(); }
  /// The matrix to the nearest viewport, and to the screen (SVG 2 section 4.6.4).
  getCTM() { return matrixTo(this, false); }
  getScreenCTM() { return matrixTo(this, true); }
  get viewBox() {
    if (lower(nameOf(this)) === "svg" || ownLengths.viewBox[nameOf(this)])
      return { baseVal: viewBoxOf(this), animVal: viewBoxOf(this) };
  }
  get transform() { const baseVal = transformListOf(this); return { baseVal, animVal: baseVal }; }
  get href() {
    const element = this;
    const animated = {
      get baseVal() {
        return host.attribute("href", idOf(element)) ?? host.attribute("xlink:href", idOf(element)) ?? "";
      },
      set baseVal(value) { setAttributeOf(idOf(element), "href", text(value)); },
      get animVal() { return this.baseVal; },
    };
    return animated;
  }
  getBBox() {
    host.lose("'getBBox' of SVG elements", "shapes in a drawing have no boxes");
    return new DOMRect();
  }
  blur() { if (host.focused() === idOf(this)) host.focus(-1); }
  get [Symbol.toStringTag]() { return "SVGElement"; }
}
installHandlers(SVGElement.prototype, elementHandlers);

/// The elements that have a member, by its name.
const ownLengths = {
  __proto__: null, viewBox: { symbol: true, marker: true, pattern: true, view: true },
};
const lengthNames = {
  __proto__: null, svg: "x y width height", rect: "x y width height rx ry", image: "x y width height",
  use: "x y width height", foreignObject: "x y width height", circle: "cx cy r", ellipse: "cx cy rx ry",
  line: "x1 y1 x2 y2",
};
for (const tag in lengthNames) {
  const names = textSplit(lengthNames[tag], " ");
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i];
    if (ownLengths[name] === undefined) {
      ownLengths[name] = { __proto__: null };
      defineProperty(SVGElement.prototype, name, {
        __proto__: null, configurable: true, enumerable: true,
        get() {
          if (!ownLengths[name][nameOf(this)]) return undefined;
          const baseVal = lengthOf(this, name);
          return { baseVal, animVal: baseVal };
        },
      });
    }
    ownLengths[name][tag] = true;
  }
}
/// The length of an attribute in user units; a length in another unit counts as its number.
function lengthOf(element, name) {
  const id = idOf(element), read = () => number(parseFloat(host.attribute(name, id) ?? "0")) || 0;
  return {
    unitType: 1,
    get value() { return read(); },
    set value(value) { setAttributeOf(id, name, `${+value}`); },
    get valueInSpecifiedUnits() { return read(); },
    get valueAsString() { return host.attribute(name, id) ?? "0"; },
    set valueAsString(value) { setAttributeOf(id, name, text(value)); },
  };
}
/// The numbers in a text.
function numbersIn(written) {
  const found = [];
  let rest = written, match;
  while ((match = execute(/^[^-+.\d]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/i, rest)) !== null) {
    push(found, +match[1]);
    rest = textSlice(rest, match[0].length);
  }
  return found;
}
function viewBoxOf(element) {
  const box = numbersIn(host.attribute("viewBox", idOf(element)) ?? "");
  return box.length === 4 ? new DOMRect(box[0], box[1], box[2], box[3]) : null;
}
const matrix = (values = undefined) => new (part("Geometry").DOMMatrix)(values);
/// The functions of a `transform` attribute with their matrices (SVG 2 section 8.5).
function transformsOf(element) {
  const all = [];
  let rest = host.attribute("transform", idOf(element)) ?? "", match;
  while ((match = execute(/^[\s,]*([a-z]+)\s*\(([^)]*)\)/i, rest)) !== null) {
    const [a = 0, b, c = 0] = numbersIn(match[2]), made = matrix();
    switch (lower(match[1])) {
    case "matrix": made.multiplySelf(matrix(numbersIn(match[2]))); break;
    case "translate": made.translateSelf(a, b ?? 0); break;
    case "scale": made.scaleSelf(a, b ?? a); break;
    case "rotate": made.translateSelf(b ?? 0, c).rotateSelf(a).translateSelf(-(b ?? 0), -c); break;
    case "skewx": made.skewXSelf(a); break;
    case "skewy": made.skewYSelf(a); break;
    }
    push(all, { type: indexOf(transformTypes, lower(match[1])), angle: a, matrix: made });
    rest = textSlice(rest, match[0].length);
  }
  return all;
}
const transformTypes = ["", "matrix", "translate", "scale", "rotate", "skewx", "skewy"];
function consolidated(element) {
  const all = transformsOf(element), product = matrix();
  for (let i = 0; i < all.length; i += 1) product.multiplySelf(all[i].matrix);
  return product;
}
function transformListOf(element) {
  return {
    get numberOfItems() { return transformsOf(element).length; },
    get length() { return transformsOf(element).length; },
    getItem(index) {
      const all = transformsOf(element);
      if (!(index < all.length)) throw new DOMException("there is no such transform", "IndexSizeError");
      return all[index];
    },
    consolidate() {
      return transformsOf(element).length === 0 ? null : { type: 1, angle: 0, matrix: consolidated(element) };
    },
    clear() { setAttributeOf(idOf(element), "transform", null); },
  };
}
/// From the `viewBox` to the box of a viewport (SVG 2 section 8.2).
function viewMatrix(element, width, height) {
  const box = viewBoxOf(element), made = matrix();
  if (box === null || !(box.width > 0) || !(box.height > 0)) return made;
  const words = words_(host.attribute("preserveAspectRatio", idOf(element)) ?? "");
  const align = words.length > 0 ? words[0] : "xMidYMid";
  let x = width / box.width, y = height / box.height;
  if (align !== "none") x = y = words[1] === "slice" ? max(x, y) : min(x, y);
  const shareOf = (name, free) => align === "none" || textIndex(align, `${name}Min`) >= 0 ? 0
    : textIndex(align, `${name}Max`) >= 0 ? free : free / 2;
  return made.translateSelf(shareOf("x", width - box.width * x), shareOf("Y", height - box.height * y))
    .scaleSelf(x, y).translateSelf(-box.x, -box.y);
}
const words_ = (written) => { const all = textSplit(trim(written), " "); return all[0] === "" ? [] : all; };
const { max, min } = Math;
function matrixTo(element, isScreen) {
  const product = matrix();
  for (let node = element; node instanceof SVGElement; node = node.parentNode) {
    if (nameOf(node) !== "svg") { product.preMultiplySelf(consolidated(node)); continue; }
    const isOuter = !(node.parentNode instanceof SVGElement), box = node.getBoundingClientRect();
    const lengths = isOuter ? box : {
      x: lengthOf(node, "x").value, y: lengthOf(node, "y").value,
      width: lengthOf(node, "width").value, height: lengthOf(node, "height").value,
    };
    product.preMultiplySelf(viewMatrix(node, lengths.width, lengths.height));
    if (isScreen || !isOuter) product.preMultiplySelf(matrix().translateSelf(lengths.x, lengths.y));
    if (!isScreen && (isOuter || node !== element)) return product;
  }
  return element.isConnected ? product : null;
}
class MathMLElement extends Element {
  constructor(key, id, name) { super(key, id, name); }
  get tagName() { return nameOf(this); }
  get nodeName() { return nameOf(this); }
  get namespaceURI() { return MATHML_NAMESPACE; }
  get [Symbol.toStringTag]() { return "MathMLElement"; }
}
installHandlers(MathMLElement.prototype, elementHandlers);

({ SVGElement, MathMLElement });
