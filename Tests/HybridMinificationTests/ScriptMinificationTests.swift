import Foundation
import HybridMinification
import HybridScript
import HybridTestSupport
import Testing

/// The minified script as text; the original when it stays unchanged.
func minified(_ script: String) -> String {
  minifiedScript(Array(script.utf8)).map { String(decoding: $0.bytes, as: UTF8.self) } ?? script
}

@Test(arguments: [
  ("let a = 1 ; // one\nlet b = 2", "let a=1;let b=2"),
  ("a = b // c\n(d)", "a=b\n(d)"),
  ("  f ( ) ;  ", "f();"),
  ("a\n\n\n\nb", "a\nb"),
  ("a /* x\n y */ b", "a\nb"),
  ("a/**/b", "a b"),
  ("return\nx", "return\nx"),
  ("x\n++\ny", "x\n++\ny"),
  ("a + +b - -c + ++d - --e", "a+ +b- -c+ ++d- --e"),
  ("a++ + b", "a+++b"),
  ("a = b / c / d ; e ( )", "a=b/c/d;e()"),
  ("a = / b  c /g . test ( d )", "a=/ b  c /g.test(d)"),
  ("if ( a ) / b  c / . test ( d )", "if(a)/ b  c /.test(d)"),
  ("a . if ( b ) / c  /  d", "a.if(b)/c/d"),
  ("a?. while (b) / c / d", "a?.while(b)/c/d"),
  ("this.#if ( b ) / c / d", "this.#if(b)/c/d"),
  ("return / b  c /", "return/ b  c /"),
  ("a . return / b / c", "a.return/b/c"),
  ("x = a / / b  c /", "x=a/ / b  c /"),
  ("x = a < / b  c /", "x=a< / b  c /"),
  ("x = / [/  ] \\/  / . source", "x=/ [/  ] \\/  /.source"),
  ("1 . toString ( )", "1 .toString()"),
  ("1. . toString ( )", "1. .toString()"),
  ("5 in  x", "5 in x"),
  ("x = 0xE + 1 ; y = 1e+5 + .5 ; z = 10n ", "x=0xE+1;y=1e+5+.5;z=10n"),
  ("a ? .5 : b", "a?.5:b"),
  ("a ?. b ?? c", "a?.b??c"),
  ("`a  ${ b  +  `c  ${ { d : 1 } . d }  ` }  ` + 1", "`a  ${b+`c  ${{d:1}.d}  `}  `+1"),
  ("` \\`  ${'`  '}  `  . length", "` \\`  ${'`  '}  `.length"),
  ("x = 'a  \\\n  b' ; y", "x='a  \\\n  b';y"),
  ("x = \"//\" ; y = '/*' ", "x=\"//\";y='/*'"),
  ("/*! kept */ a ( ) // not", "/*! kept */a()"),
  ("a ( )\n/*! kept\n too */\nb ( )", "a()\n/*! kept\n too */\nb()"),
  ("a ( )\n//# sourceMappingURL=a.js.map", "a()"),
  ("a < ! --b", "a< ! --b"),
  ("while ( n --> 0 ) f ( )", "while(n-->0)f()"),
  ("async\nfunction f ( ) { }", "async\nfunction f(){}"),
  ("x\n=> y", "x\n=>y"),
  ("class A { static\nb\n*c ( ) { }\n[ d ] = 1\n}", "class A{static\nb\n*c(){}\n[d]=1}"),
  ("{ a\n}", "{a}"),
  ("f (\n a ,\n b\n)", "f(a,b)"),
  ("a\n.b\n?.c\n&& d", "a.b?.c&&d"),
  ("größe = 1 ;\u{A0}\u{2003}b\u{2028}c", "größe=1;b\nc"),
  ("x = { } ;\n y", "x={};y"),
  ("x = function ( ) { }\n( 1 )", "x=function(){}\n(1)"),
  ("for await ( const a of b ) / c  / . test ( a )", "for await(const a of b)/ c  /.test(a)"),
  ("", ""),
  ("  \n// nothing\n", ""),
])
func scriptsLoseWhatNobodyReads(_ script: String, _ expected: String) {
  #expect(minified(script) == expected)
  #expect(minified(expected) == expected)
}

@Test(arguments: [
  "#!/usr/bin/env node\na  =  1", "a  <!-- b", "a\n  --> b", "--> b\n a", "/* c */ --> b  \n",
  "x = { }  / 2", "} / a  /", "a ++  / b", "a\n/ b  /", "a\n/ b  / . test ( )", "var a\n/ b  / . test ( )",
  "of  / b  /", "yield  / b  /", "await  / b  /", "let a = 010  + 1", "\\u0061  = 1", "@a  class B { }",
  "a  ( ", "a  ) ", "a  = 'b", "a  = `b", "a  = `b${c", "a  /* b", "a  = /b", "a  = /b\nc/", "[  ( ]  )",
  "1a  + b",
  "1_0é  + b", "a  = # b", "break\n/ a  /", "3in  []", "a = / [\n]  /",
])
func whatCannotBeToldStaysAsItIs(_ script: String) {
  #expect(minifiedScript(Array(script.utf8)) == nil)
}

