import Foundation
import HybridReload
import HybridSocket
import HybridTestSupport
import HybridViewTree
import Synchronization
import Testing

@testable import hybrid

/// The built `hybrid preview` at a terminal.
@Suite(.suiteTimeLimit)
struct PreviewTerminalTests {
  @Test func aToDoPageIsUsedWithTheKeyboard() async throws {
    let server = try ToDoServer()
    let terminal = try PseudoTerminal(
      BuiltCommand.url, ["preview", server.url], columns: 60, rows: 14)
    try await terminal.shows("To do")
    #expect(!terminal.isCooked)
    try await terminal.shows("home · phone · revision 1 · live")
    // All at once, as fast typing on a slow connection arrives: Enter clears the field, then the next word
    // begins.
    terminal.type("\tMilk\rBréad\r")
    try await terminal.shows("1 Milk")
    try await terminal.shows("2 Bréad")
    terminal.type("Eg")
    try await terminal.shows("Eg")
    terminal.type("gs\t\r")
    try await terminal.shows("3 Eggs")
    #expect(
      server.events == [
        "focus 3", #"input 3 "M""#, #"input 3 "Mi""#, #"input 3 "Mil""#, #"input 3 "Milk""#, "key 3 Enter",
        #"input 3 "B""#, #"input 3 "Br""#, #"input 3 "Bré""#, #"input 3 "Bréa""#, #"input 3 "Bréad""#,
        "key 3 Enter",
        #"input 3 "E""#, #"input 3 "Eg""#, #"input 3 "Egg""#, #"input 3 "Eggs""#, "blur 3", "focus 4",
        "tap 4",
      ])
    terminal.resize(columns: 100, rows: 20)
    try await terminal.shows("live │ connected")
    #expect(await poll { terminal.rows.last?.contains("home · phone") == true })
    terminal.type("?")
    try await terminal.shows("q quit")
    terminal.type("q")
    #expect(try await terminal.end() == 0)
    #expect(terminal.isCooked)
    // The program has ended; its last words may still be on their way.
    #expect(await poll { terminal.output.hasSuffix("\u{1B}[?1049l") })
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV])
  func theTerminalIsGivenBackHoweverItEnds(_ signal: Int32) async throws {
    let server = try ToDoServer()
    let terminal = try PseudoTerminal(
      BuiltCommand.url, ["preview", server.url], columns: 60, rows: 14)
    try await terminal.shows("To do")
    #expect(!terminal.isCooked)
    terminal.send(signal)
    #expect(await poll { terminal.isCooked })
    #expect(
      await poll {
        terminal.output.contains("\u{1B}[?1002l") && terminal.output.contains("\u{1B}[?1049l")
      })
    if signal != SIGSEGV { #expect(try await terminal.end() == 0) }
  }

  @Test func aServerThatGoesAndComesIsFollowed() async throws {
    var server: ToDoServer? = try ToDoServer()
    let port = try #require(server?.port)
    let terminal = try PseudoTerminal(
      BuiltCommand.url, ["preview", server?.url ?? ""], columns: 60, rows: 14)
    // Connected is not enough: what is not there yet cannot stay.
    try await terminal.shows("To do")
    server?.stop()
    server = nil
    try await terminal.shows("offline │ no connection")
    try await terminal.shows("To do")
    let next = try ToDoServer(port: port)
    try await terminal.shows("live │ connected")
    #expect(terminal.rows.contains { $0.contains("To do") })
    terminal.type("\u{3}")
    #expect(try await terminal.end() == 0)
    next.stop()
  }

  @Test func aDevServersPageIsShownWithEachSave() async throws {
    let project = try TemporaryProject(["pages/home/index.html": "<p>first words</p>"])
    let dev = try HybridCommand(["dev", "--json"], in: project.folder)
    let ready = try #require(try await dev.output(with: "\"event\":\"ready\""))
    let url = try #require(
      ready.split(separator: "\"url\":\"").dropFirst().first?.split(separator: "\"").first)
    let terminal = try PseudoTerminal(
      BuiltCommand.url, ["preview", String(url)], in: project.folder, columns: 60, rows: 14)
    try await terminal.shows("first words")
    try project.replace("pages/home/index.html", "<p>other words</p>")
    try await terminal.shows("other words")
    terminal.type("q")
    #expect(try await terminal.end() == 0)
    dev.send(SIGINT)
    #expect(try await dev.end().status == 0)
  }
}

/// A server of one to-do page, whose script is written in Swift: Enter or the button adds what is in the
/// field.
private final class ToDoServer: Sendable {
  private let server: HTTPServer
  private let state: State
  var port: Int { server.port }
  var url: String { "http://127.0.0.1:\(server.port)/?token=secret" }
  var events: [String] { state.inside.withLock { $0.events.map(\.short) } }

  init(port: Int? = nil) throws {
    let state = State()
    self.state = state
    var endpoint = WebSocketEndpoint(path: "/hybrid/socket", protocols: ["hybrid.1"]) { connection in
      let welcome = ServerMessage.Welcome(
        session: state.session, revision: 1, version: "1", title: "", units: ["home"], unit: "home")
      connection.send(text: ServerMessage.welcome(welcome).encoded)
      return WebSocketHandlers(onMessage: { message in
        for answer in state.answers(to: message) { connection.send(text: answer.encoded) }
      })
    }
    endpoint.authorization = .token(check: { token, _ in token == "secret" }, inMessage: { _ in nil })
    server = try HTTPServer(configuration: .init(port: port), webSockets: [endpoint]) { _ in .text("") }
  }

  func stop() { server.stop() }

  private final class State: Sendable {
    struct Inside {
      var text = ""
      var items: [String] = []
      var events: [ClientEvent] = []
      var views = ViewTreeSession()
    }
    let session = UUID().uuidString
    let inside = Mutex(Inside())

    /// One turn of the page.
    func answers(to message: WebSocketMessage) -> [ServerMessage] {
      inside.withLock { inside in
        switch ClientMessage(message.bytes) {
        case .hello:
          _ = inside.views.advance(to: Self.tree(inside))
          guard let tree = inside.views.tree else { return [] }
          return [.snapshot(.init(revision: 1, unit: "home", device: "phone", tree: tree, page: session))]
        case .event(let event):
          inside.events.append(event)
          switch event.known {
          case .input: inside.text = event.text ?? ""
          case .tap, .key:
            inside.items.append(inside.text)
            inside.text = ""
          default: return []
          }
          guard let patch = inside.views.advance(to: Self.tree(inside)).patch, !patch.operations.isEmpty
          else {
            return []
          }
          return [.page(.init(unit: "home", device: "phone", patch: patch))]
        default: return []
        }
      }
    }

    private static func tree(_ inside: Inside) -> ViewTree {
      var page = PreviewPage()
      page.add("h1", 1, 0, 20, 1, text: "To do")
      page.add(.text, 1, 2, 20, text: inside.text.isEmpty ? "What?" : inside.text) { $0.value = inside.text }
      page.add(.button, 24, 2, 6, text: "Add")
      for (index, item) in inside.items.enumerated() {
        page.add("li", 1, 4 + index, 20, 1, text: "\(index + 1) \(item)")
      }
      return page.shown.tree
    }
  }
}
