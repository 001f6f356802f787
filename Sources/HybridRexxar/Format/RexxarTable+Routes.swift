package import HybridRouting

extension RexxarTable {
  /// Appends a route after those of its kind, with its pattern adapted so that both platforms match the same
  /// URIs.
  package mutating func append(_ route: Route, remoteFile: String, deployTime: String? = nil) {
    let item = Item(
      uri: Self.anchored(route.pattern), remoteFile: remoteFile, deployTime: deployTime, packInApp: true)
    if route.kind == .page { items.append(item) } else { partialItems.append(item) }
  }

  /// The pattern with anchors: iOS, which accepts a match of a part, then matches what Android matches.
  static func anchored(_ pattern: String) -> String {
    guard let parsed = try? RoutePattern(pattern) else { return pattern }
    // Without a group, the anchors would apply only to the first and the last alternative.
    let needsGroup = pattern.contains("|")
    var budget = RouteLanguage.Budget(steps: 500_000)
    let isOpen =
      RouteLanguage(beginningWith: parsed).example(notIn: RouteLanguage(parsed), &budget)
      == RouteLanguage.Answer.none
    let body = needsGroup ? "(?:\(pattern))" : pattern
    let start = pattern.hasPrefix("^") && !needsGroup || pattern.hasPrefix(".*") ? "" : "^"
    return start + body + (isOpen ? "" : "$")
  }
}
