import HybridEncoding
package import HybridRouting
package import HybridUnits

/// A release for Rexxar containers: `routes.json` and a file for each page that has a route.
package struct RexxarExport: Sendable {
  /// The files by path relative to the table, sorted.
  package private(set) var files: [(path: String, bytes: [UInt8])] = []
  /// Features that differ or are missing in a web view.
  package private(set) var warnings: [(unit: String, text: String)] = []
  /// The contents of `routes.json`.
  package private(set) var table = RexxarTable()

  /// Creates the files.
  ///
  /// The table has the release's number as its version and the release's time as `deploy_time`: containers
  /// accept it when it is newer, and equal releases have equal tables.
  ///
  /// - Parameters:
  ///   - base: The prefix of `remote_file`, such as `https://cdn.example.com/app/`; if empty, it is relative
  ///     to the table.
  ///   - number: The release's number; nil for a table without a version, for development.
  ///   - deployTime: The release's time, in HTTP's format.
  ///   - unit: Returns a unit by name.
  ///   - read: Returns the bytes of a picture by its path in the project.
  package init(
    routes: [Route], base: String = "", number: Int?, deployTime: String?, unit: (String) -> Unit?,
    read: (String) -> [UInt8]?
  ) {
    table.version = number.flatMap { RexxarVersion(String($0)) }
    table.deployTime = deployTime
    let base = base.isEmpty || base.hasSuffix("/") ? base : base + "/"
    var paths: [String: String?] = [:]
    var contents: [String: [UInt8]] = [:]
    for route in routes {
      if paths[route.unit] == nil {
        var path: String?
        if let unit = unit(route.unit) {
          if let page = unit.webPage {
            let file = RexxarFile(page, named: route.unit, read: read)
            contents[file.path] = file.bytes
            path = file.path
            warnings += file.warnings.map { (route.unit, $0) }
          } else {
            warnings.append((route.unit, Self.notShown(unit.kind.rawValue)))
          }
        } else {
          warnings.append((route.unit, "was never compiled: it is not in routes.json"))
        }
        paths[route.unit] = .some(path)
      }
      guard let path = paths[route.unit] ?? nil else { continue }
      table.append(route, remoteFile: base + path, deployTime: deployTime)
    }
    contents[RexxarTable.fileName] = table.encoded()
    files = contents.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The warning about a unit of a kind that a web view cannot show.
  package static func notShown(_ kind: String) -> String {
    "is a \(kind), which a web view cannot show: it is not in routes.json"
  }

  /// The prefix of the file names in a table.
  package static func base(of table: RexxarTable) -> String {
    for item in table.items + table.partialItems {
      guard let start = item.remoteFile.ranges(of: "rexxar/").last else { continue }
      return String(item.remoteFile[..<start.lowerBound])
    }
    return ""
  }
}

/// A page as a file for Rexxar containers, with a hash in its name.
package struct RexxarFile: Sendable {
  /// `rexxar/NAME-HASH.html`. HASH is the first ten digits of the MD5 of the bytes, which Rexxar on Android
  /// checks.
  package let path: String
  /// HTML in UTF-8.
  package let bytes: [UInt8]
  /// Features that differ in a web view.
  package let warnings: [String]

  /// Creates the file of a page.
  ///
  /// - Parameter read: Returns the bytes of a picture by its path in the project.
  package init(_ page: PageUnit, named name: String, read: (String) -> [UInt8]?) {
    let made = RexxarPage(page, read: read)
    bytes = Array(made.html.utf8)
    path = "\(Self.folder)\(name)-\(MD5.hex(bytes).prefix(10)).html"
    warnings = made.warnings
  }

  /// The name of the unit in such a path; nil for other paths.
  package static func unit(of path: String) -> String? {
    let (ending, digits) = (".html", 10)
    guard path.hasPrefix(folder), path.hasSuffix(ending) else { return nil }
    let name = path.dropFirst(folder.count).dropLast(ending.count)
    let hash = name.suffix(digits)
    let rest = name.dropLast(digits)
    guard rest.hasSuffix("-"), rest.count > 1, hash.utf8.allSatisfy(\.isLowerHexDigit) else { return nil }
    return String(rest.dropLast())
  }

  private static let folder = "rexxar/"
}
