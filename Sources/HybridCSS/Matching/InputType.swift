package import HybridDOM
import HybridEncoding

/// The type of an `input`: HTML Standard §4.10.5, *states of the type attribute*.
///
/// Everything that depends on the type is a property here, so that styles, forms, events and the
/// accessibility tree cannot differ.
package enum InputType: String, Hashable, Sendable {
  case hidden, text, search, tel, url, email, password, date, month, week, time, number, range, color
  case checkbox, radio, file, submit, image, reset, button
  case localDateTime = "datetime-local"

  /// - Parameter attribute: The value of `type`, in any case. Missing and unknown types are text.
  package init(_ attribute: String?) {
    self = attribute.flatMap { InputType(rawValue: $0.asciiLowercased) } ?? .text
  }

  /// Whether it is a line of free text, so that lengths and patterns apply.
  package var isText: Bool {
    switch self {
    case .text, .search, .tel, .url, .email, .password: true
    default: false
    }
  }

  /// Whether its value stands for a number, so that `min`, `max` and `step` apply.
  package var isNumeric: Bool {
    switch self {
    case .date, .month, .week, .time, .localDateTime, .number, .range: true
    default: false
    }
  }

  /// Whether it is on or off, so that `checked` applies.
  package var isCheckable: Bool { self == .checkbox || self == .radio }

  /// Whether it is a button (HTML Standard §4.10.2, *buttons*).
  package var isButton: Bool {
    switch self {
    case .submit, .image, .reset, .button: true
    default: false
    }
  }

  /// Whether users choose its value in a dialog of the system, which a button opens.
  package var isPicker: Bool { self == .file || self == .color }

  /// Whether users type its value.
  ///
  /// Differs from browsers: the number of a `range` is typed, since its slider cannot be dragged.
  package var takesText: Bool { isText || isNumeric }

  /// Whether `readonly` applies.
  package var canBeReadOnly: Bool { isText || isNumeric && self != .range }

  /// Whether `required` applies.
  package var canBeRequired: Bool { canBeReadOnly || isCheckable || self == .file }
}

extension HybridDOM.Element {
  /// The type of an `input` by its attribute `type`; of a `button` only where `type` is `reset` or `button`.
  package var inputType: InputType { InputType(self["type"]) }
}
