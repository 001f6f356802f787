import HybridEncoding
import HybridGeometry

/// Shapes and texts of SVG. A part of ``PropertyTable``.
package class GraphicsProperties: MotionProperties {
  package let fill = SparseRow(
    GraphicsPaint.color(.rgba(.black)), .graphicsPaint, inherited: true, .paint, .painting, also: [],
    example: "red")
  package let fillOpacity = SparseRow(
    1.0, .opacity, inherited: true, .number(0...1), .painting, also: [], example: "0.5")
  package let fillRule = SparseRow(
    FillRule.nonzero, .keyword, inherited: true, .discrete, .painting, also: [], example: "evenodd")
  package let stroke = SparseRow(
    GraphicsPaint.none, .graphicsPaint, inherited: true, .paint, .painting, also: [], example: "red")
  package let strokeOpacity = SparseRow(
    1.0, .opacity, inherited: true, .number(0...1), .painting, also: [], example: "0.5")
  package let strokeWidth = SparseRow(
    LengthPercentage.points(1), .graphicsLength(nonNegative: true), inherited: true, .nonNegative, .painting,
    also: [], example: "3")
  package let strokeLinecap = SparseRow(
    LineCap.butt, .keyword, inherited: true, .discrete, .painting, also: [], example: "round")
  package let strokeLinejoin = SparseRow(
    LineJoin.miter, .keyword, inherited: true, .discrete, .painting, also: [], example: "bevel")
  package let strokeMiterlimit = SparseRow(
    4.0, .number(default: 4), inherited: true, .nonNegative, .painting, also: [], example: "2")
  package let strokeDasharray = SparseRow(
    [], .dashes, inherited: true, .lengths, .painting, also: [], example: "4 2")
  package let strokeDashoffset = SparseRow(
    LengthPercentage.zero, .graphicsLength(nonNegative: false), inherited: true, .length, .painting, also: [],
    example: "3px")
  package let clipRule = SparseRow(
    FillRule.nonzero, .keyword, inherited: true, .discrete, .painting, also: [], example: "evenodd")
  package let paintOrder = SparseRow(
    [], .paintOrder, inherited: true, .discrete, .painting, also: [], example: "stroke")
  package let shapeRendering = SparseRow(
    ShapeRendering.auto,
    .keyword(.keywords(ShapeRendering.allCases.map(\.rawValue.asciiLowercased))), inherited: true, .discrete,
    .painting, also: [], example: "crispedges")
  package let markerStart = SparseRow(
    nil, .graphicsReference, inherited: true, .discrete, .painting, also: [], example: "url(#a)")
  package let markerMid = SparseRow(
    nil, .graphicsReference, inherited: true, .discrete, .painting, also: [], example: "url(#a)")
  package let markerEnd = SparseRow(
    nil, .graphicsReference, inherited: true, .discrete, .painting, also: [], example: "url(#a)")
  package let textAnchor = SparseRow(
    TextAnchor.start, .keyword, inherited: true, .discrete, .painting, also: [], example: "middle")
  package let dominantBaseline = SparseRow(
    DominantBaseline.auto, .keyword, inherited: true, .discrete, .painting, also: [], example: "middle")
  package let stopColor = SparseRow(
    ColorValue.rgba(.black), .color, inherited: false, .color, .painting, also: [], example: "red")
  package let stopOpacity = SparseRow(
    1.0, .opacity, inherited: false, .number(0...1), .painting, also: [], example: "0.5")
  package let floodColor = SparseRow(
    ColorValue.rgba(.black), .color, inherited: false, .color, .painting, also: [], example: "red")
  package let floodOpacity = SparseRow(
    1.0, .opacity, inherited: false, .number(0...1), .painting, also: [], example: "0.5")
  package let lightingColor = SparseRow(
    ColorValue.rgba(.white), .color, inherited: false, .color, .painting, also: [], example: "red")
}
