import HybridCSS
import HybridSource

/// A declared longhand of a layout case, in the spelling of browsers.
package struct CaseDeclaration: Hashable, Sendable {
  /// The property, in kebab case.
  package var name: String
  /// Its value.
  package var value: String

  /// A declaration from its parts.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension CaseDeclaration {
  /// The properties of CSS that a case can declare, by name: those that change the size or the place of a
  /// box.
  ///
  /// Only three inherited properties are included: the others are about text and tables. Properties that
  /// depend on more than one box are excluded.
  static let properties: [String: PropertyID] = {
    let inherited: Set = [PropertyID.direction, .writingMode, .textAlign]
    let others: Set = [
      "appearance", "container-name", "container-type", "content", "content-visibility", "line-clamp",
      "table-layout", "text-overflow", "unicode-bidi", "vertical-align", "zoom",
    ]
    let taken = PropertyID.allCases.filter {
      $0.use == .layout && (!$0.isInherited || inherited.contains($0)) && !others.contains($0.name)
    }
    return Dictionary(uniqueKeysWithValues: taken.map { ($0.name, $0) })
  }()

  /// The names of all properties of cases.
  package static let names = (Array(properties.keys) + CaseProperty.names).sorted()

  /// Whether the property is flow-relative, such as `margin-inline-start`.
  var isLogical: Bool { Self.properties[name]?.isLogical ?? false }

  /// Reads the value of the declaration.
  func read() throws(CaseFault) -> CaseValue {
    guard Self.properties[name] != nil || CaseProperty(rawValue: name) != nil else {
      throw CaseFault(.unknownProperty)
    }
    let values = Array(parseComponentValues(Source(path: "", text: value)).trimmed)
    do throws(CaseFault) {
      return try read(values)
    } catch {
      guard let (text, range) = numberBelowRange(in: values) else { throw error }
      throw CaseFault(.outOfRange(text), at: range)
    }
  }

  private func read(_ values: [ComponentValue]) throws(CaseFault) -> CaseValue {
    if let property = CaseProperty(rawValue: name), let value = try property.value(of: values) {
      return value
    }
    let whole = 0..<value.utf8.count
    let declaration = Declaration(
      name: name, nameRange: 0..<0, value: values, range: whole, isImportant: false)
    switch readDeclaration(declaration, dialect: .standard) {
    case .success(let declarations):
      if let (unit, range) = values.relativeUnit { throw CaseFault(.relativeUnit(unit), at: range) }
      if declarations.contains(where: { if case .pending = $0.value { true } else { false } }) {
        throw CaseFault(.unsupportedValue(value, expected: "a value without 'var()'"))
      }
      return .declarations(declarations)
    case .failure(let fault): throw CaseFault(.invalidValue(fault), at: fault.range)
    }
  }

  /// The first number of an invalid value that would be valid with larger numbers.
  private func numberBelowRange(in values: [ComponentValue]) -> (text: String, range: Range<Int>)? {
    for limit in [-Double.leastNonzeroMagnitude, 0] {
      var first: Range<Int>?
      let larger = values.map { $0.raised(from: limit, &first) }
      guard let first else { continue }
      do throws(CaseFault) {
        _ = try read(larger)
        return (String(decoding: Array(value.utf8)[first], as: UTF8.self), first)
      } catch {
        continue
      }
    }
    return nil
  }
}

extension [ComponentValue] {
  /// The first unit that is relative to a font or a viewport, with the range of its length.
  fileprivate var relativeUnit: (name: String, range: Range<Int>)? {
    for value in self {
      switch value.content {
      case .token(.dimension(_, let unit)):
        if LengthUnit(name: unit)?.isRelative == true { return (unit, value.range) }
      case .function(_, let values), .block(_, let values):
        if let found = values.relativeUnit { return found }
      case .token: break
      }
    }
    return nil
  }
}

extension ComponentValue {
  /// The value with 1 in place of each number up to `limit`; `first` receives the range of the first such
  /// number, if it is nil.
  fileprivate func raised(from limit: Double, _ first: inout Range<Int>?) -> ComponentValue {
    func raised(_ number: Token.Numeric) -> Token.Numeric? {
      guard number.value <= limit else { return nil }
      first = first ?? range
      return Token.Numeric(value: 1, isInteger: number.isInteger, hasSign: false, text: "1")
    }
    var result = self
    switch content {
    case .token(.number(let number)):
      if let number = raised(number) { result.content = .token(.number(number)) }
    case .token(.percentage(let number)):
      if let number = raised(number) { result.content = .token(.percentage(number)) }
    case .token(.dimension(let number, let unit)):
      if let number = raised(number) { result.content = .token(.dimension(number, unit: unit)) }
    case .token: break
    case .function(let name, let values):
      result.content = .function(name: name, values.map { $0.raised(from: limit, &first) })
    case .block(let bracket, let values):
      result.content = .block(bracket, values.map { $0.raised(from: limit, &first) })
    }
    return result
  }
}
