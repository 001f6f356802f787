import HybridMarkup
import HybridSource
import HybridUnits

/// Builds one template while reading its tags (`Documentation/template-format.md`).
struct TemplateBuilder {
  let source: Source
  let config: TemplateConfig
  var scanner: TemplateScanner
  var pool = StringPool()
  var template: Template
  /// The first byte of each element.
  private var starts: [Int32] = []
  var findings: [TemplateFinding] = []

  /// The six lists of an element, by `TemplateAttribute.Kind`. All elements share them, since their capacity
  /// persists.
  var lists = [JavaMap](repeating: JavaMap(), count: 6)
  var open: [Int32] = []
  private var seenFaults = 0
  /// Bytes of UI code so far (`Documentation/template-format.md`, *UI code*).
  private var codeLength = 0
  private var isCodeTooLong = false

  init(_ source: Source, name: String, version: Int, config: TemplateConfig) {
    self.source = source
    self.config = config
    scanner = TemplateScanner(source.bytes)
    template = Template(name: name, version: UInt16(truncatingIfNeeded: version))
    if name.isEmpty { report(.noName, nil) }
    if name.utf8.count > TemplateLimits.bytesOnPhones { report(.nameTooLong(name.utf8.count), nil) }
  }

  mutating func build() {
    while true {
      let event = scanner.next()
      takeFaults()
      switch event {
      case .startTag:
        startElement()
        if scanner.isEmpty { endElement() }
      case .endTag: endElement()
      case .endOfFile: return
      }
    }
  }

  func finish() -> CompiledTemplate {
    var template = template
    var findings = findings
    let hasErrors = findings.contains { $0.fault.severity == .error }
    if !findings.isEmpty {
      // A fault of a whole element is found after those of its parts.
      findings = findings.enumerated().sorted {
        let (left, right) = ($0.element.range?.lowerBound ?? -1, $1.element.range?.lowerBound ?? -1)
        return left != right ? left < right : $0.offset < $1.offset
      }.map(\.element)
    }
    if !hasErrors { template.strings = pool.strings(in: scanner.text) }
    return CompiledTemplate(
      template: hasErrors ? nil : template, starts: hasErrors ? [] : starts, findings: findings,
      source: source, config: config)
  }

  // MARK: Reports

  mutating func report(_ fault: TemplateFault, _ range: Range<Int>?) {
    guard findings.count < 2_000 else { return }
    findings.append(TemplateFinding(fault: fault, range: range))
  }

  private mutating func takeFaults() {
    while seenFaults < scanner.faults.count {
      let fault = scanner.faults[seenFaults]
      report(.syntax(fault), fault.range)
      seenFaults += 1
    }
  }

  /// `<Tag`, in the file.
  var tagRange: Range<Int> {
    let start = scanner.tag.lowerBound
    let length = scanner.name.upperBound <= scanner.end ? scanner.name.count : 0
    return start..<min(start + 1 + length, scanner.end)
  }

  /// The name of an attribute, in the file.
  func nameRange(_ attribute: TemplateScanner.Attribute) -> Range<Int> {
    attribute.name.upperBound <= scanner.end
      ? attribute.name : attribute.source.lowerBound - 1..<attribute.source.lowerBound
  }

  /// The value of an attribute, in the file; its quotes where it is empty.
  func valueRange(_ attribute: TemplateScanner.Attribute) -> Range<Int> {
    attribute.source.isEmpty
      ? attribute.source.lowerBound - 1..<attribute.source.lowerBound + 1 : attribute.source
  }

  // MARK: Elements

  private mutating func startElement() {
    var id = 0
    if let index = config.tags[scanner.id].map({ Int($0) }),
      Self.isText(config.tagTexts[index], at: scanner.name, in: scanner.text)
    {
      id = config.components[index].id
      if id == 0 { report(.componentZero(config.components[index].tag), tagRange) }
      if config.hasDefaultProperties { addDefaultProperties(config.components[index].defaultProperties) }
    } else {
      report(.unknownTag(scanner.string(scanner.name)), tagRange)
    }
    starts.append(Int32(scanner.tag.lowerBound))

    let attributesStart = Int32(template.attributes.count)
    let variablesStart = Int32(template.variables.count)
    encodeAttributes(of: id)
    for kind in TemplateAttribute.Kind.allCases where lists[Int(kind.rawValue)].count > 0 {
      lists[Int(kind.rawValue)].drain {
        let key = StringID(rawValue: $0.key)
        template.attributes.append(TemplateAttribute(key: key, kind: kind, bits: $0.bits))
      }
    }
    if id != 0 { warnOfElement(id) }
    let node = TemplateNode(
      component: UInt16(truncatingIfNeeded: id), parent: open.last ?? -1, end: 0,
      attributes: attributesStart..<Int32(template.attributes.count),
      variables: variablesStart..<Int32(template.variables.count))
    open.append(Int32(template.nodes.count))
    template.nodes.append(node)

    codeLength += 11 + 8 * node.attributes.count + 9 * node.variables.count
    if codeLength > TemplateLimits.bytesOnPhones, !isCodeTooLong {
      isCodeTooLong = true
      report(.codeTooLong(codeLength), tagRange)
    }
  }

  private mutating func endElement() {
    guard let index = open.popLast() else { return }
    template.nodes[Int(index)].end = Int32(template.nodes.count)
  }

  private mutating func warnOfElement(_ id: Int) {
    let parent = open.last.map { Int(template.nodes[Int($0)].component) } ?? 0
    // Almost all elements are layouts, texts and images in layouts.
    guard id > 4 && id < 25 || parent > 6 && parent < 25 else { return }
    let parentTag = config.components.first { $0.id == parent }?.tag ?? ""
    for warning in PlatformWarning.warnings(
      ofElement: scanner.string(scanner.name), id: id, parent: parent == 0 ? nil : (parent, parentTag))
    {
      report(.platform(warning), tagRange)
    }
  }

  private mutating func addDefaultProperties(_ names: [String]) {
    for name in names {
      let id = StringID(name).rawValue
      if pool.contains(id), StringID(rawValue: id).predefined == name { continue }
      addString(id, scanner.append(Array(name.utf8)), at: tagRange)
    }
  }

  private static func isText(_ bytes: [UInt8], at range: Range<Int>, in text: [UInt8]) -> Bool {
    guard bytes.count == range.count else { return false }
    for offset in bytes.indices where bytes[offset] != text[range.lowerBound + offset] { return false }
    return true
  }
}
