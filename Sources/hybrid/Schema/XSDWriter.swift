import HybridCompiler
import HybridEncoding
import HybridTemplateCompiler

/// A schema as an XML Schema 1.0 document (`virtualview.xsd`).
///
/// Values are unions: words for the editor's completion, and patterns for the other values that the compiler
/// accepts.
struct XSDWriter {
  private var text = ""
  private var depth = 0
  private var names = TypeNames()

  /// The document, with a newline at its end.
  static func document(_ schema: TemplateSchema) -> String {
    var writer = XSDWriter()
    writer.write(schema)
    return writer.text
  }

  private mutating func write(_ schema: TemplateSchema) {
    text += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<!-- VirtualView templates. Made by 'hybrid schema' from the project's config.properties. -->\n"
    element("xs:schema", [("xmlns:xs", "http://www.w3.org/2001/XMLSchema")]) { writer in
      for tag in schema.tags { writer.write(tag, schema) }
      writer.comment("Any component may be inside any other one.")
      writer.element("xs:group", [("name", "components")]) { writer in
        writer.element("xs:choice") { writer in
          // An empty choice would allow no template at all.
          for tag in schema.tags { writer.element("xs:element", [("ref", tag.name)]) }
        }
      }
      writer.comment("What every component takes.")
      writer.element("xs:attributeGroup", [("name", "attributes")]) { writer in
        for attribute in schema.attributes { writer.write(attribute) }
      }
      writer.comment("Values.")
      for (name, type) in writer.names.all { writer.write(type, name) }
    }
  }

  // MARK: Components

  private mutating func write(_ tag: TemplateSchema.Tag, _ schema: TemplateSchema) {
    element("xs:element", [("name", tag.name)]) { writer in
      writer.documentation((tag.help.map { $0 + " " } ?? "") + "Component \(tag.id).")
      writer.element("xs:complexType") { writer in
        writer.element("xs:group", [("ref", "components"), ("minOccurs", "0"), ("maxOccurs", "unbounded")])
        writer.writeAttributes(of: tag, schema)
        if tag.isOpen {
          // In any namespace or none: the app defines these attributes.
          writer.element("xs:anyAttribute", [("processContents", "skip")])
        }
      }
    }
  }

  /// Writes the shared attribute group, unless the tag redefines the type of one of its attributes: XML
  /// Schema cannot replace an attribute of a group.
  private mutating func writeAttributes(of tag: TemplateSchema.Tag, _ schema: TemplateSchema) {
    let common = Dictionary(uniqueKeysWithValues: schema.attributes.map { ($0.name, $0.type) })
    let own = tag.attributes.filter { common[$0.name] != $0.type }
    let replaced = Set(own.map(\.name)).intersection(common.keys)
    if replaced.isEmpty {
      for attribute in own { write(attribute) }
      element("xs:attributeGroup", [("ref", "attributes")])
    } else {
      let all = schema.attributes.filter { !replaced.contains($0.name) } + own
      for attribute in all.sorted(by: { $0.name < $1.name }) { write(attribute) }
    }
  }

  private mutating func write(_ attribute: TemplateSchema.Attribute) {
    element(
      "xs:attribute",
      [
        ("name", attribute.name),
        ("type", attribute.type == .string ? "xs:string" : names.name(of: attribute)),
      ]
    ) { writer in
      let values = AttributeHelp.values(of: attribute.type)
      writer.documentation((attribute.help.map { $0 + " " } ?? "") + values)
    }
  }

  // MARK: Values

  private mutating func write(_ type: AttributeType, _ name: String) {
    element("xs:simpleType", [("name", name)]) { writer in
      let words = type.offeredWords
      let patterns = ValuePattern.patterns(of: type)
      if words.isEmpty { return writer.restriction(patterns, "xs:pattern") }
      writer.element("xs:union") { writer in
        for (values, facet) in [(words, "xs:enumeration"), (patterns, "xs:pattern")] where !values.isEmpty {
          writer.element("xs:simpleType") { $0.restriction(values, facet) }
        }
      }
    }
  }

  private mutating func restriction(_ values: [String], _ facet: String) {
    element("xs:restriction", [("base", "xs:string")]) { writer in
      for value in values { writer.element(facet, [("value", value)]) }
    }
  }

  // MARK: XML

  private mutating func documentation(_ words: String) {
    element("xs:annotation") { writer in
      writer.line("<xs:documentation>\(words.escaped(.anyXMLText))</xs:documentation>")
    }
  }

  private mutating func comment(_ words: String) { line("<!-- \(words) -->") }

  private mutating func element(
    _ name: String, _ attributes: [(String, String)] = [], _ content: ((inout XSDWriter) -> Void)? = nil
  ) {
    let tag = name + attributes.map { " \($0.0)=\"\($0.1.escaped(.anyXMLAttribute))\"" }.joined()
    guard let content else { return line("<\(tag)/>") }
    line("<\(tag)>")
    depth += 1
    content(&self)
    depth -= 1
    line("</\(name)>")
  }

  private mutating func line(_ words: String) {
    text += String(repeating: "  ", count: depth) + words + "\n"
  }

}

/// The names of value types in the files: an enumeration is named after the first attribute that has it.
struct TypeNames {
  /// All types, in the order of their first use.
  private(set) var all: [(name: String, type: AttributeType)] = []
  private var known: [AttributeType: String] = [:]
  private var taken = Set<String>()

  mutating func name(of attribute: TemplateSchema.Attribute) -> String {
    if let name = known[attribute.type] { return name }
    var name = Self.fixed(attribute.type) ?? attribute.name
    while !taken.insert(name).inserted { name += "-" }
    known[attribute.type] = name
    all.append((name, attribute.type))
    return name
  }

  private static func fixed(_ type: AttributeType) -> String? {
    switch type {
    case .string: "text"
    case .int: "int"
    case .float: "float"
    case .number: "number"
    case .bool: "bool"
    case .color: "color"
    case .flag: "flags"
    case .type: "type"
    case .align: "align"
    case .layoutSize: "layoutSize"
    case .textStyle: "textStyle"
    case .dataMode: "dataMode"
    case .visibility: "visibility"
    case .expression: "script"
    case .enumeration: nil
    }
  }
}

extension [String] {
  /// Each element once, at its first position.
  func uniqued() -> [String] {
    var seen = Set<String>()
    return filter { seen.insert($0).inserted }
  }
}

extension AttributeType {
  /// Words for the editor's completion, each once.
  var offeredWords: [String] { self == .bool ? ["true", "false"] : words.uniqued() }
}
