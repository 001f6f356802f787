import HybridEncoding
import HybridSource

extension ValueReader {
  /// The maximum nesting of parentheses and math functions.
  static let mathDepthLimit = 64

  /// A math function whose type is `type`. CSS Values 4 §10, *Mathematical Expressions*.
  ///
  /// - Parameter percentIsLength: Whether a percentage counts as a length, or as a type of its own.
  mutating func takeMath(_ type: MathType, percentIsLength: Bool) -> MathExpression? {
    guard case .function? = reader.peek?.content else { return nil }
    let parser = MathParser(percentIsLength: percentIsLength, dialect: dialect)
    guard let (expression, found) = parser.function(reader.peek, depth: 0) else { return nil }
    // TokenHybrid's numbers are points.
    let isNumber = dialect == .native && type == .length && found == .number
    guard found == type || isNumber else { return nil }
    advance()
    return isNumber ? .points(expression) : expression
  }
}

/// Reads calculations and checks their types. CSS Values 4 §10.8, *Syntax*, and §10.9, *Type Checking*.
private struct MathParser {
  typealias Typed = (expression: MathExpression, type: MathType)

  let percentIsLength: Bool
  let dialect: Dialect

  func function(_ value: ComponentValue?, depth: Int) -> Typed? {
    guard depth < ValueReader.mathDepthLimit, case .function(let name, let arguments)? = value?.content else {
      return nil
    }
    switch name.asciiLowercased {
    case "calc", "-webkit-calc": return sum(arguments, depth: depth + 1)
    case "min": return list(arguments, depth).map { (.min($0), $1) }
    case "max": return list(arguments, depth).map { (.max($0), $1) }
    case "clamp": return clamp(arguments, depth)
    case let name:
      guard let function = MathFunction(rawValue: name) else { return nil }
      if function == .round, let strategy = arguments.splitAtCommas.first?.trimmed, strategy.count == 1,
        let word = strategy.first?.ident?.asciiLowercased
      {
        let rest = Array(arguments.drop { $0.content != .token(.comma) }.dropFirst())
        if word == "nearest" { return other(.round, rest, depth) }
        return MathFunction(rawValue: "round \(word)").flatMap { other($0, rest, depth) }
      }
      return other(function, arguments, depth)
    }
  }

  /// Comma-separated calculations of one type.
  private func list(_ values: [ComponentValue], _ depth: Int) -> ([MathExpression], MathType)? {
    var expressions: [MathExpression] = []
    var type: MathType?
    for part in values.splitAtCommas {
      guard let (expression, found) = sum(part, depth: depth + 1), type == nil || type == found else {
        return nil
      }
      expressions.append(expression)
      type = found
    }
    return type.map { (expressions, $0) }
  }

  private func clamp(_ values: [ComponentValue], _ depth: Int) -> Typed? {
    let parts = values.splitAtCommas
    guard parts.count == 3 else { return nil }
    func bound(_ part: ArraySlice<ComponentValue>) -> Bool {
      part.trimmed.count == 1 && part.trimmed.first?.ident?.isASCIIEqual(to: "none") == true
    }
    guard let value = sum(parts[1], depth: depth + 1) else { return nil }
    var least = value
    var most = value
    if !bound(parts[0]) {
      guard let found = sum(parts[0], depth: depth + 1), found.type == value.type else { return nil }
      least = found
    }
    if !bound(parts[2]) {
      guard let found = sum(parts[2], depth: depth + 1), found.type == value.type else { return nil }
      most = found
    }
    switch (bound(parts[0]), bound(parts[2])) {
    case (true, true): return value
    case (true, false): return (.min([value.expression, most.expression]), value.type)
    case (false, true): return (.max([least.expression, value.expression]), value.type)
    case (false, false):
      return (
        .clamp(least: least.expression, value: value.expression, most: most.expression), value.type
      )
    }
  }

