import HybridJSON
import HybridSource
import HybridUnits

/// The readable data sets of a unit.
struct ReadDataSets: Sendable {
  var sets: [DataSet] = []
  /// The diagnostics of their files, which do not make the unit fail.
  var diagnostics: [Diagnostic] = []
  /// A hash of ``sets``.
  var hash = ContentHasher()
}

/// The data sets of a project's units.
struct DataSetLibrary: Sendable {
  /// The last valid content of each, by path, used while one is broken.
  private(set) var good: [String: Source]

  /// A library that knows this valid content.
  init(good: [String: Source] = [:]) { self.good = good }

  /// Removes what is known of a data set that no unit has any more.
  mutating func forget(_ path: String) { good[path] = nil }

  /// Adds the valid content that a copy has read.
  mutating func absorb(_ fork: DataSetLibrary) { good.merge(fork.good) { _, new in new } }

  /// Reads the data sets of a unit. A broken one keeps its last valid content, or is left out if it never was
  /// valid.
  mutating func read(_ list: [DataSetFile], _ files: inout FileStore) -> ReadDataSets {
    var result = ReadDataSets()
    for file in list {
      switch files.load(file.path) {
      case .failed(let failure):
        // It may have been deleted since the folder was listed.
        if failure != .missing {
          result.diagnostics.append(
            Diagnostic(.error, failure.diagnosticCode, "'\(file.path)': \(failure.message)"))
        }
        addAsItWas(file, &result)
      case .present(let source, _):
        let reading = readJSON(source)
        result.diagnostics += reading.diagnostics
        if let data = reading.value, !reading.diagnostics.hasErrors {
          good[file.path] = source
          result.add(file, source, data)
        } else {
          addAsItWas(file, &result)
        }
      }
    }
    return result
  }

  private func addAsItWas(_ file: DataSetFile, _ result: inout ReadDataSets) {
    guard let source = good[file.path], let data = readJSON(source).value else { return }
    result.add(file, source, data)
  }
}

extension ReadDataSets {
  fileprivate mutating func add(_ file: DataSetFile, _ source: Source, _ data: JSONValue) {
    sets.append(DataSet(name: file.name, path: file.path, data: data))
    hash.combine(file.name)
    hash.combine(source.bytes)
  }
}
