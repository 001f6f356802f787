import HybridCSS
import HybridJSON
import HybridSource

/// How a unit travels to a device and into a release, all numbers LEB128:
///
///     "HYBU"  version  kind  hash (16 bytes)
///     texts   (each once; what follows names them by number)
///     page    name, path, dialect, title, data path, files, document, data as JSON, sheet files, sheets
///
/// A sheet travels as its text: parsing it again is quicker than reading a larger form of it, and one reader of CSS is
/// enough to harden.
extension Unit {
  private static let magic = Array("HYBU".utf8)
  private static let version: UInt8 = 1

  /// The unit in bytes; the same unit always gives the same bytes.
  package func encoded() -> [UInt8] {
    switch self {
    case .page(let page):
      var writer = ByteWriter()
      writer.page(page)
      let hash = [page.hash.high, page.hash.low].flatMap { word in
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
      }
      return writer.finished(header: Self.magic + [Self.version, 1] + hash)
    }
  }

  /// Reads what ``encoded()`` wrote. Any bytes may be given: what is no unit throws, and never traps.
  /// - Complexity: O(*n*) in the bytes.
  package init(decoding bytes: [UInt8]) throws(UnitCodingError) {
    guard bytes.count >= 6, bytes.starts(with: Self.magic) else {
      throw UnitCodingError(reason: .notAUnit, offset: 0)
    }
    guard bytes[4] == Self.version else { throw UnitCodingError(reason: .version(bytes[4]), offset: 4) }
    guard bytes[5] == 1 else { throw UnitCodingError(reason: .malformed("kind"), offset: 5) }
    var reader = ByteReader(bytes, at: 6)
    var words: [UInt64] = [0, 0]
    for index in 0..<16 { words[index / 8] = words[index / 8] << 8 | UInt64(try reader.byte()) }
    try reader.readTexts()
    self = .page(try reader.page(hash: ContentHash(high: words[0], low: words[1])))
    guard reader.left == 0 else { throw reader.error(.trailingBytes) }
  }
}

extension ByteWriter {
  fileprivate mutating func page(_ page: PageUnit) {
    text(page.name)
    text(page.path)
    byte(page.dialect.rawValue)
    text(page.title)
    optionalText(page.dataPath)
    count(page.files.count)
    for file in page.files { text(file) }
    document(page.document)
    count(page.places.count)
    for place in page.places {
      count(Int(place.line))
      count(Int(place.column))
    }
    blob(page.data.text().utf8)
    sheets(page.sheets)
  }
}

extension ByteReader {
  fileprivate mutating func page(hash: ContentHash) throws(UnitCodingError) -> PageUnit {
    let name = try text()
    let path = try text()
    guard let dialect = PageDialect(rawValue: try byte()) else { throw error(.malformed("dialect")) }
    let title = try text()
    let dataPath = try optionalText()
    var files: [String] = []
    for _ in 0..<(try count(of: 1)) { files.append(try text()) }
    let document = try document()
    var places: [NodePlace] = []
    for _ in 0..<(try count(of: 2)) {
      places.append(NodePlace(line: Int32(clamping: try count()), column: Int32(clamping: try count())))
    }
    guard let data = try? JSONValue(parsing: Array(try blob())) else { throw error(.malformed("data")) }
    return PageUnit(
      name: name, path: path, dialect: dialect, title: title, document: document, places: places,
      sheets: try sheets(dialect), data: data, dataPath: dataPath, files: files, hash: hash)
  }
}
