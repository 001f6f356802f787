import HybridEncoding
package import HybridJSON
package import HybridRouting
package import HybridSource

/// Rexxar's `routes.json` (`Documentation/rexxar.md`).
///
/// The reader accepts what Rexxar accepts: unknown keys are ignored, and an item without a `uri` or a
/// `remote_file` is skipped and reported. The writer is deterministic: a fixed order of keys, an indentation
/// of two blanks, a final line feed.
package struct RexxarTable: Hashable, Sendable {
  /// One route.
  package struct Item: Hashable, Sendable {
    /// A regular expression, verbatim. It may be outside the supported syntax.
    package var uri: String
    /// The address of the HTML file: absolute, or relative to the table.
    package var remoteFile: String
    /// RFC 1123, in GMT. Informative.
    package var deployTime: String?
    /// Whether the file is downloaded in advance.
    package var packInApp: Bool
    /// The position of `uri` in the source file.
    package var place: Place?

    /// Creates an item.
    package init(uri: String, remoteFile: String, deployTime: String? = nil, packInApp: Bool = false) {
      (self.uri, self.remoteFile, self.deployTime, self.packInApp) = (uri, remoteFile, deployTime, packInApp)
    }

    /// Compares the values, not their positions.
    package static func == (one: Item, other: Item) -> Bool {
      one.uri == other.uri && one.remoteFile == other.remoteFile && one.deployTime == other.deployTime
        && one.packInApp == other.packInApp
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(uri)
      hasher.combine(remoteFile)
    }
  }

  /// The positions of an item's values.
  package struct Place: Hashable, Sendable {
    package var uri: JSONNode
    package var remoteFile: Range<Int>
  }

  /// Routes for whole screens.
  package var items: [Item] = []
  /// Routes for parts of native screens.
  package var partialItems: [Item] = []
  /// RFC 1123, in GMT. Informative.
  package var deployTime: String?
  /// Dotted numbers; nil when the version is missing, empty or not a string.
  package var version: RexxarVersion?

  /// Creates an empty table.
  package init() {}

  /// The items of a kind.
  package func items(_ kind: Route.Kind) -> [Item] { kind == .page ? items : partialItems }

  /// The file name of a table.
  package static let fileName = "routes.json"
  /// The maximum number of items of both kinds together.
  package static let mostItems = 10_000
  /// The maximum size of a table, in bytes.
  package static let longest = 4 << 20
}

/// The version of a table: numbers separated by dots (`Documentation/rexxar.md`).
package struct RexxarVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The original text.
  package var description: String

  /// Creates a version; nil for an empty text.
  package init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    description = text
  }

  /// Compares number by number from the left; a missing or invalid number is 0.
  package static func < (one: Self, other: Self) -> Bool { compare(one, other) < 0 }
  /// Two versions are equal when no number differs: `6.36` equals `6.36.0`.
  package static func == (one: Self, other: Self) -> Bool { compare(one, other) == 0 }

  package func hash(into hasher: inout Hasher) {
    var numbers = numbers
    while numbers.last == 0 { numbers.removeLast() }
    hasher.combine(numbers)
  }

  private var numbers: [Int] {
    description.split(separator: ".", omittingEmptySubsequences: false).prefix(20).map {
      $0.utf8.allSatisfy(\.isASCIIDigit) ? Int($0) ?? 0 : 0
    }
  }

  private static func compare(_ one: Self, _ other: Self) -> Int {
    let (left, right) = (one.numbers, other.numbers)
    for index in 0..<max(left.count, right.count) {
      let a = index < left.count ? left[index] : 0
      let b = index < right.count ? right[index] : 0
      if a != b { return a < b ? -1 : 1 }
    }
    return 0
  }
}

