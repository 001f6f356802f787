import HybridJSON
import HybridSource
import HybridTestSupport
import Testing

/// Damaged texts never crash the reader; accepted ones survive writing and reading.
@Test func damagedTextsAreReadOrReported() throws {
  let seeds = [
    #"{"name": "Ann", "tags": ["a", "b\u00e9\n"], "size": {"w": 1.5e3, "h": -0.25}, "ok": true, "no": null}"#,
    "// settings\n{ devices: ['phone', 'tablet',], 'port': 7788, }",
    "[[[[1, 2], [3]], []], {}, \"\", 12345678901234567890]",
  ].map { Array($0.utf8) }
  let morsels = [
    "{", "}", "[", "]", ",", ":", "\"", "'", "\\u12", "\\", "//", "/*", "-", "1e9", "true", "nul", "\n",
    "\u{0}", "é",
  ]
  var random = SeededGenerator(seed: 5)
  for round in 0..<10_000 {
    let source = Source(
      path: "a", bytes: mutated(seeds[round % seeds.count], morsels: morsels, using: &random))
    let reading = readJSON(source)
    #expect((reading.value == nil) == reading.diagnostics.contains { $0.severity == .error })
    if let value = reading.value {
      #expect(try JSONValue(parsing: value.text()).text() == value.text(), "round \(round): \(source.text)")
    }
  }
}
