import HybridSource

/// The computed value of a registered custom property. CSS Properties and Values 1 §2.4.
package struct RegisteredValue: Hashable, Sendable {
  /// One value of a list.
  package enum Item: Hashable, Sendable {
    /// A number with a unit, or none.
    case number(Double, unit: String)
    case integer(Int)
    case length(LengthPercentage)
    case color(ColorValue)
    case transform([TransformFunction<LengthPercentage>])
    /// A value that cannot be interpolated, as CSS writes it.
    case other(String)
  }

  package var items: [Item]
  package var isCommaList: Bool

  package init(items: [Item], isCommaList: Bool) { (self.items, self.isCommaList) = (items, isCommaList) }

  /// As CSS writes it.
  package var cssText: String {
    items.map { item in
      switch item {
      case .number(let value, let unit): numberText(value) + unit
      case .integer(let value): "\(value)"
      case .length(let length): length.cssText
      case .color(.rgba(let color)): color.cssText
      case .color(.current): "currentcolor"
      case .color(.computed(let value)): [value].cssText
      case .transform(let functions): functions.map(\.cssText).joined(separator: " ")
      case .other(let text): text
      }
    }.joined(separator: isCommaList ? ", " : " ")
  }

  /// The value that `var()` is replaced by.
  package var customValue: CustomValue {
    let values = Array(parseComponentValues(Source(path: "", text: cssText)).trimmed)
    return CustomValue(values: values, weight: values.weight, typed: self)
  }
}
