import HybridSource

/// A file with sample data in addition to a unit's own: `data.empty.json` beside `data.json`,
/// `card.empty.json` beside `card.json`.
package struct DataSetFile: Hashable, Sendable {
  /// The middle part of the file's name: `empty`.
  package var name: String
  /// Relative to the project.
  package var path: String

  /// The stem of a unit's data sets, from the path of its own data: `data` for an `index.html`, `card` for
  /// `card.xml`.
  static func stem(ofDataAt path: String) -> String { PageEntry.stem(of: ProjectPath.name(of: path)) }

  /// Whether a file may be a data set, judged by its name.
  static func mayBeOne(_ path: String) -> Bool {
    let file = ProjectPath.name(of: path)
    guard !file.hasPrefix("."), file.lowercased().hasSuffix(".json") else { return false }
    return PageEntry.stem(of: file).contains(".") && !isScenario(file)
  }

  /// Whether the file is a scenario of a test: `card.tapped.scenario.json`.
  private static func isScenario(_ file: String) -> Bool {
    let stem = PageEntry.stem(of: file).lowercased()
    return stem.hasSuffix(".scenario")
  }

  /// The data sets among the files of one folder, by stem, each list sorted by name. A file belongs to the
  /// longest matching stem; a unit's own data belongs to none.
  static func files(of stems: Set<String>, among names: [String], in folder: String) -> [String:
    [DataSetFile]]
  {
    var found: [String: [DataSetFile]] = [:]
    guard !stems.isEmpty else { return found }
    for file in names where mayBeOne(file) {
      let whole = PageEntry.stem(of: file)
      guard !stems.contains(whole) else { continue }
      var stem = Substring(whole)
      while let dot = stem.utf8.lastIndex(of: UInt8(ascii: ".")) {
        stem = stem[..<dot]
        guard stems.contains(String(stem)) else { continue }
        let name = String(whole[whole.index(after: dot)...])
        if !name.isEmpty {
          found[String(stem), default: []].append(
            DataSetFile(name: name, path: ProjectPath.join(folder, file)))
        }
        break
      }
    }
    for stem in found.keys { found[stem]?.sort { $0.name < $1.name } }
    return found
  }
}
