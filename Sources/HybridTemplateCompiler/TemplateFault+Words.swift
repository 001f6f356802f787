import HybridEncoding
import HybridSource
import HybridUnits

/// The messages for the template author.
extension TemplateFinding {
  func diagnostic(in source: Source, lines: LineTable, config: TemplateConfig) -> Diagnostic {
    let hint = fault.hint(config)
    guard let range else {
      return Diagnostic(fault.severity, fault.code, "\(source.path): \(fault.message)", hint: hint)
    }
    return Diagnostic(
      fault.severity, fault.code, fault.message, at: range, in: source, lines: lines, hint: hint)
  }
}

extension TemplateFault {
  /// One sentence without a full stop.
  var message: String {
    switch self {
    case .syntax(let fault): fault.message
    case .script(let fault): fault.message
    case .platform(let warning): warning.message
    case .noName: "a template needs a name"
    case .nameTooLong(let bytes): "the template's name has \(bytes) bytes; phones read 32767"
    case .unknownTag(let tag): "there is no component <\(tag)>"
    case .componentZero(let tag): "<\(tag)> has the component id 0"
    case .badValue(let attribute, let type, let text):
      if ValueWords.isBinding(text), !type.acceptsBinding {
        "'\(attribute)' cannot be bound"
      } else {
        if case .enumeration = type {
          "'\(text.shortened)' is not a value of '\(attribute)'"
        } else {
          "'\(text.shortened)' is not \(type.noun) for '\(attribute)'"
        }
      }
    case .emptyValue(let attribute, let type): "'\(attribute)' is empty; it takes \(type.noun)"
    case .badVariableName(let name): "'\(name)' is not a variable"
    case .badVariableKind(let kind, let name): "'\(name)': there are no variables of the type '\(kind)'"
    case .badVariableValue(let name, let kind, let text):
      text.isEmpty
        ? "the variable '\(name)' has no value"
        : """
        '\(text.shortened)' is not \(kind == "int" ? "a whole number" : "a number"): \
        the variable '\(name)' is 0
        """
    case .stringConflict(let text, let other, let isPredefined):
      "'\(text.shortened)' has the same number as "
        + (isPredefined
          ? "'\(other)', which all readers know" : "'\(other.shortened)', which this template has, too")
    case .tooManyAttributes(let list, let tag):
      "<\(tag)> has more than \(TemplateLimits.attributesOnPhones) attributes in its list of \(list)"
    case .tooManyVariables(let tag): "<\(tag)> has more than \(TemplateLimits.attributesOnPhones) variables"
    case .stringTooLong(let bytes): "a text of \(bytes) bytes; phones read \(TemplateLimits.bytesOnPhones)"
    case .codeTooLong(let bytes):
      "the elements take \(bytes) bytes; phones read \(TemplateLimits.bytesOnPhones) of a template"
    case .dropped(let name, let later):
      later.isEmpty
        ? "'\(name)' is empty and left out"
        : "'\(name)' is empty: it is left out, and so is what follows it: \(later.joined(separator: ", "))"
    case .repeatedAttribute(let name): "'\(name)' is repeated; this value is used"
    case .repeatedInOtherList(let name): "'\(name)' is repeated with values of two kinds; both are stored"
    case .ordinaryVariable(let name):
      "'\(name)' is not a variable here, since the template already has this text"
    case .notBool(let name, let text):
      ValueWords.isBinding(text)
        ? "'\(name)' cannot be bound; it is stored as false" : "'\(name)' is stored as false"
    case .signedColor(let text): "'\(text.shortened)' is read as a number with a sign"
    case .unknownAttribute(let name, let tag): "<\(tag)> has no attribute '\(name)'"
    }
  }

  /// The fix, if there is one.
  func hint(_ config: TemplateConfig) -> String? {
    switch self {
    case .syntax(let fault): return fault.hint
    case .script(let fault): return fault.hint
    case .platform(let warning): return warning.hint
    case .unknownTag(let tag):
      return nearest(to: tag, in: config.components.map(\.tag)).map { "did you mean <\($0)>?" }
        ?? "name it in config.properties: VIEW_ID_\(tag)=1001"
    case .componentZero(let tag): return "give VIEW_ID_\(tag) another number in config.properties"
    case .badValue(_, let type, let text): return ValueWords.hint(type, text)
    case .emptyValue(_, let type): return ValueWords.choices(type)
    case .badVariableName: return "write var_int_count=\"0\", var_float_… or var_string_…"
    case .badVariableKind(let kind, _):
      return nearestHint(to: kind, in: ["int", "float", "string"])
        ?? "there are 'int', 'float' and 'string'"
    case .stringConflict: return "change one of the two"
    case .tooManyAttributes, .tooManyVariables: return "use fewer"
    case .codeTooLong: return "split the template"
    case .stringTooLong: return "take it from the data: ${…}"
    case .dropped(_, let later):
      return later.isEmpty ? "remove it" : "remove it, or put it last"
    case .repeatedAttribute, .repeatedInOtherList: return "remove one of them"
    case .ordinaryVariable: return "rename the variable"
    case .notBool: return "write 'true' or 'false'"
    case .signedColor: return "write digits only, such as #ff0000"
    case .unknownAttribute(let name, _):
      let names = config.attributes.map(\.name) + namesWithoutType
      return nearestHint(to: name, in: names)
    case .noName, .nameTooLong, .badVariableValue: return nil
    }
  }
}

