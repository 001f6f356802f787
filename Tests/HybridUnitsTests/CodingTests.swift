import HybridCSS
import HybridDOM
import HybridJSON
import HybridSource
import HybridUnits
import Testing

/// A page with an import, two `style` elements of one file, data of every kind.
private func sample() -> PageUnit {
  let page = Source(
    path: "page.html", text: "<style>a { width: 1px }</style>  <style>b { width: 2px }</style>")
  let base = Source(path: "base.css", text: "@import 'more.css'; @import 'gone.css'; i { width: 3px }")
  let more = Source(path: "more.css", text: "u { width: 4px }")
  func parsed(_ source: Source, _ range: Range<Int>? = nil) -> StyleSheet {
    var sheet = StyleSheet.parse(source, range: range)
    sheet.diagnostics = []
    return sheet
  }
  var linked = parsed(base)
  linked.setImported(parsed(more), at: 0)
  let document = Sketch.document([
    .element(
      "html", ["lang": "en"], [.element("p", ["class": "a {{b}}", "id": "x"], [.text("Grüße"), .text("")])]),
    .text("\n"),
  ])
  return PageUnit(
    name: "shop/home", path: "pages/shop/home/index.html", dialect: .native, title: "Shop",
    document: document,
    places: document.nodes.indices.map { NodePlace(line: Int32($0 + 1), column: 3) },
    components: PageComponents(
      uses: [PageComponents.Use(name: "price-tag", host: NodeID(2), defaults: JSONObject([("amount", 1)]))],
      owners: [-1, -1, -1, 0, 0, -1]),
    sheets: [
      PageSheet(
        media: nil, node: NodeID(1), sheet: parsed(page, 7..<22),
        source: SheetSource(source: page, range: 7..<22)),
      PageSheet(
        media: "screen", sheet: parsed(page, 39..<54), source: SheetSource(source: page, range: 39..<54)),
      PageSheet(
        media: nil, scope: "price-tag", sheet: linked,
        source: SheetSource(source: base, imports: [SheetSource(source: more), nil])),
    ],
    scripts: [
      PageScript(text: "tap(\"ü\")", path: "page.html", line: 3, column: 9, node: NodeID(2)),
      PageScript(text: "", path: "js/a.js"),
    ],
    images: [
      ImageFile(
        source: "a.png", path: "assets/a.png", width: 20, height: 10, hash: ContentHash([1]), kind: .png),
      ImageFile(
        source: "data:,", path: "", width: nil, height: nil, ratio: 0.5, hash: ContentHash([2]), kind: .svg),
    ],
    data: ["z": 1, "a": [nil, true, 2.5, "x", ["k": "v"]]], dataPath: "data.json",
    dataSets: [
      DataSet(name: "empty", path: "data.empty.json", data: []),
      DataSet(name: "ü", path: "data.ü.json", data: nil),
    ],
    files: ["page.html", "base.css"],
    hash: ContentHash(Array("sample".utf8)))
}

@Test func encodedPageDecodesToTheSame() throws {
  let page = sample()
  let bytes = Unit.page(page).encoded()
  guard case .page(let decoded) = try Unit(decoding: bytes) else { return }
  #expect(decoded.name == page.name)
  #expect(decoded.path == page.path)
  #expect(decoded.dialect == page.dialect)
  #expect(decoded.title == page.title)
  #expect(decoded.dataSets == page.dataSets && decoded.data(of: "empty") == [])
  #expect(decoded.document == page.document)
  #expect(decoded.places == page.places)
  #expect(decoded.components == page.components)
  #expect(decoded.data == page.data)
  #expect(decoded.dataPath == page.dataPath)
  #expect(decoded.files == page.files)
  #expect(decoded.hash == page.hash)
  #expect(decoded.sheets.map(\.media) == page.sheets.map(\.media))
  #expect(decoded.sheets.map(\.scope) == [nil, nil, "price-tag"])
  #expect(decoded.scripts == page.scripts)
  #expect(decoded.images == page.images)
  #expect(decoded.scriptHash == page.scriptHash)
  #expect("\(decoded.sheets.map(\.sheet))" == "\(page.sheets.map(\.sheet))")
  #expect(Unit.page(decoded).encoded() == bytes)
}

