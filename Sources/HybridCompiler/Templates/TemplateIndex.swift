import HybridSource
import HybridTemplateCompiler
import HybridUnits

/// The VirtualView templates of a project, found by listing folders and by reading a list of
/// virtualview_tools.
///
///     components/NAME.xml               a component, at any depth
///     templates/NAME/NAME.xml           a folder for each template, as in RealtimePreview
///     template/FILE.xml                 what `templatelist.properties` lists
///     NAME/NAME.xml, NAME.xml           in a folder without other units
struct TemplateIndex: Sendable {
  /// The list of a folder of virtualview_tools, and the folder its files are in.
  static let listPath = "templatelist.properties"
  static let listFolder = "template"
  /// Folders that hold templates without a list.
  static let folders = ["components", "templates"]

  private(set) var diagnostics: [Diagnostic] = []
  /// The units, sorted by path. Names may repeat.
  private(set) var entries: [TemplateEntry] = []
  /// All templates, including those that are not units: the ones that items may name.
  private(set) var all: [TemplateEntry] = []
  /// The folders that were searched, at all depths.
  private(set) var roots: Set<String> = []
  private let only: TemplateEntry?
  /// Whether only pages were requested.
  private let isUnused: Bool

  init(only: TemplateEntry? = nil, isUnused: Bool = false) {
    self.only = only
    self.isUnused = isUnused
  }

  /// Whether a single template was requested.
  var isAlone: Bool { only != nil }

  /// Finds all templates.
  /// - Parameter hasPages: Whether the project has pages; one without pages may have templates in its root.
  mutating func discover(_ files: inout FileStore, hasPages: Bool) {
    entries = []
    all = []
    roots = []
    diagnostics = []
    if let only, TemplateEntry.isCompiled(only.path) { return findCompiled(only, &files) }
    guard !isUnused, case .success(let top) = files.list("") else { return }
    for folder in Self.folders where top.contains(where: { $0.name == folder && $0.kind == .folder }) {
      scan(folder, files)
    }
    if top.contains(where: { $0.name == Self.listPath && $0.kind != .folder }) {
      readList(&files)
    } else if roots.isEmpty,
      only == nil ? !hasPages : top.contains(where: { $0.name == TemplateLibrary.configName })
    {
      scan("", files)
    }
    // A requested template may be anywhere; then its items are beside it.
    if let folder = only.map({ ProjectPath.folder(of: $0.path) }),
      ProjectPath.folder(among: roots, around: folder) == nil
    {
      scan(folder, files, depth: 0)
    }
    all.sort { $0.path < $1.path }
    defer { takeDataSets(files) }
    if let only, !all.contains(where: { $0.path == only.path }) { all.append(only) }
    entries = only.map { only in [all.first { $0.path == only.path } ?? only] } ?? all
  }

  /// Whether a file or folder that appeared or disappeared at `path` may change the list of templates.
  func isConcerned(by path: String) -> Bool {
    if isUnused { return false }
    if path.isEmpty || path == Self.listPath { return true }
    return Self.folders.contains(path) || path == Self.listFolder
      || ProjectPath.folder(among: roots, around: path) != nil
  }

  /// Whether the file at `path` may be a template of its own.
  func mayBeTemplate(_ path: String) -> Bool {
    guard !isUnused, only == nil, TemplateEntry.isXML(path),
      let root = ProjectPath.folder(among: roots, around: path)
    else { return false }
    return root != Self.listFolder
  }

  /// Finds the sample data of all templates; each folder is listed once.
  private mutating func takeDataSets(_ files: FileStore) {
    var found: [String: [String: [DataSetFile]]] = [:]
    for (folder, templates) in Dictionary(grouping: all, by: { ProjectPath.folder(of: $0.path) }) {
      let names = ((try? files.list(folder).get()) ?? []).filter { $0.kind == .file }.map(\.name)
      found[folder] = DataSetFile.files(
        of: Set(templates.map { DataSetFile.stem(ofDataAt: $0.dataPath) }), among: names, in: folder)
    }
    func dataSets(of entry: TemplateEntry) -> [DataSetFile] {
      found[ProjectPath.folder(of: entry.path)]?[DataSetFile.stem(ofDataAt: entry.dataPath)] ?? []
    }
    for index in all.indices { all[index].dataSets = dataSets(of: all[index]) }
    for index in entries.indices { entries[index].dataSets = dataSets(of: entries[index]) }
  }

  /// Adds all templates of a folder, up to a depth.
  private mutating func scan(_ root: String, _ files: FileStore, depth limit: Int = PageIndex.depthLimit) {
    roots.insert(root)
    var folders = [(path: root, depth: 0)]
    while let (folder, depth) = folders.popLast() {
      guard case .success(let children) = files.list(folder) else { continue }
      for child in children {
        let path = ProjectPath.join(folder, child.name)
        switch child.kind {
        case .file where TemplateEntry.isXML(child.name):
          all.append(TemplateEntry(path: path, below: root))
        case .folder where depth < limit && !Self.isIgnored(child.name):
          folders.append((path, depth + 1))
        default: break
        }
      }
    }
  }

  /// Whether a folder holds the output of tools, or is excluded from the sources.
  private static func isIgnored(_ folder: String) -> Bool {
    PageEntry.isIgnored(folder: folder) || folder == "build" || folder == "dist"
  }

  /// Names a compiled template, and the others in its folder, by the names stored in them.
  private mutating func findCompiled(_ only: TemplateEntry, _ files: inout FileStore) {
    let folder = ProjectPath.folder(of: only.path)
    roots.insert(folder)
    for name in ((try? files.list(folder).get()) ?? []).map(\.name).sorted()
    where TemplateEntry.isCompiled(name) {
      let path = ProjectPath.join(folder, name)
      // Files that are not templates are ignored; the requested one is reported when it is read.
      guard case .present(let source, _) = files.load(path),
        let template = try? Template(decoding: source.bytes)
      else { continue }
      all.append(
        TemplateEntry(
          name: PageEntry.stem(of: name), path: path, type: template.name, version: Int(template.version)))
    }
    entries = [all.first { $0.path == only.path } ?? only]
    takeDataSets(files)
  }

  /// Reads `templatelist.properties` (`Documentation/template-format.md`, *Inputs*): a template for one
  /// platform only is a unit of its own.
  private mutating func readList(_ files: inout FileStore) {
    roots.insert(Self.listFolder)
    switch files.load(Self.listPath) {
    case .failed(let failure):
      diagnostics.append(
        Diagnostic(.error, failure.diagnosticCode, "'\(Self.listPath)': \(failure.message)"))
    case .present(let source, _):
      let list = readTemplateList(source)
      diagnostics += list.diagnostics
      var names = Set<String>()
      for entry in list.entries {
        guard let path = ProjectPath.normalized(Self.listFolder + "/" + entry.file),
          ProjectPath.isInside(path, Self.listFolder)
        else {
          diagnostics.append(
            .error(
              "templatelist.outside", "'\(entry.file)' is not in '\(Self.listFolder)'", at: entry.range,
              in: source))
          continue
        }
        let name = names.insert(entry.name).inserted ? entry.name : "\(entry.target.rawValue)/\(entry.name)"
        var template = TemplateEntry(name: name, path: path, type: entry.name, version: entry.version)
        // Only unreadable files are reported there; lines that move do not change a template.
        if case .failed = files.load(path) {
          template.listing = Diagnostic(.note, "templatelist.entry", "", at: entry.range, in: source)
        }
        all.append(template)
      }
    }
  }
}
