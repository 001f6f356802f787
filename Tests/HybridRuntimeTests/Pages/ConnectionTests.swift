import HybridScript
import Testing

@testable import HybridRuntime

/// WebSockets and event streams of pages without a network.
@Suite struct ConnectionTests {
  private static func said(_ script: String, responses: String = "{}") throws -> [String] {
    try PageRig("<html><body><script>\(script)</script></body></html>", responses: responses).said
  }

  @Test func aWebSocketWithoutAResponseFailsAsOffline() throws {
    let said = try Self.said(
      """
      const socket = new WebSocket("wss://a.example/news");
      console.log(socket.readyState, socket.url);
      socket.onerror = () => console.log("error", socket.readyState);
      socket.onclose = (event) => console.log(event.code, event.wasClean, event instanceof CloseEvent);
      """)
    #expect(
      said == [
        "0 wss://a.example/news", "WebSocket: offline: there is no response for wss://a.example/news",
        "error 3",
        "1006 false true",
      ])
  }

  @Test func aWebSocketGetsTheMessagesOfTheResponses() throws {
    let said = try Self.said(
      """
      const socket = new WebSocket("ws://a.example/", ["one", "two"]);
      try { socket.send("early"); } catch (error) { console.log(error.name); }
      socket.onopen = () => { console.log("open", socket.protocol, socket.readyState); socket.send("hi"); };
      socket.addEventListener("message", ({ data, origin }) => {
        console.log(data, origin, socket.bufferedAmount);
        if (data === '{"n":2}') { socket.close(3001, "enough"); console.log(socket.readyState); }
      });
      socket.onclose = ({ code, reason, wasClean }) => console.log(code, reason, wasClean, socket.readyState);
      """, responses: #"{"ws://a.example/": ["first", {"n": 2}]}"#)
    #expect(
      said == [
        "InvalidStateError", "open one 1", "first ws://a.example 0", #"{"n":2} ws://a.example 0"#, "2",
        "3001 enough true 3",
      ])
  }

  @Test(arguments: [
    ("new WebSocket('/relative')", "SyntaxError"), ("new WebSocket('ws://a/#x')", "SyntaxError"),
    ("new WebSocket('ws://a/', ['x', 'x'])", "SyntaxError"),
    ("new WebSocket('ws://a/', 'a b')", "SyntaxError"), ("new WebSocket('ws://[')", "SyntaxError"),
    ("new WebSocket('ws://a/').close(1005)", "InvalidAccessError"),
    ("new WebSocket('ws://a/').close(1000, 'x'.repeat(124))", "SyntaxError"),
    ("new WebSocket('https://a/').url", "none"), ("new EventSource('http://[')", "SyntaxError"),
  ])
  func wrongArgumentsAreRefused(_ code: String, _ name: String) throws {
    let said = try Self.said(
      "try { \(code); console.log('none') } catch (error) { console.log(error.name) }")
    #expect(said.first == name)
  }

  @Test func anEventStreamIsRead() throws {
    let stream =
      #"\ufeff: comment\nretry: 10\n\ndata: a\ndata:b\nid: 7\n\nevent: named\rdata: c\r\r"#
      + #"data\n\nid\ndata: d\r\n\r\nevent: x\n\ndata: lost"#
    let said = try Self.said(
      """
      const source = new EventSource("https://a.example/events");
      source.onopen = () => console.log("open", source.readyState);
      source.onmessage = (event) => console.log(JSON.stringify(event.data), event.lastEventId, event.origin);
      source.addEventListener("named", (event) => { console.log("named", event.data); });
      setTimeout(() => { source.close(); console.log(source.readyState); }, 100);
      """,
      responses: #"{"https://a.example/events": {"headers": {"content-type": "text/event-stream"}, "body": ""#
        + stream
        + #""}}"#)
    #expect(
      said == [
        "open 1", #""a\nb" 7 https://a.example"#, "named c", #""" 7 https://a.example"#,
        #""d"  https://a.example"#, "2",
      ])
  }

  @Test func tooManyConnectionsFail() throws {
    let said = try Self.said(
      """
      let failed = 0;
      for (let i = 0; i < 70; i += 1) new WebSocket("ws://a.example/").onerror = () => { failed += 1; };
      setTimeout(() => console.log(failed), 1);
      """, responses: #"{"ws://a.example/": []}"#)
    #expect(said.last == "6")
  }

  @Test func whatWaitsToBeSentIsLimited() {
    var connections = PageConnections()
    let isTaken = connections.connect(PageConnection(.webSocket, url: "ws://a/"), id: 1)
    #expect(isTaken)
    let half = PageMessage.binary([UInt8](repeating: 0, count: PageConnections.messageLimit / 2))
    let taken1 = connections.transmit(half, on: 1)
    #expect(taken1)
    let taken2 = connections.transmit(half, on: 1)
    #expect(taken2)
    #expect(connections.bufferedBytes(of: 1) == PageConnections.messageLimit)
    connections.take(half.count, of: 1)
    #expect(connections.bufferedBytes(of: 1) == half.count)
    let taken3 = connections.transmit(half, on: 1)
    #expect(taken3)
    let taken4 = connections.transmit(.text("x"), on: 1)
    #expect(!taken4)
    let taken5 = connections.note(.opened(""), of: 1)
    #expect(!taken5)
    #expect(connections.bufferedBytes(of: 1) == 0)
  }
}
