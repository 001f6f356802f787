import HybridEncoding
package import HybridGeometry

/// The keywords of a property, or of a part of one. The raw value is the keyword.
package protocol KeywordValue: RawRepresentable<String>, CaseIterable, Hashable, Sendable
where AllCases == [Self] {}

extension String {
  /// Whether an identifier can be a name that authors choose: it is no CSS-wide keyword, and not `default`.
  /// CSS Values 4 §4.2.
  var isCustomIdent: Bool {
    let name = asciiLowercased
    return WideKeyword(rawValue: name) == nil && name != "default"
  }
}

/// The CSS-wide keywords. CSS Cascade 5 §7.3, *Explicit Defaulting*.
package enum WideKeyword: String, KeywordValue {
  case initial, inherit, unset, revert
  case revertLayer = "revert-layer"
}

/// `display`. CSS Display 3 §2; the pairs of two-value syntax are their short forms.
package enum Display: String, KeywordValue {
  case none, contents, block, inline, flex, grid, table
  case inlineBlock = "inline-block"
  case inlineFlex = "inline-flex"
  case inlineGrid = "inline-grid"
  case inlineTable = "inline-table"
  case flowRoot = "flow-root"
  case listItem = "list-item"
  case tableRow = "table-row"
  case tableCell = "table-cell"
  case tableCaption = "table-caption"
  case tableColumn = "table-column"
  case tableColumnGroup = "table-column-group"
  case tableRowGroup = "table-row-group"
  case tableHeaderGroup = "table-header-group"
  case tableFooterGroup = "table-footer-group"
  /// The legacy box layout, still needed for `-webkit-line-clamp`; computed to one of the others.
  case webkitBox = "-webkit-box"
  case webkitInlineBox = "-webkit-inline-box"
}

/// `column-fill`. CSS Multi-column 1 §7.1.
package enum ColumnFill: String, KeywordValue {
  case balance, auto
  case balanceAll = "balance-all"
}

/// `column-span`. CSS Multi-column 1 §6.1.
package enum ColumnSpan: String, KeywordValue { case none, all }

/// `break-before` and `break-after`. CSS Fragmentation 3 §3.1; pages of paper have no effect.
package enum BreakBetween: String, KeywordValue {
  case auto, avoid, column, page, left, right, recto, verso
  case avoidColumn = "avoid-column"
  case avoidPage = "avoid-page"
}

/// `break-inside`. CSS Fragmentation 3 §3.2.
package enum BreakInside: String, KeywordValue {
  case auto, avoid
  case avoidColumn = "avoid-column"
  case avoidPage = "avoid-page"
}

/// `position`. CSS Position 3 §2.
package enum Position: String, KeywordValue { case `static`, relative, absolute, fixed, sticky }

/// `float`. CSS 2 §9.5.1, and its flow-relative values.
package enum FloatSide: String, KeywordValue {
  case none, left, right
  case inlineStart = "inline-start"
  case inlineEnd = "inline-end"
}

/// `clear`. CSS 2 §9.5.2, and its flow-relative values.
package enum Clear: String, KeywordValue {
  case none, left, right, both
  case inlineStart = "inline-start"
  case inlineEnd = "inline-end"
}

/// `box-sizing`. CSS Sizing 3 §3.3.
package enum BoxSizing: String, KeywordValue {
  case contentBox = "content-box"
  case borderBox = "border-box"
}

/// `overflow-x` and `overflow-y`. CSS Overflow 3 §3.1.
package enum Overflow: String, KeywordValue { case visible, hidden, clip, scroll, auto }

/// `container-type`. CSS Conditional 5 §5.1.
package enum ContainerType: String, KeywordValue {
  case normal, size
  case inlineSize = "inline-size"
}

/// `content-visibility`. CSS Containment 2 §4.
package enum ContentVisibility: String, KeywordValue { case visible, hidden, auto }

/// `visibility`. CSS Display 3 §4.
package enum Visibility: String, KeywordValue { case visible, hidden, collapse }

/// `vertical-align` without a length. CSS Inline 3 §4.
package enum VerticalAlignKeyword: String, KeywordValue {
  case baseline, sub, `super`, top, middle, bottom
  case textTop = "text-top"
  case textBottom = "text-bottom"
}

/// `border-collapse`. CSS 2 §17.6.
package enum BorderCollapse: String, KeywordValue { case separate, collapse }

/// `caption-side`. CSS 2 §17.4.1.
package enum CaptionSide: String, KeywordValue { case top, bottom }

/// `empty-cells`. CSS 2 §17.6.1.1.
package enum EmptyCells: String, KeywordValue { case show, hide }

/// `table-layout`. CSS 2 §17.5.2.
package enum TableLayout: String, KeywordValue { case auto, fixed }

/// `flex-direction`. CSS Flexbox 1 §5.1.
package enum FlexDirection: String, KeywordValue {
  case row, column
  case rowReverse = "row-reverse"
  case columnReverse = "column-reverse"
}

