package import HybridSource

/// A scenario's file, whose location determines the unit.
///
/// In the folder of a page with its own folder, `pages/cart/buy.scenario.json` is `buy` of `cart`. Beside a
/// unit with a single file, `pages/home.html` or `components/card.xml`, the name starts with the unit's:
/// `card.tapped.scenario.json` is `tapped`; with only the unit's name, `card.scenario.json` is `card`.
package struct ScenarioFile: Hashable, Sendable {
  /// The file name suffix of all scenarios.
  package static let ending = ".scenario.json"

  /// The unit's name.
  package var unit: String
  /// The scenario's name.
  package var name: String
  /// Relative to the project.
  package var path: String

  /// Whether the file at `path` is a scenario, judged by its name.
  package static func isScenario(_ path: String) -> Bool { path.hasSuffix(ending) && !name(of: path).isEmpty }

  /// The file's name without its suffix.
  private static func name(of path: String) -> Substring {
    ProjectPath.name(of: path).dropLast(ending.count)
  }

  /// Finds the unit of each scenario.
  ///
  /// - Parameters:
  ///   - paths: Scenarios.
  ///   - units: Name and main file of each unit.
  /// - Returns: The scenarios of units, sorted, and a diagnostic for each scenario without a unit.
  package static func assign(
    _ paths: [String], to units: [(name: String, path: String)]
  ) -> (files: [ScenarioFile], diagnostics: [Diagnostic]) {
    var folders: [String: String] = [:]
    var stems: [String: [(stem: Substring, unit: String)]] = [:]
    for unit in units {
      let file = ProjectPath.name(of: unit.path)
      if file == "index.html" || file == "index.htm" {
        folders[ProjectPath.folder(of: unit.path)] = unit.name
      } else {
        let stem = file.utf8.lastIndex(of: UInt8(ascii: ".")).map { file[..<$0] } ?? file[...]
        stems[ProjectPath.folder(of: unit.path), default: []].append((stem, unit.name))
      }
    }
    var files: [ScenarioFile] = []
    var diagnostics: [Diagnostic] = []
    for path in paths.sorted() {
      let name = name(of: path)
      let near = stems[ProjectPath.folder(of: path)] ?? []
      // The longest stem: `a.b.c` is `c` of `a.b` if that unit exists.
      let owner = near.filter { name == $0.stem || name.hasPrefix($0.stem + ".") }
        .max { $0.stem.utf8.count < $1.stem.utf8.count }
      if let owner {
        let rest = name == owner.stem ? name : name.dropFirst(owner.stem.count + 1)
        files.append(ScenarioFile(unit: owner.unit, name: String(rest), path: path))
      } else if let unit = folders[ProjectPath.folder(of: path)] {
        files.append(ScenarioFile(unit: unit, name: String(name), path: path))
      } else {
        let first = name.prefix { $0 != "." }
        let close = nearest(to: String(first), in: near.map { String($0.stem) })
        diagnostics.append(
          Diagnostic(
            .error, "scenario.no-unit", "'\(path)' belongs to no page or template",
            hint: close.map { "did you mean '\($0)\(name.dropFirst(first.count))\(ending)'?" }
              ?? "put it into the folder of a page, or begin its name with that of the file it is about"))
      }
    }
    return (files, diagnostics)
  }
}
