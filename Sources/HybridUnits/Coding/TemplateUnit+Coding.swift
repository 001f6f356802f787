import HybridJSON

// A template unit: name, data path, files, the template, its items, tags, previews, data as JSON, data sets.
// The template itself is encoded as its `.out` file, which already has a hardened reader.
extension ByteWriter {
  mutating func template(_ unit: TemplateUnit) {
    text(unit.name)
    optionalText(unit.dataPath)
    count(unit.files.count)
    for file in unit.files { text(file) }
    file(unit.main)
    count(unit.items.count)
    for item in unit.items { file(item) }
    count(unit.tags.count)
    for (id, tag) in unit.tags.sorted(by: { $0.key < $1.key }) {
      count(Int(id))
      text(tag)
    }
    count(unit.previews.count)
    for (id, preview) in unit.previews.sorted(by: { $0.key < $1.key }) {
      count(Int(id))
      self.preview(preview)
    }
    blob(unit.data.text().utf8)
    dataSets(unit.dataSets)
  }

  private mutating func file(_ file: TemplateFile) {
    text(file.path)
    blob(file.out)
    places(file.places)
  }

  private mutating func preview(_ preview: ComponentPreview) {
    switch preview {
    case .box(let label, let width, let height):
      byte(0)
      optionalText(label)
      for side in [width, height] {
        byte(side == nil ? 0 : 1)
        if let side { for shift in 0..<8 { byte(UInt8(truncatingIfNeeded: side.bitPattern >> (8 * shift))) } }
      }
    case .page(let page):
      byte(1)
      blob(Unit.page(page).encoded())
    }
  }
}

extension ByteReader {
  mutating func template(hash: ContentHash) throws(UnitCodingError) -> TemplateUnit {
    let name = try text()
    let dataPath = try optionalText()
    var files: [String] = []
    for _ in 0..<(try count(of: 1)) { files.append(try text()) }
    let main = try file()
    var items: [TemplateFile] = []
    for _ in 0..<(try count(of: 3)) { items.append(try file()) }
    var tags: [UInt16: String] = [:]
    for _ in 0..<(try count(of: 2)) { tags[try componentID()] = try text() }
    var previews: [UInt16: ComponentPreview] = [:]
    for _ in 0..<(try count(of: 3)) { previews[try componentID()] = try preview() }
    return TemplateUnit(
      name: name, main: main, items: items, tags: tags, previews: previews, data: try data(),
      dataPath: dataPath, dataSets: try dataSets(), files: files, hash: hash)
  }

  private mutating func file() throws(UnitCodingError) -> TemplateFile {
    let path = try text()
    let begin = position
    let out = Array(try blob())
    let places = try places()
    do throws(TemplateCodingError) {
      return try TemplateFile(path: path, out: out, places: places)
    } catch {
      throw UnitCodingError(reason: .malformed("template"), offset: begin + error.offset)
    }
  }

  private mutating func componentID() throws(UnitCodingError) -> UInt16 {
    guard let id = UInt16(exactly: try count()) else { throw error(.malformed("component id")) }
    return id
  }

  private mutating func preview() throws(UnitCodingError) -> ComponentPreview {
    switch try byte() {
    case 0: return .box(label: try optionalText(), width: try side(), height: try side())
    case 1:
      guard case .page(let page) = try Unit(decoding: Array(try blob())) else {
        throw error(.malformed("preview"))
      }
      return .page(page)
    default: throw error(.malformed("preview"))
    }
  }

  private mutating func side() throws(UnitCodingError) -> Double? {
    guard try flag() else { return nil }
    var bits: UInt64 = 0
    for shift in 0..<8 { bits |= UInt64(try byte()) << UInt64(8 * shift) }
    let side = Double(bitPattern: bits)
    guard side.isFinite, side >= 0 else { throw error(.malformed("side")) }
    return side
  }
}
