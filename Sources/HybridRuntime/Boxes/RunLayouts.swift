import HybridDrawing
import HybridGeometry
import HybridLayout
import HybridViewTree
import Synchronization

/// The layouts of one text by width, so that measuring, scrolling and painting share line breaking.
///
/// A class because the measure function of a leaf and the run share the cache. Safe to use from any thread.
final class RunLayouts: Sendable {
  /// The text, reduced to what affects measuring.
  let text: RichText
  private let known = Mutex<[Entry]>([])

  /// The cache size: a parent usually requests two or three widths.
  private static let limit = 4

  private struct Key: Hashable {
    var width: Double?
    var floats: LineFloats
  }

  private struct Entry {
    var key: Key
    var layout: TextLayout
    var extent: Extent
  }

  /// The size and the baselines of a layout, for measuring: they are read for every leaf of a page after each
  /// change, so they are copied without the lines.
  private struct Extent {
    var size: Size<Double>
    var firstBaseline: Double?
    var lastBaseline: Double?

    init(_ layout: TextLayout) {
      (size, firstBaseline, lastBaseline) = (layout.size, layout.firstBaseline, layout.lastBaseline)
    }
  }

  /// Whether something out of the flow is anchored in the text.
  private let hasAnchors: Bool
  /// Whether the widths of boxes in the text depend on its room.
  private let hasIntrinsicWidths: Bool

  init(_ text: RichText) {
    self.text = text
    hasAnchors = text.isAnchoring
    hasIntrinsicWidths = text.runs.contains {
      if case .object(let object) = $0 { object.intrinsicWidths != nil } else { false }
    }
  }

  /// The lines at a width; nil leaves every paragraph on one line.
  func layout(width: Double?, floats: LineFloats = LineFloats()) -> TextLayout {
    if !floats.columns.isEmpty {
      return layout(width: floats.columnWidth, floats: floats.outsideColumns).moved(to: floats.columns)
    }
    let key = Key(width: width, floats: floats)
    if let layout = find(key, \.layout) { return layout }
    return add(key).layout
  }

  private func extent(width: Double?, floats: LineFloats) -> Extent {
    if !floats.columns.isEmpty { return Extent(layout(width: width, floats: floats)) }
    let key = Key(width: width, floats: floats)
    return find(key, \.extent) ?? add(key).extent
  }

  /// A member of a known layout, read in place.
  @inline(__always) private func find<Value: Sendable>(_ key: Key, _ member: (Entry) -> Value) -> Value? {
    known.withLock { known in
      for index in known.indices where known[index].key == key { return member(known[index]) }
      return nil
    }
  }

  private func add(_ key: Key) -> Entry {
    let layout = TextMetrics.layout(text, width: key.width, floats: key.floats)
    let entry = Entry(key: key, layout: layout, extent: Extent(layout))
    known.withLock {
      if $0.count >= Self.limit { $0.removeFirst() }
      $0.append(entry)
    }
    return entry
  }

  /// Measures the text as a leaf: content width and height, and the baselines of the first and last line.
  var measure: MeasureFunction {
    { [self] input in
      let width: Double? =
        switch (input.known.width, input.available.width) {
        case (let known?, _): known
        // The percentages of edges count for nothing in the width that the content asks for.
        case (nil, .definite(let width)):
          text.edgeRatios.isEmpty ? width : min(width, TextMetrics.maxContentWidth(text))
        case (nil, .minContent): TextMetrics.minContentWidth(text.withIntrinsicWidths(\.min))
        case (nil, .maxContent):
          hasIntrinsicWidths || !text.edgeRatios.isEmpty
            ? TextMetrics.maxContentWidth(text.withIntrinsicWidths(\.max)) : nil
        }
      let lines = extent(width: width, floats: input.floats)
      var isIntrinsic = hasIntrinsicWidths
      if case .definite = input.available.width { isIntrinsic = false }
      if !text.edgeRatios.isEmpty { isIntrinsic = true }
      var output = MeasureOutput(
        size: Size(
          width: input.known.width ?? (isIntrinsic ? width : nil) ?? lines.size.width,
          height: input.known.height ?? lines.size.height),
        firstBaseline: lines.firstBaseline, lastBaseline: lines.lastBaseline)
      if input.asksLines {
        output.lines = layout(width: width, floats: input.floats).lines.map {
          LineExtent(top: $0.y, bottom: $0.y + $0.height)
        }
      }
      if hasAnchors {
        let lines = layout(width: width, floats: input.floats)
        output.floats = lines.floats
        output.anchors = anchors(in: lines, width: width ?? lines.size.width)
        output.containers = containers(in: lines)
      }
      return output
    }
  }

