import HybridSource

/// Names for a readable listing of a compiled template: texts for its ids and tags for its component ids.
package struct TemplateNames: Sendable {
  private var texts: [StringID: String] = [:]
  private var tags: [UInt16: String]
  /// Additional known names, such as those of a project's own attributes.
  private let more: [StringID: String]

  /// - Parameters:
  ///   - tags: Tags of a project, which take precedence over the built-in ones.
  ///   - names: Names that the template uses without storing them.
  package init(_ template: Template, tags: [UInt16: String] = [:], names: [String] = []) {
    self.tags = Self.builtInTags.merging(tags) { $1 }
    for string in template.strings where texts[string.id] == nil { texts[string.id] = string.text }
    more = Dictionary(names.map { (StringID($0), $0) }) { first, _ in first }
  }

  /// The text of an id; nil when it is unknown.
  package func text(of id: StringID) -> String? { texts[id] ?? id.predefined ?? more[id] }

  /// The tag of a component id.
  package func tag(of component: UInt16) -> String { tags[component] ?? "component \(component)" }

  /// A name, or its number when it is unknown.
  func label(of id: StringID) -> String { text(of: id) ?? id.description }

  /// The components of virtualview_tools (`Documentation/template-components.md`).
  private static let builtInTags = ComponentKind.tags.merging([1010: "TotalContainer"]) { $1 }
}

/// An expression with its possible source.
struct ListedExpression {
  /// `${…}`; nil when the code has no source form.
  var source: String?
  /// Whether `source` is exactly the author's text: its hash is the id.
  var isExact = false
  /// The instructions, or the fault in the bytes.
  var instructions: [String]

  init(_ expression: TemplateExpression, names: TemplateNames) {
    do throws(TemplateCodingError) {
      let script = try Script(decoding: expression.code)
      source = script.source(names.text).map { "${\($0)}" }
      isExact = source.map { StringID($0) == expression.id } ?? false
      instructions = script.listing(names.text)
    } catch {
      instructions = ["at byte \(error.offset): \(error.message)"]
    }
  }
}

extension TemplateAttribute.Kind {
  /// The kind as shown in listings.
  package var label: String {
    switch self {
    case .int: "int"
    case .intRP: "int rp"
    case .float: "float"
    case .floatRP: "float rp"
    case .string: "string"
    case .expression: "expression"
    }
  }
}

extension Template {
  /// The template as readable text: elements, strings and expressions, one a line. Control characters are
  /// escaped.
  /// - Parameter bytes: The length of the file.
  package func listing(names: TemplateNames, bytes: Int) -> String {
    var text = "\(name.quoted)  version \(version), page \(pageID), \(bytes) bytes\n"
    if !dependentPages.isEmpty {
      text += "depends on pages \(dependentPages.map(String.init).joined(separator: ", "))\n"
    }
    if !hasTree { text += "no template in it: the compiler that wrote it had failed\n" }
    let listed = expressions.map { ListedExpression($0, names: names) }
    let sources = Dictionary(
      zip(expressions, listed).map { ($0.id, $1.source ?? "expression \($0.id)") }
    ) { first, _ in first }
    text += "\n"
    var open: [Int32] = []
    for (index, node) in nodes.enumerated() {
      while let end = open.last, end <= index { open.removeLast() }
      // Deeper than any real template; a hostile file could otherwise make endless lines.
      let indent = String(repeating: "  ", count: min(open.count, 40))
      open.append(node.end)
      text += indent + names.tag(of: node.component) + "\n"
      for index in node.attributes {
        let attribute = attributes[Int(index)]
        let value = self.text(of: attribute, names: names, sources: sources)
        text += "\(indent)    \(names.label(of: attribute.key).escapingControls) = \(value)\n"
      }
      for index in node.variables {
        let variable = variables[Int(index)]
        let value: String
        switch variable.kind {
        case .int: value = "\(Int32(bitPattern: variable.bits))"
        case .float: value = "\(Float(bitPattern: variable.bits))"
        case .string: value = Self.text(of: StringID(rawValue: Int32(bitPattern: variable.bits)), names)
        }
        let name = names.label(of: variable.name).escapingControls
        text += "\(indent)    var \(variable.kind) \(name) = \(value)\n"
      }
    }
    text += "\nstrings \(strings.count)\n"
    for string in strings { text += "  \(string.id)  \(string.text.quoted)\n" }
    text += "\nexpressions \(expressions.count)\n"
    for (expression, listed) in zip(expressions, listed) {
      let exact = listed.source == nil ? "" : listed.isExact ? ", as written" : ", written otherwise"
      text += "  \(expression.id)  \(expression.code.count) bytes\(exact)\n"
      if let source = listed.source { text += "    \(source.escapingControls)\n" }
      for line in listed.instructions { text += "      \(line.escapingControls)\n" }
    }
    return text
  }

  private func text(
    of attribute: TemplateAttribute, names: TemplateNames, sources: [StringID: String]
  ) -> String {
    let id = StringID(rawValue: Int32(bitPattern: attribute.bits))
    switch attribute.kind {
    case .int, .intRP:
      let value = Int32(bitPattern: attribute.bits)
      let unit = attribute.kind == .intRP ? "rp" : ""
      // No length is that large, so it is a colour. White, which is -1, cannot be recognized.
      let isColor = attribute.kind == .int && value.magnitude > 0xFFFF
      return "\(value)\(unit)" + (isColor ? "  \(id)" : "")
    case .float: return "\(Float(bitPattern: attribute.bits))"
    case .floatRP: return "\(Float(bitPattern: attribute.bits))rp"
    case .string: return Self.text(of: id, names)
    case .expression:
      return sources[id]?.escapingControls ?? "expression \(id), which is not in the file"
    }
  }

  private static func text(of id: StringID, _ names: TemplateNames) -> String {
    if let text = names.text(of: id) { return text.quoted }
    return id == .none ? "\"\"" : "\(id), which is not in the file"
  }
}

extension String {
  /// The text in quotation marks.
  fileprivate var quoted: String { "\"" + escapedForQuotes + "\"" }
}
