import HybridCSS

/// A value at one end of a transition.
enum TransitionEnd: Equatable {
  /// A value that can be interpolated.
  case value(TransitionValue)
  /// A value that cannot be interpolated, in the syntax of CSS, and a style that has it.
  case discrete(String, ComputedStyle)

  static func == (a: TransitionEnd, b: TransitionEnd) -> Bool {
    switch (a, b) {
    case (.value(let a), .value(let b)): a == b
    case (.discrete(let a, _), .discrete(let b, _)): a == b
    default: false
    }
  }
}

extension ComputedStyle {
  /// The value of a property as an end of a transition.
  func end(of property: MovingProperty) -> TransitionEnd {
    movingValue(of: property).map { .value($0) } ?? .discrete(text(of: property) ?? "", self)
  }
}

extension TransitionEnd {
  /// The value with `currentcolor` resolved in a style.
  func resolved(in style: ComputedStyle) -> TransitionEnd {
    if case .value(let value) = self { .value(value.resolved(in: style)) } else { self }
  }

  /// Puts the value into a style.
  func show(_ property: MovingProperty, in style: inout ComputedStyle) {
    switch self {
    case .value(let value): style.set(value, of: property)
    case .discrete(_, let other): style.take(property, from: other)
    }
  }

  /// The value as CSS writes it.
  func text(of property: MovingProperty, in style: ComputedStyle) -> String {
    switch self {
    case .discrete(let text, _): return text
    case .value(.registered(let value)) where property.isCustom: return value.cssText
    case .value:
      var style = style
      show(property, in: &style)
      return style.text(of: property) ?? ""
    }
  }
}

extension MovingProperty {
  /// Whether it is a custom property.
  var isCustom: Bool { if case .custom = self { true } else { false } }

  /// The end that is shown throughout a change between two values if only the other one hides the element.
  /// CSS Display 4 §2.9 and CSS Containment 3 §4: a box is there as long as it is at either end.
  func lasting(_ from: String, _ to: String) -> Int? {
    let hidden: String
    switch self {
    case .longhand(.display): hidden = "none"
    case .longhand(.contentVisibility): hidden = "hidden"
    default: return nil
    }
    guard (from == hidden) != (to == hidden) else { return nil }
    return from == hidden ? 1 : 0
  }
}