/// Suggestions for invalid values.
enum ValueWords {
  static func isBinding(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return JavaText.isBinding(bytes.indices, in: bytes)
  }

  /// The named values of a type.
  static func choices(_ type: AttributeType) -> String? {
    switch type {
    case .flag: "write \(list(ValueEncoder.flags)), joined with '|'"
    case .align: "write \(list(ValueEncoder.aligns)), joined with '|'"
    case .textStyle: "write \(list(ValueEncoder.textStyles)), joined with '|'"
    case .type: "write \(list(ValueEncoder.types))"
    case .dataMode: "write \(list(ValueEncoder.dataModes))"
    case .visibility: "write \(list(ValueEncoder.visibilities))"
    case .enumeration(let values): "write \(values.map(\.name).joined(separator: ", "))"
    case .color: "colours are #RRGGBB, #AARRGGBB, or one of \(Colors.names.joined(separator: ", "))"
    case .layoutSize: "write match_parent, wrap_content, or a number such as 12 or 12rp"
    case .int: "write a whole number such as 12 or 12rp"
    case .float, .number: "write a number such as 12, 1.5 or 12rp"
    case .expression: "write a script: ${this.name=1}"
    case .string, .bool: nil
    }
  }

  private static func list(_ names: ValueEncoder.Names) -> String {
    names.map(\.name).joined(separator: ", ")
  }

  static func hint(_ type: AttributeType, _ text: String) -> String? {
    if isBinding(text), !type.acceptsBinding { return choices(type) }
    switch type {
    case .int, .float, .number, .layoutSize:
      if let number = numberHint(type, text) { return number }
    case .color:
      if let color = colorHint(text) { return color }
    case .textStyle, .type:
      if text == "normal" { return "leave the attribute out" }
    case .align:
      if text.contains("center"), !text.contains("_center") { return "write h_center|v_center" }
    case .expression:
      if text.hasPrefix("@{") { return "scripts begin with '${'" }
      if text.trimmingBlanks != text { return "remove the spaces around the script" }
    default: break
    }
    let words = type.words
    let piece = text.split(separator: "|").map { String($0).trimmingBlanks }.first { !words.contains($0) }
    if let near = nearest(to: piece ?? text, in: words) { return "did you mean '\(near)'?" }
    return choices(type)
  }

  private static func numberHint(_ type: AttributeType, _ text: String) -> String? {
    let text = text.trimmingBlanks
    if text.hasSuffix("%") { return "there are no percentages; write rp, of which the screen is 750 wide" }
    for unit in ["px", "dp", "dip", "pt", "sp"]
    where text.hasSuffix(unit) && Double(text.dropLast(unit.count)) != nil {
      return unit == "px"
        ? "write \(text.dropLast(2)) or \(text.dropLast(2))rp" : "write \(text.dropLast(unit.count))"
    }
    if text.hasSuffix("rp"), Double(text.dropLast(2).trimmingBlanks) != nil {
      return "write the unit without a space"
    }
    if text.hasPrefix("."), Double("0" + text) != nil { return "write 0\(text)" }
    guard let number = Double(text) else { return nil }
    if type == .int, text.contains(".") { return "write a whole number" }
    if number.magnitude > 2_147_483_647 { return "the number is too large" }
    if text.lowercased().contains("e") { return "write the number without 'e'" }
    return nil
  }

  private static func colorHint(_ text: String) -> String? {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.allSatisfy(\.isHexDigit) else {
      if text.trimmingBlanks != text { return "remove the spaces" }
      let near = nearest(to: text.lowercased(), in: Colors.names)
      return (near.map { "did you mean '\($0)'? " } ?? "") + (choices(.color) ?? "")
    }
    guard digits.count == 3 || digits.count == 4 else { return nil }
    // Four-digit colours have the alpha last in CSS, but first in a template.
    let long = digits.map { "\($0)\($0)" }
    return "write #" + (digits.count == 4 ? long[3] : "") + long.prefix(3).joined()
  }
}

extension StringProtocol {
  /// A prefix of a value, long enough to recognise it.
  var shortened: String { shortened(to: 41) }

  /// Without characters up to U+0020 at both ends.
  var trimmingBlanks: String {
    String(String.UnicodeScalarView(unicodeScalars.trimming { $0.value <= 0x20 }))
  }
}
