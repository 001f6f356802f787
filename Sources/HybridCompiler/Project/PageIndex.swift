import HybridSource

/// The pages of a project by folder, found by listing folders without reading files.
struct PageIndex: Sendable {
  /// The maximum depth of folders.
  static let depthLimit = 16

  /// The layout of the project.
  enum Layout: Hashable, Sendable {
    /// Pages below `pages/`.
    case pages
    /// The folder is one page, or HTML files side by side.
    case flat
    /// A single requested file.
    case single
  }

  private(set) var layout = Layout.flat
  private(set) var diagnostics: [Diagnostic] = []
  /// The diagnostic for a project without pages, if it has nothing else to show; nil when there are pages, or
  /// no folder.
  private(set) var emptiness: Diagnostic?
  /// The pages by name.
  private(set) var pages: [String: PageEntry] = [:]
  private var byFolder: [String: [PageEntry]] = [:]
  /// The folders of pages and all their ancestors.
  private var ancestors: Set<String> = []
  private let only: PageEntry?
  /// The name of the page when the folder is a page.
  private let name: String

  init(only: PageEntry?, name: String) {
    self.only = only
    self.name = name
  }

  /// Finds all pages.
  mutating func discover(_ files: inout FileStore) {
    byFolder = [:]
    emptiness = nil
    var found: [Diagnostic] = []
    if let only {
      layout = .single
      var pages = [only]
      let folder = ProjectPath.folder(of: only.path)
      if case .success(let entries) = files.list(folder) { pages.takeDataSets(from: entries, in: folder) }
      byFolder[""] = pages
    } else {
      switch files.list("") {
      case .failure(let failure):
        layout = .flat
        let message = failure == .missing ? "there is no such folder" : failure.message
        found.append(
          Diagnostic(
            .error, "project.missing-folder", "the project cannot be read: \(message)",
            hint: "'hybrid new DIR' makes a project"))
      case .success(let entries):
        if entries.contains(where: { $0.name == PageEntry.folder && $0.kind == .folder }) {
          layout = .pages
          scan(PageEntry.folder, &files)
        } else {
          layout = .flat
          scanFlat(entries)
        }
        let isLinked = entries.contains { $0.name == PageEntry.folder && $0.kind == .linkedFolder }
        if byFolder.values.allSatisfy(\.isEmpty) {
          emptiness = Diagnostic(
            .error, "project.empty",
            isLinked
              ? "'pages' is a link to a folder, which is not followed"
              : "there are no pages or templates here",
            hint: isLinked
              ? "move the pages into the project"
              : "add pages/home/index.html, or let 'hybrid new DIR' make a project")
        }
      }
    }
    nameAll()
    diagnostics = found + diagnostics
  }

  /// Searches `trees` again at all depths, and `folders` without their subfolders.
  /// - Returns: Whether a page, or the project's diagnostic, changed.
  mutating func rescan(trees: Set<String>, folders: Set<String>, _ files: inout FileStore) -> Bool {
    let before = byFolder
    let top = PageEntry.folder
    let isInside = layout == .pages && trees.union(folders).allSatisfy { ProjectPath.isInside($0, top) }
    guard isInside, !trees.contains(top) else {
      discover(&files)
      return true
    }
    let known = self.folders(around: trees)
    if !known.isEmpty {
      for folder in before.keys where ProjectPath.folder(among: known, around: folder) != nil {
        byFolder[folder] = nil
      }
    }
    for tree in trees { scan(tree, &files) }
    for folder in folders { scanOne(folder, &files) }
    guard byFolder != before else { return false }
    // When the last page is deleted, the whole project is affected.
    if byFolder.values.allSatisfy(\.isEmpty) {
      discover(&files)
    } else {
      // The same holds for the first page.
      emptiness = nil
      nameAll()
    }
    return true
  }

  /// Those of `folders` that contain the file of a page, at any depth.
  func folders(around folders: Set<String>) -> Set<String> { folders.filter(ancestors.contains) }

  private mutating func scan(_ top: String, _ files: inout FileStore) {
    var folders = [(path: top, depth: 0)]
    while let (folder, depth) = folders.popLast() {
      for name in scanOne(folder, &files) where depth < Self.depthLimit {
        folders.append((ProjectPath.join(folder, name), depth + 1))
      }
    }
  }

  /// Lists one folder and returns the names of its subfolders.
  @discardableResult
  private mutating func scanOne(_ folder: String, _ files: inout FileStore) -> [String] {
    guard case .success(let entries) = files.list(folder) else {
      byFolder[folder] = nil
      return []
    }
    let pages = PageEntry.pages(in: folder, entries)
    byFolder[folder] = pages.isEmpty ? nil : pages
    for page in pages {
      // Files missing in the listing need not be looked for.
      for path in [page.dataPath, page.configPath].compactMap(\.self) where files[path] == nil {
        let name = ProjectPath.name(of: path)
        if !entries.contains(where: { $0.name == name }) { files[path] = .failed(.missing) }
      }
    }
    return entries.filter { $0.kind == .folder && !PageEntry.isIgnored(folder: $0.name) }.map(\.name)
  }

  private mutating func scanFlat(_ entries: [FolderEntry]) {
    let files = entries.filter { $0.kind == .file && PageEntry.isHTML($0.name) && !$0.name.hasPrefix("_") }
      .map(\.name).sorted()
    defer { byFolder[""]?.takeDataSets(from: entries, in: "") }
    if let index = files.first(where: PageEntry.isIndex) {
      byFolder[""] = [PageEntry(name: name, path: index)]
    } else {
      byFolder[""] = files.map { PageEntry(name: PageEntry.stem(of: $0), path: $0) }
    }
  }

  /// Names the pages: if two files claim one name, the page with its own folder gets it.
  private mutating func nameAll() {
    diagnostics = []
    pages = [:]
    ancestors = []
    for folder in byFolder.keys { ancestors.insertAll(above: folder) }
    let all = byFolder.values.joined().sorted { $0.path < $1.path }
    pages.reserveCapacity(all.count)
    for entry in all {
      guard let other = pages[entry.name] else {
        pages[entry.name] = entry
        continue
      }
      let (kept, dropped) = entry.configPath == nil ? (other, entry) : (entry, other)
      pages[entry.name] = kept
      diagnostics.append(
        Diagnostic(
          .warning, "project.duplicate-page",
          "'\(kept.path)' and '\(dropped.path)' are both the page '\(entry.name)'; the first one is used"))
    }
  }
}
