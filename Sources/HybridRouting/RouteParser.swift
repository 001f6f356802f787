/// The syntax tree of a pattern.
indirect enum RouteTree: Hashable, Sendable {
  case empty
  case one(of: ScalarSet)
  case sequence([RouteTree])
  case either([RouteTree])
  /// `most` is nil for an unbounded repetition.
  case times(RouteTree, least: Int, most: Int?, possessiveAt: Range<Int>?)
  /// `^`
  case start
  /// `$`
  case end
}

/// Parses a pattern by recursive descent. Only groups recurse, and ``RoutePattern/deepest`` limits their
/// depth.
struct RouteParser {
  private let scalars: [Unicode.Scalar]
  /// The byte offset of each scalar, and the offset of the end.
  private let offsets: [Int]
  private var index = 0
  private var depth = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars.prefix(RoutePattern.longest + 1))
    var offsets = [0]
    for scalar in scalars { offsets.append(offsets.last! + UTF8.width(scalar)) }
    self.offsets = offsets
  }

  mutating func pattern() throws(RoutePattern.Fault) -> RouteTree {
    guard offsets.last! <= RoutePattern.longest else { throw fault(.tooLong, from: 0, to: 0) }
    let tree = try alternatives()
    if index < scalars.count { throw fault(.strayClosing(")"), from: index, to: index + 1) }
    return tree
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private func fault(_ reason: RoutePattern.Fault.Reason, from start: Int, to end: Int? = nil)
    -> RoutePattern.Fault
  {
    RoutePattern.Fault(reason: reason, range: offsets[start]..<offsets[max(start, end ?? index)])
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  private mutating func alternatives() throws(RoutePattern.Fault) -> RouteTree {
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .either(branches)
  }

  private mutating func sequence() throws(RoutePattern.Fault) -> RouteTree {
    var items: [RouteTree] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      let start = index
      let item = try atom()
      items.append(try repetitions(of: item, from: start))
    }
    return items.isEmpty ? .empty : items.count == 1 ? items[0] : .sequence(items)
  }

  private mutating func atom() throws(RoutePattern.Fault) -> RouteTree {
    let start = index
    let scalar = scalars[index]
    index += 1
    switch scalar {
    case ".": return .one(of: ScalarSet.lineEnds.inverted)
    case "^": return .start
    case "$": return .end
    case "[": return .one(of: try characterClass(from: start))
    case "(": return try group(from: start)
    case "*", "+", "?": throw fault(.nothingToRepeat, from: start)
    case "{": throw fault(.nothingToRepeat, from: start)
    // A '}' alone is an error in ICU and a literal in Java.
    case "}": throw fault(.strayClosing("}"), from: start)
    case "\\":
      switch try escape(from: start, inClass: false) {
      case .set(let set): return .one(of: set)
      case .scalar(let scalar): return .one(of: ScalarSet(scalar))
      case .anchor(let tree): return tree
      }
    default: return .one(of: ScalarSet(scalar))
    }
  }

  private mutating func group(from start: Int) throws(RoutePattern.Fault) -> RouteTree {
    if take("?") {
      switch next {
      case ":": index += 1
      case "=", "!": throw fault(.look, from: start, to: index + 1)
      case ">": throw fault(.atomic, from: start, to: index + 1)
      case "<":
        index += 1
        if let scalar = next, scalar == "=" || scalar == "!" {
          throw fault(.look, from: start, to: index + 1)
        }
        // A group's name has no effect.
        while let scalar = next, ScalarSet.wordCharacters.contains(scalar.value) { index += 1 }
        guard take(">") else { throw fault(.unknownGroup, from: start) }
      case let scalar? where "imsxuUdn-".unicodeScalars.contains(scalar):
        throw fault(.flags, from: start, to: index + 1)
      default: throw fault(.unknownGroup, from: start)
      }
    }
    guard depth < RoutePattern.deepest else { throw fault(.tooDeep, from: start, to: start + 1) }
    depth += 1
    let tree = try alternatives()
    depth -= 1
    guard take(")") else { throw fault(.unclosedGroup, from: start, to: start + 1) }
    return tree
  }

  private mutating func repetitions(of item: RouteTree, from start: Int) throws(RoutePattern.Fault)
    -> RouteTree
  {
    let sign = index
    let (least, most): (Int, Int?)
    switch next {
    case "*": (least, most, index) = (0, nil, index + 1)
    case "+": (least, most, index) = (1, nil, index + 1)
    case "?": (least, most, index) = (0, 1, index + 1)
    case "{": (least, most) = try braces()
    default: return item
    }
    var possessiveAt: Range<Int>?
    // Lazy and greedy quantifiers match the same URIs.
    if !take("?"), take("+") { possessiveAt = offsets[index - 1]..<offsets[index] }
    if let scalar = next, "*+?{".unicodeScalars.contains(scalar) {
      throw fault(.nothingToRepeat, from: index, to: index + 1)
    }
    if item == .start || item == .end, scalars[start] != "(" {
      throw fault(.nothingToRepeat, from: sign, to: sign + 1)
    }
    return .times(item, least: least, most: most, possessiveAt: possessiveAt)
  }

  private mutating func braces() throws(RoutePattern.Fault) -> (Int, Int?) {
    let start = index
    index += 1
    guard let least = try number() else { throw fault(.repetition, from: start, to: index) }
    if take("}") { return (least, least) }
    guard take(",") else { throw fault(.repetition, from: start) }
    if take("}") { return (least, nil) }
    guard let most = try number(), take("}") else { throw fault(.repetition, from: start) }
    guard least <= most else { throw fault(.repetitionBackwards, from: start) }
    return (least, most)
  }

  private mutating func number() throws(RoutePattern.Fault) -> Int? {
    let start = index
    var value: Int?
    while let scalar = next, ScalarSet.digits.contains(scalar.value) {
      index += 1
      value = 10 * (value ?? 0) + Int(scalar.value - 0x30)
      if value! > RoutePattern.mostTimes { throw fault(.tooManyTimes, from: start) }
    }
    return value
  }

  private enum Escape {
    case scalar(Unicode.Scalar)
    case set(ScalarSet)
    case anchor(RouteTree)
  }

  /// Parses an escape after the `\` at `start`.
  private mutating func escape(from start: Int, inClass: Bool) throws(RoutePattern.Fault) -> Escape {
    guard let scalar = next else { throw fault(.escapeAtEnd, from: start) }
    index += 1
    switch scalar {
    case "d": return .set(.digits)
    case "D": return .set(ScalarSet.digits.inverted)
    case "w": return .set(.wordCharacters)
    case "W": return .set(ScalarSet.wordCharacters.inverted)
    case "s": return .set(.blanks)
    case "S": return .set(ScalarSet.blanks.inverted)
    case "t": return .scalar("\t")
    case "n": return .scalar("\n")
    case "r": return .scalar("\r")
    case "f": return .scalar("\u{0C}")
    case "u": return .scalar(try hexadecimal(4, from: start))
    case "x": return .scalar(try hexadecimal(2, from: start))
    case "A" where !inClass: return .anchor(.start)
    case "z" where !inClass, "Z" where !inClass: return .anchor(.end)
    case "1"..."9", "k": throw fault(.backReference, from: start)
    case "b", "B": throw fault(.wordBoundary, from: start)
    case "p", "P": throw fault(.namedClass, from: start)
    case "Q", "E": throw fault(.quoting, from: start)
    default:
      // Letters and digits may get a meaning later; other characters are literals.
      let isPlain = scalar.value >= 0x21 && scalar.value < 0x7F
      guard isPlain, scalar == "_" || !ScalarSet.wordCharacters.contains(scalar.value) else {
        throw fault(.unknownEscape(Character(scalar)), from: start)
      }
      return .scalar(scalar)
    }
  }

  private mutating func hexadecimal(_ count: Int, from start: Int) throws(RoutePattern.Fault)
    -> Unicode.Scalar
  {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let scalar = next, let digit = Character(scalar).hexDigitValue, scalar.isASCII else {
        throw fault(.escapeIncomplete, from: start)
      }
      value = 16 * value + UInt32(digit)
      index += 1
    }
    guard let scalar = Unicode.Scalar(value) else { throw fault(.escapeIncomplete, from: start) }
    return scalar
  }

  /// Parses a character class after the `[` at `start`.
  private mutating func characterClass(from start: Int) throws(RoutePattern.Fault) -> ScalarSet {
    let isInverted = take("^")
    var ranges: [ClosedRange<UInt32>] = []
    var isFirst = true
    while true {
      guard let scalar = next else { throw fault(.unclosedClass, from: start, to: start + 1) }
      if scalar == "]" {
        guard !isFirst else { throw fault(.emptyClass, from: start, to: index + 1) }
        index += 1
        break
      }
      isFirst = false
      let from = index
      guard let low = try member(&ranges) else { continue }
      guard next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
        ranges.append(low...low)
        continue
      }
      index += 1
      var set: [ClosedRange<UInt32>] = []
      guard let high = try member(&set) else { throw fault(.rangeOfClass, from: from) }
      guard low <= high else { throw fault(.rangeBackwards, from: from) }
      ranges.append(low...high)
    }
    let set = ScalarSet(ranges)
    return isInverted ? set.inverted : set
  }

  /// One character of a class; nil for a class such as `\d`, which is added to `ranges`.
  private mutating func member(_ ranges: inout [ClosedRange<UInt32>]) throws(RoutePattern.Fault) -> UInt32? {
    let start = index
    let scalar = scalars[index]
    index += 1
    switch scalar {
    case "[":
      throw fault(next == ":" ? .namedClass : .nestedClass, from: start)
    case "&", "-":
      if next == scalar {
        throw fault(
          .classOperator(String(Character(scalar)) + String(Character(scalar))), from: start, to: start + 2)
      }
      return scalar.value
    case "\\":
      switch try escape(from: start, inClass: true) {
      case .scalar(let scalar): return scalar.value
      case .set(let set):
        ranges += set.ranges
        if next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" {
          throw fault(.rangeOfClass, from: start, to: index + 1)
        }
        return nil
      case .anchor: throw fault(.unknownEscape(Character(scalars[start + 1])), from: start)
      }
    default: return scalar.value
    }
  }
}
