import HybridCSS
import HybridDOM
import HybridEncoding
import HybridSource
import HybridUnits

/// Lists the rules that apply to an element and the declarations it inherits, with source texts and places.
struct RuleLister {
  private let stage: LaidOutPage
  private let places: DeclarationPlaces
  private let dialect: Dialect
  /// The sheets behind the stylist's rule sets of the author.
  private let sheets: [PageSheet]
  private var trace: StyleTrace
  /// The numbers of declarations in the answer.
  private var numbers: [TracedReference: Int] = [:]
  /// The number of omitted rules.
  private(set) var omitted = 0

  init(_ page: PageUnit, _ stage: LaidOutPage, _ places: DeclarationPlaces) {
    self.stage = stage
    self.places = places
    dialect = Dialect(page.dialect)
    sheets = page.sheets(in: stage.stylist.environment)
    trace = StyleTrace(
      stage.stylist, stage.bound.document, styles: stage.styles, states: stage.states,
      overrides: stage.overrides)
  }

  /// The rules of an element and of those it inherits from.
  ///
  /// - Parameter name: The label and the number of an element.
  mutating func lists(
    of node: NodeID, naming name: (NodeID) -> (String, Int?)
  ) -> ([ElementInspection.Rule], [ElementInspection.Inherited]) {
    typealias Limits = ElementInspection.Limits
    let own = trace.blocks(of: node)
    let inherited = trace.inheritedBlocks(of: node)
    omitted += max(own.count - Limits.rules, 0)
    var room = max(Limits.rules - own.count, 0)
    var kept: [(element: NodeID, blocks: [TracedBlock])] = []
    for (element, blocks) in inherited {
      let count = kept.count < Limits.ancestors ? min(blocks.count, room) : 0
      omitted += blocks.count - count
      room -= count
      if count > 0 { kept.append((element, Array(blocks.prefix(count)))) }
    }
    for (element, blocks) in [(node, Array(own.prefix(Limits.rules)))] + kept {
      for declaration in blocks.flatMap(\.declarations) {
        numbers[TracedReference(element: element, declaration: declaration.number)] = numbers.count
      }
    }
    return (
      own.prefix(Limits.rules).map { rule($0, at: node) },
      kept.map { element, blocks in
        let (label, handle) = name(element)
        return ElementInspection.Inherited(
          element: label, handle: handle, rules: blocks.map { rule($0, at: element) })
      }
    )
  }

  private func rule(_ block: TracedBlock, at node: NodeID) -> ElementInspection.Rule {
    let element = stage.bound.document[node].element
    var rule = ElementInspection.Rule(origin: .author, selector: "", declarations: [])
    rule.layer = block.layer
    rule.media = block.media
    rule.scope = block.scope
    rule.specificity = block.specificity.map { [$0.ids, $0.classes, $0.types] }
    switch block.place {
    case .override:
      rule.origin = .edit
      rule.selector = "element.style"
      let text = Source(path: "", text: stage.overrides[node] ?? "")
      rule.declarations = block.declarations.map { declaration($0, at: node, in: text) { _ in nil } }
    case .attribute("style"):
      rule.origin = .style
      rule.selector = "style"
      let attribute = element?.attribute("style")
      rule.place = attribute.flatMap { places.place(of: $0.nameRange, at: node) }
      rule.declarations = block.declarations.map { written in
        declaration(written, at: node, in: Source(path: "", text: attribute?.value ?? "")) { start in
          attribute.flatMap { places.place(of: start..<start, in: $0, at: node) }
        }
      }
    case .attribute(let name):
      rule.origin = .attribute
      let attribute = element?.attribute(name)
      rule.selector = attribute?.writtenName ?? name
      rule.place = attribute.flatMap { places.place(of: $0.nameRange, at: node) }
      rule.declarations = block.declarations.map { written in
        var declaration = declaration(written, at: node, in: Source(path: "", text: "")) { _ in rule.place }
        (declaration.property, declaration.value) = (rule.selector, shown(attribute?.value ?? ""))
        return declaration
      }
    case .rule(let path, let selectors):
      let isDefault = block.origin == .userAgent
      let source = isDefault ? UserAgentSheets.source(for: dialect) : places.sheet(path)
      rule.origin = isDefault ? .userAgent : .author
      rule.selector = source.map { onOneLine($0.text(in: selectors)) } ?? ""
      if !isDefault {
        rule.place = source?.location(of: selectors.lowerBound)
        if let index = block.ruleSet, sheets.indices.contains(index), let media = sheets[index].media {
          rule.media.insert(media, at: 0)
        }
      }
      rule.declarations = block.declarations.map { written in
        declaration(written, at: node, in: source ?? Source(path: path, text: "")) { start in
          isDefault ? nil : source?.location(of: start)
        }
      }
    }
    return rule
  }

  private func declaration(
    _ written: TracedBlock.Written, at node: NodeID, in source: Source,
    place: (Int) -> SourceLocation?
  ) -> ElementInspection.Declaration {
    func number(_ reference: TracedReference?) -> Int? { reference.flatMap { numbers[$0] } }
    let text = source.text(in: written.range.clamped(to: 0..<source.bytes.count))
    let parts = text.split(separator: ":", maxSplits: 1).map { onOneLine(String($0)) }
    var declaration = ElementInspection.Declaration(
      number: numbers[TracedReference(element: node, declaration: written.number)] ?? -1,
      property: parts.first ?? "", value: parts.count > 1 ? withoutImportance(parts[1], written) : "",
      isImportant: written.isImportant, place: place(written.range.lowerBound))
    // `all` expands to too many longhands to list.
    if written.longhands.count > 1, written.longhands.count <= 32 {
      declaration.longhands = written.longhands.map {
        ElementInspection.Longhand(property: $0.property.name, overriddenBy: number($0.overriddenBy))
      }
    }
    if written.isOverridden { declaration.overriddenBy = number(written.longhands.first?.overriddenBy) }
    return declaration
  }

  private func withoutImportance(_ value: String, _ written: TracedBlock.Written) -> String {
    guard written.isImportant, let mark = value.lastIndex(of: "!") else { return value }
    return onOneLine(String(value[..<mark]))
  }
}

/// The text with white space collapsed, truncated to the limit.
private func onOneLine(_ text: String) -> String {
  shown(text.collapsingWhitespace)
}
