import HybridJavaScript
import Testing

/// The fault of a text as `offset message`; empty for a valid one.
private func fault(_ text: String, isModule: Bool = true) -> String {
  do throws(SyntaxFault) {
    _ = try isModule ? ModuleText(Array(text.utf8)).body : checkScript(text)
    return ""
  } catch {
    return "\(error.range.lowerBound) \(error.message)"
  }
}

private func checkScript(_ text: String) throws(SyntaxFault) -> String {
  _ = try parseScript(Array(text.utf8), isModule: false)
  return ""
}

@Test(arguments: [
  "a / b / c; x = /[/]/g.test(y)", "if (a) /x/.test(b)", "a\n++b", "let x = y\n/z/g", "`a${`b${c}`}d`",
  "let a = { get: 1, set, async, static: 2, get b() { return 1 }, async *c() {}, [d]: 3, 'e': 4, 5: 6 }",
  "({ a = 1, b: [c = 2, ...d], ...e } = f)", "[a, , b = 1, [c]] = d", "for (const [k, v] of m) ;",
  "for ({ a = 1 } of b) ;", "async (a, { b = 1 }) => { await a }", "(a, b = 1, ...[c]) => ({ a })",
  "async x => await x", "x => y => z",
  """
  class A extends (b, c) { #p = 1; static #q; static { this.r = 1 } get #s() { return #p in this } \
  static async *t() {} 'u' = 2; [v] = 3 }
  """,
  "a?.b?.[c]?.(d)", "a ?? b", "a ||= b; c &&= d; e ??= f", "1_000n; 0xff", ".5e-3; 0b1010; 0o17",
  "label: for (;;) { continue label }", "switch (a) { case 1: let b; break; default: }",
  "try { a } catch { b } finally { c }", "new a.b(c).d; new (e())(); new new f()()",
  "import a, { b as c, default as d, 'x y' as e } from 'm'; import * as f from 'n'",
  "import j from './j.json' with { type: 'json' }",
  "export * from 'a'; export * as b from 'c'; export { d as default } from 'e'",
  "export default async function* () {}", "export default class {}", "export default (1, 2)",
  "const x = await y; for await (const z of x) ;",
  "import.meta.url; import('x').then(y); await import('z', { with: { type: 'json' } })",
  "var a; var a; { function b() {} }", "x <!--y", "(async () => { for await (const a of b) ; })()",
  "function* g() { yield; yield* a; const b = yield c }", "let async; async = 1", "do ; while (a) b",
  "({ __proto__: null, 'a-b': 1, async() {}, get() {}, set() {}, new: 1 })", "a = b ? c => d : e => f",
  "for (var i = 0, n = ('a' in b) ? 1 : 2; i < n; i++) ;", "if (a) ; else if (b) ; else ;",
  "var \\u0061b = 1; ab",
  "a = function () {} / 1", "x = {} / 2", "x = a ? (b) : (c)", "x = a ? (b, c) : (d) => e",
])
func validTextsAreRead(_ text: String) {
  #expect(fault(text) == "")
}

@Test(arguments: [
  ("let a; let a", "11 'a' is declared here already"),
  ("import a from 'x'; var a", "23 'a' is declared here already"),
  ("export { nope }", "9 'nope' is not declared in this module"),
  ("export const a = 1; export { a }", "29 'a' is exported already"),
  ("let a = ;", "8 ';' cannot be used here"),
  ("foo(", "4 the script ends too early: an expression is expected here"),
  ("'abc", "0 this string is never closed"), ("`abc", "0 this template is never closed"),
  ("a = /x", "4 this regular expression is never closed"), ("/* x", "0 this comment is never closed"),
  ("1 = 2", "0 this cannot be assigned to"),
  ("({ a = 1 })", "5 a default value is possible in a pattern only"),
  ("return 1", "0 'return' is possible in functions only"), ("break", "0 there is nothing to break out of"),
  ("class A { #a; m(b) { b.#c } }", "23 no class around this declares '#c'"),
  ("if (a) { import 'b' }", "9 'import' declarations are possible at the top level of a module only"),
  ("with (a) b", "0 'with' is not possible in strict code"),
  ("let yield", "4 'yield' is a reserved word and no name here"),
  ("a ?? b || c", "7 '??' beside '&&' or '||' needs parentheses"),
  ("-a ** b", "0 the left side of '**' needs parentheses"),
  ("{ a", "0 this '{' is never closed"), ("3in x", "0 a name cannot follow a number directly"),
  ("function f(a) { let a }", "20 'a' is declared here already"),
  ("const a", "7 the script ends too early: '=' and a value are expected here"),
])
func invalidTextsAreToldWithTheirPlace(_ text: String, _ expected: String) {
  #expect(fault(text) == expected)
}

@Test(arguments: [
  "var await = 1; await", "with (a) b", "var yield = 1, let = 2, static = 3",
  "function f() { return } f --> 1",
  "a <!-- b", "{ function a() {} function a() {} }", "x = 017", "delete a", "async\nfunction f() {}",
])
func sloppyScriptsAreRead(_ text: String) {
  #expect(fault(text, isModule: false) == "")
}

@Test(arguments: [
  "(", "[", "{a:", "f(", "a=>{", "!", "`${", "if(a)", "function f(){", "class A{m(){", "new ",
])
func deepNestingIsAFault(_ opening: String) {
  let text = String(repeating: opening, count: 50_000)
  #expect(fault("x = " + text).contains("levels deep") || fault(text).contains("levels deep"))
}

@Test func longFlatTextsAreRead() {
  #expect(fault("x = 1" + String(repeating: " + 1", count: 100_000)) == "")
  #expect(fault("x" + String(repeating: ".a(1)", count: 100_000)) == "")
  #expect(fault("if (a) b; " + String(repeating: "else if (a) b; ", count: 50_000)) == "")
  #expect(fault(String(repeating: "a, ", count: 100_000) + "b") == "")
}
