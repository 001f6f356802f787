import HybridGeometry
import HybridLayout

/// A kind of box that layout treats separately.
enum BoxKind: CaseIterable, Sendable {
  case row, column, wrappingRow, block, flowRoot, float, grid, implicitGrid, absolute, scroller, contained,
    contents
  case yoga, table, tableRow, tableCell

  /// A style that makes such a box.
  var style: LayoutStyle {
    var style = LayoutStyle()
    switch self {
    case .row: style.display = .flex
    case .column:
      style.display = .flex
      style.flexDirection = .column
    case .wrappingRow:
      style.display = .flex
      style.flexWrap = .wrap
      style.alignItems = .baseline
    case .block: break
    case .flowRoot: style.display = .flowRoot
    case .float: style.float = .left
    case .grid:
      style.display = .grid
      style.grid.templateColumns = [.track(.auto), .track(TrackSize(.flex(1)))]
      style.grid.templateRows = [.track(TrackSize(.minContent))]
    case .implicitGrid: style.display = .grid
    case .absolute: style.position = .absolute
    case .scroller: style.overflow = Size(.auto)
    case .contained: style.contain = [.layout, .size]
    case .contents: style.display = .contents
    case .yoga: style = .yoga
    case .table: style.display = .table
    case .tableRow: style.display = .tableRow
    case .tableCell: style.display = .tableCell
    }
    return style
  }
}

/// One property that takes a length.
struct LengthProperty: Sendable {
  var name: String
  var set: @Sendable (inout LayoutStyle, Length) -> Void

  private static func property(
    _ name: String, _ path: WritableKeyPath<LayoutStyle, Length> & Sendable
  ) -> LengthProperty {
    LengthProperty(name: name) { $0[keyPath: path] = $1 }
  }

  /// All of them.
  static let all: [LengthProperty] =
    [
      property("width", \.size.width), property("height", \.size.height),
      property("min-width", \.minSize.width), property("min-height", \.minSize.height),
      property("max-width", \.maxSize.width), property("max-height", \.maxSize.height),
      property("flex-basis", \.flexBasis), property("row-gap", \.gap.height),
      property("column-gap", \.gap.width),
      property("top", \.inset.top), property("right", \.inset.right), property("bottom", \.inset.bottom),
      property("left", \.inset.left), property("margin-top", \.margin.top),
      property("margin-right", \.margin.right), property("margin-bottom", \.margin.bottom),
      property("margin-left", \.margin.left), property("padding-top", \.padding.top),
      property("padding-right", \.padding.right), property("padding-bottom", \.padding.bottom),
      property("padding-left", \.padding.left),
    ] + tracks

  private static let tracks: [LengthProperty] = [
    LengthProperty(name: "grid-template-columns") {
      $0.grid.templateColumns = [.track(TrackSize(.length($1))), .track(TrackSize(.flex(1)))]
    },
    LengthProperty(name: "grid-template-rows") {
      $0.grid.templateRows = [.track(TrackSize(min: .auto, max: .length($1)))]
    },
    LengthProperty(name: "grid-template-columns: fit-content()") {
      $0.grid.templateColumns = [.track(TrackSize(min: .auto, max: .maxContent, fitContent: $1))]
    },
    LengthProperty(name: "grid-template-columns: repeat(auto-fill)") {
      $0.grid.templateColumns = [.repeat(.autoFill, [.track(TrackSize(.length($1)))])]
    },
    LengthProperty(name: "grid-auto-rows") {
      $0.grid.autoRows = [TrackSize(min: .length($1), max: .flex(1))]
    },
    LengthProperty(name: "calc() in width and height") {
      guard case .percent(let percent) = $1 else { return }
      let odd = LengthExpression.percent(Double(percent))
      $0.size.width = $0.length(.sum([.percent(50), odd]))
      $0.size.height = $0.length(.clamp(low: odd, .percent(10), high: .points(Double(percent))))
    },
  ]

  /// Lengths that no author writes.
  static let oddValues: [Length] = oddNumbers.flatMap { [Length.points($0), .percent($0)] }

  /// Numbers that no author writes.
  static let oddNumbers: [Float] = [.nan, .infinity, -50, .greatestFiniteMagnitude] + moreOddNumbers

  #if DEBUG
    /// Empty in slow builds.
    private static let moreOddNumbers: [Float] = []
  #else
    private static let moreOddNumbers: [Float] = [
      -.infinity, .leastNonzeroMagnitude, -.greatestFiniteMagnitude,
    ]
  #endif

  /// Properties that take a number, or a width that cannot be a percentage.
  static let numbers: [(name: String, set: @Sendable (inout LayoutStyle, Float) -> Void)] = [
    ("flex-grow", { $0.flexGrow = $1 }), ("flex-shrink", { $0.flexShrink = $1 }),
    ("aspect-ratio", { $0.aspectRatio = $1 }), ("border-width", { $0.border = Edges($1) }),
    (
      "scroll bars",
      {
        $0.scrollbarWidth = $1
        $0.overflow = Size(.scroll)
      }
    ),
    (
      "aspect-ratio with a height",
      {
        $0.aspectRatio = $1
        $0.size.height = .points(20)
      }
    ),
    ("fr", { $0.grid.templateColumns = [.track(TrackSize(.flex($1))), .track(TrackSize(.flex(1)))] }),
  ]
}
