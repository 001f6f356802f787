// Typed access for the groups of `ComputedStyle`. A value was read by the grammar of its property, so other
// alternatives cannot occur; they return a harmless value instead of trapping.
extension SpecifiedValue {
  /// The keyword as a case of the property's type.
  func keyword<K: KeywordValue>() -> K {
    guard case .keyword(let index) = self, Int(index) < K.allCases.count else { return K.allCases[0] }
    return K.allCases[Int(index)]
  }

  /// The value that stands for a case of a keyword type.
  static func keyword<K: KeywordValue>(_ keyword: K) -> SpecifiedValue {
    .keyword(UInt8(K.allCases.firstIndex(of: keyword) ?? 0))
  }

  func keywords<K: KeywordValue>() -> [K] { elements.map { $0.keyword() } }

  /// The values of a list; for any other value, the value itself.
  var elements: [SpecifiedValue] { if case .list(let values) = self { values } else { [self] } }

  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var numbers: [Double] { elements.map { $0.number ?? 0 } }
  var color: ColorValue { optionalColor ?? .current }
  var optionalColor: ColorValue? { if case .color(let color) = self { color } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var texts: [String] { elements.compactMap(\.text) }
  var alignment: Alignment {
    if case .alignment(let alignment) = self { alignment } else { Alignment(.normal) }
  }
  var timingFunctions: [TimingFunction] {
    elements.map { if case .timing(let timing) = $0 { timing } else { .ease } }
  }

  var listStyleType: ListStyleType {
    switch self {
    case .text(let name?): .name(name)
    case .list(let values): .string(values.first?.text ?? "")
    default: .none
    }
  }

  var content: Content {
    switch self {
    case .components(let values): .values(values)
    case .keyword(1): .none
    default: .normal
    }
  }

  /// CSS Fonts 4 §2.2.1, *Relative Weights*.
  func fontWeight(parent: Double) -> Double {
    switch self {
    case .number(let weight): min(max(weight, 1), 1000)
    case .keyword(0): 400
    case .keyword(1): 700
    case .keyword(2): parent < 350 ? 400 : parent < 550 ? 700 : max(parent, 900)
    case .keyword: parent < 100 ? parent : parent < 550 ? 100 : parent < 750 ? 400 : 700
    default: 400
    }
  }
}
