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
        worker.onmessage = ({ data }) => console.log(data.name, data.sum, data.when.getTime(), \
        data.map.get("k"));
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
          self === globalThis, self instanceof WorkerGlobalScope, location.pathname, typeof fetch, \
        typeof indexedDB,
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
        worker.onerror = (event) => { console.log(event.message, event.filename, event.lineno); \
        event.preventDefault(); };
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
      testDescription: "the script of a URL",
      script: """
        const said = [];
        for (const url of [
          URL.createObjectURL(new Blob(["postMessage('blob')"])), "data:text/javascript,postMessage('data')",
          "data:text/javascript;base64,cG9zdE1lc3NhZ2UoJzY0Jyk=",
        ]) new Worker(url).onmessage = ({ data }) => console.log(data);
        """, said: ["blob", "data", "64"]),
    ScriptExample(
      testDescription: "a port to a worker, with messages that wait at it",
      script: """
        const { port1, port2 } = new MessageChannel(), worker = new Worker("w.js");
        port1.postMessage({ n: 1 });
        worker.postMessage({ port: port2, k: [1] }, [port2]);
        port1.postMessage({ n: 2 });
        port1.onmessage = ({ data, ports }) => { console.log(data, ports.length); \
        ports[0]?.postMessage("back"); };
        try { worker.postMessage(port2); } catch (error) { console.log(error.name); }
        try { worker.postMessage(0, [{}]); } catch (error) { console.log(error.name); }
        """,
      files: [
        "w.js": """
        onmessage = ({ data, ports }) => {
          console.log(data.port === ports[0], ports.length, data.k.length);
          ports[0].onmessage = ({ data }) => { ports[0].postMessage(data.n * 10); };
          const own = new MessageChannel();
          own.port1.onmessage = ({ data }) => console.log("worker", data);
          ports[0].postMessage("with a port", [own.port2]);
        };
        """
      ],
      said: [
        "DataCloneError", "DataCloneError", "true 1 1", "with a port 1", "10 0", "20 0", "worker back",
      ]),
    ScriptExample(
      testDescription: "a channel between two workers",
      script: """
        const channel = new MessageChannel(), one = new Worker("w.js"), other = new Worker("w.js");
        one.postMessage("one", [channel.port1]); other.postMessage("other", [channel.port2]);
        """,
      files: [
        "w.js": """
        onmessage = ({ data: name, ports: [port] }) => {
          port.onmessage = ({ data }) => {
            console.log(name, "got", data);
            if (data < 3) port.postMessage(data + 1);
          };
          if (name === "one") port.postMessage(1);
        };
        """
      ], said: ["other got 1", "one got 2", "other got 3"]),
    ScriptExample(
      testDescription: "a module with what it imports",
      script: """
        const worker = new Worker("lib/w.js?v=1", { type: "module", name: "n" });
        worker.onmessage = ({ data }) => console.log(data);
        worker.postMessage(20);
        """,
      files: [
        "lib/w.js": """
        import { twice } from "../twice.js";
        import data, { } from "./data.json" with { type: "json" };
        const top = this;
        const { more } = await import("./more.js");
        onmessage = (event) => postMessage([twice(event.data), data.k, more, import.meta.url, top, \
        name].join());
        try { importScripts("../twice.js"); } catch (error) { postMessage(error.name); }
        """, "twice.js": "export const twice = (x) => 2 * x", "lib/data.json": "{\"k\": 5}",
        "lib/more.js": "export const more = 'm'",
      ], said: ["TypeError", "40,5,m,hybrid://project/lib/w.js?v=1,,n"]),
    ScriptExample(
      testDescription: "a module that cannot run",
      script: """
        for (const url of ["none.js", "syntax.js", "import.js", "export.js"]) {
          const worker = new Worker(url, { type: "module" });
          worker.onerror = (event) => { console.log(url, event.message.slice(0, 30), event.lineno); \
        event.preventDefault(); };
        }
        """,
      files: [
        "syntax.js": "const const", "import.js": "import './gone.js'",
        "export.js": "import { a } from './none.json' with { type: 'json' }; postMessage(a)",
      ],
      said: [
        "none.js NetworkError: 'none.js' is not 0", "syntax.js SyntaxError: 'const' is a rese 1",
        "import.js SyntaxError: the module \"./gon 1", "export.js SyntaxError: the module \"./non 1",
      ]),
    ScriptExample(
      testDescription: "channels reach the page and its workers",
      script: """
        new Worker("w.js"); new Worker("w.js");
        const channel = new BroadcastChannel("tea"), other = new BroadcastChannel("jam");
        other.onmessage = () => console.log("never");
        let ready = 0;
        channel.onmessage = ({ data }) => {
          if (data === "ready") { ready += 1; if (ready === 2) channel.postMessage({ list: [1, 2] }); } \
        else console.log(data);
        };
        """,
      files: [
        "w.js": """
        const channel = new BroadcastChannel("tea");
        channel.onmessage = ({ data }) => { if (data.list) channel.postMessage(data.list.join("+")); };
        channel.postMessage("ready");
        """
      ], said: ["1+2", "1+2"]),
    ScriptExample(
      testDescription: "modules of blob: and data: URLs",
      script: """
        const code = "import n from 'data:text/javascript,export default 4'; "
          + "postMessage([n, this === undefined].join())";
        const blob = new Blob([code], { type: "text/javascript" });
        for (const url of [URL.createObjectURL(blob), "data:text/javascript," + encodeURIComponent(code)])
          new Worker(url, { type: "module" }).onmessage = ({ data }) => console.log(data);
        new Worker("data:text/javascript,let =", { type: "module" }).onerror = (event) => {
          console.log(event.message.startsWith("SyntaxError"));
          event.preventDefault();
        };
        """, files: [:], said: ["4,true", "4,true", "true"]),
    ScriptExample(
      testDescription: "files are copied",
      script: """
        const worker = new Worker("w.js");
        worker.onmessage = async ({ data }) => console.log(data instanceof File, data.name, data.type, \
        await data.text());
        worker.postMessage(new File(["ab", new Uint8Array([99])], "n.txt", { type: "text/plain" }));
        """, files: ["w.js": "onmessage = ({ data }) => postMessage(data)"],
      said: ["true n.txt text/plain abc"]),
    ScriptExample(
      testDescription: "what is left out says so",
      script: """
        const module = { type: "module" };
        for (const [url, options] of [["data:,x", module], ["blob:x", {}], ["https://a.example/w.js", {}], \
        ["w.js", { type: "x" }]]) {
          try { new Worker(url, options); } catch (error) { console.log(error.name); }
        }
        try { new Worker("w.js").postMessage(() => 1); } catch (error) { console.log(error.name); }
        const many = [];
        try { for (;;) many.push(new Worker("w.js")); } \
        catch (error) { console.log(error.name, many.length); }
        """, files: ["w.js": ""],
      said: [
        "TypeError", "NetworkError", "SecurityError", "TypeError", "DataCloneError",
        "QuotaExceededError 7",
      ]),
  ])
  func aWorkerRuns(_ example: ScriptExample) throws {
    let files = example.files
    let rig = try PageRig("<html><body><script>\(example.script)</script></body></html>") {
      $0.hold(files)
      $0.limits.turn = .milliseconds(200)
    }
    #expect(rig.said == example.said)
  }

  /// A release has no reader of modules: the unit holds what its module workers import.
  @Test func aModuleWorkerIsPartOfTheUnit() throws {
    let worker = "new Worker('w.js?v', { type: 'module' }).onmessage = ({ data }) => console.log(data)"
    let rig = try PageRig(
      "<html><body><script>\(worker)</script></body></html>",
      files: ["w.js": "import n from './n.js'; postMessage(n)", "n.js": "export default 42"])
    #expect(rig.said == ["42"])
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
