package import HybridRelease
package import HybridUnits

/// What a Rexxar container needs of a release: `routes.json` and a file for each page that has a route.
package struct RexxarExport: Sendable {
  /// Below DIST, sorted by path.
  package private(set) var files: [(path: String, bytes: [UInt8])] = []
  /// What is not the same in a web view, or cannot be there.
  package private(set) var warnings: [(unit: String, text: String)] = []
  /// As in `routes.json`.
  package private(set) var table = RexxarTable()

  /// Makes the files.
  ///
  /// The table has the release's number as its version and its time as `deploy_time`, so that containers take it when it is newer, and
  /// equal releases have equal tables.
  ///
  /// - Parameters:
  ///   - base: What `remote_file` begins with, such as `https://cdn.example.com/app/`; with nothing it is relative to the table.
  ///   - number: The release's; nil for a table without a version, for development.
  ///   - created: The release's time, RFC 3339.
  ///   - unit: A unit by its name.
  ///   - read: The bytes of a picture by its path in the project.
  package init(
    routes: [Route], base: String = "", number: Int?, created: String, unit: (String) -> Unit?,
    read: (String) -> [UInt8]?
  ) {
    let time = ReleaseTime(created)?.httpDate
    table.version = number.flatMap { RexxarVersion(String($0)) }
    table.deployTime = time
    let base = base.isEmpty || base.hasSuffix("/") ? base : base + "/"
    var paths: [String: String?] = [:]
    var contents: [String: [UInt8]] = [:]
    for route in routes {
      if paths[route.unit] == nil {
        var path: String?
        switch unit(route.unit) {
        case .page(let page)?:
          let file = RexxarPage(page, read: read)
          let bytes = Array(file.html.utf8)
          let name = "rexxar/\(route.unit)-\(MD5.hex(bytes).prefix(10)).html"
          contents[name] = bytes
          path = name
          warnings += file.warnings.map { (route.unit, $0) }
        case .template?:
          warnings.append(
            (route.unit, "is a template, which a web view cannot show: it is not in routes.json"))
        case nil: warnings.append((route.unit, "was never compiled: it is not in routes.json"))
        }
        paths[route.unit] = .some(path)
      }
      guard let path = paths[route.unit] ?? nil else { continue }
      let item = RexxarTable.Item(
        uri: Self.anchored(route.pattern), remoteFile: base + path, deployTime: time, packInApp: true)
      if route.kind == .page { table.items.append(item) } else { table.partialItems.append(item) }
    }
    contents[DistPaths.rexxarRoutes] = table.encoded()
    files = contents.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
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
