// The values of grids, backgrounds, shadows, transforms, transitions and animations.

// MARK: Grid

extension ValueType<[TrackListItem<LengthPercentage>]> {
  /// CSS Grid 2 §7.2; an empty list is `none`.
  static var trackList: Self {
    Self(
      .special("a list of tracks, 'subgrid' or 'none'", ["none", "subgrid"], hasLengths: true) { reader in
        if reader.take(ident: "none") { return .tracks([]) }
        return (reader.takeSubgrid() ?? reader.takeTrackList()).map { .tracks($0) }
      }, { $1.tracks($0) }, { value, _ in value.isEmpty ? "none" : value.cssText })
  }

  /// CSS Grid 2 §7.6.
  static var trackSizes: Self {
    Self(
      .special("track sizes", ["auto", "min-content", "max-content"], hasLengths: true) { reader in
        var tracks: [TrackListItem<SpecifiedLength>] = []
        while let size = reader.takeTrackSize() { tracks.append(.track(size)) }
        return tracks.isEmpty ? nil : .tracks(tracks)
      }, { $1.tracks($0) }, { value, _ in value.cssText })
  }
}

extension ValueType<[[String]]> {
  /// CSS Grid 2 §7.3; an empty list is `none`.
  static var areas: Self {
    Self(
      .special("strings with the same number of names, or 'none'", ["none"]) { reader in
        reader.take(ident: "none") ? .areas([]) : reader.takeAreas().map { .areas($0) }
      }, { value, _ in if case .areas(let areas) = value { areas } else { [] } },
      { value, _ in
        value.isEmpty ? "none" : value.map { "\"\($0.joined(separator: " "))\"" }.joined(separator: " ")
      })
  }
}

extension ValueType<GridLine> {
  /// CSS Grid 2 §8.3.
  static var line: Self {
    Self(
      .special("a line number, a name or a span", ["auto", "span"]) { $0.takeGridLine().map { .line($0) } },
      { value, _ in if case .line(let line) = value { line } else { .auto } }, { value, _ in value.cssText })
  }
}

// MARK: Backgrounds and effects

extension ValueType<[Image<LengthPercentage>]> {
  /// CSS Backgrounds 3 §2.3.
  static var images: Self {
    Self(
      .special("images separated by commas, or 'none'", ["none"]) { reader in
        reader.takeCommaList { $0.takeImage().map { .image($0) } }.map { .list($0) }
      }, { value, context in value.elements.map { context.image($0) } },
      { value, current in list(value) { $0.cssText(current: current) } })
  }
}

extension ValueType<[LengthPercentage]> {
  /// Positions along one axis, from the keyword `near` to the keyword `far`. CSS Backgrounds 4 §2.
  static func positions(_ words: String, _ near: String, _ far: String) -> Self {
    Self(
      .special(words, [near, "center", far], hasLengths: true) { reader in
        reader.takeCommaList { $0.takeAxisPosition(near, far).map { .length($0) } }.map { .list($0) }
      }, { value, context in value.elements.map { context.length($0) } },
      { value, _ in list(value, \.cssText) })
  }
}

extension ValueType<[BackgroundSize<LengthPercentage>]> {
  /// CSS Backgrounds 3 §2.9.
  static var backgroundSizes: Self {
    Self(
      .special("sizes separated by commas", ["auto", "cover", "contain"], hasLengths: true) { reader in
        reader.takeCommaList { $0.takeBackgroundSize().map { .size($0) } }.map { .list($0) }
      }, { value, context in value.elements.map { context.backgroundSize($0) } },
      { value, _ in list(value, \.cssText) })
  }
}

extension ValueType<[BackgroundRepeat]> {
  /// CSS Backgrounds 3 §2.4; horizontal and vertical in turn.
  static var backgroundRepeats: Self {
    Self(
      .special("ways to repeat", ["repeat-x", "repeat-y"] + BackgroundRepeat.allCases.map(\.rawValue)) {
        $0.takeCommaList { $0.takeBackgroundRepeat() }.map { .list($0.flatMap(\.self)) }
      }, { value, _ in value.keywords() },
      { value, _ in
        list(stride(from: 0, to: value.count - 1, by: 2)) { index in
          let (x, y) = (value[index], value[index + 1])
          return x == y ? x.rawValue : "\(x.rawValue) \(y.rawValue)"
        }
      })
  }
}

extension ValueType<[ShadowValue<Double>]> {
  /// CSS Backgrounds 3 §6.1, CSS Text Decoration 3 §4. Text shadows have no spread.
  static func shadows(isBox: Bool) -> Self {
    Self(.shadows(isBox: isBox), { $1.shadows($0) }) { $0.cssText(current: $1, hasSpread: isBox) }
  }
}

