extension ValueReader {
  /// `none` or shadows. CSS Backgrounds 3 §6.1, CSS Text Decoration 3 §4.
  mutating func takeShadows(isBox: Bool) -> SpecifiedValue? {
    if take(ident: "none") { return .list([]) }
    return takeCommaList { $0.takeShadow(isBox: isBox).map { .shadow($0) } }.map { .list($0) }
  }

  private mutating func takeShadow(isBox: Bool) -> ShadowValue<SpecifiedLength>? {
    var color: ColorValue?
    var isInset = false
    var lengths: [SpecifiedLength]?
    while true {
      if lengths == nil, let x = takeLength([.negative, .unitless]) {
        guard let y = takeLength([.negative, .unitless]) else { return nil }
        var found = [x, y]
        if let blur = takeLength(.unitless) {
          found.append(blur)
          if isBox, let spread = takeLength([.negative, .unitless]) { found.append(spread) }
        }
        lengths = found
      } else if isBox, !isInset, take(ident: "inset") {
        isInset = true
      } else if color == nil, let found = takeColor() {
        color = found
      } else {
        break
      }
    }
    guard let lengths else { return nil }
    return ShadowValue(
      x: lengths[0], y: lengths[1], blur: lengths.count > 2 ? lengths[2] : .zero,
      spread: lengths.count > 3 ? lengths[3] : .zero, color: color ?? .current, isInset: isInset)
  }

  /// `none` or functions. CSS Transforms 1 §8 and §9.
  mutating func takeTransform() -> SpecifiedValue? {
    if take(ident: "none") { return .list([]) }
    var functions: [SpecifiedValue] = []
    while let (name, arguments) = takeFunction() {
      guard let function = Self.transform(name, arguments) else { return nil }
      functions.append(.transform(function))
    }
    return functions.isEmpty ? nil : .list(functions)
  }

  private static func transform(_ name: String, _ arguments: ValueReader) -> TransformFunction<
    SpecifiedLength
  >? {
    var reader = arguments
    let function: TransformFunction<SpecifiedLength>?
    switch name {
    case "translate", "translatex", "translatey": function = reader.translation(name)
    case "scale", "scalex", "scaley": function = reader.scaling(name)
    case "rotate", "rotatez": function = reader.takeAngle().map { .rotate($0) }
    case "skew", "skewx", "skewy":
      guard let first = reader.takeAngle() else { return nil }
      let second = name == "skew" && reader.takeComma() ? reader.takeAngle() : 0
      guard let second else { return nil }
      function = name == "skewy" ? .skew(0, first) : .skew(first, second)
    case "matrix":
      let numbers = reader.takeCommaList { $0.takeNumber() }
      function = numbers.flatMap { $0.count == 6 ? .matrix($0) : nil }
    case "translate3d", "translatez": function = reader.translationInSpace(name)
    case "scale3d", "scalez":
      let factors = reader.takeCommaList { $0.takeFactor() }
      switch (name, factors?.count) {
      case ("scale3d", 3): function = factors.map { .scale3D($0[0], $0[1], $0[2]) }
      case ("scalez", 1): function = factors.map { .scale3D(1, 1, $0[0]) }
      default: function = nil
      }
    case "rotatex": function = reader.takeAngle().map { .rotate3D(1, 0, 0, $0) }
    case "rotatey": function = reader.takeAngle().map { .rotate3D(0, 1, 0, $0) }
    case "rotate3d":
      var axis: [Double] = []
      while axis.count < 3, let number = reader.takeNumber(), reader.takeComma() { axis.append(number) }
      guard axis.count == 3 else { return nil }
      function = reader.takeAngle().map { .rotate3D(axis[0], axis[1], axis[2], $0) }
    case "matrix3d":
      let numbers = reader.takeCommaList { $0.takeNumber() }
      function = numbers.flatMap { $0.count == 16 ? .matrix3D($0) : nil }
    case "perspective": return .other(name, reader.reader.values)
    default: return nil
    }
    return reader.isAtEnd ? function : nil
  }

