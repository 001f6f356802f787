/// The grid properties of a node, as a container and as an item (CSS Grid 1 §7 and §8). `GridStyle()` has the
/// initial values.
package struct GridStyle: Hashable, Sendable {
  /// `grid-template-columns`.
  package var templateColumns: [TrackListPart] = []
  /// `grid-template-rows`.
  package var templateRows: [TrackListPart] = []
  /// `grid-template-areas`: rows of names, nil for `.`.
  package var templateAreas: [[String?]] = []
  /// `grid-auto-columns`.
  package var autoColumns: [TrackSize] = [.auto]
  /// `grid-auto-rows`.
  package var autoRows: [TrackSize] = [.auto]
  /// `grid-auto-flow: column`.
  package var flowsInColumns = false
  /// `grid-auto-flow: dense`.
  package var isDense = false
  /// `grid-column-start`.
  package var columnStart = GridLine.auto
  /// `grid-column-end`.
  package var columnEnd = GridLine.auto
  /// `grid-row-start`.
  package var rowStart = GridLine.auto
  /// `grid-row-end`.
  package var rowEnd = GridLine.auto

  /// Initial values.
  package init() {}
}

/// A part of a track list (§7.2).
package enum TrackListPart: Hashable, Sendable {
  /// Names of the line at this place.
  case names([String])
  /// A track.
  case track(TrackSize)
  /// `subgrid`, as the first part (CSS Grid 2 §9).
  case subgrid
  /// `repeat()`.
  case `repeat`(TrackRepetition, [TrackListPart])
}

/// The repetition count of `repeat()` (§7.2.3).
package enum TrackRepetition: Hashable, Sendable {
  /// A fixed number of repetitions.
  case count(Int)
  /// `auto-fill`: as often as fits.
  case autoFill
  /// `auto-fit`: as often as fits, empty tracks collapse.
  case autoFit
}

/// A track sizing function (§7.2.1).
package struct TrackSize: Hashable, Sendable {
  /// The smallest size.
  package var min: TrackBreadth
  /// The largest size.
  package var max: TrackBreadth
  /// The argument of `fit-content()`.
  package var fitContent: Length?

  /// `minmax(min, max)`.
  package init(min: TrackBreadth, max: TrackBreadth, fitContent: Length? = nil) {
    self.min = min
    self.max = max
    self.fitContent = fitContent
  }

  /// `auto`.
  package static let auto = TrackSize(min: .auto, max: .auto)

  /// One breadth for both; the minimum of a flexible one is `auto`.
  package init(_ breadth: TrackBreadth) {
    if case .flex = breadth {
      self.init(min: .auto, max: breadth)
    } else {
      self.init(min: breadth, max: breadth)
    }
  }
}

/// One side of a track sizing function.
package enum TrackBreadth: Hashable, Sendable {
  /// `auto`.
  case auto
  /// `min-content`.
  case minContent
  /// `max-content`.
  case maxContent
  /// A length or percentage.
  case length(Length)
  /// A fraction of the free space, in `fr`.
  case flex(Float)
}

/// A grid line in an item's placement (§8.3).
package enum GridLine: Hashable, Sendable {
  /// `auto`.
  case auto
  /// A number, counted from the end if negative, among the lines of a name if one is given.
  case line(Int, String?)
  /// An area, or a line of that name.
  case named(String)
  /// `span`, of lines of a name if one is given.
  case span(Int, String?)

  /// Whether this is a line: neither `auto` nor a span.
  var isLine: Bool {
    switch self {
    case .auto, .span: false
    case .line, .named: true
    }
  }
}
