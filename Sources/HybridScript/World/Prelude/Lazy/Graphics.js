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
  getBBox() {
    host.lose("'getBBox' of SVG elements", "shapes in a drawing have no boxes");
    return new DOMRect();
  }
  blur() { if (host.focused() === idOf(this)) host.focus(-1); }
  get [Symbol.toStringTag]() { return "SVGElement"; }
}
installHandlers(SVGElement.prototype, elementHandlers);
class MathMLElement extends Element {
  constructor(key, id, name) { super(key, id, name); }
  get tagName() { return nameOf(this); }
  get nodeName() { return nameOf(this); }
  get namespaceURI() { return MATHML_NAMESPACE; }
  get [Symbol.toStringTag]() { return "MathMLElement"; }
}
installHandlers(MathMLElement.prototype, elementHandlers);

({ SVGElement, MathMLElement });
