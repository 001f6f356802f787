import HybridMarkup
import HybridSource

/// A fault of a template, as a fact. ``TemplateFinding`` adds the place; `TemplateFault+Words.swift` adds the
/// message.
enum TemplateFault: Hashable, Sendable {
  case syntax(TemplateSyntaxFault)
  case script(ExpressionSyntaxFault)

  // Errors.
  case noName
  case nameTooLong(Int)
  case unknownTag(String)
  case componentZero(String)
  case badValue(attribute: String, type: AttributeType, text: String)
  case emptyValue(attribute: String, type: AttributeType)
  case badVariableName(String)
  case badVariableKind(String, name: String)
  case badVariableValue(String, kind: String, text: String)
  case stringConflict(String, with: String, isPredefined: Bool)
  case tooManyAttributes(String, tag: String)
  case tooManyVariables(tag: String)
  case stringTooLong(Int)
  case codeTooLong(Int)

  // Warnings: the bytes are those of the original compiler, but their effect may surprise.
  case dropped(String, later: [String])
  case repeatedAttribute(String)
  case repeatedInOtherList(String)
  case ordinaryVariable(String)
  case notBool(String, text: String)
  case signedColor(String)
  case unknownAttribute(String, tag: String)
  case platform(PlatformWarning)
}

extension TemplateFault {
  /// A stable name of a kind of diagnostic. `Documentation/template-diagnostics.md` explains each.
  enum Code: String, CaseIterable, Sendable {
    case badValue = "template.bad-value"
    case badVariable = "template.bad-variable"
    case component = "template.component"
    case droppedAttribute = "template.dropped-attribute"
    case noName = "template.no-name"
    case notBool = "template.not-bool"
    case ordinaryVariable = "template.ordinary-variable"
    case repeatedAttribute = "template.repeated-attribute"
    case signedColor = "template.signed-color"
    case stringConflict = "template.string-conflict"
    case tooLarge = "template.too-large"
    case unknownAttribute = "template.unknown-attribute"
    case unknownTag = "template.unknown-tag"
  }

  /// Whether the template cannot be used.
  var severity: Severity {
    switch self {
    case .syntax(let fault): fault.severity
    case .script(let fault): fault.severity
    // Without a value the original compiles nothing; an unreadable number it stores as 0.
    case .badVariableValue(_, _, let text): text.isEmpty ? .error : .warning
    case .dropped, .repeatedAttribute, .repeatedInOtherList, .ordinaryVariable, .notBool, .signedColor,
      .unknownAttribute, .platform:
      .warning
    default: .error
    }
  }

  /// The stable name.
  var code: String {
    switch self {
    case .syntax(let fault): fault.code.rawValue
    case .script(let fault): fault.code.rawValue
    case .platform(let warning): warning.code.rawValue
    case .noName: Code.noName.rawValue
    case .unknownTag: Code.unknownTag.rawValue
    case .componentZero: Code.component.rawValue
    case .badValue, .emptyValue: Code.badValue.rawValue
    case .badVariableName, .badVariableKind, .badVariableValue: Code.badVariable.rawValue
    case .stringConflict: Code.stringConflict.rawValue
    case .nameTooLong, .tooManyAttributes, .tooManyVariables, .stringTooLong, .codeTooLong:
      Code.tooLarge.rawValue
    case .dropped: Code.droppedAttribute.rawValue
    case .repeatedAttribute, .repeatedInOtherList: Code.repeatedAttribute.rawValue
    case .ordinaryVariable: Code.ordinaryVariable.rawValue
    case .notBool: Code.notBool.rawValue
    case .signedColor: Code.signedColor.rawValue
    case .unknownAttribute: Code.unknownAttribute.rawValue
    }
  }
}

/// A fault and its place.
struct TemplateFinding: Hashable, Sendable {
  var fault: TemplateFault
  /// The bytes of the file that it concerns; nil if none.
  var range: Range<Int>?
}
