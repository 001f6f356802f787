package import HybridRouting

extension RexxarTable {
  /// Appends a route, behind those of its kind, with the pattern so that both platforms take the same.
  package mutating func append(_ route: Route, remoteFile: String, deployTime: String? = nil) {
    let item = Item(
      uri: Self.anchored(route.pattern), remoteFile: remoteFile, deployTime: deployTime, packInApp: true)
    if route.kind == .page { items.append(item) } else { partialItems.append(item) }
  }

  /// The pattern so that iOS, to which a part of the URI is enough, takes what Android takes.
  static func anchored(_ pattern: String) -> String {
    guard let parsed = try? RoutePattern(pattern) else { return pattern }
    // A bar would tear the anchors from what they hold.
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
