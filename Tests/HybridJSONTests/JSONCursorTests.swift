import HybridJSON
import HybridSource
import HybridTestSupport
import Testing

/// Reading value by value gives what reading at once gives, and reports the same.
@Suite struct JSONCursorTests {
  /// A whole text through a cursor, as a value; nil when there is an error.
  private func read(_ text: String) -> (value: JSONValue?, codes: [String], places: [String?]) {
    var json = JSONCursor(Source(path: "a.json", text: text))
    let value = value(&json)
    json.finish()
    json.checkUTF8()
    return (
      json.hasErrors ? .none : .some(value), json.diagnostics.map(\.code),
      json.diagnostics.map(\.location?.description)
    )
  }

  private func value(_ json: inout JSONCursor) -> JSONValue {
    switch json.value() {
    case .object:
      var object = JSONObject()
      while let key = json.nextKey() {
        let member = value(&json)
        if object[key.text] == nil { object[key.text] = member }
      }
      return .object(object)
    case .array:
      var array: [JSONValue] = []
      while json.nextElement() { array.append(value(&json)) }
      return .array(array)
    case .scalar(let node): return node.value
    case .none: return .null
    }
  }

  private static let text =
    #"{"a":[1,-2.5e3,"x\u00e9\n",[],{}],"b":{"c":null,"d":[true,false]},"é":99999999999999999999}"#

  @Test(arguments: [text, "[]", " 5 ", "\u{FEFF}{}", #""s""#, "[[[1],[2]],[]]"])
  func goodTextsAreReadAlike(_ text: String) {
    let whole = readJSON(Source(path: "a.json", text: text))
    #expect(whole.value != nil && read(text).value == whole.value)
  }

  @Test(arguments: [
    "", "{", "[1", "[1,]", "[,1]", "{\"a\"}", "{\"a\"=1}", "{a:1}", "{\"a\":1,\"a\":2}", "nul", "[1 2]",
    "'a'", "\"a",
    "1 2", "[NaN]", "// x\n1", "{\"a\":}", "]", "\"\\q\"", "[01]", "\u{1}",
  ])
  func badTextsAreReportedAlike(_ text: String) {
    let whole = readJSON(Source(path: "a.json", text: text))
    let read = read(text)
    #expect(read.codes == whole.diagnostics.map(\.code) && read.value == nil)
    #expect(read.places == whole.diagnostics.map(\.location?.description))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func damagedTextsAreReportedAlike(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let bytes = mutated(Array(Self.text.utf8), morsels: ["{", "]", "\"", ",", "\\"], using: &random)
      let text = String(decoding: bytes, as: UTF8.self)
      let whole = readJSON(Source(path: "a.json", text: text))
      let read = read(text)
      // A duplicate key is reported before its value instead of after it.
      let others = { (codes: [String]) in codes.filter { $0 != "json.duplicate-key" } }
      #expect(others(read.codes) == others(whole.diagnostics.map(\.code)), "\(text)")
      #expect(read.value == whole.value, "\(text)")
    }
  }

  @Test func nestingTakesNoStack() {
    let levels = 100_000
    let text = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    var limits = JSONLimits()
    limits.depth = .max
    var json = JSONCursor(Source(path: "a.json", text: text), limits: limits)
    json.skip()
    json.finish()
    #expect(!json.hasErrors && json.offset == 2 * levels)

    var shallow = JSONCursor(Source(path: "a.json", text: text))
    shallow.skip()
    #expect(shallow.diagnostics.map(\.code) == ["json.too-deep"])
  }

  @Test func keysAreTheirBytes() {
    let keys = (0..<20).map { "\"k\($0)\":1" }.joined(separator: ",")
    #expect(read("{\"\u{E9}\":1,\"e\u{301}\":2}").codes == [])
    #expect(read("{\(keys),\"\u{E9}\":1,\"e\u{301}\":2}").codes == [])
    #expect(read("{\(keys),\"k3\":2}").codes == ["json.duplicate-key"])
    #expect(read("{\(keys),\"k19\":2}").codes == ["json.duplicate-key"])
  }

  @Test func readingGoesOnInTheNextLine() {
    let text = "[{\"n\":1},\n {\"n\":2,@},\n  {\"n\":3},\n{\"n\":4}]"
    var json = JSONCursor(Source(path: "a.json", text: text))
    var starts: [Int] = []
    guard case .array = json.value() else { return }
    while true {
      while json.nextElement() {
        starts.append(json.offset)
        json.skip()
      }
      guard json.isStopped, json.resume(behind: starts.last ?? 0, at: "{\"n\"", depth: 1) else { break }
    }
    json.finish()
    #expect(starts.count == 4 && json.depth == 0)
    #expect(json.diagnostics.map { $0.location?.description } == ["a.json:2:9"])
  }

  @Test func theFirstFaultIsKnownBeyondTheLimit() {
    var limits = JSONLimits()
    limits.reports = 2
    var json = JSONCursor(Source(path: "a.json", text: "[1,,2,,3,,@]"), limits: limits)
    guard case .array = json.value() else { return }
    while json.nextElement() {
      json.firstFault = nil
      json.skip()
    }
    #expect(json.firstFault?.code == "json.unexpected" && json.firstFault?.offset == 10)
    #expect(
      json.diagnostics.map(\.code) == ["json.extra-comma", "json.extra-comma", "source.more-diagnostics"])
  }
}