/// Scripts whose value depends on line ends, comments and white space; minification does not change the
/// value.
private let tricky = [
  "let a = 1\nlet b = 2\na\n+ b", "let a = 1, b = 2\na\n++b\n;[a, b] + ''", "let x = 5\nx\n++\nx\n;x",
  "(function () { return\n1 })() === undefined", "(function () { return /* a\n b */ 1 })() === undefined",
  "(function () { return /* a b */ 1 })()", "let i = 3, n = 0\ndo n++; while (--i) n",
  "let i = 3\nwhile (i --> 0) ;\ni",
  "let n = 0\nouter: for (const a of [1, 2]) { for (const b of [1, 2]) { n++\nif (b) continue\nouter } }\nn",
  "let o = { if (x) { return x }, return: 4 / 2, get in () { return 3 } }\no.if(6) / o.return / o.in",
  "let s = ''\nfor (const m of 'a/b/c'.match(/[/]|[a-c]/g)) s += m\ns", "if (true) /x/.test('x')",
  "let a = 8, g = 2\na / 2 / g", "let a = 4, b = 2, g = 1\nlet c = a / b / g\nc",
  "`a ${ `b ${ 1 + 1 } ` + /`}/.source } c`", "String.raw`\\  ${ 1 }  \\`",
  "`\n  two\n  lines ${ 'x' } \r\n`",
  "1..toString() + 2 .toString() + 3.0.toFixed(1)", "0xE +1",
  "[1e+5 - -1, - - 1, + + 1, typeof - 1, ! ! 1].join()",
  "[, 1, , 2].length", "let f = async\n\n() => 1\ntypeof f",
  "let async = 1\nasync\nfunction f() {}\nasync",
  """
  class A { static\na = 1\n'b' = 2\n#c = 3\nget\nd() { return this.#c / 1 }\nstatic { A.e = 4 } \
  }\n[A.a, new A().b, new A().d, A.e].join()
  """,
  "class A { x = 1\n*gen() { yield\n1 } }\n[...new A().gen()].join() + new A().x",
  "class A { get\nx = 1 }\nObject.keys(new A()).join()",
  "let a = 1\nlet b = a\n(function () { })\ntypeof b", "var let_ = 1\nvar yield_ = let_ / 1\nyield_",
  "'use strict'\nthis === undefined || typeof this", "(function () { 'use strict'\n return this })()",
  "\"a\\\nb\" + 'c\\\r\nd'", "'\u{2028}'.length", "let größe = 1,\u{A0}b = 2\u{2028}größe + b",
  "/*! n */ 1 /*! m\n*/ + 1",
  "let a = { b: { c: 2 } }\na\n.b\n?.c ?? 1", "let a = true\na ?.5 : 1", "let x = 1; x = x\n++x",
  "eval('1 // x\\n + 2')",
  "(x => { /* a */ return x })(1)", "let f = x =>\n{ return x }\nf(2)", "let f = (a, ) => a\nf(1, )",
  "void 0\n, 3", "switch (1) { case 1: /a/; default: 5 }",
  "try { throw\n1 } catch (e) { e }", "let v = 1; { let v = 2 } v", "let a = [1]\n[0]\na", "let a = 1;;;;a",
  "if (0) ; else 3", "for (;;) { break }\n4",
  "let s = 0; for (let i = 0\n; i < 3\n; i++\n) s += i\ns", "new Date\n(0).getTime instanceof Function",
  "typeof /a/ / 2", "[] / /a/", "1 < /a/ || 2",
  "let a = 1, b = 1\na\n-- > b", "let n = 2\nn\n--\nn",
  "var a = 1 // c\n/* d */ var b = 2 /* e */ // f\na + b", "x: { break x\n}\n5",
  "let a = 10n ** 2n\n`${ a }`",
  "delete\nthis.zzz", "let get = 1, set = 2, of = 3, static_ = 4\nget + set + of",
  "Function('a', 'return a // b')(3)", "a: 1\n", "({ a\n: 1 }).a", "(1\n, 2)", "let a = 1\n!a",
  "let a = 1\n~a", "let a = 'x'\n`y`", "let o = { 'a' : 1 , [ 'b' ] : 2 , ... { c : 3 } }\nJSON.stringify(o)",
  "for (const a of [ / 1  / , / 2/ ]) a.source", "'a' in { a: 1 }", "1 in [1, 2]",
  "let r = 0; for (var k in { a: 1 }) r++\nr", "const { a = 1, ...b } = { c: 2 }\na + b.c",
  "var a = 1; a **= 2; a ??= 3; a ||= 4; a &&= 5; a >>>= 1; a", "1 ? 2 ? 3 : 4 : 5", "(a => a)\n(1)",
]