  /// Functions that are evaluated at once, so no argument may contain a percentage.
  private func other(_ function: MathFunction, _ values: [ComponentValue], _ depth: Int) -> Typed? {
    guard let (expressions, type) = list(values, depth) else { return nil }
    if expressions.contains(where: \.hasPercentage) {
      // The share of one percentage in others does not depend on what they are of.
      guard function == .progress, expressions.allSatisfy(\.isPercentage) else { return nil }
    }
    let node = MathExpression.function(function, expressions)
    switch function {
    case .abs: return expressions.count == 1 ? (node, type) : nil
    case .sign: return expressions.count == 1 ? (node, .number) : nil
    case .sqrt: return expressions.count == 1 && type == .number ? (node, type) : nil
    case .hypot: return (node, type)
    case .mod, .rem: return expressions.count == 2 ? (node, type) : nil
    case .round, .roundUp, .roundDown, .roundToZero:
      return expressions.count == 2 || expressions.count == 1 && type == .number ? (node, type) : nil
    case .pow: return expressions.count == 2 && type == .number ? (node, type) : nil
    case .log: return expressions.count <= 2 && type == .number ? (node, type) : nil
    case .exp: return expressions.count == 1 && type == .number ? (node, type) : nil
    case .sin, .cos, .tan:
      guard expressions.count == 1 else { return nil }
      if type == .angle { return (node, .number) }
      // A number is in radians.
      let degrees = MathExpression.product([expressions[0], .number(180 / Double.pi)])
      return type == .number ? (.function(function, [degrees]), .number) : nil
    case .asin, .acos, .atan: return expressions.count == 1 && type == .number ? (node, .angle) : nil
    case .atan2: return expressions.count == 2 ? (node, .angle) : nil
    case .progress: return expressions.count == 3 ? (node, .number) : nil
    }
  }

  /// `<calc-sum>`: `+` and `-` need white space on both sides.
  private func sum(_ values: some Collection<ComponentValue>, depth: Int) -> Typed? {
    guard depth <= ValueReader.mathDepthLimit else { return nil }
    if dialect == .native { return nativeSum(Array(values), depth: depth) }
    var reader = ComponentValueReader(Array(values))
    reader.skipWhitespace()
    guard let first = product(&reader, depth: depth) else { return nil }
    var terms = [first.expression]
    while !reader.isAtEnd {
      let spaceBefore = reader.skipWhitespace()
      if reader.isAtEnd { break }
      guard spaceBefore, let sign = reader.next(), sign.isDelim("+") || sign.isDelim("-"),
        reader.skipWhitespace(),
        let term = product(&reader, depth: depth), term.type == first.type
      else { return nil }
      terms.append(sign.isDelim("+") ? term.expression : .product([.number(-1), term.expression]))
    }
    return (terms.count == 1 ? terms[0] : .sum(terms), first.type)
  }

  /// TokenHybrid's sums: white space around signs is optional, and numbers beside lengths are points.
  private func nativeSum(_ values: [ComponentValue], depth: Int) -> Typed? {
    var reader = ComponentValueReader(Self.splittingAliases(values))
    reader.skipWhitespace()
    guard let first = product(&reader, depth: depth) else { return nil }
    var terms = [first]
    while true {
      reader.skipWhitespace()
      if reader.isAtEnd { break }
      var isNegative = false
      if let sign = reader.peek, sign.isDelim("+") || sign.isDelim("-") {
        isNegative = sign.isDelim("-")
        reader.next()
        reader.skipWhitespace()
      } else if reader.peek?.isSigned != true {
        return nil
      }
      guard let term = product(&reader, depth: depth) else { return nil }
      terms.append((isNegative ? .product([.number(-1), term.expression]) : term.expression, term.type))
    }
    let type = terms.contains { $0.type == .length } ? MathType.length : first.type
    let expressions = terms.map { term -> MathExpression? in
      if term.type == type { return term.expression }
      return type == .length && term.type == .number ? .points(term.expression) : nil
    }
    let sound = expressions.compactMap(\.self)
    guard sound.count == terms.count else { return nil }
    return (sound.count == 1 ? sound[0] : .sum(sound), type)
  }

  /// `50%H-10` is a percentage and the identifier `H-10`: the part after the alias becomes separate values.
  private static func splittingAliases(_ values: [ComponentValue]) -> [ComponentValue] {
    var result: [ComponentValue] = []
    for value in values {
      guard case .token(.percentage)? = result.last?.content, let name = value.ident, name.utf8.count > 2,
        name.hasPrefix("H-") || name.hasPrefix("V-")
      else {
        result.append(value)
        continue
      }
      result.append(ComponentValue(.token(.ident(String(name.prefix(1)))), range: value.range))
      result += parseComponentValues(Source(path: "", text: String(name.dropFirst()))).map {
        ComponentValue($0.content, range: value.range)
      }
    }
    return result
  }

