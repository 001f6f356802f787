import HybridSource

extension FileStore {
  /// The files below `folder` whose names have this suffix, sorted.
  func files(endingIn suffix: String, below folder: String) -> [String] {
    var found: [String] = []
    var folders = [(folder, 0)]
    while let (folder, depth) = folders.popLast() {
      guard case .success(let entries) = list(folder) else { continue }
      for entry in entries {
        let path = ProjectPath.join(folder, entry.name)
        switch entry.kind {
        case .file where entry.name.lowercased().hasSuffix(suffix): found.append(path)
        case .folder where depth < 16 && !PageEntry.isIgnored(folder: entry.name):
          folders.append((path, depth + 1))
        default: break
        }
      }
    }
    return found.sorted()
  }
}
