import HybridDOM
import HybridSource
import HybridUnits

/// Checks the information for assistive technology: unknown roles and `aria-` attributes, invalid values, and
/// broken references. User agents ignore all of them silently.
struct AccessibilityChecker {
  let document: Document
  let sources: [Source]
  var reports = Reports()
  /// The ids of the page; nil when they cannot be known.
  private let ids: Set<String>?
  /// The ids in order, for hints.
  private lazy var sortedIDs = (ids ?? []).sorted()
  /// How many more references get a hint: finding the nearest id takes time for each.
  private var hintsLeft = 50

  /// - Parameter hasScripts: Whether elements with other ids may be added.
  init(_ document: Document, _ sources: [Source], hasScripts: Bool) {
    self.document = document
    self.sources = sources
    guard !hasScripts else {
      ids = nil
      return
    }
    var found: Set<String> = []
    var isKnown = true
    for node in document.nodes {
      guard case .element(let element) = node.content, let id = element.id else { continue }
      if BindingText.isPresent(in: id) { isKnown = false }
      found.insert(id)
    }
    ids = isKnown ? found : nil
  }

  mutating func check() {
    for node in document.nodes(in: document.root) {
      guard case .element(let element) = document[node].content else { continue }
      for attribute in element.attributes where !BindingText.isPresent(in: attribute.value) {
        check(attribute, of: element)
      }
    }
  }

  private mutating func check(_ attribute: Attribute, of element: Element) {
    switch attribute.name {
    case "role": checkRole(attribute)
    case "for" where element.elementName == .label: checkReferences(attribute)
    case _ where attribute.name.hasPrefix("aria-"): checkAria(attribute)
    default: break
    }
  }

  /// WAI-ARIA 1.2 §8.1: the first known role of the list applies. It is a fault when there is none, and when
  /// the list ends with an unknown one.
  private mutating func checkRole(_ attribute: Attribute) {
    let words = attribute.value.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    guard let last = words.last, AriaRole.first(in: attribute.value) == nil else { return }
    report(
      "a11y.unknown-role", "there is no role '\(last)', so the element keeps its own role",
      at: attribute.valueRange,
      hint: nearestHint(to: last, in: AriaRole.all.sorted()))
  }

  private mutating func checkAria(_ attribute: Attribute) {
    guard let kind = AriaAttribute.all[attribute.name] else {
      let near = nearest(to: attribute.name, in: AriaAttribute.all.keys.sorted())
      return report(
        "a11y.unknown-attribute", "there is no attribute '\(attribute.writtenName)'", at: attribute.nameRange,
        hint: near.map { "did you mean '\($0)'?" })
    }
    guard AriaAttribute.takes(attribute.value, kind) else {
      return reportValue(attribute, kind)
    }
    if kind == .ids { checkReferences(attribute) }
  }

  private mutating func reportValue(_ attribute: Attribute, _ kind: AriaAttribute.Kind) {
    let expected: [String] =
      switch kind {
      case .boolean: ["true", "false"]
      case .token(let tokens): tokens
      case .number, .ids, .text: []
      }
    let words =
      expected.isEmpty
      ? "a number" : expected.dropLast().joined(separator: ", ") + " or " + expected[expected.count - 1]
    report(
      "a11y.wrong-value", "'\(attribute.name)' takes \(words), not '\(attribute.value)'",
      at: attribute.valueRange,
      hint: nearestHint(to: attribute.value, in: expected))
  }

  /// References to ids that no element has.
  private mutating func checkReferences(_ attribute: Attribute) {
    guard let ids else { return }
    for word in attribute.value.split(whereSeparator: \.isWhitespace).map(String.init)
    where !ids.contains(word) {
      let hint = hintsLeft > 0 ? nearestHint(to: word, in: sortedIDs) : nil
      hintsLeft -= 1
      report(
        "a11y.unknown-reference", "no element has the id '\(word)'", at: attribute.valueRange, hint: hint)
    }
  }

  private mutating func report(_ code: String, _ message: String, at range: SourceRange, hint: String?) {
    guard sources.indices.contains(Int(range.file)) else { return }
    reports.add(.warning, code, message, at: range.range, in: sources[Int(range.file)], hint: hint)
  }
}
