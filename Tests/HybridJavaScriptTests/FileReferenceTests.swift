import HybridJavaScript
import Testing

@Test(arguments: [
  ("new Worker('w.js')", ["worker w.js"]),
  ("new Worker(`w.js`, {name: 'n'}).postMessage(1)", ["worker w.js"]),
  ("const w = new self.Worker('w.js', { type: \"module\" })", ["moduleWorker w.js"]),
  ("new Worker(new URL('w.js', document.baseURI), {'type': 'module'})", ["moduleWorker w.js"]),
  ("importScripts('a.js', name, \"b.js\")", ["importedScript a.js", "importedScript b.js"]),
  ("new Worker(name); new Worker(`${a}.js`); new Worker", []), ("Worker('w.js')", []),
  ("function f(Worker) { new Worker('w.js') }", []), ("class Worker {} new Worker('w.js')", []),
  ("// new Worker('w.js')", []), ("'new Worker(1)'; new x.Worker('w.js')", []), ("new Worker('w.js'", []),
])
func filesThatScriptsNameAreFound(_ script: String, _ expected: [String]) {
  let found = fileReferences(inScript: Array(script.utf8))
  let shown = found.map { "\($0.kind) \($0.specifier.value)" }
  #expect(shown == expected)
  #expect(!found.map(\.isRelativeToModule).contains(true))
}

@Test(arguments: [
  ("new URL('a.json', import.meta.url)", ["address a.json"]),
  ("new Worker(new URL('./w.js', import.meta.url).href)", ["worker ./w.js"]),
  ("new URL('a', location); new URL('b')", []),
  ("import { URL } from './url.js'; new URL('a', import.meta.url)", []),
])
func filesRelativeToModulesAreFound(_ script: String, _ expected: [String]) throws {
  let found = try ModuleText(Array(script.utf8)).fileReferences
  let shown = found.map { "\($0.kind) \($0.specifier.value)" }
  #expect(shown == expected)
  #expect(!found.map(\.isRelativeToModule).contains(false))
}
