import HybridJavaScript
import Testing

private func body(_ text: String) throws -> String { try ModuleText(Array(text.utf8)).body }

@Test(arguments: [
  ("import { a } from 'x'; a()", ";                      ;(0,$h0.a)()"),
  ("import { a } from 'x'\nlet b = a\na(b)", ";                    \nlet b = $h0.a\n;(0,$h0.a)(b)"),
  (
    "import { a as b } from 'x'; f({ b, c: b.d }, `${b}`, b`t`)",
    ";                           f({ b:$h0.a, c: $h0.a.d }, `${$h0.a}`, (0,$h0.a)`t`)"
  ),
  (
    "import d, * as n from 'x'; if (d) n.f(n)",
    ";                          if ($h0.default) $h0.f($hm.s($h0))"
  ),
  (
    "import { a } from 'x'; function f(a) { return a } { let a = 1; a } (a)()",
    ";                      function f(a) { return a } { let a = 1; a } ((0,$h0.a))()"
  ),
  (
    "import { a } from 'x'; const g = (b = a) => { var a; return a }",
    ";                      const g = (b = $h0.a) => { var a; return a }"
  ),
  (
    "import { a } from 'x'; class B extends a { a() { return new a(super.a) } }",
    ";                      class B extends $h0.a { a() { return new $h0.a(super.a) } }"
  ),
  (
    "import { a } from 'x'; ({ a = 1, b: a } = {}); a?.(); a.b?.()",
    ";                      ({ a:$h0.a = 1, b: $h0.a } = {}); ;(0,$h0.a)?.(); $h0.a.b?.()"
  ),
  ("import { 'x y' as a } from 'x'; a", ";                              $h0[\"x y\"]"),
  ("export const a = 1, b = 2", "       const a = 1, b = 2"),
  ("export default function () {}", "               function  $hd() {}"),
  ("export default a + b", "const {default:$hd}={default:         a + b};"),
  ("export { a as b }; let a", ";                  let a"),
  ("import.meta.url; import('x')", "$hm.meta.url; $hm.import('x')"),
  ("x <!--y", "x < !--y"), ("/* ü\n */ import 'x'", "/* ü\n */ ;         "),
  ("const $h1 = 1; import { a } from 'x'; a", "const $h1 = 1; ;                     $h1_0.a"),
])
func importsAreRewrittenInTheirLines(_ text: String, _ expected: String) throws {
  // Blanks of declarations are as long as these were.
  func squeezed(_ text: String) -> String { text.split(separator: " ").joined(separator: " ") }
  #expect(squeezed(try body(text)) == squeezed(expected))
}

@Test func columnsLeadBackToTheSource() throws {
  let source = "import { a } from 'x'\nf(a, b)\n  a(c)"
  let module = try ModuleText(Array(source.utf8))
  let function = module.function(exports: [("z", "z")])
  let lines = function.text.split(separator: "\n", omittingEmptySubsequences: false)
  let sources = source.split(separator: "\n")
  for name in ["b", "c"] {
    for (number, line) in sources.enumerated() where number > 0 {
      guard let index = line.firstIndex(of: Character(name)),
        let found = lines[number].lastIndex(of: Character(name))
      else { continue }
      let column = lines[number].distance(from: lines[number].startIndex, to: found) + 1
      #expect(
        function.columns.origin(line: number + 1, column: column)
          == line.distance(from: line.startIndex, to: index) + 1)
    }
  }
  #expect(function.columns.origin(line: 1, column: 5) == 1)
}

@Test func requestsAndExportsAreListed() throws {
  let module = try ModuleText(
    Array(
      """
      import a from './a.js'; import { b } from './b.js'; import './a.js'
      export { a as x, b }; export * from './c.js'; export * as ns from './b.js'
      export default 1; export const { p, q: [r] } = a; import(`./d.js`); import(e)
      """.utf8))
  #expect(module.requests.map(\.specifier.value) == ["./a.js", "./b.js", "./c.js"])
  #expect(module.stars == [2])
  #expect(module.exports.map(\.name).sorted() == ["b", "default", "ns", "p", "r", "x"])
  #expect(
    module.exports.map { module.expression(for: $0.value) } == [
      "$h0.default", "$h1.b", "$hm.s($h1)", "$hd", "p", "r",
    ])
  #expect(module.importCalls.map { $0.specifier?.value } == ["./d.js", nil])
  #expect(!module.isAsync)
  #expect(try ModuleText(Array("await 1".utf8)).isAsync)
  #expect(try !ModuleText(Array("async () => { await 1 }".utf8)).isAsync)
}

/// The modules of a bundle, each with its own text, as the compiler would link them.
private func shake(_ sources: [String], requests: [[Int?]]) throws -> [BundleModule] {
  let modules = try zip(sources, requests).map { source, requests in
    let text = try ModuleText(Array(source.utf8))
    let exports = text.exports.map { ($0.name, text.expression(for: $0.value)) }
    return BundleModule(
      kind: .script, text: text.function(exports: exports).text, requests: requests, later: [])
  }
  return shaken(modules, entries: [0])
}

@Test func unusedExportsAndWhatOnlyTheyNeedAreLeftOut() throws {
  let bundle = try shake(
    [
      "import { used } from './b.js'; used()",
      """
      import { far } from './c.js'
      export function used() { return helper() }
      export function unused() { return gone(far) }
      function helper() {}
      function gone() {}
      const table = new Map([[1, 2]])
      const made = /*#__PURE__*/ gone()
      console.log('effect')
      """,
      "export const far = {}; class A {}", "export let x = 1; x++",
    ], requests: [[1], [2], [], []])
  let text = bundle[1].text
  for kept in ["used()", "helper()", "console.log"] { #expect(text.contains(kept)) }
  for gone in ["unused", "gone", "table", "made"] { #expect(!text.contains(gone)) }
  #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 9)
  #expect(bundle[1].requests == [nil])
  #expect(bundle[2].kind == .empty)
}

@Test func whatEscapesIsKept() throws {
  let bundle = try shake(
    ["import * as b from './b.js'; f(b)", "export const a = 1; export const c = () => d; const d = 2"],
    requests: [[1], []])
  #expect(bundle[1].text.contains("const d"))
  let direct = try shake(
    ["import * as b from './b.js'; f(b.a)", "export const a = 1; export const c = () => d; const d = 2"],
    requests: [[1], []])
  #expect(!direct[1].text.contains("const d"))
}