  /// The inline containing blocks of the boxes out of the flow in the text, in order.
  private func containers(in layout: TextLayout) -> [Rect?] {
    text.runs.compactMap { run -> Rect?? in
      guard case .anchor(let anchor) = run, [.inline, .block].contains(anchor.kind) else { return nil }
      return .some(anchor.container?.area(in: layout))
    }
  }

  /// The static positions of the boxes out of the flow in the text, in order (CSS Positioned Layout 3 §4.1).
  private func anchors(in layout: TextLayout, width: Double) -> [Point] {
    var places: [Int: Point] = [:]
    for line in layout.lines {
      var hasContent = false
      for fragment in line.fragments.sorted(by: { $0.order < $1.order }) {
        guard case .anchor(let anchor) = text.runs[fragment.run] else {
          hasContent = true
          continue
        }
        switch anchor.kind {
        case .inline: places[fragment.run] = Point(x: fragment.x, y: line.y)
        case .block:
          // It would begin a line of its own.
          let y = hasContent ? line.y + line.height : line.y
          places[fragment.run] = Point(x: text.direction == .rightToLeft ? width : 0, y: y)
        case .box, .float: break
        }
      }
    }
    let end = Point(x: 0, y: layout.size.height)
    return text.runs.indices.compactMap { index in
      guard case .anchor(let anchor) = text.runs[index], [.inline, .block].contains(anchor.kind) else {
        return nil
      }
      return places[index] ?? end
    }
  }
}

/// The lines of one run for clients, cached from one view tree to the next.
///
/// A class because building a view tree only reads the boxes. Safe to use from any thread.
final class ShownLines: Sendable {
  private let known = Mutex<CachedLines?>(nil)

  private struct CachedLines {
    var place: Rect
    var lines: [ViewLine]
  }

  /// The lines at a place, made again if the place changed.
  func lines(at place: Rect, making make: () -> [ViewLine]) -> [ViewLine] {
    if let known = known.withLock({ $0 }), known.place == place { return known.lines }
    let lines = make()
    known.withLock { $0 = CachedLines(place: place, lines: lines) }
    return lines
  }
}

extension TextLayout {
  /// The lines in their columns (CSS Multi-column 1 §2).
  fileprivate func moved(to columns: [LineColumn]) -> TextLayout {
    var result = self
    var column = 0
    result.size = Size(width: 0, height: 0)
    for index in lines.indices {
      while column + 1 < columns.count, columns[column + 1].line <= index { column += 1 }
      let offset = columns[column].offset
      result.lines[index].x += offset.x
      result.lines[index].y += offset.y
      result.lines[index].baseline += offset.y
      for fragment in lines[index].fragments.indices {
        result.lines[index].fragments[fragment].x += offset.x
      }
      result.size.width = max(result.size.width, result.lines[index].x + lines[index].width)
      result.size.height = max(result.size.height, result.lines[index].y + lines[index].height)
    }
    return result
  }
}

extension RichText {
  /// The text with boxes as wide as they are in intrinsic widths.
  fileprivate func withIntrinsicWidths(
    _ width: KeyPath<InlineObject.IntrinsicWidths, Double>
  ) -> RichText {
    var result = self
    for (index, run) in runs.enumerated() {
      guard case .object(var object) = run, let widths = object.intrinsicWidths else { continue }
      object.size.width = widths[keyPath: width]
      result.runs[index] = .object(object)
    }
    return result
  }

  /// Whether a float or a box out of the flow is anchored in it.
  var isAnchoring: Bool {
    runs.contains { if case .anchor(let anchor) = $0 { anchor.kind != .box } else { false } }
  }

  /// The text without paint-only properties: equal values have equal line breaks.
  var measured: RichText {
    mapStyles { $0.measured }
  }
}

extension TextStyle {
  fileprivate var measured: TextStyle {
    var result = self
    (result.color, result.background, result.link) = (.black, .transparent, nil)
    (result.isUnderlined, result.isStruckThrough) = (false, false)
    (result.shadows, result.rules) = ([], [])
    return result
  }
}
