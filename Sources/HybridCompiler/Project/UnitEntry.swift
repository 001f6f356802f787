package import HybridUnits

/// The sources of a unit.
package enum UnitEntry: Hashable, Sendable {
  /// A page: one HTML file with its other files.
  case page(PageEntry)
  /// A VirtualView template.
  case template(TemplateEntry)

  /// The kind of the unit.
  package var kind: Unit.Kind {
    switch self {
    case .page: .page
    case .template: .template
    }
  }

  /// The kind of unit that a file on the command line stands for, judged by its name.
  package static func kind(ofFile path: String) -> Unit.Kind {
    TemplateEntry.isTemplate(path) ? .template : .page
  }

  /// The unit's name.
  package var name: String {
    switch self {
    case .page(let page): page.name
    case .template(let template): template.name
    }
  }

  /// The main file.
  package var path: String {
    switch self {
    case .page(let page): page.path
    case .template(let template): template.path
    }
  }

  /// The path of its sample data, which may not exist.
  package var dataPath: String {
    switch self {
    case .page(let page): page.dataPath
    case .template(let template): template.dataPath
    }
  }

  /// The files of additional data sets.
  package var dataSets: [DataSetFile] {
    switch self {
    case .page(let page): page.dataSets
    case .template(let template): template.dataSets
    }
  }

  /// The sources of a unit that is compiled again on request. Between builds only its facts are kept, and
  /// while it has errors the sources of its last valid form; a saved sheet is swapped without reading the
  /// rest, and many are compiled on all cores. Nil for a unit that is kept whole.
  var compiledOnRequest: PageEntry? {
    switch self {
    case .page(let page): page
    case .template: nil
    }
  }

  /// The files that belong only to it.
  var ownFiles: [String] {
    let files =
      switch self {
      case .page(let page): [page.path, page.dataPath] + (page.configPath.map { [$0] } ?? [])
      case .template(let template): [template.path, template.dataPath]
      }
    return files + dataSets.map(\.path)
  }
}
