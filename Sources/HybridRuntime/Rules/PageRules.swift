import HybridDOM
import HybridJSON
import HybridSource
import HybridUnits
import HybridViewTree

/// The findings of rules in one page, on all its screens.
struct PageReport: Sendable {
  /// The diagnostics, with the severities of the project.
  var diagnostics: [Diagnostic] = []
  /// The directives of its files, and what each of them suppressed.
  var directives: Set<IgnoreDirective> = []
  var used: [IgnoreDirective.Place: Set<CheckRule>] = [:]
}

/// Checks one page on every screen.
struct PageRules {
  let unit: PageUnit
  let levels: [CheckRule: CheckRule.Level]
  let sources: (String) -> Source?

  /// Runs the rules that are on.
  func report(on screens: [RuleScreen], by renderer: Renderer) -> PageReport {
    var report = PageReport()
    let directives = directives()
    report.directives = Set(directives.values)
    let on = Set(levels.filter { $0.value != .off }.keys)
    var seen: [Key: (finding: Finding, views: [Int])] = [:]
    var order: [Key] = []
    let views = views(on: screens, on, by: renderer)
    for (number, view) in views.enumerated() {
      let stage = renderer.layOut(unit, on: view.screen.device, data: view.data)
      for finding in findings(in: RulePage(unit, stage, on: view.screen, by: renderer), on) {
        let key = Key(rule: finding.rule, origin: finding.origin, kind: finding.hint)
        if seen[key] == nil {
          seen[key] = (finding, [])
          order.append(key)
        }
        if seen[key]?.views.last != number { seen[key]?.views.append(number) }
      }
    }
    let usual = views.indices.filter { views[$0].screen.isOwn && views[$0].data == nil }
    for key in order {
      guard let (finding, found) = seen[key] else { continue }
      if let directive = suppressing(finding, directives) {
        report.used[directive.place, default: []].insert(finding.rule)
        continue
      }
      // A finding on all of the project's devices names no screen; others do.
      let isEverywhere = usual.allSatisfy { found.contains($0) }
      let words = isEverywhere ? "" : " " + words(for: found.map { views[$0].words })
      report.diagnostics.append(diagnostic(finding, words))
    }
    return report
  }

  /// The page on a screen with a data set; nil is its own data.
  private struct View {
    var screen: RuleScreen
    var words: String
    var data: JSONValue?
  }

  /// Every screen with the page's own data, and the first and the narrowest one with each other data set.
  private func views(on screens: [RuleScreen], _ on: Set<CheckRule>, by renderer: Renderer) -> [View] {
    var views = screens.filter { screen in
      !screen.isForColorsOnly || (on.contains(.contrast) && renderer.looksOther(unit, on: screen.device))
    }.map { View(screen: $0, words: $0.words) }
    let narrowest = screens.min { $0.device.viewport.width < $1.device.viewport.width }
    var few = screens.prefix(1)
    if let narrowest, narrowest != few.first { few.append(narrowest) }
    for dataSet in unit.dataSets {
      for screen in few {
        views.append(
          View(screen: screen, words: "\(screen.words) with data '\(dataSet.name)'", data: dataSet.data))
      }
    }
    return views
  }

  private func words(for places: [String]) -> String {
    places.count <= 3
      ? places.joined(separator: ", ")
      : places.prefix(3).joined(separator: ", ") + " and \(places.count - 3) more"
  }

  /// Findings on several screens with equal keys are merged.
  private struct Key: Hashable {
    var rule: CheckRule
    var origin: NodeID
    /// Two kinds of one rule have two hints.
    var kind: String?
  }

  private func findings(in page: RulePage, _ on: Set<CheckRule>) -> [Finding] {
    var findings: [Finding] = []
    if !page.screen.isForColorsOnly {
      if on.contains(.overflow) { findings += OverflowRule.findings(in: page) }
      if on.contains(.textCut) { findings += TextCutRule.findings(in: page) }
      if on.contains(.textOverlap) { findings += TextOverlapRule.findings(in: page) }
      if on.contains(.tapTarget) { findings += TapTargetRule.findings(in: page) }
      if on.contains(.missingAlt) || on.contains(.missingName) {
        findings += NameRules.findings(in: page, on)
      }
    }
    if on.contains(.contrast) { findings += ContrastRule.findings(in: page) }
    return findings
  }

  /// At the name of the element's start tag.
  private func diagnostic(_ finding: Finding, _ screens: String) -> Diagnostic {
    let severity: Severity = levels[finding.rule] == .error ? .error : .warning
    let message = finding.message + screens
    let document = unit.document
    guard let element = document[finding.origin].element,
      let source = sources(document.path(of: finding.origin))
    else {
      return Diagnostic(
        severity, finding.rule.rawValue, message, at: unit.place(of: finding.origin), hint: finding.hint)
    }
    let tag = element.startTag.range
    let end = min(tag.lowerBound + 1 + element.writtenName.utf8.count, max(tag.upperBound, tag.lowerBound))
    return Diagnostic(
      severity, finding.rule.rawValue, message, at: tag.lowerBound..<end, in: source, hint: finding.hint)
  }

  // MARK: Comments

  /// The directives of the template, by node.
  private func directives() -> [NodeID: IgnoreDirective] {
    var found: [NodeID: IgnoreDirective] = [:]
    let document = unit.document
    for (index, node) in document.nodes.enumerated() {
      guard case .comment(let text) = node.content, text.contains(IgnoreDirective.word),
        let source = sources(document.path(of: NodeID(index))),
        let directive = IgnoreDirective(commentAt: node.range.range, in: source)
      else { continue }
      found[NodeID(index)] = directive
    }
    return found
  }

  /// The directive before the element, or before an ancestor, that suppresses the rule.
  private func suppressing(_ finding: Finding, _ directives: [NodeID: IgnoreDirective]) -> IgnoreDirective? {
    guard !directives.isEmpty else { return nil }
    let document = unit.document
    var current: NodeID? = finding.origin
    while let node = current {
      var before = document[node].previousSibling
      while let sibling = before {
        if let directive = directives[sibling], directive.rules.contains(where: { $0.rule == finding.rule }) {
          return directive
        }
        switch document[sibling].content {
        case .comment, .documentType: break
        case .text(let text) where text.allSatisfy(\.isWhitespace): break
        default: before = nil
        }
        before = before.flatMap { document[$0].previousSibling }
      }
      current = document[node].parent
    }
    return nil
  }
}

extension Renderer {
  /// Whether a page's sheets apply differently in dark mode on a device.
  func looksOther(_ page: PageUnit, on device: Device) -> Bool {
    var light = device
    light.prefersDark = false
    return !stylist(for: page, on: light).hasSameRules(as: stylist(for: page, on: device))
  }
}