/// `flex-wrap`. CSS Flexbox 1 §5.2.
package enum FlexWrap: String, KeywordValue {
  case nowrap, wrap
  case wrapReverse = "wrap-reverse"
}

/// `grid-auto-flow`. CSS Grid 2 §7.7.
package enum GridAutoFlow: String, KeywordValue {
  case row, column
  case rowDense = "row dense"
  case columnDense = "column dense"
}

extension LineStyle: KeywordValue {}

/// `direction`. CSS Writing Modes 4 §2.1.
package enum Direction: String, KeywordValue { case ltr, rtl }

/// `writing-mode`. CSS Writing Modes 4 §3.2.
package enum WritingMode: String, KeywordValue {
  case horizontalTB = "horizontal-tb"
  case verticalRL = "vertical-rl"
  case verticalLR = "vertical-lr"
  case sidewaysRL = "sideways-rl"
  case sidewaysLR = "sideways-lr"
}

/// `unicode-bidi`. CSS Writing Modes 4 §2.2.
package enum UnicodeBidi: String, KeywordValue {
  case normal, embed, isolate, plaintext
  case bidiOverride = "bidi-override"
  case isolateOverride = "isolate-override"
}

/// `font-style`; an oblique angle is not kept. CSS Fonts 4 §2.4.
package enum FontStyle: String, KeywordValue { case normal, italic, oblique }

/// `font-variant-caps`. CSS Fonts 4 §6.6.
package enum FontVariantCaps: String, KeywordValue {
  case normal, unicase
  case smallCaps = "small-caps"
  case allSmallCaps = "all-small-caps"
  case petiteCaps = "petite-caps"
  case allPetiteCaps = "all-petite-caps"
  case titlingCaps = "titling-caps"
}

/// `text-align`. CSS Text 3 §6.1.
package enum TextAlign: String, KeywordValue {
  case start, end, left, right, center, justify
  case matchParent = "match-parent"
  case webkitLeft = "-webkit-left"
  case webkitCenter = "-webkit-center"
  case webkitRight = "-webkit-right"
}

/// `text-align-last`. CSS Text 3 §6.3.
package enum TextAlignLast: String, KeywordValue { case auto, start, end, left, right, center, justify }

/// `text-transform`. CSS Text 3 §2.1.
package enum TextTransform: String, KeywordValue {
  case none, capitalize, uppercase, lowercase
  case fullWidth = "full-width"
}

/// `text-wrap-mode`. CSS Text 4 §6.1.
package enum TextWrapMode: String, KeywordValue { case wrap, nowrap }

/// `text-wrap-style`. CSS Text 4 §6.2.
package enum TextWrapStyle: String, KeywordValue { case auto, balance, stable, pretty }

/// `white-space-collapse`. CSS Text 4 §4.1.
package enum WhiteSpaceCollapse: String, KeywordValue {
  case collapse, preserve
  case preserveBreaks = "preserve-breaks"
  case breakSpaces = "break-spaces"
}

/// `word-break`. CSS Text 3 §5.2.
package enum WordBreak: String, KeywordValue {
  case normal
  case breakAll = "break-all"
  case keepAll = "keep-all"
  case breakWord = "break-word"
  case autoPhrase = "auto-phrase"
}

/// `overflow-wrap`. CSS Text 3 §5.4.
package enum OverflowWrap: String, KeywordValue {
  case normal, anywhere
  case breakWord = "break-word"
}

/// `hyphens`. CSS Text 3 §5.3.
package enum Hyphens: String, KeywordValue { case none, manual, auto }

/// `list-style-position`. CSS Lists 3 §3.5.
package enum ListStylePosition: String, KeywordValue { case inside, outside }

/// `pointer-events`. CSS UI 4 §5.4; the values for SVG count as `auto`.
package enum PointerEvents: String, KeywordValue {
  case auto, none, visible, painted, fill, stroke, all
  case visiblePainted, visibleFill, visibleStroke
  case boundingBox = "bounding-box"
}

/// `user-select`. CSS UI 4 §6.1.
package enum UserSelect: String, KeywordValue { case auto, text, none, contain, all }

/// `appearance`. CSS UI 4 §7.2.
package enum Appearance: String, KeywordValue {
  case none, auto, textfield, searchfield, textarea, checkbox, radio, menulist, listbox, meter, button
  case menulistButton = "menulist-button"
  case progressBar = "progress-bar"
  case baseSelect = "base-select"
}

/// `resize`. CSS UI 4 §5.1.
package enum Resize: String, KeywordValue { case none, both, horizontal, vertical, block, inline }

/// `object-fit`. CSS Images 3 §5.1.
package enum ObjectFit: String, KeywordValue {
  case fill, contain, cover, none
  case scaleDown = "scale-down"
}

/// `image-rendering`. CSS Images 3, *Determining How To Scale an Image*.
package enum ImageRendering: String, KeywordValue {
  case auto, smooth, pixelated
  case highQuality = "high-quality"
  case crispEdges = "crisp-edges"
}

