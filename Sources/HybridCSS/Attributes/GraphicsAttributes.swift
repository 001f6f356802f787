extension PresentationalAttribute {
  /// Presentation attributes of SVG: any element in an `svg` has them, and a sheet overrides them (SVG 2
  /// §6.6).
  ///
  /// `transform` and what places a shape, such as `x` or `r`, are attributes only.
  static let ofGraphics: [PresentationalAttribute] =
    properties.map { graphics($0, .property($0)) } + lengths.map { graphics($0, .userUnits($0)) }

  private static let properties = [
    "clip-rule", "color", "direction", "display", "dominant-baseline", "fill", "fill-opacity", "fill-rule",
    "flood-color", "flood-opacity", "font-family", "font-style", "font-weight", "lighting-color",
    "marker-end", "marker-mid", "marker-start", "opacity", "paint-order", "shape-rendering", "stop-color",
    "stop-opacity", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin",
    "stroke-miterlimit", "stroke-opacity", "stroke-width", "text-anchor", "text-decoration", "visibility",
  ]

  private static let lengths = ["font-size", "letter-spacing", "word-spacing"]

  /// The names of the attributes in ``ofGraphics``.
  package static let graphicsNames = Set(properties + lengths)

  private static func graphics(_ name: String, _ conversion: Conversion) -> PresentationalAttribute {
    var attribute = PresentationalAttribute(
      "svg", name, conversion, "The property \(name), also on the elements inside.")
    attribute.isOfGraphics = true
    return attribute
  }

  /// The elements of SVG 2, in lower case, except those that HTML has too.
  static let graphicsElements: Set = [
    "circle", "clippath", "defs", "desc", "ellipse", "feblend", "fecolormatrix", "fecomponenttransfer",
    "fecomposite", "feconvolvematrix", "fediffuselighting", "fedisplacementmap", "fedistantlight",
    "fedropshadow", "feflood", "fefunca", "fefuncb", "fefuncg", "fefuncr", "fegaussianblur", "feimage",
    "femerge", "femergenode", "femorphology", "feoffset", "fepointlight", "fespecularlighting", "fespotlight",
    "fetile", "feturbulence", "filter", "foreignobject", "g", "image", "line", "lineargradient", "marker",
    "mask", "metadata", "path", "pattern", "polygon", "polyline", "radialgradient", "rect", "stop", "svg",
    "switch", "symbol", "text", "textpath", "tspan", "use", "view",
  ]
}
