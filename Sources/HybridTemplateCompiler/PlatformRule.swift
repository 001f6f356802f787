import HybridUnits

/// A rule for attribute values that work on one platform but not on the other, for some components.
struct PlatformRule: Sendable {
  struct Value {
    var name: String
    var tag: String
    var text: String
  }

  var components: ClosedRange<Int>
  /// The first test, run for every such attribute of a file; for speed it does not get the text.
  var applies: @Sendable (EncodedValue) -> Bool
  /// The warning; nil if the text turns out to be valid.
  var warning: @Sendable (Value) -> PlatformWarning?

  private static let all = 1...Int(UInt16.max)
  private static let builtIn = 1...29

  /// The rules by attribute. Of one attribute's rules, the first that applies to the component counts.
  static let named: [String: [PlatformRule]] = {
    var rules: [String: [PlatformRule]] = [:]
    func add(
      _ names: String, of components: ClosedRange<Int>,
      where applies: @escaping @Sendable (EncodedValue) -> Bool = { _ in true },
      _ warning: @escaping @Sendable (Value) -> PlatformWarning?
    ) {
      for name in names.split(separator: " ") {
        rules[String(name), default: []].append(
          PlatformRule(components: components, applies: applies, warning: warning))
      }
    }
    // `Documentation/template-components.md`.
    add("onLongClick", of: all) { .neverRead($0.name) }
    add("padding layoutMargin", of: all) { .androidOnly($0.name) }
    add("backgroundImage", of: builtIn) { .androidOnly($0.name) }
    add("alpha", of: builtIn) { .notDrawn($0.name) }
    // -1 and -2 are match_parent and wrap_content (§1, Units).
    add(
      "layoutWidth layoutHeight", of: all,
      where: { $0.number.map { $0 < 0 && $0 != -1 && $0 != -2 } ?? false }
    ) {
      .negativeSize($0.text)
    }
    // §3, by component.
    add("flexGrow layoutRatio", of: all, where: \.hasFraction) { .fractional($0.name) }
    add("color paintWidth diameterX diameterY", of: 21...21, where: \.isRP) {
      .ignoresRP($0.name, tag: $0.tag)
    }
    add("scaleType", of: 10...10, where: { $0.int.map { !(0...2).contains($0) } ?? false }) {
      .scaledAway($0.text, tag: $0.tag)
    }
    add("textStyle", of: 8...8, where: { ($0.int ?? 0) & 4 != 0 }) { .notUnderlined(tag: $0.tag) }
    add("ellipsize", of: 7...8, where: { $0.int == 3 }) { .onlyNativeOnAndroid($0.text, tag: $0.tag) }
    add("layoutOrientation", of: 16...16) { .androidOnly($0.name) }
    let sides = "paddingLeft paddingRight paddingTop paddingBottom borderWidth borderRadius"
    let corners =
      "borderTopLeftRadius borderTopRightRadius borderBottomLeftRadius borderBottomRightRadius"
    add("\(sides) \(corners)", of: 13...14, where: \.isPlainFloat) { .lostFraction($0.name, tag: $0.tag) }
    add("dashEffect", of: 13...14, where: { $0 == .string }) {
      ValueWords.isBinding($0.text) || isDashPattern($0.text) ? nil : .oddDashes($0.text)
    }
    return rules
  }()

  /// The same rules by string id.
  private static let byID: (numbers: IDTable, rules: [[PlatformRule]]) = {
    var numbers = IDTable(capacity: 64)
    var rules: [[PlatformRule]] = []
    for (name, group) in named {
      numbers.set(Int32(rules.count), for: StringID(name).rawValue)
      rules.append(group)
    }
    return (numbers, rules)
  }()

  /// Whether a rule of the attribute looks at the value.
  static func looks(at encoded: EncodedValue, of attribute: Int32, component: Int) -> Bool {
    guard let number = byID.numbers[attribute] else { return false }
    return byID.rules[Int(number)].contains { $0.components.contains(component) && $0.applies(encoded) }
  }

  /// `[3,5,3,5]`: dashes, each followed by a gap (`Documentation/template-components.md`, *Lines and
  /// shapes*).
  private static func isDashPattern(_ text: String) -> Bool {
    guard text.hasPrefix("["), text.hasSuffix("]") else { return false }
    let numbers = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
    return numbers.count.isMultiple(of: 2)
      && numbers.allSatisfy { piece in
        let number = piece.drop { $0 == " " }
        return Float(number[..<(number.firstIndex(of: " ") ?? number.endIndex)]) != nil
      }
  }
}

extension EncodedValue {
  var isRP: Bool {
    switch self {
    case .int(_, let isRP), .float(_, let isRP): isRP
    case .string, .script, .fault: false
    }
  }

  /// The stored whole number, such as the code of a keyword.
  fileprivate var int: Int32? {
    guard case .int(let number, _) = self else { return nil }
    return number
  }

  /// A number in any form.
  fileprivate var number: Float? {
    switch self {
    case .int(let number, _): Float(number)
    case .float(let bits, _): Float(bitPattern: bits)
    case .string, .script, .fault: nil
    }
  }

  fileprivate var hasFraction: Bool {
    guard case .float(let bits, _) = self else { return false }
    let number = Float(bitPattern: bits)
    return number != number.rounded(.towardZero)
  }

  fileprivate var isPlainFloat: Bool {
    guard case .float(_, isRP: false) = self else { return false }
    return true
  }
}
