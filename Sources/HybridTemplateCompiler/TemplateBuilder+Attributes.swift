import HybridMarkup
import HybridUnits

/// Attributes of an element (`Documentation/template-format.md`).
extension TemplateBuilder {
  mutating func encodeAttributes(of component: Int) {
    for index in scanner.attributes.indices {
      let attribute = scanner.attributes[index]
      if Self.isVariable(attribute, in: scanner.text) {
        guard pool.contains(attribute.id) else {
          addVariable(attribute)
          continue
        }
        report(.ordinaryVariable(scanner.string(attribute.name)), nameRange(attribute))
      }
      addString(attribute.id, attribute.name, of: attribute)
      guard encode(attribute, of: component) else {
        // An unresolved reference made it empty, which is reported already.
        if attribute.value.isEmpty, !attribute.source.isEmpty { continue }
        // `Documentation/template-format.md`, *Lists of attributes*, *Empty-value rule*.
        let later = scanner.attributes[(index + 1)...].map { scanner.string($0.name) }
        let range = nameRange(attribute).lowerBound..<attribute.source.upperBound + 1
        report(.dropped(scanner.string(attribute.name), later: later), range)
        break
      }
    }
  }

  /// Returns false if the attribute and all later ones are dropped.
  private mutating func encode(_ attribute: TemplateScanner.Attribute, of component: Int) -> Bool {
    let configured = config.typeOfAnyTag(attribute.id)
    let type =
      config.hasTypesOfTags ? typeForTag(attribute) : configured ?? .string
    let value = ValueEncoder.encode(attribute.value, in: scanner.text, as: type)
    let isRuled = PlatformRule.looks(at: value, of: attribute.id, component: component)
    if isRuled || configured == nil || value == .string {
      warnOfPlatforms(attribute, component, value, isKnown: configured != nil, isRuled: isRuled)
    }
    switch value {
    case .int(let number, let isRP):
      set(UInt32(bitPattern: number), isRP ? .intRP : .int, attribute)
      if type == .bool || type == .color { warnOfValue(attribute, type) }
    case .float(let bits, let isRP): set(bits, isRP ? .floatRP : .float, attribute)
    case .string:
      let id = scanner.id(of: attribute.value)
      addString(id, attribute.value, of: attribute)
      if id == 0 { return false }
      set(UInt32(bitPattern: id), .string, attribute)
    case .script: compileScript(attribute)
    case .fault:
      let name = scanner.string(attribute.name)
      if attribute.value.isEmpty {
        report(.emptyValue(attribute: name, type: type), valueRange(attribute))
      } else {
        let text = scanner.string(attribute.value)
        report(.badValue(attribute: name, type: type, text: text), valueRange(attribute))
      }
    }
    return true
  }

  private func typeForTag(_ attribute: TemplateScanner.Attribute) -> AttributeType {
    let units = scanner.string(attribute.name).utf16.count
    return config.type(of: attribute.id, units: units, tag: scanner.id) ?? .string
  }

  /// Adds a value to its list.
  mutating func set(
    _ bits: UInt32, _ kind: TemplateAttribute.Kind, _ attribute: TemplateScanner.Attribute
  ) {
    let list = Int(kind.rawValue)
    guard lists[list].count <= TemplateLimits.attributesOnPhones else { return }
    if !lists[list].set(bits, for: attribute.id) {
      report(.repeatedAttribute(scanner.string(attribute.name)), nameRange(attribute))
    } else if lists[list].count > TemplateLimits.attributesOnPhones {
      let names = ["whole numbers", "whole numbers in rp", "numbers", "numbers in rp", "texts", "scripts"]
      report(.tooManyAttributes(names[list], tag: scanner.string(scanner.name)), nameRange(attribute))
    }
    for other in lists.indices where other != list && lists[other].count > 0 {
      guard lists[other].contains(attribute.id) else { continue }
      report(.repeatedInOtherList(scanner.string(attribute.name)), nameRange(attribute))
    }
  }

