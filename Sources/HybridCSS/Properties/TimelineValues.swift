import HybridEncoding

/// `animation-timeline`. CSS Animations 2 §4.1.
package enum AnimationTimeline: Hashable, Sendable {
  /// The clock of the page.
  case auto
  case none
  /// A timeline that an element names, with `--`.
  case named(String)
  /// The scroll position of a scroller. Scroll-driven Animations 1 §2.2.
  case scroll(TimelineScroller, TimelineAxis)
  /// How far the element has come through the nearest scroller. Scroll-driven Animations 1 §3.3.
  case view(TimelineAxis, TimelineInset)
}

/// Which scroller counts.
package enum TimelineScroller: String, KeywordValue {
  case nearest, root
  case own = "self"
}

/// The axis of a timeline.
package enum TimelineAxis: String, KeywordValue { case block, inline, x, y }

/// `view-timeline-inset`. Scroll-driven Animations 1 §3.4.2; nil is `auto`.
package struct TimelineInset: Hashable, Sendable {
  package var start: LengthPercentage?
  package var end: LengthPercentage?

  static let auto = TimelineInset()
}

/// `animation-range-start` and `animation-range-end`. Scroll-driven Animations 1 §4.3.
package struct TimelineRangeEdge: Hashable, Sendable {
  /// The parts of a view timeline. §3.1.
  package enum Name: String, KeywordValue {
    case cover, contain, entry, exit
    case entryCrossing = "entry-crossing"
    case exitCrossing = "exit-crossing"
  }

  /// Nil for the whole timeline.
  package var name: Name?
  /// Nil for `normal`, and where the range itself ends.
  package var offset: LengthPercentage?

  /// The end of the whole timeline.
  package static let normal = TimelineRangeEdge()
}

// MARK: Types

extension ValueType<[AnimationTimeline]> {
  static var timelines: Self {
    Self(
      .special("'auto', 'none', 'scroll()', 'view()' or names with '--'", ["auto", "none"]) { reader in
        reader.takeWritten { reader, context in reader.takeCommaList { $0.takeTimeline(context) } }
      },
      { value, context in
        value.read(context) { reader, context in reader.takeCommaList { $0.takeTimeline(context) } } ?? [
          .auto
        ]
      }, { value, _ in list(value, \.cssText) })
  }
}

extension ValueType<[TimelineRangeEdge]> {
  static func rangeEdges(isStart: Bool) -> Self {
    Self(
      .special("a part of a timeline, a length or percentage, or both", ["normal"], hasLengths: true) {
        reader in
        reader.takeWritten { reader, context in reader.takeCommaList { $0.takeRangeEdge(context) } }
      },
      { value, context in
        value.read(context) { reader, context in reader.takeCommaList { $0.takeRangeEdge(context) } }
          ?? [.normal]
      }, { value, _ in list(value) { $0.cssText(isStart: isStart) } })
  }
}

extension ValueType<[TimelineInset]> {
  static var timelineInsets: Self {
    Self(
      .special("one or two lengths or percentages, or 'auto'", ["auto"], hasLengths: true) { reader in
        reader.takeWritten { reader, context in reader.takeCommaList { $0.takeTimelineInset(context) } }
      },
      { value, context in
        value.read(context) { reader, context in reader.takeCommaList { $0.takeTimelineInset(context) } }
          ?? [.auto]
      }, { value, _ in list(value, \.cssText) })
  }
}

extension ValueType<[String]> {
  /// Names with `--`, each empty for `none`; with a keyword that stands for all of them.
  static func timelineNames(or keyword: String? = nil) -> Self {
    Self(
      .special("names with '--' separated by commas, or 'none'", ["none"] + (keyword.map { [$0] } ?? [])) {
        reader in
        reader.takeCommaList { reader in
          if reader.take(ident: "none") { return .text(nil) }
          if let keyword, reader.take(ident: keyword) { return .text(keyword) }
          return reader.takeDashedIdent().map { .text($0) }
        }.map { .list($0) }
      }, { value, _ in value.elements.map { $0.text ?? "" } },
      { value, _ in list(value) { $0.isEmpty ? "none" : $0 } })
  }
}

// MARK: Reading

extension ValueReader {
  /// A name with `--`.
  mutating func takeDashedIdent() -> String? {
    guard let name = peek?.ident, name.hasPrefix("--"), name.utf8.count > 2 else { return nil }
    advance()
    return name
  }

  mutating func takeTimeline(_ context: ComputationContext) -> AnimationTimeline? {
    if take(ident: "auto") { return .auto }
    if take(ident: "none") { return AnimationTimeline.none }
    if let name = takeDashedIdent() { return .named(name) }
    guard let (name, inner) = attempt({ $0.takeFunction("scroll", "view") }) else { return nil }
    var arguments = inner
    var axis: TimelineAxis?
    var scroller: TimelineScroller?
    var inset: TimelineInset?
    while !arguments.isAtEnd {
      if axis == nil, let found = arguments.take(TimelineAxis.self) {
        axis = found
      } else if name == "scroll", scroller == nil, let found = arguments.take(TimelineScroller.self) {
        scroller = found
      } else if name == "view", inset == nil, let found = arguments.takeTimelineInset(context) {
        inset = found
      } else {
        return nil
      }
    }
    return name == "scroll"
      ? .scroll(scroller ?? .nearest, axis ?? .block) : .view(axis ?? .block, inset ?? .auto)
  }

