import HybridEncoding
package import HybridGeometry

private let text = StyleGroup<ComputedStyle.Text>(
  isInherited: true, shared: { $0.sharedText }, modify: { $1(&$0.text) })
private let box = StyleGroup<ComputedStyle.Box>(shared: { $0.sharedBox }, modify: { $1(&$0.box) })
private let flex = StyleGroup<ComputedStyle.Flex>(shared: { $0.sharedFlex }, modify: { $1(&$0.flex) })
private let grid = StyleGroup<ComputedStyle.Grid>(shared: { $0.sharedGrid }, modify: { $1(&$0.grid) })
private let border = StyleGroup<ComputedStyle.Border>(
  hasLines: true, shared: { $0.sharedBorder }, modify: { $1(&$0.border) })
private let visual = StyleGroup<ComputedStyle.Visual>(shared: { $0.sharedVisual }, modify: { $1(&$0.visual) })
private let motion = StyleGroup<ComputedStyle.Motion>(shared: { $0.sharedMotion }, modify: { $1(&$0.motion) })

/// Declarations with which an element shows the counter of list items.
private let listItem = "display: list-item; list-style: inside decimal"

/// The table of longhand properties, one row each.
///
/// The CSS name of a property is the name of its row in kebab case: `marginLeft` is `margin-left`. Everything
/// else follows from the row: parsing, the CSS-wide keywords, `all`, `getComputedStyle`, `@supports`,
/// transitions, suggestions and the tables of `css.md`.
///
/// A new property is a ``SparseRow``, which has its own place in a style and an example with which tests try
/// it. Layout and painting read it as `style[\.accentColor]`. A property that most elements set or that
/// layout reads for each box is a ``StoredRow``, whose value is a stored property of a group of
/// ``ComputedStyle``; the group has the initial value.
///
/// It is a class because a structure of so many references takes long to compile, and to read by a key path.
package final class PropertyTable: Sendable {
  /// The only value of the table.
  package static let shared = PropertyTable()

  private init() {}

  // Fonts and text
  let fontSize = StoredRow(text, \.fontSize, .fontSize, .nonNegative, .layout, also: [.cssAttribute])
  let lineHeight = StoredRow(text, \.lineHeight, .lineHeight, .lineHeight, .layout, also: [])
  let direction = StoredRow(text, \.direction, .keyword, .discrete, .layout, also: [.cssAttribute])
  let writingMode = StoredRow(text, \.writingMode, .keyword, .discrete, .layout, also: [])
  let color = StoredRow(text, \.color, .textColor, .color, .painting, also: [.cssAttribute])
  let fontFamily = StoredRow(text, \.fontFamily, .fontFamily, .discrete, .layout, also: [])
  let fontWeight = StoredRow(text, \.fontWeight, .fontWeight, .number(1...1000), .layout, also: [])
  let fontStyle = StoredRow(
    text, \.fontStyle, .keyword("a font style") { $0.takeFontStyle() }, .discrete, .layout, also: [])
  package let fontStretch = SparseRow(
    100.0, .fontStretch, inherited: true, .nonNegative, .layout, also: [.alias("font-width")],
    example: "condensed")
  package let fontVariantCaps = SparseRow(
    FontVariantCaps.normal, .keyword, inherited: true, .discrete, .layout, also: [], example: "small-caps")
  package let fontKerning = SparseRow(
    FontKerning.auto, .keyword, inherited: true, .discrete, .layout, also: [], example: "none")
  package let fontVariantLigatures = SparseRow(
    [], .fontVariant(.ligatures, "kinds of ligatures, 'normal' or 'none'"), inherited: true, .discrete,
    .layout, also: [], example: "none")
  package let fontVariantPosition = SparseRow(
    [], .fontVariant(.position, "'normal', 'sub' or 'super'"), inherited: true, .discrete, .layout, also: [],
    example: "super")
  package let fontVariantNumeric = SparseRow(
    [], .fontVariant(.numeric, "forms of digits, or 'normal'"), inherited: true, .discrete, .layout, also: [],
    example: "tabular-nums")
  package let fontVariantEastAsian = SparseRow(
    [], .fontVariant(.eastAsian, "forms of characters, or 'normal'"), inherited: true, .discrete, .layout,
    also: [], example: "jis78")
  package let fontFeatureSettings = SparseRow(
    [], .fontFeatures, inherited: true, .discrete, .layout, also: [.webkit], example: "'liga' 0")
  package let fontVariationSettings = SparseRow(
    [], .fontVariations, inherited: true, .discrete, .layout, also: [], example: "'wght' 300")
  let letterSpacing = StoredRow(text, \.letterSpacing, .spacing, .number, .layout, also: [])
  let wordSpacing = StoredRow(text, \.wordSpacing, .spacing, .number, .layout, also: [])
  let textAlign = StoredRow(text, \.textAlign, .keyword, .discrete, .layout, also: [.cssAttribute])
  package let textAlignLast = SparseRow(
    TextAlignLast.auto, .keyword, inherited: true, .discrete, .layout, also: [], example: "right")
  let textTransform = StoredRow(text, \.textTransform, .keyword, .discrete, .layout, also: [])
  let textIndent = StoredRow(text, \.textIndent, .indent, .length, .layout, also: [])
  package let textShadow = SparseRow(
    [], .shadows(isBox: false), inherited: true, .shadows, .painting, also: [], example: "1px 1px red")
  package let textUnderlineOffset = SparseRow(
    nil, .underlineOffset, inherited: true, .discrete, .painting, also: [], example: "3px",
    with: "text-decoration: underline")
  package let webkitTextFillColor = SparseRow(
    ColorValue.current, .color, inherited: true, .color, .painting, also: [], example: "red")
  package let webkitTextStrokeColor = SparseRow(
    ColorValue.current, .color, inherited: true, .color, .painting, also: [], example: "red",
    with: "-webkit-text-stroke-width: 1px")
  package let webkitTextStrokeWidth = SparseRow(
    0.0, .lineWidth, inherited: true, .nonNegative, .painting, also: [], example: "2px")
  let textWrapMode = StoredRow(
    text, \.textWrapMode, .keyword, .discrete, .layout, also: [])
  package let textWrapStyle = SparseRow(
    TextWrapStyle.auto, .keyword, inherited: true, .discrete, .layout, also: [], example: "balance",
    with: "clear: left")
  let whiteSpaceCollapse = StoredRow(text, \.whiteSpaceCollapse, .keyword, .discrete, .layout, also: [])
  let wordBreak = StoredRow(text, \.wordBreak, .keyword, .discrete, .layout, also: [])
  let overflowWrap = StoredRow(
    text, \.overflowWrap, .keyword, .discrete, .layout, also: [.alias("word-wrap")])
  package let hyphens = SparseRow(
    Hyphens.manual, .keyword, inherited: true, .discrete, .scripts, also: [], example: "auto")
  package let tabSize = SparseRow(
    8.0, .number(default: 8), inherited: true, .discrete, .layout, also: [], example: "3",
    with: "white-space: pre")
  package let quotes = SparseRow(
    Quotes.auto, .quotes, inherited: true, .discrete, .layout, also: [], example: "'a' 'b'")

  // Lists, pointers and other inherited properties
  let listStyleType = StoredRow(text, \.listStyleType, .listStyleType, .discrete, .painting, also: [])
  package let listStylePosition = SparseRow(
    ListStylePosition.outside, .keyword, inherited: true, .discrete, .layout, also: [], example: "inside",
    with: "display: list-item")
  package let listStyleImage = SparseRow(
    Image.none, .image, inherited: true, .discrete, .scripts, also: [], example: "url(a.png)")
  let visibility = StoredRow(text, \.visibility, .keyword, .visibility, .painting, also: [])
  let borderCollapse = StoredRow(text, \.borderCollapse, .keyword, .discrete, .layout, also: [])
  let borderSpacing = StoredRow(text, \.borderSpacing, .borderSpacing, .discrete, .layout, also: [])
  let captionSide = StoredRow(text, \.captionSide, .keyword, .discrete, .layout, also: [])
  let emptyCells = StoredRow(text, \.emptyCells, .keyword, .discrete, .painting, also: [])
  package let cursor = SparseRow(
    "auto", .cursor, inherited: true, .discrete, .scripts, also: [], example: "pointer")
  package let pointerEvents = SparseRow(
    PointerEvents.auto, .keyword(.keywords(PointerEvents.allCases.map(\.rawValue.asciiLowercased))),
    inherited: true, .discrete, .scripts, also: [], example: "none")
  package let caretColor = SparseRow(
    nil, .colorOrAuto, inherited: true, .discrete, .scripts, also: [], example: "red")
  package let accentColor = SparseRow(
    nil, .colorOrAuto, inherited: true, .discrete, .painting, also: [], example: "red")

  // Boxes
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

  // Flex and alignment
  let flexDirection = StoredRow(
    flex, \.direction, .keyword, .discrete, .layout, also: [.cssAttribute, .webkit])
  let flexWrap = StoredRow(flex, \.wrap, .keyword, .discrete, .layout, also: [.cssAttribute, .webkit])
  let flexGrow = StoredRow(
    flex, \.grow, .number(default: 0), .nonNegative, .layout, also: [.cssAttribute, .webkit])
  let flexShrink = StoredRow(
    flex, \.shrink, .number(default: 1), .nonNegative, .layout, also: [.cssAttribute, .webkit])
  let flexBasis = StoredRow(
    flex, \.basis, .size(or: [.auto, .content]), .length, .layout, also: [.cssAttribute, .webkit])
  let order = StoredRow(flex, \.order, .integer, .integer, .layout, also: [.webkit])
  let justifyContent = StoredRow(
    flex, \.justifyContent, .alignment(.justifyContent), .discrete, .layout, also: [.cssAttribute, .webkit])
  let alignContent = StoredRow(
    flex, \.alignContent, .alignment(.alignContent), .discrete, .layout, also: [.cssAttribute, .webkit])
  let justifyItems = StoredRow(flex, \.justifyItems, .justifyItems, .discrete, .layout, also: [])
  let alignItems = StoredRow(
    flex, \.alignItems, .alignment(.alignItems), .discrete, .layout, also: [.cssAttribute, .webkit])
  let justifySelf = StoredRow(flex, \.justifySelf, .alignment(.justifySelf), .discrete, .layout, also: [])
  let alignSelf = StoredRow(
    flex, \.alignSelf, .alignment(.alignSelf), .discrete, .layout, also: [.cssAttribute, .webkit])
  let rowGap = StoredRow(
    flex, \.rowGap, .gap, .nonNegative, .layout, also: [.alias("grid-row-gap")])
  let columnGap = StoredRow(
    flex, \.columnGap, .gap, .nonNegative, .layout, also: [.alias("grid-column-gap")])

  // Columns
  package let columnWidth = SparseRow(
    nil, .columnWidth, inherited: false, .discrete, .layout, also: [.webkit], example: "40px")
  package let columnCount = SparseRow(
    nil, .integer(atLeast: 1, or: "auto"), inherited: false, .integer, .layout, also: [.webkit], example: "3")
  package let columnRuleWidth = SparseRow(
    3.0, .lineWidth, inherited: false, .nonNegative, .painting, also: [.webkit], example: "5px",
    with: "columns: 2; column-rule-style: solid")
  package let columnRuleStyle = SparseRow(
    LineStyle.none, .borderStyle, inherited: false, .discrete, .painting, also: [.webkit], example: "solid",
    with: "columns: 2")
  package let columnRuleColor = SparseRow(
    ColorValue.current, .color, inherited: false, .color, .painting, also: [.webkit], example: "red",
    with: "columns: 2; column-rule-style: solid")
  package let columnFill = SparseRow(
    ColumnFill.balance, .keyword, inherited: false, .discrete, .layout, also: [], example: "auto",
    with: "columns: 2; height: 300px")
  package let columnSpan = SparseRow(
    ColumnSpan.none, .keyword, inherited: false, .discrete, .layout, also: [.webkit], example: "all",
    in: "columns: 2")
  package let breakBefore = SparseRow(
    BreakBetween.auto, .keyword, inherited: false, .discrete, .layout, also: [], example: "column",
    with: "display: block", in: "columns: 2")
  package let breakAfter = SparseRow(
    BreakBetween.auto, .keyword, inherited: false, .discrete, .layout, also: [], example: "column",
    in: "columns: 2")
  package let breakInside = SparseRow(
    BreakInside.auto, .keyword, inherited: false, .discrete, .layout, also: [.alias("page-break-inside")],
    example: "avoid", in: "columns: 4")
  package let orphans = SparseRow(
    2, .lineCount, inherited: true, .integer, .layout, also: [], example: "9", in: "columns: 4")
  package let widows = SparseRow(
    2, .lineCount, inherited: true, .integer, .layout, also: [], example: "9", in: "columns: 4")

  // Grid
  let gridTemplateColumns = StoredRow(grid, \.templateColumns, .trackList, .discrete, .layout, also: [])
  let gridTemplateRows = StoredRow(grid, \.templateRows, .trackList, .discrete, .layout, also: [])
  let gridTemplateAreas = StoredRow(grid, \.templateAreas, .areas, .discrete, .layout, also: [])
  let gridAutoColumns = StoredRow(grid, \.autoColumns, .trackSizes, .discrete, .layout, also: [])
  let gridAutoRows = StoredRow(grid, \.autoRows, .trackSizes, .discrete, .layout, also: [])
  let gridAutoFlow = StoredRow(grid, \.autoFlow, .autoFlow, .discrete, .layout, also: [])
  let gridRowStart = StoredRow(grid, \.rowStart, .line, .discrete, .layout, also: [])
  let gridRowEnd = StoredRow(grid, \.rowEnd, .line, .discrete, .layout, also: [])
  let gridColumnStart = StoredRow(grid, \.columnStart, .line, .discrete, .layout, also: [])
  let gridColumnEnd = StoredRow(grid, \.columnEnd, .line, .discrete, .layout, also: [])

  // Borders and outlines
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

  // Backgrounds and effects
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
    visual, \.backgroundAttachment, .keywords(), .discrete, .scripts, also: [])
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
    UserSelect.auto, .keyword, inherited: false, .discrete, .scripts, also: [.webkit], example: "none")
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
    UnicodeBidi.normal, .keyword, inherited: false, .discrete, .scripts, also: [], example: "bidi-override")
  package let appearance = SparseRow(
    Appearance.none, .keyword, inherited: false, .discrete, .layout, also: [.webkit], example: "textfield",
    with: "appearance: none")

  // Shapes of SVG
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

  // Transitions and animations
  let transitionProperty = StoredRow(
    motion, \.transitionProperty, .transitionProperties, .discrete, .transitions, also: [.webkit])
  let transitionDuration = StoredRow(
    motion, \.transitionDuration, .times(nonNegative: true), .discrete, .transitions, also: [.webkit])
  let transitionTimingFunction = StoredRow(
    motion, \.transitionTimingFunction, .timingFunctions, .discrete, .transitions, also: [.webkit])
  let transitionDelay = StoredRow(
    motion, \.transitionDelay, .times(nonNegative: false), .discrete, .transitions, also: [.webkit])
  let transitionBehavior = StoredRow(
    motion, \.transitionBehavior, .keywords(), .discrete, .transitions, also: [])
  let animationName = StoredRow(
    motion, \.animationName, .animationNames, .discrete, .animations, also: [.webkit])
  let animationDuration = StoredRow(
    motion, \.animationDuration, .animationDurations, .discrete, .animations, also: [.webkit])
  let animationTimingFunction = StoredRow(
    motion, \.animationTimingFunction, .timingFunctions, .discrete, .animations, also: [.webkit])
  let animationDelay = StoredRow(
    motion, \.animationDelay, .times(nonNegative: false), .discrete, .animations, also: [.webkit])
  let animationIterationCount = StoredRow(
    motion, \.animationIterationCount, .iterationCounts, .discrete, .animations, also: [.webkit])
  let animationDirection = StoredRow(
    motion, \.animationDirection, .keywords(), .discrete, .animations, also: [.webkit])
  let animationFillMode = StoredRow(
    motion, \.animationFillMode, .keywords(), .discrete, .animations, also: [.webkit])
  let animationPlayState = StoredRow(
    motion, \.animationPlayState, .keywords(), .discrete, .animations, also: [.webkit])
  let animationTimeline = StoredRow(
    motion, \.animationTimeline, .timelines, .discrete, .animations, also: [])
  let animationRangeStart = StoredRow(
    motion, \.animationRangeStart, .rangeEdges(isStart: true), .discrete, .animations, also: [])
  let animationRangeEnd = StoredRow(
    motion, \.animationRangeEnd, .rangeEdges(isStart: false), .discrete, .animations, also: [])
  let scrollTimelineName = StoredRow(
    motion, \.scrollTimelineName, .timelineNames(), .discrete, .animations, also: [])
  let scrollTimelineAxis = StoredRow(
    motion, \.scrollTimelineAxis, .keywords(), .discrete, .animations, also: [])
  let viewTimelineName = StoredRow(
    motion, \.viewTimelineName, .timelineNames(), .discrete, .animations, also: [])
  let viewTimelineAxis = StoredRow(
    motion, \.viewTimelineAxis, .keywords(), .discrete, .animations, also: [])
  let viewTimelineInset = StoredRow(
    motion, \.viewTimelineInset, .timelineInsets, .discrete, .animations, also: [])
  let timelineScope = StoredRow(
    motion, \.timelineScope, .timelineNames(or: "all"), .discrete, .animations, also: [])

  // Logical properties
  let inlineSize = LogicalRow(
    .axis(ifHorizontal: .width, ifVertical: .height), also: [.alias("-webkit-logical-width")])
  let blockSize = LogicalRow(
    .axis(ifHorizontal: .height, ifVertical: .width), also: [.alias("-webkit-logical-height")])
  let minInlineSize = LogicalRow(
    .axis(ifHorizontal: .minWidth, ifVertical: .minHeight), also: [.alias("-webkit-min-logical-width")])
  let minBlockSize = LogicalRow(
    .axis(ifHorizontal: .minHeight, ifVertical: .minWidth), also: [.alias("-webkit-min-logical-height")])
  let maxInlineSize = LogicalRow(
    .axis(ifHorizontal: .maxWidth, ifVertical: .maxHeight), also: [.alias("-webkit-max-logical-width")])
  let maxBlockSize = LogicalRow(
    .axis(ifHorizontal: .maxHeight, ifVertical: .maxWidth), also: [.alias("-webkit-max-logical-height")])
  let containIntrinsicInlineSize = LogicalRow(
    .axis(ifHorizontal: .containIntrinsicWidth, ifVertical: .containIntrinsicHeight), also: [])
  let containIntrinsicBlockSize = LogicalRow(
    .axis(ifHorizontal: .containIntrinsicHeight, ifVertical: .containIntrinsicWidth), also: [])
  let marginBlockStart = LogicalRow(.side(.margin, .blockStart), also: [.alias("-webkit-margin-before")])
  let marginBlockEnd = LogicalRow(.side(.margin, .blockEnd), also: [.alias("-webkit-margin-after")])
  let marginInlineStart = LogicalRow(
    .side(.margin, .inlineStart), also: [.alias("-webkit-margin-start"), .native("margin-start")])
  let marginInlineEnd = LogicalRow(
    .side(.margin, .inlineEnd), also: [.alias("-webkit-margin-end"), .native("margin-end")])
  let paddingBlockStart = LogicalRow(.side(.padding, .blockStart), also: [.alias("-webkit-padding-before")])
  let paddingBlockEnd = LogicalRow(.side(.padding, .blockEnd), also: [.alias("-webkit-padding-after")])
  let paddingInlineStart = LogicalRow(
    .side(.padding, .inlineStart), also: [.alias("-webkit-padding-start"), .native("padding-start")])
  let paddingInlineEnd = LogicalRow(
    .side(.padding, .inlineEnd), also: [.alias("-webkit-padding-end"), .native("padding-end")])
  let insetBlockStart = LogicalRow(.side(.inset, .blockStart), also: [])
  let insetBlockEnd = LogicalRow(.side(.inset, .blockEnd), also: [])
  let insetInlineStart = LogicalRow(.side(.inset, .inlineStart), also: [.native("start")])
  let insetInlineEnd = LogicalRow(.side(.inset, .inlineEnd), also: [.native("end")])
  let borderBlockStartWidth = LogicalRow(.side(.borderWidth, .blockStart), also: [])
  let borderBlockEndWidth = LogicalRow(.side(.borderWidth, .blockEnd), also: [])
  let borderInlineStartWidth = LogicalRow(.side(.borderWidth, .inlineStart), also: [])
  let borderInlineEndWidth = LogicalRow(.side(.borderWidth, .inlineEnd), also: [])
  let borderBlockStartStyle = LogicalRow(.side(.borderStyle, .blockStart), also: [])
  let borderBlockEndStyle = LogicalRow(.side(.borderStyle, .blockEnd), also: [])
  let borderInlineStartStyle = LogicalRow(.side(.borderStyle, .inlineStart), also: [])
  let borderInlineEndStyle = LogicalRow(.side(.borderStyle, .inlineEnd), also: [])
  let borderBlockStartColor = LogicalRow(.side(.borderColor, .blockStart), also: [])
  let borderBlockEndColor = LogicalRow(.side(.borderColor, .blockEnd), also: [])
  let borderInlineStartColor = LogicalRow(.side(.borderColor, .inlineStart), also: [])
  let borderInlineEndColor = LogicalRow(.side(.borderColor, .inlineEnd), also: [])
  let borderStartStartRadius = LogicalRow(.corner(.blockStart, .inlineStart), also: [])
  let borderStartEndRadius = LogicalRow(.corner(.blockStart, .inlineEnd), also: [])
  let borderEndStartRadius = LogicalRow(.corner(.blockEnd, .inlineStart), also: [])
  let borderEndEndRadius = LogicalRow(.corner(.blockEnd, .inlineEnd), also: [])
  let overflowBlock = LogicalRow(.axis(ifHorizontal: .overflowY, ifVertical: .overflowX), also: [])
  let overflowInline = LogicalRow(.axis(ifHorizontal: .overflowX, ifVertical: .overflowY), also: [])
}