  /// Adds the name or the value of an attribute as a string. Places are computed only for reports.
  private mutating func addString(
    _ id: Int32, _ text: Range<Int>, of attribute: TemplateScanner.Attribute
  ) {
    let addition = pool.add(id, text, in: scanner.text)
    if addition == .known || addition == .added && text.count <= TemplateLimits.bytesOnPhones { return }
    report(addition, text, text == attribute.name ? nameRange(attribute) : valueRange(attribute))
  }

  /// Adds a string to the pool, and reports a conflict with the id of another.
  mutating func addString(_ id: Int32, _ text: Range<Int>, at range: Range<Int>) {
    report(pool.add(id, text, in: scanner.text), text, range)
  }

  private mutating func report(_ addition: StringPool.Addition, _ text: Range<Int>, _ range: Range<Int>) {
    switch addition {
    case .known: break
    case .added:
      if text.count > TemplateLimits.bytesOnPhones { report(.stringTooLong(text.count), range) }
    case .conflict(let other, let predefined):
      let name = other.map { scanner.string($0) } ?? PredefinedStrings.texts[predefined]
      let fault = TemplateFault.stringConflict(scanner.string(text), with: name, isPredefined: other == nil)
      report(fault, range)
    }
  }

  // MARK: Variables

  private static func isVariable(_ attribute: TemplateScanner.Attribute, in text: [UInt8]) -> Bool {
    let name = attribute.name
    return name.count >= 4 && text[name.lowerBound] == UInt8(ascii: "v")
      && text[name.lowerBound + 3] == UInt8(ascii: "_")
      && JavaText.equals(name.lowerBound..<name.lowerBound + 4, "var_", in: text)
  }

  /// `Documentation/template-format.md`, *User variables*.
  private mutating func addVariable(_ attribute: TemplateScanner.Attribute) {
    let text = scanner.text
    let whole = scanner.string(attribute.name)
    var pieces: [Range<Int>] = []
    var start = attribute.name.lowerBound
    for index in attribute.name where text[index] == UInt8(ascii: "_") {
      pieces.append(start..<index)
      start = index + 1
    }
    pieces.append(start..<attribute.name.upperBound)
    while pieces.last?.isEmpty == true { pieces.removeLast() }
    guard pieces.count == 3 else { return report(.badVariableName(whole), nameRange(attribute)) }
    let kind = scanner.string(pieces[1])
    let name = scanner.string(pieces[2])
    let value = attribute.value
    let bits: UInt32?
    switch kind {
    case "int": bits = JavaNumbers.int(value, in: text).map { UInt32(bitPattern: $0) }
    case "float": bits = JavaNumbers.float(value, in: text)
    case "string":
      let id = scanner.id(of: value)
      addString(id, value, at: valueRange(attribute))
      bits = id == 0 ? nil : UInt32(bitPattern: id)
    default: return report(.badVariableKind(kind, name: whole), nameRange(attribute))
    }
    if bits == nil {
      let text = value.isEmpty ? "" : scanner.string(value)
      report(.badVariableValue(name, kind: kind, text: text), valueRange(attribute))
      if text.isEmpty { return }
    }
    let id = scanner.id(of: pieces[2])
    addString(id, pieces[2], at: nameRange(attribute))
    let first = template.nodes.last.map { Int($0.variables.upperBound) } ?? 0
    if template.variables.count - first == TemplateLimits.attributesOnPhones {
      report(.tooManyVariables(tag: scanner.string(scanner.name)), nameRange(attribute))
    }
    let type: TemplateVariable.Kind = kind == "int" ? .int : kind == "float" ? .float : .string
    template.variables.append(TemplateVariable(kind: type, name: StringID(rawValue: id), bits: bits ?? 0))
  }

  // MARK: Warnings of values

  private static let untyped = {
    var table = IDTable(capacity: 64)
    for name in namesWithoutType { table.set(0, for: StringID(name).rawValue) }
    return table
  }()

