import HybridDOM
import HybridEncoding

/// What an element is in a form: HTML Standard §4.10.2, *listed elements*.
enum FormElement: Hashable {
  case input(FieldType)
  case textArea, select, fieldSet, output, object
  /// A button by what it does: `submit`, `reset` or `button`.
  case button(FieldType)

  /// Nil for an element that no form lists.
  init?(_ element: Element) {
    switch element.name {
    case "input": self = .input(FieldType(element["type"]))
    case "textarea": self = .textArea
    case "select": self = .select
    case "fieldset": self = .fieldSet
    case "output": self = .output
    case "object": self = .object
    case "button":
      switch element["type"]?.asciiLowercased {
      case "reset": self = .button(.reset)
      case "button": self = .button(.button)
      default: self = .button(.submit)
      }
    default: return nil
    }
  }

  /// HTML Standard §4.10.2, *submittable elements*.
  var isSubmittable: Bool { self != .fieldSet && self != .output && self != .object }

  /// The type of an `input`; nil for all others.
  var fieldType: FieldType? { if case .input(let type) = self { type } else { nil } }

  /// Whether it is a submit button (HTML Standard §4.10.2, *submit button*).
  var isSubmitButton: Bool {
    switch self {
    case .input(.submit), .input(.image), .button(.submit): true
    default: false
    }
  }
}

/// The type of an `input`: HTML Standard §4.10.5, *states of the type attribute*.
enum FieldType: String, Hashable {
  case hidden, text, search, tel, url, email, password, date, month, week, time, number, range, color
  case checkbox, radio, file, submit, image, reset, button
  case localDateTime = "datetime-local"

  /// A type that is missing or unknown is text.
  init(_ attribute: String?) {
    self = attribute.flatMap { FieldType(rawValue: $0.asciiLowercased) } ?? .text
  }

  /// Whether it is a line of free text, so that lengths and patterns apply.
  var isText: Bool {
    switch self {
    case .text, .search, .tel, .url, .email, .password: true
    default: false
    }
  }

  /// Whether its value stands for a number, so that `min`, `max` and `step` apply.
  var isNumeric: Bool {
    switch self {
    case .date, .month, .week, .time, .localDateTime, .number, .range: true
    default: false
    }
  }

  /// Whether `readonly` applies.
  var canBeReadOnly: Bool { isText || isNumeric && self != .range }

  /// Whether `required` applies.
  var canBeRequired: Bool {
    canBeReadOnly || self == .checkbox || self == .radio || self == .file
  }

  /// Whether scripts can read and set a selection in it (HTML Standard §4.10.5, the table of members).
  var hasSelection: Bool { isText && self != .email }

  /// The number of base units in a step: milliseconds for dates and times, months for months.
  var stepScale: Double {
    switch self {
    case .date: 86_400_000
    case .week: 604_800_000
    case .time, .localDateTime: 1000
    default: 1
    }
  }

  /// The step without the attribute, in units of ``stepScale``.
  var defaultStep: Double { self == .time || self == .localDateTime ? 60 : 1 }

  /// Where steps are counted from without `min` and `value`. Weeks begin on a Monday.
  var defaultStepBase: Double { self == .week ? -259_200_000 : 0 }
}
