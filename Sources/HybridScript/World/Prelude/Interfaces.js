// The interfaces of elements without members of their own (HTML Standard section 4, SVG 2 section 4.5), for
// `instanceof`. A class is made at its first use.

const svgInterfaces = {
  __proto__: null, SVG: "svg", G: "g", Defs: "defs", Symbol: "symbol", Use: "use", A: "a", Image: "image",
  Text: "text", TSpan: "tspan", TextPath: "textPath", ForeignObject: "foreignObject", Switch: "switch",
  Path: "path", Rect: "rect", Circle: "circle", Ellipse: "ellipse", Line: "line", Polyline: "polyline",
  Polygon: "polygon", Title: "title", Desc: "desc", Metadata: "metadata", Style: "style", Script: "script",
  LinearGradient: "linearGradient", RadialGradient: "radialGradient", Stop: "stop", Pattern: "pattern",
  ClipPath: "clipPath", Mask: "mask", Marker: "marker", Filter: "filter", Animate: "animate", View: "view",
};
const svgShapes = listed("Path Rect Circle Ellipse Line Polyline Polygon");
const svgGraphics = listed("SVG G Defs Use A Image Text TSpan TextPath ForeignObject Switch");

/// A class of elements with no more than a name.
function plainClass(name, Base) {
  return { [name]: class extends Base {
    constructor(key, id, tag) { super(key, id, tag); }
    get [Symbol.toStringTag]() { return name; }
  } }[name];
}
/// An element of an XML document, or of a namespace that no page shows.
const foreignNamespaces = new SafeWeakMap();
class ForeignElement extends Element {
  constructor(key, id, name) { super(key, id, name); }
  get tagName() { return nameOf(this); }
  get nodeName() { return nameOf(this); }
  get localName() { return localPart(nameOf(this)); }
  get prefix() {
    const name = nameOf(this), colon = textIndex(name, ":");
    return colon < 0 ? null : textSlice(name, 0, colon);
  }
  get namespaceURI() {
    const known = foreignNamespaces.get(this);
    return known === undefined ? namespaceInScope(this, this.prefix) : known;
  }
  get [Symbol.toStringTag]() { return "Element"; }
}
defineProperty(ForeignElement, "name", { __proto__: null, value: "Element", configurable: true });

const SVG_NAMESPACE = "http://www.w3.org/2000/svg", MATHML_NAMESPACE = "http://www.w3.org/1998/Math/MathML",
  HTML_NAMESPACE = "http://www.w3.org/1999/xhtml";
const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace",
  XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/", XLINK_NAMESPACE = "http://www.w3.org/1999/xlink";
const localPart = (name) => {
  const colon = textIndex(name, ":");
  return colon < 0 ? name : textSlice(name, colon + 1);
};
/// The namespace of a prefix at an element (DOM Standard section 4.4, *locate a namespace*).
function namespaceInScope(element, prefix) {
  if (prefix === "xml") return XML_NAMESPACE;
  const name = prefix === null ? "xmlns" : `xmlns:${prefix}`;
  for (let id = idOf(element); id >= 0 && host.kind(id) === ELEMENT; id = relative(PARENT, id)) {
    const value = host.attribute(name, id);
    if (typeof value === "string") return value === "" ? null : value;
  }
  return null;
}

const svgElement = () => part("Graphics").SVGElement;
const SVGGraphicsElement = once(() => plainClass("SVGGraphicsElement", svgElement()));
const SVGGeometryElement = once(() => plainClass("SVGGeometryElement", SVGGraphicsElement()));
const HTMLMediaElement = once(() => part("TreeElements").HTMLMediaElement);
const HTMLUnknownElement = once(() => plainClass("HTMLUnknownElement", HTMLElement));
const svgClasses = { __proto__: null };
for (const part in svgInterfaces) {
  const make = once(
    () => plainClass(
      `SVG${part}Element`,
      includes(svgShapes, part) ? SVGGeometryElement() : includes(svgGraphics, part) ? SVGGraphicsElement()
        : svgElement()
    )
  );
  svgClasses[svgInterfaces[part]] = make;
  lazyGlobal(`SVG${part}Element`, make);
}
classMakers.HTMLElement = () => HTMLElement;
/// Classes whose members are attributes only.
const reflecting = listed(
  "Area Base BR Data DList Embed Font HR LI Map Marquee Menu Meta Mod Object OList Param Pre Quote " +
  "Source TableCaption TableCol Time Title Track UList Video"
);
for (const name in options.elementClasses) {
  if (classMakers[name] === undefined) {
    const isMedia = name === "HTMLVideoElement" || name === "HTMLAudioElement";
    classMakers[name] = once(() => {
      const Class = plainClass(name, isMedia ? HTMLMediaElement() : HTMLElement);
      if (includes(reflecting, textSlice(name, 4, -7))) part("Reflections").reflectAll(Class, name);
      return Class;
    });
    lazyGlobal(name, classMakers[name]);
  }
  for (const tag of options.elementClasses[name]) classes[tag] = classMakers[name];
}
for (
  const [name, make] of [
    ["SVGGraphicsElement", SVGGraphicsElement], ["SVGGeometryElement", SVGGeometryElement],
    ["HTMLMediaElement", HTMLMediaElement], ["HTMLUnknownElement", HTMLUnknownElement],
  ]
)
  lazyGlobal(name, make);
/// The class of an element without a row. A hyphen means a custom element; native pages have their own names.
const unknownClass = (name) =>
  (options.isNative || textIndex(name, "-") > 0 ? HTMLElement : HTMLUnknownElement());
/// The class of an existing node.
function classForNode(id, name) {
  const namespace = host.namespace(id);
  if (namespace === 1) return svgClasses[name]?.() ?? svgElement();
  if (namespace === 2) return part("Graphics").MathMLElement;
  return isForeign(id) ? ForeignElement : classFor(name);
}

