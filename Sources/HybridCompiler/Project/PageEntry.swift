import HybridSource

/// The sources of a page of a project. They may not be readable.
package struct PageEntry: Hashable, Sendable {
  /// `home` for `pages/home/index.html` and for `pages/home.html`; `shop/product` for one further down.
  package var name: String
  /// The HTML file.
  package var path: String
  /// The path of its sample data, which may not exist: `data.json` beside `index.html`, `NAME.json` beside
  /// `NAME.html`.
  package var dataPath: String
  /// The existing files of additional data sets.
  package var dataSets: [DataSetFile] = []
  /// The `config.json` that would make the page a package of TokenHybrid; nil for a page without its own
  /// folder.
  package var configPath: String?

  /// A page called `name` with the file at `path`.
  package init(name: String, path: String) {
    let folder = ProjectPath.folder(of: path)
    let file = ProjectPath.name(of: path)
    self.name = name
    self.path = path
    if PageEntry.isIndex(file) {
      dataPath = ProjectPath.join(folder, "data.json")
      configPath = ProjectPath.join(folder, "config.json")
    } else {
      dataPath = ProjectPath.join(folder, PageEntry.stem(of: file) + ".json")
    }
  }

  /// The page with the file at `path`, named by its position in `pages/`.
  package init(inPages path: String) {
    let file = ProjectPath.name(of: path)
    let folder = ProjectPath.folder(of: path)
    let inside = folder.dropFirst(PageEntry.folder.count + 1)
    let name =
      PageEntry.isIndex(file) && !inside.isEmpty
      ? String(inside) : ProjectPath.join(String(inside), PageEntry.stem(of: file))
    self.init(name: name, path: path)
  }

  /// The folder that holds the pages of a project.
  package static let folder = "pages"

  static func isIndex(_ file: String) -> Bool { file == "index.html" || file == "index.htm" }

  static func isHTML(_ file: String) -> Bool {
    let lower = file.lowercased()
    return lower.hasSuffix(".html") || lower.hasSuffix(".htm")
  }

  static func stem(of file: String) -> String {
    file.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(file[..<$0]) } ?? file
  }
}

extension PageEntry {
  /// The pages among the files directly in `folder`, sorted.
  ///
  /// Beside an `index.html`, other HTML files are partials of that page and not pages, except directly in
  /// `pages/`. Subfolders have pages of their own. A name that begins with `_` is never a page.
  static func pages(in folder: String, _ entries: [FolderEntry]) -> [PageEntry] {
    let files = entries.filter { $0.kind == .file && isHTML($0.name) && !$0.name.hasPrefix("_") }.map(\.name)
      .sorted()
    let own = folder == PageEntry.folder ? nil : files.first(where: isIndex)
    var pages = (own.map { [$0] } ?? files).map { PageEntry(inPages: ProjectPath.join(folder, $0)) }
    pages.takeDataSets(from: entries, in: folder)
    return pages
  }

  /// Whether a folder's name excludes it from the sources.
  static func isIgnored(folder name: String) -> Bool { name.hasPrefix(".") || name == "node_modules" }
}

extension [PageEntry] {
  /// Finds the sample data of these pages among the files of `folder`, which contains them.
  mutating func takeDataSets(from entries: [FolderEntry], in folder: String) {
    let files = entries.filter { $0.kind == .file }.map(\.name)
    let stems = map { DataSetFile.stem(ofDataAt: $0.dataPath) }
    let found = DataSetFile.files(of: Set(stems), among: files, in: folder)
    for (index, stem) in zip(indices, stems) { self[index].dataSets = found[stem] ?? [] }
  }
}
