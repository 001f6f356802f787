import HybridCSS
import HybridDOM
import HybridEncoding
import HybridUnits

/// A listed element of forms: HTML Standard §4.10.2, *listed elements*.
enum FormElement: Hashable {
  case input(InputType)
  case textArea, select, fieldSet, output, object
  /// A button by what it does: `submit`, `reset` or `button`.
  case button(InputType)

  /// By the element's class; nil for an element that no form lists.
  init?(_ element: Element) {
    switch ElementReference.htmlClasses[element.name] {
    case .input: self = .input(element.inputType)
    case .textArea: self = .textArea
    case .select: self = .select
    case .fieldSet: self = .fieldSet
    case .output: self = .output
    case .object: self = .object
    case .button:
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
  var inputType: InputType? { if case .input(let type) = self { type } else { nil } }

  /// Whether it is a submit button (HTML Standard §4.10.2, *submit button*).
  var isSubmitButton: Bool {
    switch self {
    case .input(.submit), .input(.image), .button(.submit): true
    default: false
    }
  }
}
