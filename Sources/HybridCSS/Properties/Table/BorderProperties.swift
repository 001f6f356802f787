private let border = StyleGroup<ComputedStyle.Border>(
  hasLines: true, shared: { $0.sharedBorder }, modify: { $1(&$0.border) })

/// Borders, also of images, and outlines. A part of ``PropertyTable``.
package class BorderProperties: VisualProperties {
  let borderTopWidth = StoredRow(
    specified: \.specifiedWidths.top, used: \.widths.top, .nonNegative, .layout, also: [])
  let borderRightWidth = StoredRow(
    specified: \.specifiedWidths.right, used: \.widths.right, .nonNegative, .layout, also: [])
  let borderBottomWidth = StoredRow(
    specified: \.specifiedWidths.bottom, used: \.widths.bottom, .nonNegative, .layout, also: [])
  let borderLeftWidth = StoredRow(
    specified: \.specifiedWidths.left, used: \.widths.left, .nonNegative, .layout, also: [])
  let borderTopStyle = StoredRow(border, \.styles.top, .borderStyle, .discrete, .layout, also: [])
  let borderRightStyle = StoredRow(border, \.styles.right, .borderStyle, .discrete, .layout, also: [])
  let borderBottomStyle = StoredRow(border, \.styles.bottom, .borderStyle, .discrete, .layout, also: [])
  let borderLeftStyle = StoredRow(border, \.styles.left, .borderStyle, .discrete, .layout, also: [])
  let borderTopColor = StoredRow(border, \.colors.top, .color, .color, .painting, also: [])
  let borderRightColor = StoredRow(border, \.colors.right, .color, .color, .painting, also: [])
  let borderBottomColor = StoredRow(border, \.colors.bottom, .color, .color, .painting, also: [])
  let borderLeftColor = StoredRow(border, \.colors.left, .color, .color, .painting, also: [])
  let borderTopLeftRadius = StoredRow(border, \.radii.topLeft, .radius, .lengths, .painting, also: [.webkit])
  let borderTopRightRadius = StoredRow(
    border, \.radii.topRight, .radius, .lengths, .painting, also: [.webkit])
  let borderBottomRightRadius = StoredRow(
    border, \.radii.bottomRight, .radius, .lengths, .painting, also: [.webkit])
  let borderBottomLeftRadius = StoredRow(
    border, \.radii.bottomLeft, .radius, .lengths, .painting, also: [.webkit])
  let outlineWidth = StoredRow(
    specified: \.specifiedOutlineWidth, used: \.outlineWidth, .nonNegative, .painting, also: [])
  let outlineStyle = StoredRow(border, \.outlineStyle, .outlineStyle, .discrete, .painting, also: [])
  let outlineColor = StoredRow(border, \.outlineColor, .color, .color, .painting, also: [])
  let outlineOffset = StoredRow(border, \.outlineOffset, .points, .number, .painting, also: [])
  package let borderImageSource = SparseRow(
    Image.none, .image, inherited: false, .discrete, .painting, also: [],
    example: "linear-gradient(red, blue)", with: "border: 5px solid; border-image-slice: 1")
  package let borderImageSlice = SparseRow(
    FrameSlice.whole, .frameSlice, inherited: false, .discrete, .painting, also: [], example: "30",
    with: "border: 5px solid; border-image-source: linear-gradient(red, blue)")
  package let borderImageWidth = SparseRow(
    FrameSides.one, .frameSides(isWidth: true), inherited: false, .discrete, .painting, also: [],
    example: "2", with: "border: 5px solid; border-image-source: linear-gradient(red, blue)")
  package let borderImageOutset = SparseRow(
    FrameSides.zero, .frameSides(isWidth: false), inherited: false, .discrete, .painting, also: [],
    example: "2", with: "border: 5px solid; border-image-source: linear-gradient(red, blue)")
  package let borderImageRepeat = SparseRow(
    FrameRepeat(x: .stretch, y: .stretch), .frameRepeat, inherited: false, .discrete, .painting, also: [],
    example: "round", with: "border: 5px solid; border-image-source: linear-gradient(red, blue)")
}
