import HybridUnits

/// A template prepared for loading: strings by number, bindings and expressions parsed once.
///
/// A class, since every component made from it refers to it and none changes it.
final class LoadedTemplate: Sendable {
  let template: Template
  let strings: [StringID: String]
  /// By the attribute's position in ``Template/attributes``.
  let bindings: [Int: BindingExpression]
  /// Set only on Android, the only platform that runs scripts.
  let scripts: [StringID: Result<Script, TemplateCodingError>]

  init(_ template: Template, on platform: TemplatePlatform) {
    var strings: [StringID: String] = [:]
    for entry in template.strings where strings[entry.id] == nil { strings[entry.id] = entry.text }
    var bindings: [Int: BindingExpression] = [:]
    for (index, attribute) in template.attributes.enumerated() where attribute.kind == .string {
      if let text = strings[StringID(rawValue: Int32(bitPattern: attribute.bits))],
        BindingExpression.isBinding(text)
      {
        bindings[index] = BindingExpression(text, on: platform)
      }
    }
    var scripts: [StringID: Result<Script, TemplateCodingError>] = [:]
    if platform == .android {
      for expression in template.expressions where scripts[expression.id] == nil {
        scripts[expression.id] = Result { () throws(TemplateCodingError) in
          try Script(decoding: expression.code)
        }
      }
    }
    self.template = template
    self.strings = strings
    self.bindings = bindings
    self.scripts = scripts
  }

  /// The name of an attribute, for messages, even if the platform's reader does not know it.
  func name(of key: StringID) -> String { strings[key] ?? key.predefined ?? key.description }

  /// The text of a string id; empty for an unknown id, as on iOS (`Documentation/template-components.md`).
  func text(of id: StringID, on platform: TemplatePlatform) -> String {
    if let text = strings[id] { return text }
    guard let text = id.predefined else { return "" }
    // Three names that the compiler omits from the file and that readers on iOS lack.
    return platform == .ios && ["lineHeight", "padding", "layoutMargin"].contains(text) ? "" : text
  }
}