  private mutating func warnOfPlatforms(
    _ attribute: TemplateScanner.Attribute, _ component: Int, _ value: EncodedValue, isKnown: Bool,
    isRuled: Bool
  ) {
    // Custom components have attributes that no table lists; ids below 1001 are VirtualView's components.
    let isKnown = isKnown || component > 1_000 || Self.untyped[attribute.id] != nil
    if !isKnown, component > 0 {
      let tag = scanner.string(scanner.name)
      let fault = TemplateFault.unknownAttribute(scanner.string(attribute.name), tag: tag)
      report(fault, nameRange(attribute))
    }
    let text = scanner.text
    let written = attribute.value
    // A text that is not a binding needs no warning, except for three words.
    if value == .string, !isRuled, !Self.beginsBinding(written, in: text) {
      guard written.count == 7 || written.count == 10 || written.count == 12,
        JavaText.equals(written, "lineHeight", in: text) || JavaText.equals(written, "padding", in: text)
          || JavaText.equals(written, "layoutMargin", in: text)
      else { return }
    }
    // Most bindings are plain paths of bindable attributes; this check needs no string.
    if value == .string, !isRuled, isKnown, Self.isPlainPath(written, in: text),
      PlatformWarning.platformsWithoutBinding(of: StringID(rawValue: attribute.id), id: component).isEmpty
    {
      return
    }
    let warning = PlatformWarning.warning(
      ofAttribute: scanner.string(attribute.name), in: scanner.string(scanner.name), id: component,
      isKnown: isKnown, text: { String(decoding: text[written], as: UTF8.self) }, encoded: value)
    guard let warning else { return }
    report(.platform(warning), warning.code == .attribute ? nameRange(attribute) : valueRange(attribute))
  }

  /// Whether a binding is `@{a ? b : c}` without parts that only one platform supports.
  private static func isPlainCondition(_ range: Range<Int>, in text: [UInt8]) -> Bool {
    var (marks, colons) = (0, 0)
    for index in range.lowerBound + 2..<range.upperBound - 1 {
      switch text[index] {
      case UInt8(ascii: "?"): marks += 1
      case UInt8(ascii: ":"): if marks == 1 { colons += 1 } else { return false }
      case UInt8(ascii: "@"): return false
      default: continue
      }
    }
    return marks == 1 && colons == 1
  }

  /// Whether a binding is a path that both platforms interpret alike: no blanks at its ends, no second index.
  private static func isPlainPath(_ range: Range<Int>, in text: [UInt8]) -> Bool {
    guard range.count > 3, text[range.upperBound - 1] == UInt8(ascii: "}") else { return false }
    if text[range.lowerBound] == UInt8(ascii: "@") { return isPlainCondition(range, in: text) }
    guard text[range.lowerBound + 2] != 0x20, text[range.upperBound - 2] != 0x20 else { return false }
    var index = range.lowerBound + 2
    while index < range.upperBound - 1 {
      if text[index] == UInt8(ascii: "]"), text[index + 1] == UInt8(ascii: "[") { return false }
      index += 1
    }
    return true
  }

  private static func beginsBinding(_ range: Range<Int>, in text: [UInt8]) -> Bool {
    range.count > 1 && text[range.lowerBound + 1] == UInt8(ascii: "{")
      && (text[range.lowerBound] == UInt8(ascii: "$") || text[range.lowerBound] == UInt8(ascii: "@"))
  }

  /// Warns of values whose stored form is probably not what the author means.
  private mutating func warnOfValue(_ attribute: TemplateScanner.Attribute, _ type: AttributeType) {
    let text = scanner.text
    let value = attribute.value
    if type == .bool {
      guard !JavaText.equals(value, "true", in: text), !JavaText.equals(value, "false", in: text) else {
        return
      }
      let word = scanner.string(value)
      guard word.lowercased() != "true", word.lowercased() != "false" else { return }
      report(.notBool(scanner.string(attribute.name), text: word), valueRange(attribute))
    } else if value.count > 1, text[value.lowerBound] == UInt8(ascii: "#"),
      text[value.lowerBound + 1] == UInt8(ascii: "-") || text[value.lowerBound + 1] == UInt8(ascii: "+")
    {
      report(.signedColor(scanner.string(value)), valueRange(attribute))
    }
  }
}
