package import HybridSource
package import HybridUnits

/// The contents of `config.properties`: component ids, default properties, attribute types
/// (`Documentation/template-format.md`, *Inputs*).
package struct TemplateConfig: Sendable {
  /// A tag and the component it stands for.
  package struct Component: Hashable, Sendable {
    /// The tag, with its prefix if it has one.
    package var tag: String
    /// The component id; 0 makes templates that use the tag fail.
    package var id: Int
    /// Names added to the string table at every start tag.
    package var defaultProperties: [String]
    /// The range of the id in ``TemplateConfig/source``.
    package var range: Range<Int>
  }

  /// An attribute's type.
  package struct Attribute: Hashable, Sendable {
    /// The tag it applies to; nil for every tag.
    package var tag: String?
    /// The attribute's name.
    package var name: String
    /// How its values are encoded.
    package var type: AttributeType
  }

  /// The file.
  package var source: Source
  /// The hash of the file's bytes. Configs with equal hashes compile templates to equal results.
  package var hash: ContentHash
  /// In file order.
  package internal(set) var components: [Component] = []
  /// In file order.
  package internal(set) var attributes: [Attribute] = []

  /// Positions in ``components`` by the id of the tag.
  var tags = IDTable()
  /// Positions in ``attributes`` by the id of the whole key, `Tag.attribute` included.
  var types = IDTable()
  /// The tags of ``components`` in UTF-8.
  var tagTexts: [[UInt8]] = []
  /// Default properties by tag.
  private var defaultProperties: [String: [String]] = [:]
  /// Whether there are default properties.
  private(set) var hasDefaultProperties = false
  /// Whether some types apply to one tag only.
  var hasTypesOfTags = false

  /// The config shipped with virtualview_tools.
  package static let standard = read(Source(path: "config.properties", text: standardText)).config

  /// Supported attributes without a type in any config; their values are texts.
  package static let untypedAttributes: [String] = {
    // Words of scripts are predefined strings, too, but not attributes.
    let words: Set = [
      "ancestor", "children", "do", "else", "elseif", "for", "if", "module", "parent", "self", "siblings",
      "this",
      "var", "while",
    ]
    return namesWithoutType.filter { !words.contains($0) }
  }()

  /// Reads a file. Invalid entries are reported and left out; after an error, no template should be compiled.
  package static func read(_ source: Source) -> (config: TemplateConfig, diagnostics: [Diagnostic]) {
    var report = DiagnosticCollector(source)
    var config = TemplateConfig(source: source, hash: ContentHash(source.bytes))
    let file = PropertiesFile(source, report: &report)
    var tagsByID: [Int: Component] = [:]
    for property in file.properties {
      let key = property.key
      if key.hasPrefix(componentPrefix) {
        config.addComponent(property, &tagsByID, &report)
      } else if key.hasPrefix(defaultsPrefix) {
        let names = property.value.split(separator: "|", omittingEmptySubsequences: true).map(String.init)
        config.defaultProperties[String(key.dropFirst(defaultsPrefix.count))] = names
      } else {
        config.addAttribute(property, &report)
      }
    }
    config.hasDefaultProperties = !config.defaultProperties.isEmpty
    for index in config.components.indices {
      config.components[index].defaultProperties =
        config.defaultProperties[config.components[index].tag] ?? []
    }
    config.settleEnumsOfTags(file, &report)
    return (config, report.diagnostics)
  }

  private static let componentPrefix = "VIEW_ID_"
  private static let defaultsPrefix = "DEFAULT_PROPERTY_"

  private init(source: Source, hash: ContentHash) {
    self.source = source
    self.hash = hash
  }

  private mutating func addComponent(
    _ property: PropertiesFile.Property, _ tagsByID: inout [Int: Component],
    _ report: inout DiagnosticCollector
  ) {
    let tag = String(property.key.dropFirst(Self.componentPrefix.count))
    let range = property.keyRange.lowerBound..<property.valueRange.upperBound
    guard !tag.isEmpty else {
      report.error("config.bad-component", "a tag is missing after 'VIEW_ID_'", at: property.keyRange)
      return
    }
    guard let id = Int32(property.value) else {
      let trimmed = property.value.filter { !$0.isWhitespace }
      report.error(
        "config.bad-component", "the id of <\(tag)> is '\(property.value)', which is not a whole number",
        at: property.valueRange.isEmpty ? property.keyRange : property.valueRange,
        hint: Int32(trimmed) != nil ? "remove the space" : nil)
      return
    }
    if !(0...32_767).contains(id) {
      let written = Int16(truncatingIfNeeded: id)
      report.warning(
        "config.bad-component", "the id of <\(tag)> is \(id), which phones read as \(written)",
        at: property.valueRange, hint: "ids are 1 to 32767, and those up to 1000 are VirtualView's")
    }
    let component = Component(tag: tag, id: Int(id), defaultProperties: [], range: range)
    if let other = tagsByID[Int(id)] {
      let line = report.line(of: other.range.lowerBound)
      report.error(
        "config.same-component-id", "<\(tag)> has the id \(id) of <\(other.tag)>, line \(line)", at: range)
      return
    }
    tagsByID[Int(id)] = component
    tags.set(Int32(components.count), for: StringID(tag).rawValue)
    components.append(component)
    tagTexts.append(Array(tag.utf8))
  }

  private mutating func addAttribute(
    _ property: PropertiesFile.Property, _ report: inout DiagnosticCollector
  ) {
    let range = property.valueRange.isEmpty ? property.keyRange : property.valueRange
    let type: AttributeType
    do throws(AttributeType.Fault) {
      type = try AttributeType(parsing: property.value)
    } catch {
      switch error {
      case .unknown(let nearest):
        report.error(
          "config.unknown-type", "'\(property.value)' is not a value type for '\(property.key)'", at: range,
          hint: nearest.map { "did you mean '\($0)'?" }
            ?? "types are \(AttributeType.named.map(\.name).joined(separator: ", ")), Enum<name:0>")
      case .trailingBlank:
        report.error(
          "config.unknown-type", "the type of '\(property.key)' contains a space", at: range,
          hint: "remove the space")
      case .badValue(let piece):
        report.error(
          "config.bad-enum", "'\(piece)' is not a name and a whole number", at: range,
          hint: "write Enum<first:0,second:1>, without spaces")
      }
      return
    }
    let id = StringID(property.key).rawValue
    if let other = types[id] {
      let name = attributes[Int(other)].key
      report.warning(
        "config.same-hash", "'\(property.key)' has the same number as '\(name)', so it has the same type",
        at: range)
      return
    }
    types.set(Int32(attributes.count), for: id)
    let parts = property.key.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, !parts[0].isEmpty {
      hasTypesOfTags = true
      attributes.append(Attribute(tag: String(parts[0]), name: String(parts[1]), type: type))
    } else {
      attributes.append(Attribute(tag: nil, name: property.key, type: type))
    }
  }

  /// The original looks up the names of a tag's own `Enum` under the plain attribute. If that is also an
  /// `Enum`, its names are used here as well; otherwise, where the original fails, the tag's own names are
  /// used.
  private mutating func settleEnumsOfTags(_ file: PropertiesFile, _ report: inout DiagnosticCollector) {
    for index in attributes.indices {
      guard let tag = attributes[index].tag, case .enumeration(let own) = attributes[index].type,
        let plain = types[StringID(attributes[index].name).rawValue],
        case .enumeration(let values) = attributes[Int(plain)].type, values != own
      else { continue }
      attributes[index].type = .enumeration(values)
      let key = attributes[index].key
      guard let property = file.properties.first(where: { $0.key == key }) else { continue }
      report.warning(
        "config.enum-of-tag", "the values of '\(attributes[index].name)' are used for <\(tag)>, not these",
        at: property.valueRange, hint: "list all values at '\(attributes[index].name)'")
    }
  }

  /// The type of an attribute of a tag (both as ids); nil if the config has none.
  ///
  /// - Parameter units: UTF-16 units of the attribute's name.
  func type(of id: Int32, units: Int, tag: Int32) -> AttributeType? {
    guard hasTypesOfTags else { return typeOfAnyTag(id) }
    // Computes the hash of "Tag.name" from both hashes: the tag's part is multiplied by 31 to the power of
    // the name's length.
    var power: UInt32 = 1
    for _ in 0..<units { power = power &* 31 }
    let key = (UInt32(bitPattern: tag) &* 31 &+ UInt32(UInt8(ascii: "."))) &* power &+ UInt32(bitPattern: id)
    if let found = types[Int32(bitPattern: key)] { return attributes[Int(found)].type }
    return typeOfAnyTag(id)
  }

  /// The type of an attribute for every tag.
  func typeOfAnyTag(_ id: Int32) -> AttributeType? { types[id].map { attributes[Int($0)].type } }

  /// The tags by their component ids.
  package var tagsByID: [UInt16: String] {
    Dictionary(components.map { (UInt16(truncatingIfNeeded: $0.id), $0.tag) }) { first, _ in first }
  }
}

extension TemplateConfig.Attribute {
  /// The key in the file.
  var key: String { tag.map { "\($0).\(name)" } ?? name }
}
