import HybridSource

/// The effects of a save on the files of a project.
struct FileChanges {
  /// Files that changed, in their old state.
  private(set) var replaced: [String: FileState] = [:]
  /// Those that appeared or disappeared.
  private(set) var flipped: Set<String> = []
  /// New style sheets and scripts.
  private(set) var newResources: [String] = []
  /// Files, existing or not, of components whose name now belongs to another file.
  private(set) var components: Set<String> = []
  /// Whether the folder of components was listed again.
  private(set) var hasNewNames = false
  /// Folders among the paths.
  private(set) var unknownFolders: Set<String> = []
  /// Paths that no unit reads and that no longer exist.
  private(set) var gone: Set<String> = []
  /// Folders whose own pages may have changed.
  private(set) var folders: Set<String> = []
  /// Folders in which everything may have changed, at any depth.
  private(set) var trees: Set<String> = []

  /// Takes a path that was saved, created, moved or deleted.
  mutating func take(_ path: String, _ project: inout ProjectFiles, _ result: inout BuildResult) {
    // The folder of a package is in the graph as well, but is not a file.
    let isUsed =
      project.graph.isUsed(path) && project.context.files[path] != nil || path == ProjectConfig.path
      || path == TemplateIndex.listPath
    if isUsed {
      if !reload(path, &project, &result) { result.unchangedFiles.append(path) }
    } else if project.context.files[path] != nil {
      // A cached file without users: the next user reads it again.
      project.forget(path)
    }
    if path == TemplateIndex.listPath {
      folders.insert(path)
    } else if TemplateEntry.isXML(path), project.index.templates.mayBeTemplate(path) {
      // An unread file is looked for as well: it may have been deleted.
      if !isUsed || flipped.contains(path) { folders.insert(ProjectPath.folder(of: path)) }
      return
    }
    if PageEntry.isHTML(path) {
      let pages = project.index.pages
      let mayBePage =
        pages.layout == .pages ? ProjectPath.isInside(path, PageEntry.folder) : !path.contains("/")
      guard mayBePage, pages.layout != .single, !project.index.templates.isAlone else {
        if !isUsed { result.unusedFiles.append(path) }
        return
      }
      // An unread page is looked for as well: it may have been deleted.
      if !isUsed || flipped.contains(path) {
        folders.insert(ProjectPath.folder(of: path))
      }
      return
    }
    if !isUsed || flipped.contains(path), mayBeDataSet(path, project) {
      folders.insert(ProjectPath.folder(of: path))
    }
    guard !isUsed else { return }
    takeUnused(path, &project, &result)
  }

  /// Whether the file at `path` may be a data set of a unit beside it.
  private func mayBeDataSet(_ path: String, _ project: ProjectFiles) -> Bool {
    guard DataSetFile.mayBeOne(path) else { return false }
    let folder = ProjectPath.folder(of: path)
    return project.index.entries.values.contains { ProjectPath.folder(of: $0.path) == folder }
  }

  /// A path that no unit reads: a folder, a deleted path, or an unused file.
  private mutating func takeUnused(_ path: String, _ project: inout ProjectFiles, _ result: inout BuildResult)
  {
    switch project.context.files.list(path) {
    case .success: unknownFolders.insert(path)
    case .failure(.missing): gone.insert(path)
    case .failure:
      if [".css", ".js"].contains(where: path.lowercased().hasSuffix),
        !project.graph.packages(around: path).isEmpty
      {
        newResources.append(path)
      } else if ImageNames.isImage(path), !project.graph.galleries(with: path).isEmpty {
        newResources.append(path)
      } else {
        result.unusedFiles.append(path)
      }
    }
  }

  /// Folders that were created, moved or deleted: every used file in them may have changed, and there may be
  /// pages in them.
  mutating func takeFolders(_ project: inout ProjectFiles, _ result: inout BuildResult) {
    let folders = unknownFolders.union(gone)
    for path in project.context.files.known(in: folders) where !project.graph.isUsed(path) {
      project.forget(path)
    }
    var known = Set<String>()
    for (path, folder) in project.graph.usedFiles(in: folders) {
      known.insert(folder)
      _ = reload(path, &project, &result)
    }
    if project.index.pages.layout != .single {
      let withPages = project.index.pages.folders(around: folders)
      let inside = unknownFolders.filter(project.index.mayHoldUnits)
      trees.formUnion(withPages.union(inside))
      known.formUnion(withPages)
      let withTemplates = gone.filter { gone in
        project.index.templates.all.contains { ProjectPath.isInside($0.path, gone) }
      }
      trees.formUnion(withTemplates)
      known.formUnion(withTemplates)
    }
    for folder in unknownFolders where !project.graph.packages(around: folder).isEmpty {
      newResources.append(folder)
    }
    result.unusedFiles += gone.subtracting(known).sorted()
  }

  /// Components that appeared, disappeared or moved: pages that name them change, also those that named a
  /// missing one.
  mutating func takeComponents(
    _ paths: Set<String>, _ project: inout ProjectFiles, _ result: inout BuildResult
  ) {
    let isConcerned = paths.contains { path in
      path.isEmpty
        || ProjectPath.isInside(path, ComponentLibrary.folder)
          && (PageEntry.isHTML(path) || unknownFolders.contains(path) || gone.contains(path))
    }
    guard isConcerned else { return }
    hasNewNames = true
    for (name, before) in project.context.components.rescan(project.context.files) {
      components.insert(before ?? ComponentLibrary.expectedPath(name))
      guard let path = project.context.components.path(of: name, project.context.files),
        let index = result.unusedFiles.firstIndex(of: path),
        project.graph.isUsed(before ?? ComponentLibrary.expectedPath(name))
      else { continue }
      result.unusedFiles.remove(at: index)
      result.changedFiles.append(path)
    }
  }

  /// Reads a file again; returns whether it changed.
  private mutating func reload(_ path: String, _ project: inout ProjectFiles, _ result: inout BuildResult)
    -> Bool
  {
    if replaced[path] != nil { return true }
    guard let old = project.context.files.reload(path) else { return false }
    replaced[path] = old
    if !old.isPresent || project.context.files[path]?.isPresent != true { flipped.insert(path) }
    result.changedFiles.append(path)
    return true
  }
}
