private let visual = StyleGroup<ComputedStyle.Visual>(shared: { $0.sharedVisual }, modify: { $1(&$0.visual) })

/// Declarations with which an element shows the counter of list items.
private let listItem = "display: list-item; list-style: inside decimal"

/// Backgrounds, transforms, effects, decorations of text, generated content. A part of ``PropertyTable``.
package class VisualProperties: GraphicsProperties {
  package let imageRendering = SparseRow(
    ImageRendering.auto, .keyword, inherited: true, .discrete, .painting, also: [], example: "pixelated")
  let backgroundColor = StoredRow(visual, \.backgroundColor, .color, .color, .painting, also: [.cssAttribute])
  let backgroundImage = StoredRow(visual, \.backgroundImage, .images, .discrete, .painting, also: [])
  let backgroundPositionX = StoredRow(
    visual, \.backgroundPositionX, .positions("horizontal positions", "left", "right"), .lengths, .painting,
    also: [])
  let backgroundPositionY = StoredRow(
    visual, \.backgroundPositionY, .positions("vertical positions", "top", "bottom"), .lengths, .painting,
    also: [])
  let backgroundSize = StoredRow(
    visual, \.backgroundSize, .backgroundSizes, .lengths, .painting, also: [.webkit])
  let backgroundRepeat = StoredRow(
    visual, \.backgroundRepeat, .backgroundRepeats, .discrete, .painting, also: [])
  let backgroundAttachment = StoredRow(
    visual, \.backgroundAttachment, .keywords(), .discrete,
    .scripts(instead: "the background scrolls with its element"), also: [])
  let backgroundOrigin = StoredRow(
    visual, \.backgroundOrigin, .keywords(["border-box", "padding-box", "content-box"]), .discrete, .painting,
    also: [.webkit])
  let backgroundClip = StoredRow(
    visual, \.backgroundClip, .keywords(), .discrete, .painting, also: [.webkit])
  let opacity = StoredRow(visual, \.opacity, .opacity, .number(0...1), .painting, also: [.webkit])
  let boxShadow = StoredRow(visual, \.boxShadow, .shadows(isBox: true), .shadows, .painting, also: [.webkit])
  let transform = StoredRow(visual, \.transform, .transform, .transform, .painting, also: [.webkit])
  let transformOrigin = StoredRow(
    visual, \.transformOrigin, .position { $0.takeTransformOrigin() }, .lengths, .painting, also: [.webkit])
  package let translate = SparseRow(
    [], .individual("one to three lengths or 'none'") { $0.takeTranslate() }, inherited: false, .transform,
    .painting, also: [], example: "10px 20px")
  package let rotate = SparseRow(
    [], .individual("an angle, also about an axis, or 'none'") { $0.takeRotate() }, inherited: false,
    .transform, .painting, also: [], example: "10deg")
  package let scale = SparseRow(
    [], .individual("one to three numbers or 'none'") { $0.takeScale() }, inherited: false, .transform,
    .painting, also: [], example: "2")
  package let offsetPath = SparseRow(
    OffsetPath.none, .offsetPath, inherited: false, .discrete, .painting, also: [],
    example: "path('M 0 0 L 100 50')", with: "offset-distance: 50%")
  package let offsetDistance = SparseRow(
    LengthPercentage.zero, .indent, inherited: false, .length, .painting, also: [], example: "20px",
    with: "offset-path: path('M 0 0 L 100 50')")
  package let offsetRotate = SparseRow(
    OffsetRotation.auto, .offsetRotation, inherited: false, .offsetRotation, .painting, also: [],
    example: "0deg", with: "offset-path: path('M 0 0 L 100 50')")
  package let offsetAnchor = SparseRow(
    OffsetPoint.auto, .offsetPoint(or: ["auto"]), inherited: false, .position, .painting, also: [],
    example: "10px 10px", with: "offset-path: path('M 0 0 L 100 50')")
  package let offsetPosition = SparseRow(
    OffsetPoint.normal, .offsetPoint(or: ["auto", "normal"]), inherited: false, .position, .painting,
    also: [], example: "10px 10px", with: "offset-path: ray(45deg)")
  package let transformBox = SparseRow(
    TransformBox.viewBox, .keyword, inherited: false, .discrete, .painting, also: [], example: "content-box",
    with: "transform: scale(2); padding-left: 10px")
  package let filter = SparseRow(
    [], .filters, inherited: false, .discrete, .painting, also: [.webkit], example: "blur(2px)")
  package let backdropFilter = SparseRow(
    [], .filters, inherited: false, .discrete, .painting, also: [.webkit], example: "blur(2px)")
  package let clipPath = SparseRow(
    ClipPath.none, .clipPath, inherited: false, .discrete, .painting, also: [.webkit],
    example: "circle(40%)")
  package let maskImage = SparseRow(
    [Image.none], .images, inherited: false, .discrete, .painting, also: [.webkit],
    example: "linear-gradient(black, transparent)")
  package let maskPosition = SparseRow(
    [PositionValue(x: .percent(0), y: .percent(0))], .positions, inherited: false, .discrete, .painting,
    also: [.webkit], example: "right bottom",
    with: "mask-image: linear-gradient(black, transparent); mask-size: 50% 50%; mask-repeat: no-repeat")
  package let maskSize = SparseRow(
    [BackgroundSize.size(nil, nil)], .backgroundSizes, inherited: false, .discrete, .painting,
    also: [.webkit], example: "50% 50%", with: "mask-image: linear-gradient(black, transparent)")
  package let maskRepeat = SparseRow(
    [BackgroundRepeat.repeat, .repeat], .backgroundRepeats, inherited: false, .discrete, .painting,
    also: [.webkit], example: "no-repeat",
    with: "mask-image: linear-gradient(black, transparent); mask-size: 50% 50%")
  package let mixBlendMode = SparseRow(
    BlendMode.normal, .keyword, inherited: false, .discrete, .painting, also: [], example: "multiply")
  package let isolation = SparseRow(
    Isolation.auto, .keyword, inherited: false, .discrete, .painting, also: [], example: "isolate")
  package let objectFit = SparseRow(
    ObjectFit.fill, .keyword, inherited: false, .discrete, .painting, also: [], example: "cover")
  package let objectPosition = SparseRow(
    PositionValue(x: .percent(50), y: .percent(50)), .objectPosition, inherited: false, .lengths, .painting,
    also: [], example: "left top", with: "object-fit: contain")
  let textDecorationLine = StoredRow(
    visual, \.textDecorationLine, .decorationLine, .discrete, .painting, also: [])
  package let textDecorationStyle = SparseRow(
    TextDecorationStyle.solid, .keyword, inherited: false, .discrete, .painting, also: [], example: "wavy",
    with: "text-decoration-line: underline")
  package let textDecorationColor = SparseRow(
    ColorValue.current, .color, inherited: false, .color, .painting, also: [], example: "red",
    with: "text-decoration-line: underline")
  package let textDecorationThickness = SparseRow(
    nil, .decorationThickness, inherited: false, .discrete, .painting, also: [], example: "3px",
    with: "text-decoration-line: underline")
  let textOverflow = StoredRow(visual, \.textOverflow, .keyword, .discrete, .layout, also: [])
  let lineClamp = StoredRow(
    visual, \.lineClamp, .integer(atLeast: 1, or: "none"), .discrete, .layout, also: [.webkit])
  package let userSelect = SparseRow(
    UserSelect.auto, .keyword, inherited: false, .discrete,
    .scripts(instead: "texts cannot be selected by touch here; fields can always be edited"),
    also: [.webkit], example: "none")
  package let resize = SparseRow(
    Resize.none, .keyword, inherited: false, .discrete, .painting, also: [], example: "both",
    with: "overflow: hidden")
  package let content = SparseRow(
    Content.normal, .content, inherited: false, .discrete, .layout, also: [], example: "url(a.png)")
  package let counterReset = SparseRow(
    [], .counters(0, allowsReversed: true), inherited: false, .discrete, .painting, also: [],
    example: "list-item 8", with: listItem)
  package let counterIncrement = SparseRow(
    [], .counters(1), inherited: false, .discrete, .painting, also: [], example: "list-item 8", with: listItem
  )
  package let counterSet = SparseRow(
    [], .counters(0), inherited: false, .discrete, .painting, also: [], example: "list-item 8", with: listItem
  )
  package let unicodeBidi = SparseRow(
    UnicodeBidi.normal, .keyword, inherited: false, .discrete, .layout, also: [], example: "bidi-override",
    with: "direction: rtl")
  package let appearance = SparseRow(
    Appearance.none, .keyword, inherited: false, .discrete, .layout, also: [.webkit], example: "textfield",
    with: "appearance: none")
}