  /// `<calc-product>`: types multiply, which Values 4 §10.9 allows for units as well as numbers.
  private func product(_ reader: inout ComponentValueReader, depth: Int) -> Typed? {
    guard let first = value(&reader, depth: depth) else { return nil }
    var type = first.type
    // A flat list: a chain of a hundred thousand factors must not become a tree of that depth.
    var factors = [first.expression]
    var hasPercentage = first.expression.hasPercentage
    while true {
      let mark = reader
      reader.skipWhitespace()
      guard let sign = reader.next(), sign.isDelim("*") || sign.isDelim("/") else {
        reader = mark
        return (factors.count == 1 ? factors[0] : .product(factors), type)
      }
      reader.skipWhitespace()
      guard let factor = value(&reader, depth: depth) else { return nil }
      // Only layout could evaluate a product of two percentages, and no property needs one.
      let mixes = factor.expression.hasPercentage
      guard !mixes || sign.isDelim("*") && !hasPercentage else { return nil }
      hasPercentage = hasPercentage || mixes
      type = type * (sign.isDelim("*") ? factor.type : factor.type.inverse)
      factors.append(sign.isDelim("*") ? factor.expression : .inverse(factor.expression))
    }
  }

  /// `<calc-value>`: a number, dimension, percentage, constant, function or sum in parentheses.
  private func value(_ reader: inout ComponentValueReader, depth: Int) -> Typed? {
    guard let next = reader.next() else { return nil }
    switch next.content {
    case .token(.number(let number)): return (.number(number.value), .number)
    case .token(.percentage(let number)):
      if dialect == .native, let unit = viewportAlias(&reader) {
        return (.length(number.value, unit), .length)
      }
      return (.percent(number.value), percentIsLength ? .length : .percent)
    case .token(.dimension(let number, let unit)): return dimension(number.value, unit)
    case .token(.ident(let name)): return constant(name)
    case .block(.round, let values): return sum(values, depth: depth + 1)
    case .function: return function(next, depth: depth)
    default: return nil
    }
  }

  /// TokenHybrid's `%H` and `%V`: a percentage of the viewport's width or height.
  private func viewportAlias(_ reader: inout ComponentValueReader) -> LengthUnit? {
    guard let unit = reader.peek?.ident.flatMap(LengthUnit.init(viewportAlias:)) else { return nil }
    reader.next()
    return unit
  }

  private func dimension(_ value: Double, _ name: String) -> Typed? {
    if let unit = LengthUnit(name: name) { return (.length(value, unit), .length) }
    if let degrees = ValueReader.degrees(per: name) { return (.canonical(value * degrees), .angle) }
    if let seconds = ValueReader.seconds(per: name) { return (.canonical(value * seconds), .time) }
    return nil
  }

  /// §10.7.1, *Numeric Constants*.
  private func constant(_ name: String) -> Typed? {
    switch name.asciiLowercased {
    case "e": (.number(2.718281828459045), .number)
    case "pi": (.number(Double.pi), .number)
    case "infinity": (.number(.infinity), .number)
    case "-infinity": (.number(-.infinity), .number)
    case "nan": (.number(.nan), .number)
    default: nil
    }
  }
}

extension LengthUnit {
  /// The identifier after a percentage in TokenHybrid: `H` for the width of the viewport, `V` for its height.
  init?(viewportAlias name: String) {
    switch name {
    case "H": self = .vw
    case "V": self = .vh
    default: return nil
    }
  }
}

extension MathExpression {
  /// Whether it is a percentage and nothing else.
  fileprivate var isPercentage: Bool { if case .percent = self { true } else { false } }

  /// A number as points.
  fileprivate static func points(_ expression: MathExpression) -> MathExpression {
    if case .number(let number) = expression { return .length(number, .px) }
    return .product([expression, .length(1, .px)])
  }
}

extension ComponentValue {
  /// Whether it is a number of any kind that starts with a sign.
  fileprivate var isSigned: Bool {
    switch content {
    case .token(.number(let number)), .token(.percentage(let number)), .token(.dimension(let number, _)):
      number.text.hasPrefix("-") || number.text.hasPrefix("+")
    default: false
    }
  }
}
