private let box = StyleGroup<ComputedStyle.Box>(shared: { $0.sharedBox }, modify: { $1(&$0.box) })

/// How boxes are displayed and positioned, their sizes, margins and padding, overflow, containment. A part of
/// ``PropertyTable``.
package class BoxProperties: FlexProperties {
  let display = StoredRow(
    box, \.display, .keyword("a display type") { $0.takeDisplay() }, .discrete, .layout, also: [.cssAttribute]
  )
  let position = StoredRow(box, \.position, .keyword, .discrete, .layout, also: [.cssAttribute])
  let float = StoredRow(box, \.float, .keyword, .discrete, .layout, also: [])
  let clear = StoredRow(box, \.clear, .keyword, .discrete, .layout, also: [])
  let boxSizing = StoredRow(box, \.boxSizing, .keyword, .discrete, .layout, also: [.webkit])
  let width = StoredRow(box, \.width, .size(or: [.auto]), .length, .layout, also: [.cssAttribute])
  let height = StoredRow(box, \.height, .size(or: [.auto]), .length, .layout, also: [.cssAttribute])
  let minWidth = StoredRow(box, \.minWidth, .size(or: [.auto]), .length, .layout, also: [.cssAttribute])
  let minHeight = StoredRow(box, \.minHeight, .size(or: [.auto]), .length, .layout, also: [.cssAttribute])
  let maxWidth = StoredRow(box, \.maxWidth, .size(or: [.none]), .length, .layout, also: [.cssAttribute])
  let maxHeight = StoredRow(box, \.maxHeight, .size(or: [.none]), .length, .layout, also: [.cssAttribute])
  let aspectRatio = StoredRow(
    box, \.aspectRatio, .aspectRatio, .discrete, .layout, also: [.cssAttribute, .native("aspectratio")])
  let marginTop = StoredRow(box, \.margin.top, .lengthOrAuto, .length, .layout, also: [])
  let marginRight = StoredRow(box, \.margin.right, .lengthOrAuto, .length, .layout, also: [])
  let marginBottom = StoredRow(box, \.margin.bottom, .lengthOrAuto, .length, .layout, also: [])
  let marginLeft = StoredRow(box, \.margin.left, .lengthOrAuto, .length, .layout, also: [])
  let paddingTop = StoredRow(box, \.padding.top, .nonNegative(or: []), .nonNegative, .layout, also: [])
  let paddingRight = StoredRow(box, \.padding.right, .nonNegative(or: []), .nonNegative, .layout, also: [])
  let paddingBottom = StoredRow(box, \.padding.bottom, .nonNegative(or: []), .nonNegative, .layout, also: [])
  let paddingLeft = StoredRow(box, \.padding.left, .nonNegative(or: []), .nonNegative, .layout, also: [])
  let top = StoredRow(box, \.inset.top, .lengthOrAuto, .length, .layout, also: [.cssAttribute])
  let right = StoredRow(box, \.inset.right, .lengthOrAuto, .length, .layout, also: [.cssAttribute])
  let bottom = StoredRow(box, \.inset.bottom, .lengthOrAuto, .length, .layout, also: [.cssAttribute])
  let left = StoredRow(box, \.inset.left, .lengthOrAuto, .length, .layout, also: [.cssAttribute])
  let overflowX = StoredRow(box, \.overflowX, .overflow, .discrete, .layout, also: [])
  let overflowY = StoredRow(box, \.overflowY, .overflow, .discrete, .layout, also: [])
  package let containerType = SparseRow(
    ContainerType.normal, .keyword, inherited: false, .discrete, .layout, also: [], example: "inline-size",
    with: "width: fit-content")
  package let containerName = SparseRow(
    [], .containerNames, inherited: false, .discrete, .containers, also: [], example: "card list")
  package let zoom = SparseRow(
    1.0, .zoom, inherited: false, .nonNegative, .layout, also: [], example: "2")
  package let contain = SparseRow(
    [], .contain, inherited: false, .discrete, .layout, also: [], example: "size")
  package let containIntrinsicWidth = SparseRow(
    IntrinsicExtent.none, .intrinsicExtent, inherited: false, .discrete, .layout, also: [], example: "70px",
    with: "contain: size; width: fit-content")
  package let containIntrinsicHeight = SparseRow(
    IntrinsicExtent.none, .intrinsicExtent, inherited: false, .discrete, .layout, also: [], example: "70px",
    with: "contain: size")
  package let contentVisibility = SparseRow(
    ContentVisibility.visible, .keyword, inherited: false, .discrete, .layout, also: [], example: "hidden")
  let zIndex = StoredRow(
    box, \.zIndex, .integer(atLeast: .min, or: "auto"), .integer, .painting, also: [.cssAttribute])
  let tableLayout = StoredRow(box, \.tableLayout, .keyword, .discrete, .layout, also: [])
  let verticalAlign = StoredRow(box, \.verticalAlign, .verticalAlign, .discrete, .layout, also: [])
}
