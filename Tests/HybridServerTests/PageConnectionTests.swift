import HybridReload
import HybridSocket
import HybridTestSupport
import HybridViewTree
import Synchronization
import Testing

@testable import HybridServer

/// WebSockets and event streams of running pages, to a real server. A page runs once for every screen, so
/// that the server may see each connection more than once.
@Suite(.suiteTimeLimit) struct PageConnectionTests {
  /// A server that sends messages back, closes when told to, and has a short event stream.
  private final class Upstream: Sendable {
    let server: HTTPServer
    /// Close codes, and `Last-Event-ID`s.
    let notes: Notes

    final class Notes: Sendable {
      private let list = Mutex<[String]>([])
      func add(_ note: String) { list.withLock { $0.append(note) } }
      var all: [String] { list.withLock { $0 } }
    }

    init() throws {
      let notes = Notes()
      self.notes = notes
      let endpoint = WebSocketEndpoint(path: "/echo", protocols: ["a", "b"]) { connection in
        WebSocketHandlers { message in
          if message == .text("bye") {
            connection.close(code: 4001, reason: "as you say")
          } else {
            connection.send(message)
          }
        } onClose: { code, _ in
          notes.add("closed \(code)")
        }
      }
      server = try HTTPServer(configuration: HTTPServerConfiguration(), webSockets: [endpoint]) { request in
        guard request.path == "/events" else { return HTTPResponse(contentType: "text/plain", body: [0x61]) }
        let last = request.headers["Last-Event-ID"]
        notes.add("events after \(last ?? "none")")
        let text =
          last == nil ? "retry: 20\nid: 7\ndata: gr\u{fc}n\n\n" : "event: more\ndata: \(last ?? "")\n\n"
        return HTTPResponse(contentType: "text/event-stream", body: Array(text.utf8))
      }
    }

    deinit { server.stop() }

    var address: String { "127.0.0.1:\(server.port)" }
  }

  private static func files(_ script: String, allowing address: String) -> [String: String] {
    [
      "hybrid.json": "{\"network\": {\"allow\": [\"http://\(address)\"]}}\n",
      "pages/p/index.html":
        """
      <html><head><link rel=stylesheet href=p.css></head><body><p id="log">-</p><button id="go">Go</button>\
      <script src="p.js"></script></body></html>\n
      """,
      "pages/p/p.css": "#log { margin: 0 }\n",
      "pages/p/p.js": """
      const lines = [];
      const say = (...words) => { lines.push(words.join(" ")); \
      document.getElementById("log").textContent = lines.join(", "); };
      \(script)

      """,
    ]
  }

  @Test func aWebSocketSendsAndReceives() async throws {
    let upstream = try Upstream()
    let rig = try await ServerRig(
      Self.files(
        """
        const socket = new WebSocket("ws://\(upstream.address)/echo", ["b"]);
        socket.binaryType = "arraybuffer";
        socket.onopen = () => { say("open", socket.protocol); socket.send("h\u{e9}llo"); \
        socket.send(new Uint8Array([1, 255])); };
        socket.onmessage = ({ data }) => {
          if (typeof data === "string") { say(data); return; }
          say([...new Uint8Array(data)]);
          (function end() { if (socket.bufferedAmount > 0) setTimeout(end, 5); else socket.send("bye"); })();
        };
        socket.onclose = ({ code, reason, wasClean }) => say(code, reason, wasClean);
        """, allowing: upstream.address))
    let person = try await PageVisitor(rig, unit: "p")
    try await person.wait { $0.text("log")?.contains("4001") == true }
    #expect(person.client.text("log") == "open b, h\u{e9}llo, 1,255, 4001 as you say true")
  }

  @Test func anEventStreamConnectsAgain() async throws {
    let upstream = try Upstream()
    let rig = try await ServerRig(
      Self.files(
        """
        const source = new EventSource("http://\(upstream.address)/events");
        source.onmessage = ({ data, lastEventId }) => say(data, lastEventId);
        source.onerror = () => say("state", source.readyState);
        source.addEventListener("more", ({ data }) => { source.close(); say("more", data); });
        """, allowing: upstream.address))
    let person = try await PageVisitor(rig, unit: "p")
    try await person.wait { $0.text("log") == "gr\u{fc}n 7, state 0, more 7" }
    #expect(Set(upstream.notes.all) == ["events after none", "events after 7"])
  }

  @Test(arguments: [
    (
      "new WebSocket('ws://127.0.0.1:1/')",
      "WebSocket: ws://127.0.0.1:1/ is not in 'network.allow' of hybrid.json"
    ),
    (
      "new EventSource('http://127.0.0.1:1/')",
      "EventSource: http://127.0.0.1:1/ is not in 'network.allow' of hybrid.json"
    ),
    (
      "new EventSource('http://UP/plain')",
      "EventSource: http://UP/plain is 'text/plain', and an event stream is text/event-stream"
    ),
  ])
  func whatIsNotAllowedFailsInWords(_ code: String, _ words: String) async throws {
    let upstream = try Upstream()
    let filled = { (text: String) in text.replacing("UP", with: upstream.address) }
    let rig = try await ServerRig(
      Self.files("\(filled(code)).onerror = () => say('failed')", allowing: upstream.address))
    let person = try await PageVisitor(rig, unit: "p")
    try await person.wait { $0.text("log") == "failed" }
    try await person.wait(forLog: filled(words))
    #expect(person.client.text("log") == "failed")
  }

  @Test func aSaveThatKeepsThePageKeepsItsConnections() async throws {
    let upstream = try Upstream()
    let rig = try await ServerRig(
      Self.files(
        """
        const socket = new WebSocket("ws://\(upstream.address)/echo", "a");
        socket.onopen = () => say("open");
        socket.onmessage = ({ data }) => say(data);
        document.getElementById("go").onclick = () => socket.send("kept");
        """, allowing: upstream.address))
    let person = try await PageVisitor(rig, unit: "p")
    try await person.wait { $0.text("log") == "open" }
    try rig.project.write("pages/p/p.css", "#log { margin: 0; height: 50px }\n")
    try await person.wait { $0.tree?.nodes.first { $0.id == "log" }?.frame.height == 50 }
    try person.does(.tap, "go")
    try await person.wait { $0.text("log") == "open, kept" }
    try rig.project.write("pages/p/p.js", "document.getElementById('log').textContent = 'anew';\n")
    try await person.wait { $0.text("log") == "anew" }
    #expect(await poll { !upstream.notes.all.isEmpty })
    #expect(Set(upstream.notes.all) == ["closed 1001"])
  }

  @Test(
    arguments: [
      ([0x61, 0x62], 2), ([0x61, 0xC3], 1), ([0xE2, 0x82], 0), ([0xF0, 0x9F, 0x98], 0), ([0xC3, 0xBC], 2),
      ([0x80, 0x80, 0x80, 0x80], 4), ([], 0),
    ] as [([UInt8], Int)])
  func aCharacterIsNotCutInTwo(_ bytes: [UInt8], _ end: Int) {
    #expect(PageNetwork.endOfWholeCharacters(bytes) == end)
  }
}
