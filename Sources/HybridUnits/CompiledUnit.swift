package import HybridJSON

/// The interface of every compiled unit, whatever its kind.
///
/// Each kind of unit is a type that conforms, and a case of ``Unit``.
package protocol CompiledUnit: Sendable {
  /// The kind, for messages, reports and encodings.
  static var kind: Unit.Kind { get }
  /// The name in the project, such as `home` or `shop/product`.
  var name: String { get }
  /// The main file, relative to the project.
  var path: String { get }
  /// Every source file, ``path`` first, each once.
  var files: [String] { get }
  /// The hash of all content: two units with equal hashes look the same.
  var hash: ContentHash { get }
  /// The title, which may be empty; nil for kinds of units without titles.
  var listedTitle: String? { get }
  /// The sample data; an empty object without any.
  var data: JSONValue { get }
  /// The file of the sample data; nil without any.
  var dataPath: String? { get }
  /// The other sample data, by name.
  var dataSets: [DataSet] { get }
  /// The numbers of its parts, for reports of changes. Units of one kind always have the same names.
  var partCounts: [(name: String, count: Int)] { get }
  /// The `.out` file that phones load; nil for units that are not templates.
  var outFile: [UInt8]? { get }
}

extension CompiledUnit {
  package var listedTitle: String? { nil }
  package var outFile: [UInt8]? { nil }

  /// The data with a name; the unit's own for nil, and for a name without a data set.
  package func data(of dataSet: String?) -> JSONValue {
    dataSet.flatMap { name in dataSets.first { $0.name == name } }?.data ?? data
  }

  /// The names of all data that can be bound: `data` for its own, if there is some, then the others.
  package var dataNames: [String] {
    (dataPath == nil ? [] : [DataSet.ownName]) + dataSets.map(\.name)
  }
}

extension PageUnit: CompiledUnit {
  package static var kind: Unit.Kind { .page }
  package var listedTitle: String? { title }
  package var partCounts: [(name: String, count: Int)] {
    [
      ("nodes", document.nodes.count), ("style sheets", sheets.count),
      ("rules", sheets.reduce(0) { $0 + $1.sheet.rules.count }), ("scripts", scripts.count),
      ("images", images.count), ("data sets", dataSets.count),
    ]
  }
}

extension TemplateUnit: CompiledUnit {
  package static var kind: Unit.Kind { .template }
  package var path: String { main.path }
  package var partCounts: [(name: String, count: Int)] {
    [("items", items.count), ("data sets", dataSets.count)]
  }
  package var outFile: [UInt8]? { main.out }
}
