import HybridCSS
import HybridDOM
import HybridJSON
import HybridSource

/// The encoding of a unit for devices and releases; all numbers are LEB128:
///
///     "HYBU"  version  kind  hash (16 bytes)
///     texts   (each once; the following parts reference them by number)
///     page    name, path, dialect, title, data path, files, document, places, components,
///             data as JSON, data sets, scripts, images, sheet files, sheets, modules (version 6),
///             module workers (version 7), fonts (version 8: modules and workers are there, too)
///     template    see ``TemplateUnit`` and its coding
///
/// A sheet is encoded as its text: parsing it again is faster than reading a larger form, and only one reader
/// of CSS needs hardening.
extension Unit {
  private static let magic = Array("HYBU".utf8)
  private static let version: UInt8 = 5
  /// The version of pages with modules.
  private static let moduleVersion: UInt8 = 6
  /// The version of pages with modules for workers.
  private static let workerVersion: UInt8 = 7
  /// The version of pages with fonts.
  private static let fontVersion: UInt8 = 8

  /// The unit in bytes; the same unit always gives the same bytes.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    var version = Self.version
    switch self {
    case .page(let page):
      writer.page(page)
      let hasFonts = !page.fonts.isEmpty
      if !page.modules.isEmpty || hasFonts {
        version = Self.moduleVersion
        writer.modules(page.modules)
      }
      if !page.modules.workers.isEmpty || hasFonts {
        version = Self.workerVersion
        writer.workers(page.modules.workers)
      }
      if hasFonts {
        version = Self.fontVersion
        writer.fonts(page.fonts)
      }
    case .template(let template): writer.template(template)
    }
    return writer.finished(header: Self.magic + [version, kind.codingByte] + hash.bytes)
  }

  /// Decodes the output of ``encoded()``. Any bytes are safe: invalid ones throw, and never trap.
  /// - Complexity: O(*n*) in the bytes.
  package init(decoding bytes: [UInt8]) throws(UnitCodingError) {
    guard bytes.count >= 6, bytes.starts(with: Self.magic) else {
      throw UnitCodingError(reason: .notAUnit, offset: 0)
    }
    // Versions 3 and 4 do not tell where in the template sheets are.
    let hasPlaces = bytes[4] >= Self.version
    let hasFonts = bytes[4] == Self.fontVersion
    let hasWorkers = hasFonts || bytes[4] == Self.workerVersion
    let hasModules = hasWorkers || bytes[4] == Self.moduleVersion || bytes[4] == Self.moduleVersion - 2
    guard hasModules || bytes[4] == Self.version || bytes[4] == Self.version - 2 else {
      throw UnitCodingError(reason: .version(bytes[4]), offset: 4)
    }
    guard let kind = Kind.allCases.first(where: { $0.codingByte == bytes[5] }) else {
      throw UnitCodingError(reason: .malformed("kind"), offset: 5)
    }
    var reader = ByteReader(bytes, at: 6)
    let hash = try reader.hash()
    try reader.readTexts()
    switch kind {
    case .page:
      var page = try reader.page(hash: hash, hasSheetPlaces: hasPlaces)
      if hasModules {
        page.modules = try reader.modules(in: page.document)
        if hasWorkers { page.modules.workers = try reader.workers(in: page.document) }
        if hasFonts {
          page.fonts = try reader.fonts()
          guard !page.fonts.isEmpty else { throw reader.error(.malformed("fonts")) }
        } else {
          guard !page.modules.isEmpty else { throw reader.error(.malformed("modules")) }
          guard !hasWorkers || !page.modules.workers.isEmpty else {
            throw reader.error(.malformed("module workers"))
          }
        }
      }
      self = .page(page)
    case .template:
      guard !hasModules else { throw reader.error(.malformed("version")) }
      self = .template(try reader.template(hash: hash))
    }
    guard reader.left == 0 else { throw reader.error(.trailingBytes) }
  }

}

extension Unit.Kind {
  /// The byte after the version, which identifies the kind.
  fileprivate var codingByte: UInt8 {
    switch self {
    case .page: 1
    case .template: 2
    }
  }
}

extension ByteWriter {
  mutating func page(_ page: PageUnit) {
    text(page.name)
    text(page.path)
    byte(page.dialect.rawValue)
    text(page.title)
    optionalText(page.dataPath)
    count(page.files.count)
    for file in page.files { text(file) }
    document(page.document)
    places(page.places)
    components(page.components)
    blob(page.data.text().utf8)
    dataSets(page.dataSets)
    scripts(page.scripts)
    images(page.images)
    sheets(page.sheets)
  }

  mutating func dataSets(_ dataSets: [DataSet]) {
    count(dataSets.count)
    for dataSet in dataSets {
      text(dataSet.name)
      text(dataSet.path)
      blob(dataSet.data.text().utf8)
    }
  }

  mutating func scripts(_ scripts: [PageScript]) {
    count(scripts.count)
    for script in scripts {
      text(script.path)
      count(max(script.line, 0))
      count(max(script.column, 0))
      count(script.node.map { $0.index + 1 } ?? 0)
      blob(script.text.utf8)
    }
  }

  mutating func places(_ places: [NodePlace]) {
    count(places.count)
    for place in places {
      count(Int(place.line))
      count(Int(place.column))
    }
  }
}

extension ByteReader {
  mutating func page(hash: ContentHash, hasSheetPlaces: Bool) throws(UnitCodingError) -> PageUnit {
    let name = try text()
    let path = try text()
    guard let dialect = PageDialect(rawValue: try byte()) else { throw error(.malformed("dialect")) }
    let title = try text()
    let dataPath = try optionalText()
    var files: [String] = []
    for _ in 0..<(try count(of: 1)) { files.append(try text()) }
    let document = try document()
    let places = try places()
    let components = try components(in: document)
    let data = try data()
    let dataSets = try dataSets()
    let scripts = try scripts(in: document)
    let images = try images()
    return PageUnit(
      name: name, path: path, dialect: dialect, title: title, document: document, places: places,
      components: components, sheets: try sheets(dialect, hasPlaces: hasSheetPlaces), scripts: scripts,
      images: images, data: data,
      dataPath: dataPath, dataSets: dataSets, files: files, hash: hash)
  }

  mutating func scripts(in document: Document) throws(UnitCodingError) -> [PageScript] {
    var scripts: [PageScript] = []
    for _ in 0..<(try count(of: 5)) {
      let path = try text()
      let line = try count()
      let column = try count()
      let node = try count()
      guard node <= document.nodes.count else { throw error(.malformed("script node")) }
      guard let text = String(validating: try blob(), as: UTF8.self) else {
        throw error(.malformed("script"))
      }
      scripts.append(
        PageScript(
          text: text, path: path, line: line, column: column, node: node == 0 ? nil : NodeID(node - 1)))
    }
    return scripts
  }

  mutating func places() throws(UnitCodingError) -> [NodePlace] {
    var places: [NodePlace] = []
    for _ in 0..<(try count(of: 2)) {
      places.append(NodePlace(line: Int32(clamping: try count()), column: Int32(clamping: try count())))
    }
    return places
  }

  mutating func dataSets() throws(UnitCodingError) -> [DataSet] {
    var dataSets: [DataSet] = []
    for _ in 0..<(try count(of: 3)) {
      dataSets.append(DataSet(name: try text(), path: try text(), data: try data()))
    }
    return dataSets
  }

  mutating func data() throws(UnitCodingError) -> JSONValue {
    guard let data = try? JSONValue(parsing: Array(try blob())) else { throw error(.malformed("data")) }
    return data
  }
}