@Test(arguments: tricky)
func minifiedScriptsGiveTheSameValue(_ script: String) throws {
  let small = minified(script)
  #expect(try value(small) == value(script), "\(small)")
  #expect(minified(small) == small)
}

/// The value of a script in a separate context, as text; or the error it throws.
private func value(_ script: String) throws -> String {
  let context = try ScriptContext()
  do {
    let value = try context.evaluate(script, path: "test.js")
    return context.json(of: value) ?? "\(value)"
  } catch {
    // The message after the name quotes the script, so it is dropped.
    return "throws \(error.message.prefix { $0 != ":" })"
  }
}

/// Numbers that are the same in each run.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}

/// Random sequences of tokens are mostly not valid scripts: the engine must give the same result before and
/// after.
@Test func randomTokensKeepTheirMeaning() async throws {
  let tokens = [
    "a", "b", "1", ".5", "0x1", "1n", "'s'", "`t`", "`u${", "}`", "/", "/r/g", "+", "-", "++", "--", "!", "<",
    ">", "=", "=>", "(", ")",
    "[", "]", "{", "}", ";", ",", ":", "?", ".", "?.", "...", "*", "**", "&&", "??", "return", "typeof", "in",
    "of", "if", "else", "for", "while",
    "do", "let", "var", "new", "async", "await", "yield", "function", "class", "get", "static", "this",
    "case", "break", "throw", "/=", "==", "#p", "é",
  ]
  let gaps = ["", "", " ", " ", "\n", "/* */", "/*\n*/", "// c\n", "\u{2028}", "\t \r\n", "/*! n */"]
  try await withTaskExecutorPreference(BackgroundExecutor.shared) {
    var numbers = Numbers(state: 7)
    let context = try ScriptContext()
    let parse = try #require(
      context.evaluate(
        "(text) => { try { Function(text) ; return 'fine' } catch (e) { return e.name } }",
        path: "hybrid:test"
      ).object)
    var (changed, fine) = (0, 0)
    for _ in 0..<8_000 {
      var script = ""
      for _ in 0..<Int.random(in: 1...9, using: &numbers) {
        script += tokens.randomElement(using: &numbers) ?? ""
        script += gaps.randomElement(using: &numbers) ?? ""
      }
      guard let text = minifiedScript(Array(script.utf8)) else { continue }
      changed += 1
      let small = String(decoding: text.bytes, as: UTF8.self)
      #expect(minified(small) == small, "\(script.debugDescription)")
      let before = try context.call(parse, [.string(script)]).string
      let after = try context.call(parse, [.string(small)]).string
      // JavaScriptCore refuses some labels with a comment before their colon; accepting the minified form
      // does no harm.
      guard before == "fine" else { continue }
      #expect(after == before, "\(script.debugDescription) \(small.debugDescription)")
      fine += 1
    }
    #expect(changed > 1_500 && fine > 100)
  }
}

/// Every script of the sample stays valid, and gets smaller.
@Test func scriptsOfTheSampleAreReadAsBefore() throws {
  let sample = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sample").resolvingSymlinksInPath()
  let context = try ScriptContext()
  let parse = try #require(
    context.evaluate(
      "(text) => { try { Function(text) ; return '' } catch (e) { return `${e}` } }", path: "hybrid:test"
    )
    .object)
  var count = 0
  for path in try FileManager.default.subpathsOfDirectory(atPath: sample.path) {
    var scripts: [String] = []
    let file = sample.appending(path: path)
    if path.hasSuffix(".js") { scripts = [try String(contentsOf: file, encoding: .utf8)] }
    if path.hasSuffix(".html") {
      let html = try String(contentsOf: file, encoding: .utf8)
      scripts = html.split(separator: "<script>").dropFirst().compactMap { part in
        part.firstRange(of: "</script>").map { String(part[..<$0.lowerBound]) }
      }
    }
    for script in scripts where try context.call(parse, [.string(script)]).string == "" {
      let small = minified(script)
      #expect(small.utf8.count < script.utf8.count, "\(path)")
      #expect(try context.call(parse, [.string(small)]).string == "", "\(path)")
      #expect(minified(small) == small)
      count += 1
    }
  }
  #expect(count > 0)
}
