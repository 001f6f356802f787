import HybridScript
import Testing

@testable import HybridRuntime

/// Dedicated workers, on a virtual clock.
@Suite struct WorkerTests {
  private static func said(_ page: String, _ files: [String: String]) throws -> [String] {
    try PageRig("<html><body><script>\(page)</script></body></html>") {
      $0.file = { path in files[path].map { .bytes(Array($0.utf8)) } ?? .missing }
    }.said
  }

  @Test(arguments: [
    ScriptExample(
      testDescription: "messages both ways, in order, by value",
      script: """
        const worker = new Worker("sum.js", { name: "adder" });
        worker.onmessage = ({ data }) => console.log(data.name, data.sum, data.when.getTime(), data.map.get("k"));
        const list = [1, 2, 3], message = { list, when: new Date(5), map: new Map([["k", 7n]]) };
        worker.postMessage(message);
        list.push(100);
        """,
      files: [
        "sum.js": """
        onmessage = ({ data }) =>
          postMessage({ ...data, name, sum: data.list.reduce((a, b) => a + b, 0) });
        """
      ], said: ["adder 6 5 7n"]),
    ScriptExample(
      testDescription: "a global object without a document",
      script: """
        new Worker("w.js").onmessage = ({ data }) => console.log(data);
        """,
      files: [
        "w.js": """
        postMessage([
          typeof document, typeof window, typeof localStorage, typeof HTMLElement, typeof hybridHost,
          self === globalThis, self instanceof WorkerGlobalScope, location.pathname, typeof fetch, typeof indexedDB,
        ].join());
        """
      ],
      said: ["undefined,undefined,undefined,undefined,undefined,true,true,/w.js,function,object"]),
    ScriptExample(
      testDescription: "importScripts, timers and fetch",
      script: """
        new Worker("lib/w.js").onmessage = ({ data }) => console.log(data);
        """,
      files: [
        "lib/w.js": """
        importScripts("./a.js", "../b.js");
        try { importScripts("none.js"); } catch (error) { postMessage(error.name); }
        setTimeout(() => postMessage(a + b), 500);
        fetch("a.js").then((answer) => answer.text()).then((text) => postMessage(text));
        """, "lib/a.js": "var a = 1;", "b.js": "var b = 2;",
      ], said: ["NetworkError", "var a = 1;", "3"]),
    ScriptExample(
      testDescription: "an exception is told to the worker, then to the page",
      script: """
        const worker = new Worker("w.js");
        worker.onerror = (event) => { console.log(event.message, event.filename, event.lineno); event.preventDefault(); };
        worker.postMessage(1); worker.postMessage(2);
        """,
      files: [
        "w.js": """
        onerror = (message) => message.includes("one");
        onmessage = ({ data }) => {
          throw new Error(data === 1 ? "one" : "two"); };
        """
      ], said: ["Error: two w.js 3"]),
    ScriptExample(
      testDescription: "nobody handles an exception",
      script: "new Worker('w.js')", files: ["w.js": "null.x"],
      said: ["error TypeError: null is not an object (evaluating 'null.x')"]),
    ScriptExample(
      testDescription: "a script that is missing", script: "new Worker('none.js')",
      said: ["error NetworkError: 'none.js' is not a file of this project"]),
    ScriptExample(
      testDescription: "an end from outside",
      script: """
        const worker = new Worker("w.js");
        worker.onmessage = ({ data }) => { console.log(data); if (data === 2) worker.terminate(); };
        """, files: ["w.js": "let n = 0; (function tick() { postMessage(++n); setTimeout(tick, 10); })()"],
      said: ["1", "2"]),
    ScriptExample(
      testDescription: "an end from inside",
      script: """
        const worker = new Worker("w.js");
        worker.onmessage = ({ data }) => console.log(data);
        worker.postMessage(1); worker.postMessage(2);
        """,
      files: ["w.js": "onmessage = ({ data }) => { postMessage(data); close(); postMessage('last'); }"],
      said: ["1", "last"]),
    ScriptExample(
      testDescription: "a loop without end is stopped, and the page goes on",
      script: """
        const worker = new Worker("w.js");
        worker.onerror = (event) => { console.log(event.message); event.preventDefault(); };
        setTimeout(() => console.log("on"), 10);
        """, files: ["w.js": "for (;;);"],
      said: ["the script did not end within 0.2 seconds and was stopped", "on"]),
    ScriptExample(
      testDescription: "what is left out says so",
      script: """
        for (const [url, options] of [["w.js", { type: "module" }], ["blob:x", {}], ["data:,x", {}], ["https://a.example/w.js", {}]]) {
          try { new Worker(url, options); } catch (error) { console.log(error.name); }
        }
        try { new Worker("w.js").postMessage(() => 1); } catch (error) { console.log(error.name); }
        const many = [];
        try { for (;;) many.push(new Worker("w.js")); } catch (error) { console.log(error.name, many.length); }
        """, files: ["w.js": ""],
      said: [
        "NotSupportedError", "NotSupportedError", "NotSupportedError", "SecurityError", "DataCloneError",
        "QuotaExceededError 7",
      ]),
  ])
  func aWorkerRuns(_ example: ScriptExample) throws {
    let files = example.files
    let rig = try PageRig("<html><body><script>\(example.script)</script></body></html>") {
      $0.file = { path in files[path].map { .bytes(Array($0.utf8)) } ?? .missing }
      $0.limits.turn = .milliseconds(200)
    }
    #expect(rig.said == example.said)
  }

  @Test func aPageThatEndsEndsItsWorkers() throws {
    let rig = try PageRig("<html><body><script>new Worker('w.js')</script></body></html>") {
      $0.file = { _ in .bytes(Array("setInterval(() => console.log('tick'), 10)".utf8)) }
    }
    rig.page.close()
    rig.page.advance(to: rig.page.now + 1000)
    #expect(rig.page.takeLog().isEmpty)
  }

  @Test func messagesWithoutEndDoNotHoldTheDriver() throws {
    let said = try Self.said(
      """
      const worker = new Worker("w.js");
      worker.onmessage = ({ data }) => worker.postMessage(data + 1);
      worker.postMessage(0);
      """, ["w.js": "onmessage = ({ data }) => postMessage(data)"])
    #expect(said == [])
  }
}
