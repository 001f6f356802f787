import HybridCompiler
import HybridTemplateCompiler

/// The schema of templates for an editor: tags, attributes and their values.
///
/// It accepts everything that compiles without a diagnostic, and marks faults that the compiler reports:
/// unknown tags and attributes, invalid values, text between tags. Rules about more than one value are left
/// to the compiler.
struct TemplateSchema: Sendable {
  /// A component.
  struct Tag: Sendable {
    var name: String
    var id: Int
    var help: String?
    /// Attributes that apply to this component only, or have a different type there.
    var attributes: [Attribute]
    /// Whether unknown attributes are allowed: the app defines those of a project's own components.
    var isOpen: Bool
  }

  /// An attribute.
  struct Attribute: Sendable {
    var name: String
    var type: AttributeType
    var help: String?
  }

  /// Sorted by name.
  var tags: [Tag] = []
  /// Attributes of any component, sorted by name; those of ``Tag/attributes`` are included, without their
  /// types.
  var attributes: [Attribute] = []

  /// The schema of a configuration.
  /// - Parameter variables: Names of `var_…` attributes to allow, which templates may choose freely.
  init(_ config: TemplateConfig, variables: Set<String> = []) {
    var types: [String: AttributeType] = [:]
    var typesOfTags: [String: [String: AttributeType]] = [:]
    for attribute in config.attributes {
      if let tag = attribute.tag {
        typesOfTags[tag, default: [:]][attribute.name] = attribute.type
      } else {
        types[attribute.name] = attribute.type
      }
    }
    for name in TemplateConfig.untypedAttributes where types[name] == nil { types[name] = .string }
    for name in variables {
      switch name.split(separator: "_").dropFirst().first {
      case "int": types[name] = .int
      case "float": types[name] = .float
      default: types[name] = .string
      }
    }
    attributes = types.filter { Self.isName($0.key) }.sorted { $0.key < $1.key }.map {
      Attribute(name: $0.key, type: $0.value, help: AttributeHelp.sentence(for: $0.key))
    }
    for component in config.components.sorted(by: { $0.tag < $1.tag }) where Self.isName(component.tag) {
      let isBuiltIn = component.id <= 1_000
      var own = typesOfTags[component.tag] ?? [:]
      for name in component.defaultProperties where own[name] == nil { own[name] = types[name] ?? .string }
      if isBuiltIn {
        for name in ComponentHelp.attributes(of: component.id) where own[name] == nil {
          own[name] = types[name]
        }
      }
      tags.append(
        Tag(
          name: component.tag, id: component.id, help: ComponentHelp.sentence(for: component.id),
          attributes: own.filter { Self.isName($0.key) }.sorted { $0.key < $1.key }.map {
            Attribute(name: $0.key, type: $0.value, help: AttributeHelp.sentence(for: $0.key))
          }, isOpen: !isBuiltIn))
    }
  }

  /// Attributes that apply to every component, or to no known one.
  var globalAttributes: [Attribute] {
    let own = Set(tags.flatMap { $0.attributes.map(\.name) })
    return attributes.filter { ComponentHelp.isCommon($0.name) || !own.contains($0.name) }
  }

  /// Whether a schema can contain this name: XML Schema allows no prefixes here (Namespaces in XML 1.0 §4).
  private static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else {
      return false
    }
    return text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-" || $0 == "."
    }
  }
}
