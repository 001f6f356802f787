import HybridSource

/// The sources of a VirtualView template of a project. They may not be readable.
package struct TemplateEntry: Hashable, Sendable {
  /// The unit's name: `PLAY` for `components/PLAY.xml` and for `templates/PLAY/PLAY.xml`, `shop/card` for one
  /// further down, and for a folder of virtualview_tools the name in its list.
  package var name: String
  /// The XML file.
  package var path: String
  /// The template's type, which is stored in it: the file's name up to the first dot, or the name in the
  /// list.
  package var type: String
  /// The version stored in it.
  package var version: Int
  /// Whether it has the name of its folder, so that the folder's other templates are parts of it.
  package var isMain: Bool
  /// The line that lists it, as a note; nil for a template without a list.
  var listing: Diagnostic?

  /// The existing files of additional data sets.
  package var dataSets: [DataSetFile] = []

  /// The path of its sample data, which may not exist: `NAME.json` beside `NAME.xml`.
  package var dataPath: String {
    ProjectPath.join(ProjectPath.folder(of: path), PageEntry.stem(of: ProjectPath.name(of: path)) + ".json")
  }

  /// A template with an explicit name and version.
  package init(name: String, path: String, type: String, version: Int) {
    self.name = name
    self.path = path
    self.type = type
    self.version = version
    isMain = false
  }

  /// The template with the file at `path`, below the folder `root`.
  package init(path: String, below root: String) {
    let file = ProjectPath.name(of: path)
    let folder = ProjectPath.folder(of: path)
    let inside = String(
      folder.utf8.count > root.utf8.count ? folder.dropFirst(root.isEmpty ? 0 : root.count + 1) : "")
    self.path = path
    type = TemplateEntry.type(of: file)
    version = 1
    isMain = !inside.isEmpty && ProjectPath.name(of: inside) == type
    name = isMain ? inside : ProjectPath.join(inside, PageEntry.stem(of: file))
  }

  /// `card.xml`, `card.v2.xml` → `card` (`Documentation/template-format.md`, *Inputs*).
  package static func type(of file: String) -> String {
    String(ProjectPath.name(of: file).prefix { $0 != "." })
  }

  static func isXML(_ file: String) -> Bool {
    file.lowercased().hasSuffix(".xml") && !ProjectPath.name(of: file).hasPrefix(".")
  }

  /// Whether the file is a compiled template, which is a unit only on request.
  static func isCompiled(_ file: String) -> Bool { file.hasSuffix(".out") }

  /// Whether the file at `path` is a template, as XML or compiled.
  package static func isTemplate(_ path: String) -> Bool { isXML(path) || isCompiled(path) }
}
