import HybridCompiler
import HybridTemplateCompiler

/// What an editor has to know about templates: tags, attributes, and what values they take.
///
/// It allows everything that compiles without a word, and marks what the compiler refuses or warns of:
/// unknown tags and attributes, values that are none, text between tags. What depends on more than one value
/// is left to the compiler.
struct TemplateSchema: Sendable {
  /// A component.
  struct Tag: Sendable {
    var name: String
    var id: Int
    var help: String?
    /// Attributes that mean something on this component only, or have a type of their own there.
    var attributes: [Attribute]
    /// Whether it may have attributes that nobody knows: those of a project's own components are the app's
    /// matter.
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
  /// What any component may have, sorted by name; those of ``Tag/attributes`` are here as well, except for
  /// their types.
  var attributes: [Attribute] = []

  /// The schema of a configuration.
  /// - Parameter variables: Names of `var_…` attributes to allow: what they are called is up to the
  ///   templates.
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

  /// Attributes that go with every component, or with none that is known.
  var globalAttributes: [Attribute] {
    let own = Set(tags.flatMap { $0.attributes.map(\.name) })
    return attributes.filter { ComponentHelp.isCommon($0.name) || !own.contains($0.name) }
  }

  /// Whether a schema can say this name: XML Schema takes no prefixes here (Namespaces in XML 1.0 §4).
  private static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else {
      return false
    }
    return text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-" || $0 == "."
    }
  }
}
