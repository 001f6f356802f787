import HybridConcurrency
package import HybridSource
package import HybridUnits

/// Runs the rules of `hybrid check` over the units of a project.
///
///     let screens = RuleScreen.all(for: [.standard])
///     let checker = RuleChecker(screens: screens, levels: levels) { path in files[path] }
///     checker.check(units)
package struct RuleChecker: Sendable {
  /// The screens to check each page on.
  package var screens: [RuleScreen]
  /// The level of each rule's findings; a rule without a level gives warnings.
  package var levels: [CheckRule: CheckRule.Level]
  /// Whether these are all units of the project: only then can unused rules be reported.
  package var isWholeProject = true
  private let sources: @Sendable (String) -> Source?

  /// - Parameter sources: The files of the project by path, for quotations.
  package init(
    screens: [RuleScreen], levels: [CheckRule: CheckRule.Level] = [:],
    sources: @escaping @Sendable (String) -> Source?
  ) {
    self.screens = screens
    self.levels = Dictionary(uniqueKeysWithValues: CheckRule.allCases.map { ($0, levels[$0] ?? .warning) })
    self.sources = sources
  }

  /// The findings in the units, unordered.
  ///
  /// Pages are checked with their data, before their scripts run. Templates are not checked: their format has
  /// no accessibility attributes, and list cells are sized by their container.
  /// - Complexity: Each page is laid out once per screen; pages are checked in parallel on all cores.
  package func check(_ units: [Unit]) -> [Diagnostic] {
    let pages = units.compactMap(\.webPage)
    let renderer = Renderer()
    let (screens, levels, sources) = (screens, levels, sources)
    let reports = concurrentMap(pages.count) { index in
      PageRules(unit: pages[index], levels: levels, sources: sources).report(on: screens, by: renderer)
    }
    var whole = PageReport()
    for report in reports {
      whole.diagnostics += report.diagnostics
      whole.directives.formUnion(report.directives)
      whole.used.merge(report.used) { $0.union($1) }
    }
    checkSheets(pages, &whole)
    return whole.diagnostics + aboutDirectives(whole)
  }

  /// A file with more unused rules is a library: one report names all of them.
  private static let unusedLimit = 50

  /// `css.unused-rule`, and the comments of all sheets.
  private func checkSheets(_ pages: [PageUnit], _ report: inout PageReport) {
    var unused = UnusedRules()
    for page in pages { unused.add(page) }
    var directives: [String: [(directive: IgnoreDirective, end: Int)]] = [:]
    for source in unused.sources where source.path.hasSuffix(".css") {
      let found = IgnoreDirective.all(inSheet: source)
      if !found.isEmpty { directives[source.path] = found }
      report.directives.formUnion(found.map(\.directive))
    }
    guard isWholeProject, let level = levels[.unusedRule], level != .off else { return }
    let places = unused.places
    let counts = Dictionary(grouping: places, by: \.place.path).mapValues(\.count)
    var isTold: Set<String> = []
    for (place, source) in places {
      let above = directives[place.path]?.filter {
        IgnoreDirective.isNextTo($0.end, place.range.lowerBound, in: source)
      }
      if let directive = above?.first(where: { $0.directive.rules.contains { $0.rule == .unusedRule } })?
        .directive
      {
        report.used[directive.place, default: []].insert(.unusedRule)
        continue
      }
      let count = counts[place.path, default: 0]
      let isLibrary = count > Self.unusedLimit
      guard !isLibrary || isTold.insert(place.path).inserted else { continue }
      report.diagnostics.append(
        Diagnostic(
          level == .error ? .error : .warning, CheckRule.unusedRule.rawValue,
          isLibrary
            ? "no element of any page matches this rule and \(count - 1) others of the file"
            : "no element of any page matches this rule",
          at: place.range, in: source))
    }
  }

  /// Reports unknown rule names, and directives that suppressed nothing.
  private func aboutDirectives(_ report: PageReport) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for directive in report.directives {
      guard let source = sources(directive.place.path) else { continue }
      for (name, range) in directive.unknown {
        let near = nearest(to: name, in: CheckRule.allCases.map(\.rawValue))
        diagnostics.append(
          Diagnostic(
            .warning, CheckRule.unknownRule, "there is no rule '\(name)'", at: range, in: source,
            hint: near.map { "did you mean '\($0)'?" }))
      }
      for (rule, range) in directive.rules
      where levels[rule] != .off && report.used[directive.place]?.contains(rule) != true {
        // A part of a project cannot show that a rule is unused.
        if !isWholeProject, rule == .unusedRule || rule == .unusedComponent { continue }
        diagnostics.append(
          Diagnostic(
            .note, CheckRule.unusedIgnore,
            "'\(rule.rawValue)' reports nothing here, so there is nothing to ignore",
            at: range,
            in: source))
      }
    }
    return diagnostics
  }
}