@Test func everyTruncationIsRefused() {
  let bytes = Unit.page(sample()).encoded()
  for length in bytes.indices {
    #expect(throws: UnitCodingError.self) { try Unit(decoding: Array(bytes[..<length])) }
  }
  #expect(throws: UnitCodingError(reason: .trailingBytes, offset: bytes.count)) {
    try Unit(decoding: bytes + [0])
  }
}

@Test func changedBytesNeverTrap() {
  let bytes = Unit.page(sample()).encoded()
  for index in bytes.indices {
    for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
      var changed = bytes
      changed[index] = value
      guard let unit = try? Unit(decoding: changed) else { continue }
      // What is taken can be written and read again.
      #expect(throws: Never.self, "byte \(index): \(value)") { try Unit(decoding: unit.encoded()) }
    }
  }
}

@Test(
  arguments: [
    ([], UnitCodingError.Reason.notAUnit), (Array("HYBU".utf8), .notAUnit), (Array("ABCD12".utf8), .notAUnit),
    (Array("HYBU".utf8) + [99, 1], .version(99)), (Array("HYBU".utf8) + [2, 7], .version(2)),
    (Array("HYBU".utf8) + [99, 1], .version(99)), (Array("HYBU".utf8) + [1, 7], .version(1)),
    (Array("HYBU".utf8) + [3, 7], .malformed("kind")),
    (Array("HYBU".utf8) + [5, 1], .truncated),
  ] as [([UInt8], UnitCodingError.Reason)])
func otherBytesAreRefused(_ bytes: [UInt8], _ reason: UnitCodingError.Reason) {
  let error = #expect(throws: UnitCodingError.self) { try Unit(decoding: bytes) }
  #expect(error?.reason == reason)
}

@Test func hashesTellBytesApart() {
  // The same in every run and on every machine: a release made here is compared there.
  #expect(ContentHash(Array("hybrid".utf8)).description == "a20a164116da6bd8155de8601f133ef1")
  var seen = Set<ContentHash>()
  for length in 0..<200 { #expect(seen.insert(ContentHash(Array(repeating: 0, count: length))).inserted) }
  for index in 0..<64 {
    var bytes = [UInt8](repeating: 0, count: 64)
    for bit in 0..<8 {
      bytes[index] = 1 << UInt8(bit)
      #expect(seen.insert(ContentHash(bytes)).inserted)
    }
  }
}

@Test func piecesAreToldApartFromTheirConcatenation() {
  func hash(_ pieces: [String]) -> ContentHash {
    var hasher = ContentHasher()
    for piece in pieces { hasher.combine(piece) }
    return hasher.finalize()
  }
  #expect(hash(["ab", "c"]) != hash(["a", "bc"]))
  #expect(hash(["ab", "c"]) == hash(["ab", "c"]))
}

@Test func hashIsReadFromItsText() {
  let hash = ContentHash(Array("x".utf8))
  #expect(ContentHash(hash.description) == hash)
  for text in [
    "", "0", hash.description.uppercased() + "A", "+" + hash.description.dropFirst(), hash.description + "0",
  ] {
    #expect(ContentHash(text) == nil)
  }
}

@Test(
  arguments: [
    ("a.png", "pages/home/index.html", "pages/home/a.png"), ("/a.png", "pages/home/index.html", "a.png"),
    // What is not beside the page is looked for from the project's folder.
    ("assets/b.png", "pages/home/index.html", "assets/b.png"),
    ("../../a.png?x#y", "pages/home/index.html", "a.png"),
    ("no.png", "pages/home/index.html", nil), ("http://a/a.png", "pages/home/index.html", nil),
    ("../../../a.png", "pages/home/index.html", nil), ("", "a.html", nil),
  ] as [(String, String, String?)])
func imageTableFindsFilesAsPagesNameThem(_ reference: String, _ importer: String, _ path: String?) {
  let table = ImageTable(
    ["a.png", "pages/home/a.png", "assets/b.png"].map {
      ImageFile(source: $0, path: $0, width: 1, height: 1, hash: ContentHash([]), kind: .png)
    })
  #expect(table.file(reference, in: importer)?.path == path)
}
