import HybridSource

/// Every unit of a project by name: its pages and its templates.
struct UnitIndex: Sendable {
  private(set) var pages: PageIndex
  private(set) var templates: TemplateIndex
  private(set) var entries: [String: UnitEntry] = [:]
  private var nameDiagnostics: [Diagnostic] = []

  /// An index of all units of the project called `name`, or of the one at the path `only`.
  init(name: String, only path: String?) {
    if let path, UnitEntry.kind(ofFile: path) == .template {
      let folder = ProjectPath.folder(of: path)
      templates = TemplateIndex(only: TemplateEntry(path: path, below: folder))
      pages = PageIndex(only: nil, name: name)
    } else {
      templates = TemplateIndex(isUnused: path != nil)
      pages = PageIndex(
        only: path.map { path in
          ProjectPath.isInside(path, PageEntry.folder)
            ? PageEntry(inPages: path)
            : PageEntry(name: PageEntry.isIndex(path) ? name : PageEntry.stem(of: path), path: path)
        }, name: name)
    }
  }

  /// The diagnostics of the project's folders and names.
  var diagnostics: [Diagnostic] {
    let emptiness = templates.entries.isEmpty && !templates.isAlone ? pages.emptiness : nil
    return (emptiness.map { [$0] } ?? []) + pages.diagnostics + templates.diagnostics + nameDiagnostics
  }

  /// Finds all units.
  mutating func discover(_ files: inout FileStore) {
    if !templates.isAlone { pages.discover(&files) }
    templates.discover(&files, hasPages: !pages.pages.isEmpty)
    nameAll()
  }

  /// Searches `trees` again at all depths, and `folders` without their subfolders.
  /// - Returns: Whether a unit, or the project's diagnostics, changed.
  mutating func rescan(trees: Set<String>, folders: Set<String>, _ files: inout FileStore) -> Bool {
    let before = (entries, diagnostics)
    let pageTrees = trees.filter(concernsPages)
    let pageFolders = folders.filter(concernsPages)
    if !templates.isAlone, !pageTrees.isEmpty || !pageFolders.isEmpty {
      _ = pages.rescan(trees: pageTrees, folders: pageFolders, &files)
    }
    if trees.union(folders).contains(where: templates.isConcerned) {
      templates.discover(&files, hasPages: !pages.pages.isEmpty)
    }
    nameAll()
    return before != (entries, diagnostics)
  }

  /// Whether a new or deleted folder at `path` may contain units.
  func mayHoldUnits(_ path: String) -> Bool {
    path.isEmpty || ProjectPath.isInside(path, PageEntry.folder) || templates.isConcerned(by: path)
  }

  private func concernsPages(_ path: String) -> Bool {
    path.isEmpty || ProjectPath.folder(among: templates.roots.subtracting([""]), around: path) == nil
  }

  /// Names the units: if a page and a template claim one name, the page gets it.
  private mutating func nameAll() {
    entries = [:]
    nameDiagnostics = []
    entries.reserveCapacity(pages.pages.count + templates.entries.count)
    for (name, page) in pages.pages { entries[name] = .page(page) }
    for var template in templates.entries {
      if let other = entries[template.name] {
        let name = template.name
        template.name = PageEntry.stem(of: template.path)
        let fits = entries[template.name] == nil
        nameDiagnostics.append(
          Diagnostic(
            .warning, "project.duplicate-name",
            "'\(other.path)' and '\(template.path)' are both called '\(name)'; "
              + (fits ? "the second one is '\(template.name)' here" : "the second one is left out")))
        guard fits else { continue }
      }
      entries[template.name] = .template(template)
    }
  }
}
