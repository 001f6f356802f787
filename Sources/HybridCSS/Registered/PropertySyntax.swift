import HybridEncoding
import HybridSource

/// The syntax of a registered custom property. CSS Properties and Values 1 §5, *Syntax Strings*.
package struct PropertySyntax: Hashable, Sendable {
  /// The types of values that have names. §5.1, *Supported Names*.
  enum DataType: String, CaseIterable, Sendable {
    case length, number, percentage, string, color, image, url, integer, angle, time, resolution
    case lengthPercentage = "length-percentage"
    case transformFunction = "transform-function"
    case transformList = "transform-list"
    case customIdent = "custom-ident"
  }

  /// How many values there may be. §5.3, *Combinator and Multipliers*.
  enum Multiplier: Sendable { case one, spaces, commas }

  /// One alternative.
  struct Component: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case type(DataType)
      case ident(String)
    }
    var kind: Kind
    var multiplier: Multiplier
  }

  /// The alternatives; none for `*`, which takes everything.
  let components: [Component]

  /// Whether it takes everything.
  package var isUniversal: Bool { components.isEmpty }

  /// Whether it takes URLs by name.
  var takesURLs: Bool { components.contains { $0.kind == .type(.url) } }

  /// Everything.
  static let universal = PropertySyntax(components: [])

  private init(components: [Component]) { self.components = components }

  /// Reads a syntax string; nil if it is not one.
  package init?(_ text: String) {
    let text = text.trimmingASCIIWhitespace
    if text == "*" {
      components = []
      return
    }
    var found: [Component] = []
    for part in text.split(separator: "|", omittingEmptySubsequences: false) {
      guard let component = Component(String(part.trimmingASCIIWhitespace)) else { return nil }
      found.append(component)
    }
    guard !found.isEmpty else { return nil }
    components = found
  }

  /// The computed value of values without `var()`; nil if the syntax does not take them. §2.4, *Computed
  /// Value-Time Behavior*.
  func computed(_ values: [ComponentValue], in context: ComputationContext) -> CustomValue? {
    guard !isUniversal else { return CustomValue(values: values, weight: values.weight) }
    for component in components {
      var reader = ValueReader(values, dialect: .standard)
      if let value = component.take(&reader, context), reader.isAtEnd { return value.customValue }
    }
    return nil
  }

  /// Whether a value is the same on all elements. §3.1, *computationally independent*.
  static func isIndependent(_ values: [ComponentValue]) -> Bool {
    values.allSatisfy { value in
      switch value.content {
      case .token(.dimension(_, let unit)):
        ["em", "ex", "ch", "ic", "cap", "lh", "rem", "rex", "rch", "ric", "rcap", "rlh"].contains(
          unit.asciiLowercased) == false
      case .token: true
      case .function(let name, let inner): SubstitutionFunction(name: name) == nil && isIndependent(inner)
      case .block(_, let inner): isIndependent(inner)
      }
    }
  }
}

extension PropertySyntax.Component {
  fileprivate init?(_ text: String) {
    var text = text
    multiplier = .one
    if text.hasSuffix("+") || text.hasSuffix("#") {
      multiplier = text.removeLast() == "+" ? .spaces : .commas
    }
    if text.hasPrefix("<"), text.hasSuffix(">") {
      guard let type = PropertySyntax.DataType(rawValue: String(text.dropFirst().dropLast())) else {
        return nil
      }
      // §5.3: this name has a multiplier already.
      guard type != .transformList || multiplier == .one else { return nil }
      kind = .type(type)
      return
    }
    let values = parseComponentValues(Source(path: "", text: text))
    guard values.count == 1, let name = values[0].ident, name.isCustomIdent else { return nil }
    kind = .ident(name)
  }

  /// Reads as many values as the multiplier allows.
  fileprivate func take(_ reader: inout ValueReader, _ context: ComputationContext) -> RegisteredValue? {
    if multiplier == .commas {
      return reader.takeCommaList { takeItem(&$0, context) }.map {
        RegisteredValue(items: $0, isCommaList: true)
      }
    }
    var items: [RegisteredValue.Item] = []
    repeat {
      guard let item = takeItem(&reader, context) else { return nil }
      items.append(item)
    } while multiplier == .spaces && !reader.isAtEnd
    return RegisteredValue(items: items, isCommaList: false)
  }

  private func takeItem(
    _ reader: inout ValueReader, _ context: ComputationContext
  ) -> RegisteredValue.Item? {
    func length(_ range: LengthRange) -> RegisteredValue.Item? {
      reader.takeLength(range).map { .length($0.computed(in: context.lengths)) }
    }
    func transform(_ value: SpecifiedValue) -> RegisteredValue.Item { .transform(context.transform(value)) }
    switch kind {
    case .ident(let name):
      guard reader.peek?.ident == name else { return nil }
      reader.advance()
      return .other(name)
    case .type(let type):
      switch type {
      case .length: return length(.negative)
      case .lengthPercentage: return length(.any)
      case .number: return reader.takeNumber().map { .number($0, unit: "") }
      case .integer: return reader.takeInteger().map { .integer($0) }
      case .percentage: return reader.takePercentage().map { .number($0, unit: "%") }
      case .angle: return reader.takeAngle(allowsZero: false).map { .number($0, unit: "deg") }
      case .time: return reader.takeTime(nonNegative: false).map { .number($0, unit: "s") }
      case .resolution: return reader.takeResolution().map { .number($0, unit: "dppx") }
      case .color: return reader.takeColor().map { .color($0) }
      case .customIdent: return reader.takeCustomIdent().map { .other(serializedIdent($0)) }
      case .string: return reader.takeString().map { .other(Token.string($0).cssText) }
      case .transformFunction:
        guard let next = reader.peek else { return nil }
        var inner = ValueReader([next], dialect: reader.dialect)
        guard let value = inner.takeTransform(), !value.elements.isEmpty else { return nil }
        reader.advance()
        return transform(value)
      case .transformList:
        guard let value = reader.takeTransform(), !value.elements.isEmpty else { return nil }
        return transform(value)
      case .url, .image:
        let before = Array(reader.reader.rest)
        guard let value = reader.takeImage(allowsNone: false) else { return nil }
        if type == .url, case .url = value {} else if type == .url { return nil }
        return .other(Array(Array(before.prefix(before.count - reader.reader.rest.count)).trimmed).cssText)
      }
    }
  }
}

extension ValueReader {
  /// A resolution in dots per CSS px. CSS Values 4 §7.4.
  fileprivate mutating func takeResolution() -> Double? {
    guard case .dimension(let number, let unit)? = reader.peekToken else { return nil }
    let factors = ["dppx": 1, "x": 1, "dpi": 1 / 96.0, "dpcm": 2.54 / 96]
    guard let factor = factors[unit.asciiLowercased] else { return nil }
    advance()
    return number.value * factor
  }
}