  private mutating func translationInSpace(_ name: String) -> TransformFunction<SpecifiedLength>? {
    var x = SpecifiedLength.zero
    var y = SpecifiedLength.zero
    if name == "translate3d" {
      guard let first = takeLength([.any, .unitless]), takeComma(),
        let second = takeLength([.any, .unitless]), takeComma()
      else { return nil }
      (x, y) = (first, second)
    }
    return takeLength([.negative, .unitless]).map { .translate3D(x, y, $0) }
  }

  /// A number, or a percentage of one.
  fileprivate mutating func takeFactor() -> Double? {
    takeNumber() ?? takePercentage().map { $0 / 100 }
  }

  private mutating func translation(_ name: String) -> TransformFunction<SpecifiedLength>? {
    guard let first = takeLength([.any, .unitless]) else { return nil }
    if name == "translatey" { return .translate(.zero, first) }
    guard name == "translate", takeComma() else { return .translate(first, .zero) }
    return takeLength([.any, .unitless]).map { .translate(first, $0) }
  }

  private mutating func scaling(_ name: String) -> TransformFunction<SpecifiedLength>? {
    guard let first = takeFactor() else { return nil }
    switch name {
    case "scalex": return .scale(first, 1)
    case "scaley": return .scale(1, first)
    default:
      guard takeComma() else { return .scale(first, first) }
      return takeFactor().map { .scale(first, $0) }
    }
  }

  // MARK: Individual transforms

  /// `translate`: `none`, or one to three lengths. CSS Transforms 2 §5.
  mutating func takeTranslate() -> SpecifiedValue? {
    if take(ident: "none") { return .list([]) }
    guard let x = takeLength([.any, .unitless]) else { return nil }
    let y = takeLength([.any, .unitless]) ?? .zero
    guard let z = takeLength([.negative, .unitless]), z != .zero else {
      return .list([.transform(.translate(x, y))])
    }
    return .list([.transform(.translate3D(x, y, z))])
  }

  /// `rotate`: `none`, or an angle and perhaps an axis in either order. §5.
  mutating func takeRotate() -> SpecifiedValue? {
    if take(ident: "none") { return .list([]) }
    let before = takeAngle(allowsZero: false)
    let axis = takeAxis()
    guard let angle = before ?? takeAngle(allowsZero: false) else { return nil }
    switch axis {
    case nil, (0, 0, 1)?: return .list([.transform(.rotate(angle))])
    case (let x, let y, let z)?:
      // An axis along one of the screen's is that one, as in browsers.
      let lengths = [x, y, z].filter { $0 != 0 }
      guard lengths.count == 1 else { return .list([.transform(.rotate3D(x, y, z, angle))]) }
      let turned = lengths[0] < 0 ? -angle : angle
      return z != 0
        ? .list([.transform(.rotate(turned))])
        : .list([.transform(.rotate3D(x == 0 ? 0 : 1, y == 0 ? 0 : 1, 0, turned))])
    }
  }

  private mutating func takeAxis() -> (Double, Double, Double)? {
    if take(ident: "x") { return (1, 0, 0) }
    if take(ident: "y") { return (0, 1, 0) }
    if take(ident: "z") { return (0, 0, 1) }
    guard let x = takeNumber(), let y = takeNumber(), let z = takeNumber() else { return nil }
    return (x, y, z)
  }

  /// `scale`: `none`, or one to three factors. §5.
  mutating func takeScale() -> SpecifiedValue? {
    if take(ident: "none") { return .list([]) }
    guard let x = takeFactor() else { return nil }
    let y = takeFactor() ?? x
    guard let z = takeFactor(), z != 1 else { return .list([.transform(.scale(x, y))]) }
    return .list([.transform(.scale3D(x, y, z))])
  }

  /// A position and a depth, which is validated and ignored. CSS Transforms 1 §4.
  mutating func takeTransformOrigin() -> SpecifiedValue? {
    guard let position = takePosition(allowsThreeValues: false, most: 2) else { return nil }
    _ = takeLength([.negative, .unitless])
    return .pair(position.x, position.y)
  }

  // MARK: Motion

