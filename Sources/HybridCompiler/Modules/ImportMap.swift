import HybridJSON
import HybridSource

/// The import map of a page, from `<script type="importmap">` (HTML Standard §8.1.5.3, *Import maps*).
struct ImportMap: Sendable {
  /// One table: addresses by specifier; nil for one that is blocked.
  typealias Table = [String: ModuleAddress?]

  private var imports: Table = [:]
  private var scopes: [String: Table] = [:]

  /// The bare names of the map, for suggestions.
  var names: [String] { imports.keys.filter { !$0.hasPrefix("/") && !$0.hasSuffix("/") }.sorted() }

  /// Adds a map, whose paths are relative to the file `importer`. Entries of earlier maps take precedence.
  mutating func add(
    _ root: JSONNode, in importer: String, _ source: Source, _ base: Int, _ reports: inout Reports
  ) {
    func complain(_ message: String, _ node: JSONNode, hint: String? = nil) {
      let range = node.range.lowerBound + base..<node.range.upperBound + base
      reports.add(.warning, "script.import-map", message, at: range, in: source, hint: hint)
    }
    guard case .object(let members) = root.value else {
      return complain("an import map is an object with 'imports'", root)
    }
    for (key, child) in zip(members.map(\.key), root.children) {
      switch key {
      case "imports": Self.merge(&imports, table(child, importer, complain))
      case "scopes":
        guard case .object(let prefixes) = child.value else {
          complain("'scopes' is an object of objects", child)
          continue
        }
        for (prefix, node) in zip(prefixes.map(\.key), child.children) {
          let address = ModuleAddress(prefix.hasPrefix("/") ? prefix : Self.asPath(prefix), in: importer)
          guard var key = address.key else { continue }
          if prefix.hasSuffix("/"), !key.hasSuffix("/") { key += "/" }
          Self.merge(&scopes[key, default: [:]], table(node, importer, complain))
        }
      case "integrity": continue
      default:
        complain(
          "an import map has no '\(key)'", child,
          hint: nearestHint(to: key, in: ["imports", "scopes", "integrity"]))
      }
    }
  }

  private static func asPath(_ text: String) -> String {
    text.hasPrefix("./") || text.hasPrefix("../") || text.contains("://") ? text : "./" + text
  }

  private static func merge(_ table: inout Table, _ other: Table) { table.merge(other) { known, _ in known } }

  private func table(
    _ node: JSONNode, _ importer: String, _ complain: (String, JSONNode, String?) -> Void
  ) -> Table {
    guard case .object(let members) = node.value else {
      complain("this is an object of addresses by name", node, nil)
      return [:]
    }
    var table: Table = [:]
    for (key, child) in zip(members.map(\.key), node.children) {
      let name = ModuleAddress(key, in: importer)
      guard !key.isEmpty, var written = name.key else {
        complain("'\(key)' is not a name of a module", child, nil)
        continue
      }
      if key.hasSuffix("/"), !written.hasSuffix("/") { written += "/" }
      guard let address = child.value.string else {
        if !child.value.isNull { complain("the address of '\(key)' is a string", child, nil) }
        table[written] = .some(nil)
        continue
      }
      let resolved = ModuleAddress(address, in: importer)
      if case .bare = resolved {
        complain("'\(address)' is not an address", child, "write './\(address)'")
        table[written] = .some(nil)
      } else if key.hasSuffix("/"), !address.hasSuffix("/") {
        complain("the address of '\(key)' ends with '/' too", child, "write '\(address)/'")
        table[written] = .some(nil)
      } else {
        table[written] = .some(resolved)
      }
    }
    return table
  }

  /// Where a specifier in the file `importer` leads.
  func resolve(_ specifier: String, in importer: String) -> ModuleAddress {
    let plain = ModuleAddress(specifier, in: importer)
    guard !imports.isEmpty || !scopes.isEmpty, let key = plain.key else { return plain }
    let place = "/" + importer
    let prefixes = scopes.keys.filter { $0 == place || $0.hasSuffix("/") && place.hasPrefix($0) }
    for prefix in prefixes.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      if let found = find(key, in: scopes[prefix] ?? [:]) { return found }
    }
    return find(key, in: imports) ?? plain
  }

  private func find(_ key: String, in table: Table) -> ModuleAddress? {
    if let exact = table[key] { return exact ?? .blocked }
    let prefixes = table.keys.filter { $0.hasSuffix("/") && key.hasPrefix($0) }
    guard let prefix = prefixes.max(by: { $0.utf8.count < $1.utf8.count }), let found = table[prefix] else {
      return nil
    }
    guard let found else { return .blocked }
    let rest = String(key.dropFirst(prefix.count))
    switch found {
    case .file(let folder, _):
      let address = ModuleAddress("/" + ProjectPath.join(folder, rest), in: "")
      // A rest with `..` must not leave the folder.
      if case .file(let path, _) = address, !ProjectPath.isInside(path, folder) { return .blocked }
      return address
    case .remote(let url): return .remote(url + rest)
    default: return .blocked
    }
  }
}