extension ValueType<[TransformFunction<LengthPercentage>]> {
  /// CSS Transforms 1 §6.
  static var transform: Self {
    Self(
      .special("transform functions or 'none'", ["none"]) { $0.takeTransform() }, { $1.transform($0) },
      { value, _ in value.isEmpty ? "none" : value.map(\.cssText).joined(separator: " ") })
  }

  /// `translate`, `rotate` and `scale`: one function or none. CSS Transforms 2 §5.
  static func individual(
    _ words: String, _ take: @escaping @Sendable (inout ValueReader) -> SpecifiedValue?
  ) -> Self {
    Self(.special(words, ["none"], hasLengths: true, take), { $1.transform($0) }) { value, _ in
      value.first?.individualText ?? "none"
    }
  }
}

extension TransformFunction<LengthPercentage> {
  /// The function as the value of `translate`, `rotate` or `scale`.
  fileprivate var individualText: String {
    switch self {
    case .translate(let x, .zero): x.cssText
    case .translate(let x, let y): "\(x.cssText) \(y.cssText)"
    case .translate3D(let x, let y, let z): "\(x.cssText) \(y.cssText) \(z.cssText)"
    case .rotate(let angle): numberText(angle) + "deg"
    case .rotate3D(1, 0, 0, let angle): "x \(numberText(angle))deg"
    case .rotate3D(0, 1, 0, let angle): "y \(numberText(angle))deg"
    case .rotate3D(let x, let y, let z, let angle):
      "\([x, y, z].map(numberText).joined(separator: " ")) \(numberText(angle))deg"
    case .scale(let x, let y): x == y ? numberText(x) : "\(numberText(x)) \(numberText(y))"
    case .scale3D(let x, let y, let z): [x, y, z].map(numberText).joined(separator: " ")
    case .skew, .matrix, .matrix3D, .other: cssText
    }
  }
}

// MARK: Transitions and animations

extension ValueType<[String]> {
  /// Names of properties. CSS Transitions 1 §2.1.
  static var transitionProperties: Self {
    Self(
      .special("property names separated by commas, or 'none'", ["none", "all"]) {
        $0.takeNames(quotable: false)
      }, { value, _ in value.texts }, { value, _ in value.isEmpty ? "none" : list(value) { $0 } })
  }

  /// Names of `@keyframes`, each empty for `none`. CSS Animations 1 §3.1.
  static var animationNames: Self {
    Self(
      .special("names separated by commas, or 'none'", ["none"]) { $0.takeNames(quotable: true) },
      { value, _ in value.elements.map { $0.text ?? "" } },
      { value, _ in value.isEmpty ? "none" : list(value) { $0.isEmpty ? "none" : serializedIdent($0) } })
  }
}

extension ValueType<[Double]> {
  /// Times in seconds.
  static func times(nonNegative: Bool) -> Self {
    Self(.commaList(.time(nonNegative: nonNegative)), { value, _ in value.numbers }) { value, _ in
      list(value) { numberText($0) + "s" }
    }
  }

  /// `animation-duration`, whose `auto` is 0 s: with a timeline of scroll positions, both are as long as its
  /// range. CSS Animations 2 §3.2.
  static var animationDurations: Self {
    Self(
      .special("times or 'auto'", ["auto"]) { reader in
        reader.takeCommaList { $0.takeAnimationDuration().map { .number($0) } }.map { .list($0) }
      }, { value, _ in value.numbers }, { value, _ in list(value) { numberText($0) + "s" } })
  }

  /// CSS Animations 1 §3.4.
  static var iterationCounts: Self {
    Self(
      .special("numbers or 'infinite'", ["infinite"]) { reader in
        reader.takeCommaList { $0.takeIterationCount().map { .number($0) } }.map { .list($0) }
      }, { value, _ in value.numbers },
      { value, _ in list(value) { $0.isInfinite ? "infinite" : numberText($0) } })
  }
}

extension ValueType<[TimingFunction]> {
  /// CSS Easing 1 §2.
  static var timingFunctions: Self {
    Self(
      .special("easing functions", ["ease", "linear", "ease-in", "ease-out", "ease-in-out"]) { reader in
        reader.takeCommaList { $0.takeTimingFunction().map { .timing($0) } }.map { .list($0) }
      }, { value, _ in value.timingFunctions }, { value, _ in list(value, \.cssText) })
  }
}