/// `text-overflow` without a string. CSS Overflow 3 §5.1.
package enum TextOverflow: String, KeywordValue { case clip, ellipsis }

/// `text-decoration-style`. CSS Text Decoration 3 §2.3.
package enum TextDecorationStyle: String, KeywordValue { case solid, double, dotted, dashed, wavy }

/// The lines of `text-decoration-line`. CSS Text Decoration 3 §2.1.
package struct TextDecorationLine: OptionSet, Hashable, Sendable {
  /// One bit for each line.
  package let rawValue: UInt8
  /// The lines with those bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Below the text.
  package static let underline = Self(rawValue: 1)
  /// Above the text.
  package static let overline = Self(rawValue: 2)
  /// Through the text.
  package static let lineThrough = Self(rawValue: 4)
}

/// `mix-blend-mode`. Compositing and Blending 1 §3.4.1.
package enum BlendMode: String, KeywordValue {
  case normal, multiply, screen, overlay, darken, lighten, difference, exclusion, hue, saturation, color,
    luminosity
  case colorDodge = "color-dodge"
  case colorBurn = "color-burn"
  case hardLight = "hard-light"
  case softLight = "soft-light"
  case plusLighter = "plus-lighter"
}

/// `isolation`. Compositing and Blending 1 §3.4.2.
package enum Isolation: String, KeywordValue { case auto, isolate }

/// `transform-box`. CSS Transforms 1 §7; of a CSS box, `fill-box` is the content box and the two others are
/// the border box.
package enum TransformBox: String, KeywordValue {
  case contentBox = "content-box"
  case borderBox = "border-box"
  case fillBox = "fill-box"
  case strokeBox = "stroke-box"
  case viewBox = "view-box"
}

/// `border-image-repeat` along one axis. CSS Backgrounds 3 §5.5.
package enum FrameRepetition: String, KeywordValue { case stretch, `repeat`, round, space }

/// `background-repeat` along one axis. CSS Backgrounds 3 §2.4.
package enum BackgroundRepeat: String, KeywordValue {
  case `repeat`, space, round
  case noRepeat = "no-repeat"
}

/// `background-attachment`. CSS Backgrounds 3 §2.5.
package enum BackgroundAttachment: String, KeywordValue { case scroll, fixed, local }

/// `background-origin` and `background-clip`. CSS Backgrounds 4 §2.
package enum BackgroundBox: String, KeywordValue {
  case borderBox = "border-box"
  case paddingBox = "padding-box"
  case contentBox = "content-box"
  case text
}

/// `animation-direction`. CSS Animations 1 §3.6.
package enum AnimationDirection: String, KeywordValue {
  case normal, reverse, alternate
  case alternateReverse = "alternate-reverse"
}

/// `animation-fill-mode`. CSS Animations 1 §3.8.
package enum AnimationFillMode: String, KeywordValue { case none, forwards, backwards, both }

/// `transition-behavior`. CSS Transitions 2 §2.
package enum TransitionBehavior: String, KeywordValue {
  case normal
  case allowDiscrete = "allow-discrete"
}

/// `animation-play-state`. CSS Animations 1 §3.7.
package enum AnimationPlayState: String, KeywordValue { case running, paused }

/// The positions of CSS Box Alignment 3 §4, and the properties' own `auto`, `normal` and `legacy`.
package enum AlignmentKeyword: String, KeywordValue {
  case auto, normal, stretch, baseline, center, start, end, left, right, legacy
  case lastBaseline = "last baseline"
  case selfStart = "self-start"
  case selfEnd = "self-end"
  case flexStart = "flex-start"
  case flexEnd = "flex-end"
  case spaceBetween = "space-between"
  case spaceAround = "space-around"
  case spaceEvenly = "space-evenly"
}

/// `fill-rule` and `clip-rule`. SVG 2 §13.4.2.
package enum FillRule: String, KeywordValue { case nonzero, evenodd }

/// `stroke-linecap`. SVG 2 §13.5.4.
package enum LineCap: String, KeywordValue { case butt, round, square }

/// `stroke-linejoin`. SVG 2 §13.5.5.
package enum LineJoin: String, KeywordValue {
  case miter, round, bevel, arcs
  case miterClip = "miter-clip"
}

/// `text-anchor`. SVG 2 §11.10.2.
package enum TextAnchor: String, KeywordValue { case start, middle, end }

/// `dominant-baseline`. CSS Inline 3 §4.1.
package enum DominantBaseline: String, KeywordValue {
  case auto, ideographic, alphabetic, central, middle, hanging, mathematical
  case textBottom = "text-bottom"
  case textTop = "text-top"
  case textBeforeEdge = "text-before-edge"
  case textAfterEdge = "text-after-edge"
}

/// The paints that `paint-order` orders. SVG 2 §13.8.
package enum PaintLayer: String, KeywordValue { case fill, stroke, markers }

/// `shape-rendering`. SVG 2 §13.10.2.
package enum ShapeRendering: String, KeywordValue {
  case auto, optimizeSpeed, crispEdges, geometricPrecision
}