extension RexxarTable {
  /// Parses a table.
  ///
  /// - Returns: The table, nil when the text is unusable, which counts as no table; and diagnostics with
  ///   their positions.
  package static func read(_ source: Source) -> (table: RexxarTable?, diagnostics: [Diagnostic]) {
    guard source.bytes.count <= longest else {
      return (
        nil,
        [Diagnostic(.error, "rexxar.too-large", "'\(source.path)': a table has at most \(longest >> 20) MB")]
      )
    }
    let reading = readJSON(source)
    guard let root = reading.root else { return (nil, reading.diagnostics) }
    var report = DiagnosticCollector(source)
    guard root.value.object != nil else {
      report.error(
        "rexxar.wrong-kind", "a table is an object, and this is \(root.value.kind)", at: root.range)
      return (nil, reading.diagnostics + report.diagnostics)
    }
    var table = RexxarTable()
    table.deployTime = root["deploy_time"]?.value.string
    if let version = root["version"] {
      table.version = version.value.string.flatMap(RexxarVersion.init)
      if table.version == nil {
        report.warning(
          "rexxar.no-version", "this counts as no version: one is a text such as \"6.4.0\"", at: version.range
        )
      }
    }
    var room = mostItems
    for (key, kind) in [("items", Route.Kind.page), ("partial_items", .partial)] {
      guard let list = root[key] else { continue }
      guard case .array = list.value else {
        report.error(
          "rexxar.wrong-kind", "'\(key)' is an array, and this is \(list.value.kind)", at: list.range)
        continue
      }
      if list.children.count > room {
        report.error("rexxar.too-large", "a table has at most \(mostItems) routes", at: list.range)
      }
      let items = list.children.prefix(room).compactMap { item($0, &report) }
      room -= items.count
      if kind == .page { table.items = items } else { table.partialItems = items }
    }
    return (table, reading.diagnostics + report.diagnostics)
  }

  private static func item(_ node: JSONNode, _ report: inout DiagnosticCollector) -> Item? {
    guard node.value.object != nil else {
      report.error(
        "rexxar.wrong-kind", "a route is an object, and this is \(node.value.kind)", at: node.range)
      return nil
    }
    func text(_ key: String) -> JSONNode? {
      guard let member = node[key] else {
        report.error("rexxar.incomplete", "a route needs a '\(key)'", at: node.range)
        return nil
      }
      guard let text = member.value.string, !text.isEmpty else {
        report.error(
          "rexxar.wrong-kind", "'\(key)' is a text, and this is \(member.value.kind)", at: member.range)
        return nil
      }
      return member
    }
    let (uri, file) = (text("uri"), text("remote_file"))
    guard let uri, let file else { return nil }
    var packInApp = false
    if let member = node["pack_in_app"] {
      packInApp = member.value.bool ?? false
      if member.value.bool == nil {
        report.warning(
          "rexxar.wrong-kind", "'pack_in_app' is true or false, and this counts as false", at: member.range)
      }
    }
    var item = Item(
      uri: uri.value.string ?? "", remoteFile: file.value.string ?? "",
      deployTime: node["deploy_time"]?.value.string, packInApp: packInApp)
    item.place = Place(uri: uri, remoteFile: file.range)
    return item
  }

  /// Encodes the table as a file.
  package func encoded() -> [UInt8] {
    var json = JSONWriter(pretty: true)
    func write(_ items: [Item], _ json: inout JSONWriter) {
      json.beginArray()
      for item in items {
        json.beginObject()
        if let time = item.deployTime { json.member("deploy_time", time) }
        if item.packInApp { json.member("pack_in_app", true) }
        json.member("remote_file", item.remoteFile)
        json.member("uri", item.uri)
        json.endObject()
      }
      json.endArray()
    }
    json.beginObject()
    json.member("count", items.count + partialItems.count)
    if let deployTime { json.member("deploy_time", deployTime) }
    json.key("items")
    write(items, &json)
    json.key("partial_items")
    write(partialItems, &json)
    if let version { json.member("version", version.description) }
    json.endObject()
    return Array((json.text + "\n").utf8)
  }
}
