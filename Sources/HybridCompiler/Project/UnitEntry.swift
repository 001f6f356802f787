/// Where the sources of a unit are.
package enum UnitEntry: Hashable, Sendable {
  /// A page: one HTML file and what belongs to it.
  case page(PageEntry)
  /// A VirtualView template.
  case template(TemplateEntry)

  /// The unit's name.
  package var name: String {
    switch self {
    case .page(let page): page.name
    case .template(let template): template.name
    }
  }

  /// The file that makes it a unit.
  package var path: String {
    switch self {
    case .page(let page): page.path
    case .template(let template): template.path
    }
  }

  /// Where its sample data is, if there is some.
  package var dataPath: String {
    switch self {
    case .page(let page): page.dataPath
    case .template(let template): template.dataPath
    }
  }

  /// The files of other sample data.
  package var dataSets: [DataSetFile] {
    switch self {
    case .page(let page): page.dataSets
    case .template(let template): template.dataSets
    }
  }

  /// The files that belong to it alone.
  var ownFiles: [String] {
    let files =
      switch self {
      case .page(let page): [page.path, page.dataPath] + (page.configPath.map { [$0] } ?? [])
      case .template(let template): [template.path, template.dataPath]
      }
    return files + dataSets.map(\.path)
  }
}