  mutating func takeTimelineInset(_ context: ComputationContext) -> TimelineInset? {
    func side(_ reader: inout ValueReader) -> LengthPercentage?? {
      if reader.take(ident: "auto") { return .some(nil) }
      return reader.takeLength(.any).map { $0.computed(in: context.lengths) }
    }
    guard let start = side(&self) else { return nil }
    return TimelineInset(start: start, end: side(&self) ?? start)
  }

  mutating func takeRangeEdge(_ context: ComputationContext) -> TimelineRangeEdge? {
    if take(ident: "normal") { return .normal }
    let name = take(TimelineRangeEdge.Name.self)
    let offset = takeLength(.any).map { $0.computed(in: context.lengths) }
    guard name != nil || offset != nil else { return nil }
    return TimelineRangeEdge(name: name, offset: offset)
  }

  // MARK: Shorthands

  /// `animation-range`. Scroll-driven Animations 1 §4.3.
  mutating func takeAnimationRange() -> [PropertyID: SpecifiedValue]? {
    takeLists([.animationRangeStart, .animationRangeEnd]) { reader in
      guard let start = reader.takeWritten({ $0.takeRangeEdge($1) }) else { return nil }
      if reader.isAtEnd || reader.reader.peekToken == .comma {
        // A name alone stands for its whole part.
        let name = start.read(.initial) { $0.takeRangeEdge($1) }?.name
        return [start.components, name.map { [.ident($0.rawValue)] } ?? [.ident("normal")]]
      }
      guard let end = reader.takeWritten({ $0.takeRangeEdge($1) }) else { return nil }
      return [start.components, end.components]
    }
  }

  /// `scroll-timeline` and `view-timeline`. Scroll-driven Animations 1 §2.3.3 and §3.4.4.
  mutating func takeNamedTimelines(isView: Bool) -> [PropertyID: SpecifiedValue]? {
    let names: PropertyID = isView ? .viewTimelineName : .scrollTimelineName
    let axes: PropertyID = isView ? .viewTimelineAxis : .scrollTimelineAxis
    let items = takeCommaList { reader -> (String?, TimelineAxis, [ComponentValue])? in
      var name: String??
      var axis: TimelineAxis?
      var inset: [ComponentValue]?
      while !reader.isAtEnd, reader.reader.peekToken != .comma {
        if name == nil, reader.take(ident: "none") {
          name = .some(nil)
        } else if name == nil, let found = reader.takeDashedIdent() {
          name = found
        } else if axis == nil, let found = reader.take(TimelineAxis.self) {
          axis = found
        } else if isView, inset == nil, let found = reader.takeWritten({ $0.takeTimelineInset($1) }) {
          inset = found.components
        } else {
          return nil
        }
      }
      guard let name else { return nil }
      return (name, axis ?? .block, inset ?? [.ident("auto")])
    }
    guard let items else { return nil }
    var values: [PropertyID: SpecifiedValue] = [
      names: .list(items.map { .text($0.0) }), axes: .list(items.map { .keyword($0.1) }),
    ]
    if isView { values[.viewTimelineInset] = .components(Array(items.map(\.2).joined(separator: [.comma]))) }
    return values
  }

  /// Values of several properties that are kept as written, item by item of a comma-separated list.
  private mutating func takeLists(
    _ properties: [PropertyID], _ item: (inout ValueReader) -> [[ComponentValue]]?
  ) -> [PropertyID: SpecifiedValue]? {
    guard let items = takeCommaList(item) else { return nil }
    var values: [PropertyID: SpecifiedValue] = [:]
    for (index, property) in properties.enumerated() {
      values[property] = .components(Array(items.map { $0[index] }.joined(separator: [.comma])))
    }
    return values
  }
}

extension SpecifiedValue {
  /// A value that was kept as written.
  var components: [ComponentValue] { if case .components(let values) = self { values } else { [] } }
}

extension ComponentValue {
  /// An identifier that no file has.
  static func ident(_ name: String) -> ComponentValue { ComponentValue(.token(.ident(name)), range: 0..<0) }

  static let comma = ComponentValue(.token(.comma), range: 0..<0)
}

// MARK: Text

extension AnimationTimeline {
  fileprivate var cssText: String {
    switch self {
    case .auto: "auto"
    case .none: "none"
    case .named(let name): name
    case .scroll(let scroller, let axis):
      Self.function(
        "scroll", scroller == .nearest ? "" : scroller.rawValue, axis == .block ? "" : axis.rawValue)
    case .view(let axis, let inset):
      Self.function("view", axis == .block ? "" : axis.rawValue, inset == .auto ? "" : inset.cssText)
    }
  }

  private static func function(_ name: String, _ words: String...) -> String {
    "\(name)(\(words.filter { !$0.isEmpty }.joined(separator: " ")))"
  }
}

extension TimelineInset {
  fileprivate var cssText: String {
    let (first, second) = (start?.cssText ?? "auto", end?.cssText ?? "auto")
    return first == second ? first : "\(first) \(second)"
  }
}

extension TimelineRangeEdge {
  fileprivate func cssText(isStart: Bool) -> String {
    let isWhole = name != nil && offset == .percent(isStart ? 0 : 100)
    let words = [name?.rawValue, isWhole ? nil : offset?.cssText].compactMap(\.self)
    return words.isEmpty ? "normal" : words.joined(separator: " ")
  }
}
