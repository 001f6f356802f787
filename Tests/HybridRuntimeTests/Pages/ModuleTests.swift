import HybridScript
import Testing

@testable import HybridRuntime

/// Modules as a page runs them: order, live bindings, and faults at the author's place (ECMA-262 section
/// 16.2; HTML Standard section 8.1.4).
@Suite struct ModuleTests {
  struct Program: Sendable, CustomTestStringConvertible {
    var name: String
    /// What stands in the page.
    var html: String
    var files: [String: String] = [:]
    /// What is logged; the last value of a promise is awaited.
    var said: [String]

    var testDescription: String { name }
  }

  private static let programs: [Program] = [
    Program(
      name: "scripts run before modules, in document order",
      html: """
        <script type="module">console.log("first module", this === undefined)</script>
        <script type="module" src="m.js"></script><script>console.log("script")</script>
        <script nomodule>console.log("never")</script>
        """,
      files: ["m.js": "import './side.js'; console.log('m')", "side.js": "console.log('side')"],
      said: ["script", "first module true", "side", "m"]),
    Program(
      name: "bindings are live, and a module runs once",
      html: """
        <script type="module">import { n, next } from "./n.js"; next(); console.log(n)</script>
        <script type="module">import * as all from "./n.js"; \
        console.log(all.n, Object.keys(all).join())</script>
        """,
      files: ["n.js": "export let n = 1; export function next() { n += 1 } console.log('n')"],
      said: ["n", "2", "2 n,next"]),
    Program(
      name: "namespaces as ECMA-262 section 10.4.6 has them",
      html: """
        <script type="module">import * as all from "./n.js"
        const same = Object.defineProperty(all, "n", { value: 1 }) === all
        console.log(JSON.stringify(Object.getOwnPropertyDescriptor(all, "n")), same)
        console.log(
          Reflect.defineProperty(all, "n", { value: 2 }), Reflect.set(all, "n", 1), delete all.none,
          Reflect.setPrototypeOf(all, null), Object.isExtensible(all), String(Reflect.ownKeys(all).length))
        const { n } = all, again = await import("./n.js")
        console.log(n, again === all, Object.prototype.toString.call(all), (() => all)().n)
        </script>
        """,
      files: ["n.js": "export let n = 1"],
      said: [
        #"{"value":1,"writable":true,"enumerable":true,"configurable":false} true"#,
        "false false true true false 2", "1 true [object Module] 1",
      ]),
    Program(
      name: "modules that scripts make",
      html: """
        <script type="importmap">{"imports": {"lib": "/n.js"}}</script>
        <script type="module">import { n } from "./n.js"
        const url = (text, type = "text/javascript") => URL.createObjectURL(new Blob([text], { type }))
        const inner = url("export const a = 1, b = 2; export default 3")
        const outer = url(
          `import { n } from "lib"; export * from "${inner}"; export const b = n; export { n as c }`)
        const made = await import(outer)
        console.log(Object.keys(made).join(), made.b, await import(outer) === made)
        console.log((await import("data:text/javascript," + "export default await 4")).default)
        console.log((await import(url('{"x":5}', "application/json"), { with: { type: "json" } })).default.x)
        for (const wrong of [url("1", "text/plain"), url("let ="), url(`import { none } from "${inner}"`),
          url("import './n.js'"), "data:text/css,a", "./none" + ".js"])
          await import(wrong).then(() => console.log("read"), (error) => console.log(error.name))
        const script = document.createElement("script")
        script.type = "module"
        script.onload = () => console.log("loaded")
        script.textContent = `import { n } from "/n.js"; console.log(n + 5)`
        document.body.append(script)
        </script>
        """,
      files: ["n.js": "export const n = 1"],
      said: [
        "a,b,c 1 true", "4", "5", "TypeError", "SyntaxError", "SyntaxError", "TypeError", "TypeError",
        "TypeError", "6", "loaded",
      ]),
    Program(
      name: "circles",
      html: "<script type=module>import { even } from './even.js'; console.log(even(7))</script>",
      files: [
        "even.js": "import { odd } from './odd.js'; export const even = (n) => n === 0 || odd(n - 1)",
        "odd.js": "import { even } from './even.js'; export const odd = (n) => n !== 0 && even(n - 1)",
      ],
      said: ["false"]),
    Program(
      name: "all forms of exports",
      html: """
        <script type=module>import main, { b as c, inner, default as again, 'x y' as d } from './a.js'
        console.log(main.name, c, inner.z, again === main, d)</script>
        """,
      files: [
        "a.js":
          "export default class {} ; let b = 2; export { b, b as 'x y' }; export * as inner from './z.js'",
        "z.js": "export const z = 3",
      ],
      said: ["default 2 3 true 2"]),
    Program(
      name: "import maps, with scopes",
      html: """
        <script type="importmap">{"imports": {"lib": "/lib/1.js", "dir/": "/lib/"},
          "scopes": {"/lib/": {"lib": "/lib/2.js"}}}</script>
        <script type=module>import a from "lib"; import b from "dir/b.js"; console.log(a, b)</script>
        """,
      files: [
        "lib/1.js": "export default 1", "lib/2.js": "export default 2",
        "lib/b.js": "export { default } from 'lib'",
      ],
      said: ["1 2"]),
    Program(
      name: "JSON, addresses, and await at the top level",
      html: """
        <script type=module>import data from "./d.json" with { type: "json" }
        import { value } from "./slow.js"
        console.log(data.a[1], value, import.meta.url.endsWith("page.html"))</script>
        """,
      files: [
        "d.json": "{\"a\": [1, 2]}",
        "slow.js":
          "export const value = await new Promise((done) => setTimeout(done, 20, import.meta.url.slice(-7)))",
      ],
      said: ["2 slow.js true"]),
    Program(
      name: "import() in modules, scripts and functions",
      html: """
        <script>const later = async () => (await import("./a.js")).a; later().then(console.log)
        import("./gone.js").catch((error) => console.log(error.name))</script>
        <script type=module>console.log((await import("./a.js")).a + 1)</script>
        """,
      files: ["a.js": "export const a = 1"],
      said: ["TypeError", "1", "2"]),
    Program(
      name: "exports cannot be set, and modules are strict",
      html: """
        <script type=module>import * as n from "./n.js"
        try { n.n = 2 } catch (error) { console.log(error.name) }
        try { undeclared = 1 } catch (error) { console.log(error.name) }</script>
        """,
      files: ["n.js": "export const n = 1"],
      said: ["TypeError", "ReferenceError"]),
    Program(
      name: "a module that throws fails those that import it, and no others",
      html: """
        <script type=module>import './bad.js'; console.log('never')</script>
        <script type=module>console.log('goes on')</script>
        """,
      files: ["bad.js": "throw new Error('bad')"],
      said: ["error Error: bad", "goes on"]),
  ]