  /// CSS Easing 1 §2.
  mutating func takeTimingFunction() -> TimingFunction? {
    if let name = peekIdent {
      let function: TimingFunction
      switch name {
      case "linear": function = .linear
      case "ease": function = .ease
      case "ease-in": function = .cubicBezier(0.42, 0, 1, 1)
      case "ease-out": function = .cubicBezier(0, 0, 0.58, 1)
      case "ease-in-out": function = .cubicBezier(0.42, 0, 0.58, 1)
      case "step-start": function = .steps(1, .jumpStart)
      case "step-end": function = .steps(1, .jumpEnd)
      default: return nil
      }
      advance()
      return function
    }
    return attempt { reader in
      guard let (name, inner) = reader.takeFunction("cubic-bezier", "steps", "linear") else { return nil }
      var arguments = inner
      switch name {
      case "cubic-bezier":
        guard let n = arguments.takeCommaList({ $0.takeNumber() }), n.count == 4, arguments.isAtEnd,
          (0...1).contains(n[0]), (0...1).contains(n[2])
        else { return nil }
        return .cubicBezier(n[0], n[1], n[2], n[3])
      case "steps":
        guard let count = arguments.takeInteger(atLeast: 1) else { return nil }
        var position = StepPosition.jumpEnd
        if arguments.takeComma() {
          guard let found = arguments.takeStepPosition() else { return nil }
          position = found
        }
        return arguments.isAtEnd && (position != .jumpNone || count > 1) ? .steps(count, position) : nil
      default:
        guard let stops = arguments.takeLinearStops(), arguments.isAtEnd else { return nil }
        return .linearStops(stops)
      }
    }
  }

  /// CSS Easing 2 §2.2.1: numbers with none to two percentages each.
  private mutating func takeLinearStops() -> [LinearStop]? {
    let written = takeCommaList { reader -> (output: Double, inputs: [Double])? in
      var inputs: [Double] = []
      func takeInput(_ reader: inout ValueReader) -> Bool {
        guard let percentage = reader.takePercentage() else { return false }
        inputs.append(percentage / 100)
        return true
      }
      _ = takeInput(&reader)
      guard let output = reader.takeNumber() else { return nil }
      while inputs.count < 2, takeInput(&reader) {}
      return (output, inputs)
    }
    guard let written, written.count > 1 else { return nil }
    var stops: [(input: Double?, output: Double)] = written.flatMap { stop in
      stop.inputs.isEmpty ? [(nil, stop.output)] : stop.inputs.map { (Optional($0), stop.output) }
    }
    stops[0].input = stops[0].input ?? 0
    stops[stops.count - 1].input = stops[stops.count - 1].input ?? 1
    // Inputs never decrease; missing ones are spaced evenly between their neighbours.
    var result = [LinearStop(input: stops[0].input ?? 0, output: stops[0].output)]
    for index in stops.indices.dropFirst() {
      guard let input = stops[index].input else { continue }
      let (first, before) = (result.count - 1, result[result.count - 1].input)
      let next = max(input, before)
      for between in (first + 1)..<index {
        let share = Double(between - first) / Double(index - first)
        result.append(
          LinearStop(input: before + (next - before) * share, output: stops[between].output))
      }
      result.append(LinearStop(input: next, output: stops[index].output))
    }
    return result
  }

  private mutating func takeStepPosition() -> StepPosition? {
    if take(ident: "start") { return .jumpStart }
    if take(ident: "end") { return .jumpEnd }
    return take(StepPosition.self)
  }

  /// An iteration count, or `infinite`.
  mutating func takeIterationCount() -> Double? {
    take(ident: "infinite") ? .infinity : takeNumber(nonNegative: true)
  }

  /// Seconds, or `auto`, which is 0.
  mutating func takeAnimationDuration() -> Double? {
    take(ident: "auto") ? 0 : takeTime(nonNegative: true)
  }

  /// `none`, or a comma-separated list of names.
  mutating func takeNames(quotable: Bool) -> SpecifiedValue? {
    if reader.rest.count == 1, take(ident: "none") { return .list([]) }
    return takeCommaList { reader in
      if quotable, let text = reader.takeString() { return .text(text) }
      if quotable, reader.take(ident: "none") { return .text(nil) }
      guard let name = reader.peek?.ident?.propertyName, name.asciiLowercased != "none" else { return nil }
      return reader.takeCustomIdent().map { .text(quotable ? $0 : name) }
    }.map { .list($0) }
  }
}
