import HybridJSON
import HybridTestSupport
import Testing

@testable import HybridServer

/// React Native's control socket, without sockets: three clients, and what each gets.
@Suite struct PackagerPeersTests {
  /// Clients 1, 2 and 3, as `client#1` to `client#3`.
  static let peers: PackagerPeers = {
    var peers = PackagerPeers()
    peers.join(1, query: "role=ios")
    peers.join(2, query: "role=android&name=a%20b")
    peers.join(3, query: nil)
    return peers
  }()

  @Test(
    arguments: [
      // To all others.
      (#"{"version":2,"method":"reload"}"#, [[2, 3]], [#"{"version":2,"method":"reload"}"#]),
      (
        #"{"version":2,"method":"devMenu","params":{"a":[1]}}"#, [[2, 3]],
        [#"{"version":2,"method":"devMenu","params":{"a":[1]}}"#]
      ),
      // To the server.
      (
        #"{"version":2,"method":"getid","target":"server","id":7}"#, [[1]],
        [#"{"version":2,"result":"client#1","id":7}"#]
      ),
      (
        #"{"version":2,"method":"getpeers","target":"server","id":"x"}"#, [[1]],
        [#"{"version":2,"result":{"client#2":{"role":"android","name":"a b"},"client#3":{}},"id":"x"}"#]
      ),
      (
        #"{"version":2,"method":"rm","target":"server","id":{"a":1}}"#, [[1]],
        [#"{"version":2,"error":"unknown method: rm","id":{"a":1}}"#]
      ),
      (#"{"version":2,"method":"rm","target":"server"}"#, [], []),
      // To one other.
      (
        #"{"version":2,"method":"eval","target":"client#2","id":5,"params":[null]}"#, [[2]],
        [#"{"version":2,"method":"eval","params":[null],"id":{"requestId":5,"clientId":"client#1"}}"#]
      ),
      (#"{"version":2,"method":"blink","target":"client#3"}"#, [[3]], [#"{"version":2,"method":"blink"}"#]),
      (
        #"{"version":2,"method":"eval","target":"client#9","id":5}"#, [[1]],
        [#"{"version":2,"error":"unable to find client with id \"client#9\"","id":5}"#]
      ),
      (#"{"version":2,"method":"eval","target":"client#9"}"#, [], []),
      // Back.
      (
        #"{"version":2,"id":{"requestId":5,"clientId":"client#3"},"result":null}"#, [[3]],
        [#"{"version":2,"result":null,"id":5}"#]
      ),
      (
        #"{"version":2,"id":{"requestId":"q","clientId":"client#2"},"error":{"message":"no"}}"#, [[2]],
        [#"{"version":2,"error":{"message":"no"},"id":"q"}"#]
      ),
      (#"{"version":2,"id":{"requestId":5,"clientId":"client#9"},"result":1}"#, [], []),
    ] as [(String, [[UInt64]], [String])])
  func eachKindGoesWhereItShould(_ message: String, _ receivers: [[UInt64]], _ sent: [String]) throws {
    let outcome = Self.peers.receive(try PackagerMessage(parsing: Array(message.utf8)), from: 1)
    #expect(outcome.deliveries.map(\.receivers) == receivers)
    #expect(outcome.deliveries.map { String(decoding: $0.message, as: UTF8.self) } == sent)
  }

  @Test(arguments: [
    ("", "is not JSON"), ("{", "is not JSON"), ("nonsense", "is not JSON"),
    (LongText(repeating: "[", count: 60_000), "is not JSON"),
    (#"{"version":2,"version":2,"method":"reload"}"#, "is not JSON"),
    (#"{"version":1,"method":"reload"}"#, "version 1 "),
    (#"{"version":"2","method":"reload"}"#, "version \"2\" "),
    (#"{"method":"reload"}"#, "version (none) "), ("[]", "version (none) "), ("2", "version (none) "),
    (#"{"version":2}"#, "not a broadcast"), (#"{"version":2,"method":7}"#, "not a broadcast"),
    (#"{"version":2,"method":"a","id":1}"#, "not a broadcast"),
    (#"{"version":2,"method":"a","id":null}"#, "not a broadcast"),
    (#"{"version":2,"method":"a","target":3,"id":1}"#, "not a broadcast"),
    (#"{"version":2,"id":1,"result":1}"#, "not a broadcast"),
    (#"{"version":2,"id":{"requestId":1,"clientId":2},"result":1}"#, "not a broadcast"),
    (#"{"version":2,"id":{"requestId":1,"clientId":"client#1"}}"#, "not a broadcast"),
  ])
  func whatIsNoMessageIsToldAndDropped(_ message: LongText, _ words: String) throws {
    let fault = try #require(throws: PackagerMessage.Fault.self) {
      try PackagerMessage(parsing: Array(message.text.utf8))
    }
    #expect(fault.words(about: "client#1").contains(words), "\(fault.words(about: "client#1"))")
  }

  @Test func numbersAreNeverGivenTwice() {
    var peers = PackagerPeers()
    peers.join(1, query: nil)
    peers.leave(1)
    peers.join(2, query: nil)
    #expect(peers.name(of: 2) == "client#2")
    #expect(peers.receive(.broadcast(method: "reload", params: nil), from: 1).deliveries.isEmpty)
  }

  @Test func whatAClientSaysOfItselfIsCut() throws {
    var peers = Self.peers
    peers.join(
      4, query: (0..<100).map { "k\($0)=" + String(repeating: "x", count: 1000) }.joined(separator: "&"))
    peers.join(5, query: "role=%ff")
    let answer = peers.receive(
      .request(method: "getpeers", target: "server", id: .number(1), params: nil), from: 3)
    let json = try JSONValue(parsing: try #require(answer.deliveries.first).message)
    #expect(json["result"]?["client#4"]?.object?.count == 16)
    #expect(json["result"]?["client#4"]?["k0"]?.string?.count == 256)
    #expect(json["result"]?["client#5"] == .object(JSONObject()))
  }

  @Test func oneLineASecondPasses() {
    var throttle = Throttle()
    let start = ContinuousClock.now
    #expect(throttle.pass(at: start) == 0)
    for step in 1...9 { #expect(throttle.pass(at: start + .milliseconds(100 * step)) == nil) }
    #expect(throttle.pass(at: start + .milliseconds(1_100)) == 9)
    #expect(throttle.pass(at: start + .milliseconds(2_200)) == 0)
  }
}