  @Test(arguments: programs)
  func modulesRunAsInBrowsers(_ program: Program) throws {
    let rig = try PageRig(program.html, files: program.files)
    try rig.act("wait 0.1")
    #expect(rig.said == program.said)
  }

  @Test(arguments: [
    ("\n  fail()", "m.js", 2, 7),
    ("import { a } from './a.js'; a.b.c", "m.js", 1, 32),
    ("/* é */ import { a } from './a.js'\nconst x = a + a.b.c", "m.js", 2, 18),
    ("import './deep.js'", "deep.js", 1, 13),
    // In a circle, a binding is read before its module has run.
    ("import './circle.js'; export const late = 1", "circle.js", 2, 13),
    ("await fetch('nope.json').then((answer) => answer.json())", "m.js", 1, 1),
  ])
  func faultsAreAtTheAuthorsPlace(_ text: String, _ path: String, _ line: Int, _ column: Int) throws {
    let rig = try PageRig(
      "<script type=module src=m.js></script>",
      files: [
        "m.js": text, "a.js": "export let a = 1", "deep.js": "let b = null.x",
        "circle.js": "import { late } from './m.js'\nconsole.log(late)",
      ])
    try rig.act("wait 0.1")
    let places = rig.driver.log.compactMap { entry in
      if case .error(let fault) = entry { "\(fault.path):\(fault.line):\(fault.column)" } else { nil }
    }
    #expect(places == ["\(path):\(line):\(column)"])
  }

  @Test func theNameThatStandsForImportIsNoPartOfTheText() throws {
    // The name that would be taken first occurs in the script.
    let rig = try PageRig(
      "<script>var $i0000 = 5; import('./a.js').then((m) => console.log(m.a, $i0000))</script>",
      files: ["a.js": "export const a = 1"])
    #expect(rig.said == ["1 5"])
  }
}
