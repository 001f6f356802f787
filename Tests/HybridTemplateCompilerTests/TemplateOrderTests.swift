import HybridSource
import HybridUnits
import Testing

@testable import HybridTemplateCompiler

/// A Java `HashMap<Integer, …>` as `Documentation/template-format.md`, *UI code* describes it, with its
/// buckets.
private struct Buckets {
  var chains = [[Int32]](repeating: [], count: 16)
  var count = 0

  func index(_ key: Int32, _ capacity: Int) -> Int {
    let bits = UInt32(bitPattern: key)
    return Int((bits ^ (bits >> 16)) & UInt32(capacity - 1))
  }

  mutating func insert(_ key: Int32) {
    let place = index(key, chains.count)
    guard !chains[place].contains(key) else { return }
    let wasFull = chains[place].count >= 8
    chains[place].append(key)
    count += 1
    if wasFull, chains.count < 64 { grow() }
    if count * 4 > chains.count * 3 { grow() }
  }

  mutating func grow() {
    var larger = [[Int32]](repeating: [], count: chains.count * 2)
    for key in chains.joined() { larger[index(key, larger.count)].append(key) }
    chains = larger
  }
}

@Test(arguments: [1, 8, 9, 12, 13, 24, 25, 48, 49, 96, 97, 127])
func listIsInTheOrderOfAJavaHashMap(_ count: Int) {
  for stride in [1, 16, 31, 64, 65_537, 0x9E37] as [Int32] {
    var map = JavaMap()
    var expected = Buckets()
    for number in 0..<Int32(count) {
      let key = number &* stride &- 7
      let isNew = map.set(UInt32(bitPattern: key), for: key)
      #expect(isNew)
      expected.insert(key)
    }
    var keys: [Int32] = []
    map.drain { keys.append($0.key) }
    #expect(keys == expected.chains.flatMap(\.self))
  }
}

@Test func capacityNeverShrinksWithinATemplate() {
  let many = (0..<13).map { "a\($0)=\"x\"" }.joined(separator: " ")
  let few = #"<NText text="t" src="s" name="n" action="a" data="d"/>"#
  let alone = compiled(few).attributes()
  let after = compiled("<FrameLayout><FrameLayout \(many)/>\(few)</FrameLayout>").attributes(2)
  #expect(Set(alone) == Set(after))
  var map = JavaMap()
  for number in 0..<13 { _ = map.set(0, for: Int32(number)) }
  map.drain { _ in }
  #expect(map.capacity == 32)
  #expect(map.entries.isEmpty)
}

@Test func repeatedAttributeKeepsItsPlaceAndTakesTheLastValue() {
  let result = compiled(#"<NText text="a" name="n" text="b" layoutWidth="1" layoutWidth="2rp"/>"#)
  #expect(result.attributes().filter { $0.hasPrefix("text ") } == ["text s b"])
  #expect(
    result.attributes().filter { $0.hasPrefix("layoutWidth") } == ["layoutWidth i 1", "layoutWidth I 2"])
  #expect(result.strings == ["a", "n", "b"])
  #expect(
    result.reports == [
      "1:26 warning template.repeated-attribute", "1:51 warning template.repeated-attribute",
    ])
}

@Test func stringsStandInTheOrderOfTheirFirstUse() {
  let result = compiled(
    #"<TotalContainer own="text" other="own" var_string_key="own value" onClick="${x.y='z'+1}"/>"#)
  // `native` is a default property; `text` is known to every reader.
  #expect(result.strings == ["native", "own", "other", "own value", "key", "x", "y", "z", "z1"])
  #expect(result.template?.variables.map(\.kind) == [.string])
}

@Test func textIsWrittenWithoutHalvesOfPairsAndHashedWithThem() throws {
  let result = compiled(#"<NText text="&#xD83D;&#xDE00;" name="&#xD83D;" action="é😀"/>"#)
  #expect(result.strings == ["😀", "?", "é😀"])
  let ids = try #require(result.template).strings.map(\.id)
  #expect(ids == [StringID("😀"), StringID(rawValue: 0xD83D), StringID("é😀")])
}

@Test func twoStringsOfOneNumberAreAnError() {
  #expect(compiled(#"<NText text="Aa" name="BB"/>"#).reports == ["1:24 error template.string-conflict"])
  // One that every reader knows, and one with its number.
  #expect(StringID("if") == StringID("jG"))
  #expect(compiled(#"<NText text="jG"/>"#).reports == ["1:14 error template.string-conflict"])
}

@Test func emptyTextDropsWhatFollows() {
  for value in ["", "f5a5a608"] {
    let result = compiled(#"<NText textSize="12" text="\#(value)" lines="nonsense"/>"#)
    #expect(result.attributes() == ["textSize i 12"])
    #expect(result.strings == (value.isEmpty ? [] : [value]))
    #expect(result.reports == ["1:22 warning template.dropped-attribute"])
    #expect(result.diagnostics[0].message.hasSuffix("lines"))
  }
}

@Test func variablesStandInTheirOrder() {
  let result = compiled(#"<NText var_int_b="7" var_float_a="1.5" var_string_c="s"/>"#)
  #expect(result.template?.variables.map(\.bits) == [7, Float(1.5).bitPattern, UInt32(bitPattern: 0x73)])
  #expect(result.strings == ["b", "a", "s", "c"])
}

@Test(arguments: [
  ("var_int_a=\"\"", 18), ("var_int=\"1\"", 8), ("var_bool_a=\"1\"", 8), ("var_int_a_b=\"1\"", 8),
  ("var_string_a=\"\"", 21), ("var__a=\"1\"", 8),
])
func badVariableIsAnError(_ attribute: String, _ column: Int) {
  #expect(compiled("<NText \(attribute)/>").reports == ["1:\(column) error template.bad-variable"])
}

@Test func variableWhoseNameIsATextIsAnOrdinaryAttribute() {
  let result = compiled(#"<NText text="var_int_a" var_int_a="x"/>"#)
  #expect(result.attributes().sorted() == ["text s var_int_a", "var_int_a s x"])
  #expect(result.reports.contains("1:25 warning template.ordinary-variable"))
}
