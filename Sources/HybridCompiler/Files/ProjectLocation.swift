import HybridSource

/// The project that a path on the command line refers to: a project's folder, a page's folder, or one file.
///
/// A page is compiled with its whole project, because its sheets are often outside of its folder: the root is
/// the nearest folder above with a `hybrid.json`, or the one whose `pages` folder contains the page. Without
/// either it is the file's own folder.
///
/// A template's root is the nearest folder above with a `hybrid.json`; else the one whose `components`,
/// `templates` or `pages` folder, or, beside a `templatelist.properties`, whose `template` folder contains it
/// most closely; else the nearest with a `config.properties`; else the template's own.
package struct ProjectLocation: Sendable {
  /// The project's files.
  package var files: DiskFiles
  /// The name of the root folder.
  package var name: String
  /// The requested page or template, relative to the root; nil for the whole project.
  package var page: String?

  /// Finds the project.
  /// - Throws: ``FileFailure`` when there is nothing at `path`.
  package init(of path: String) throws(FileFailure) {
    guard let place = DiskFiles.realPath(path) else {
      // Gives the right error, also for a link that leads to itself.
      _ = try DiskFiles(root: path)
      throw .missing
    }
    guard let folder = try? DiskFiles(root: place) else {
      let parent = ProjectPath.folder(of: place)
      let isTemplate = TemplateEntry.isTemplate(place)
      let root = isTemplate ? Self.rootOfTemplate(in: parent) : Self.root(above: parent)
      try self.init(root: root ?? parent, place: place)
      return
    }
    let names = Set(((try? folder.reader.list("").get()) ?? []).map(\.name))
    let isRoot = names.contains(ProjectConfig.path) || names.contains(PageEntry.folder)
    if !isRoot, let root = Self.root(above: place) {
      let page = names.contains("index.html") ? place + "/index.html" : nil
      try self.init(root: root, place: page)
    } else {
      try self.init(root: place, place: nil)
    }
  }

  private init(root: String, place: String?) throws(FileFailure) {
    files = try DiskFiles(root: root.isEmpty ? "/" : root)
    name = ProjectPath.name(of: root)
    page = place.map { String($0.dropFirst(files.root.count + 1)) }
  }

  /// The nearest project that contains the folder `path`.
  private static func root(above path: String) -> String? {
    var folder = path
    while !folder.isEmpty {
      if let disk = try? DiskFiles(root: folder), case .success = disk.reader.read(ProjectConfig.path) {
        return folder
      }
      if ProjectPath.name(of: folder) == PageEntry.folder { return ProjectPath.folder(of: folder) }
      folder = ProjectPath.folder(of: folder)
    }
    return nil
  }

  /// The project of a template in the folder `path`.
  private static func rootOfTemplate(in path: String) -> String? {
    func nearest(_ root: (String) -> String?) -> String? {
      var folder = path
      while !folder.isEmpty {
        if let found = root(folder) { return found }
        folder = ProjectPath.folder(of: folder)
      }
      return nil
    }
    func has(_ name: String, _ folder: String) -> Bool {
      guard let entries = try? DiskFiles(root: folder).list("") else { return false }
      return entries.contains { $0.name == name && $0.kind == .file }
    }
    let folders = TemplateIndex.folders + [PageEntry.folder]
    return nearest { has(ProjectConfig.path, $0) ? $0 : nil }
      ?? nearest { folder in
        let name = ProjectPath.name(of: folder)
        let parent = ProjectPath.folder(of: folder)
        let isOfList = name == TemplateIndex.listFolder && has(TemplateIndex.listPath, parent)
        return isOfList || folders.contains(name) ? parent : nil
      } ?? nearest { has(TemplateLibrary.configName, $0) ? $0 : nil }
  }
}
