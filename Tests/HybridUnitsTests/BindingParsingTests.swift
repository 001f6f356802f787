import HybridUnits
import Testing

@Test(arguments: [
  ("name", "name", 0), (" item.title ", "item.title", 1), ("items[0].title", "items[0].title", 2),
  ("rows[ index ]", "rows[index]", 1), ("$item", "$item", 0), ("a.b[1][i].c", "a.b[1][i].c", 4),
  ("first-name.ünï", "first-name.ünï", 1),
])
func pathParses(_ text: String, _ expected: String, _ steps: Int) throws {
  let path = try BindingPath(parsing: text)
  #expect(path.description == expected)
  #expect(path.steps.count == steps)
  #expect(path.ranges.count == steps + 1)
}

@Test(arguments: [
  ("", BindingSyntaxError.Reason.empty, 0..<0), ("  ", .empty, 0..<2), ("a.", .expectedName, 2..<2),
  (".a", .expectedName, 0..<1), ("a b", .trailing, 2..<3), ("a | upper", .trailing, 2..<9),
  ("a[", .badIndex, 1..<2),
  ("a[0", .badIndex, 1..<3), ("a[]", .badIndex, 1..<2), ("a()", .trailing, 1..<3),
])
func pathIsRefused(_ text: String, _ reason: BindingSyntaxError.Reason, _ range: Range<Int>) {
  #expect(throws: BindingSyntaxError(reason: reason, range: range)) { try BindingPath(parsing: text) }
}

@Test(arguments: [
  ("", ""), ("plain", "plain"), ("{{a}}", "<a>"), ("x {{ a.b }} y", "x |<a.b>| y"), ("{{a}}{{b}}", "<a>|<b>"),
  ("{ {{a}} }", "{ |<a>| }"), ("{{{a}}}", "{|<a>|}"), ("}} {", "}} {"), ("a } b", "a } b"), ("end}", "end}"),
])
func textIsTakenApart(_ text: String, _ expected: String) throws {
  let parts = try BindingText(parsing: text).parts.map { part in
    switch part {
    case .literal(let literal): literal
    case .path(let path): "<\(path)>"
    }
  }
  #expect(parts.joined(separator: "|") == expected)
}

@Test(arguments: [
  ("a {{ b", BindingSyntaxError.Reason.unclosed, 2..<4), ("{{}}", .empty, 0..<4), ("é{{ }}", .empty, 2..<7),
  ("{{a b}}", .trailing, 4..<5),
])
func textIsRefused(_ text: String, _ reason: BindingSyntaxError.Reason, _ range: Range<Int>) {
  #expect(throws: BindingSyntaxError(reason: reason, range: range)) { try BindingText(parsing: text) }
}

@Test(arguments: [
  ("item in items", "item", "index", "items"), ("(item, i) in data.rows[0]", "item", "i", "data.rows[0]"),
  ("( a ) in b", "a", "index", "b"), ("origin in origins", "origin", "index", "origins"),
  ("in in in", "in", "index", "in"),
])
func loopParses(_ text: String, _ item: String, _ index: String, _ path: String) throws {
  let loop = try ForClause(parsing: text)
  #expect([loop.item, loop.index, loop.path.description] == [item, index, path])
}

@Test(arguments: ["", "items", "item of items", "(a, b, c) in d", "(a in b", "a in", "a inb", "in items"])
func loopIsRefused(_ text: String) {
  #expect(throws: BindingSyntaxError.self) { try ForClause(parsing: text) }
}

@Test(arguments: [("a", "a", false), ("!a.b", "a.b", true), (" !! a", "a", false)])
func conditionParses(_ text: String, _ path: String, _ isNegated: Bool) throws {
  let condition = try? Condition(parsing: text)
  #expect(condition?.path.description == path)
  #expect(condition?.isNegated == isNegated)
}
