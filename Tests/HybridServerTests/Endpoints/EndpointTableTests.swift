import Foundation
import HybridSocket
import HybridTestSupport
import Testing

@testable import HybridServer

@Suite struct EndpointTableTests {
  /// A path that an endpoint answers.
  static func path(of row: Endpoint) -> String {
    switch row.path {
    case .exactly(let path): path
    case .below(let prefix, _): prefix + "x"
    case .named(let ending): "/card" + ending
    }
  }

  /// `HYBRID_UPDATE_GOLDENS=1` writes the table into the page.
  @Test func thePageListsEveryEndpoint() throws {
    let page = URL(fileURLWithPath: #filePath).appending(path: "../../../../Documentation/dev-server-api.md")
      .standardizedFileURL
    var lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: EndpointTable.documentation[0]))
    let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE_GOLDENS"] == "1" {
      lines.replaceSubrange(start..<end, with: EndpointTable.documentation)
      try lines.joined(separator: "\n").write(to: page, atomically: true, encoding: .utf8)
    } else {
      #expect(Array(lines[start..<end]) == EndpointTable.documentation)
    }
  }

  /// Each path is answered by the row whose right is checked: no row hides another.
  @Test func everyRowAnswersAPathOfItsOwn() {
    for row in EndpointTable.rows {
      let path = Self.path(of: row)
      let found = EndpointTable.row(method: row.method.rawValue, path: path)
      #expect(found?.path == row.path)
      #expect(EndpointTable.right(method: row.method.rawValue, path: path) == row.right)
      #expect(EndpointTable.methods(of: path).contains(row.method.rawValue))
    }
  }

  /// The requirements of each right for each visitor: on this machine with nothing, the token, a key; on the
  /// network with nothing, the token, a key, the key as a cookie, a wrong key.
  @Test func noRowAsksForLessThanItsRight() throws {
    let rig = try PolicyRig()
    for row in EndpointTable.rows {
      let path = Self.path(of: row)
      func statuses(_ proofs: [Proof], from address: String) -> [Int] {
        proofs.map { rig.status(rig.request(row.method.rawValue, path, from: address, $0)) }
      }
      let (local, network) =
        switch row.right {
        case .packagerStatus, .pairing: ([200, 200, 200], [200, 200, 200, 200, 200])
        case .front, .reading: ([200, 200, 200], [401, 401, 200, 200, 401])
        case .keyless: ([200, 200, 200], [403, 403, 403, 403, 403])
        case .privileged: ([401, 200, 401], [403, 403, 403, 403, 403])
        }
      #expect(statuses([.nothing, .token, .key], from: "127.0.0.1") == local, "\(path)")
      #expect(statuses(Proof.allCases, from: "192.168.1.7") == network, "\(path)")
    }
  }

  /// Every socket has a path of its own, and only clients that cannot have a key get in without one.
  @Test func socketsNeedAKeyUnlessTheirClientsHaveNone() throws {
    let paths = EndpointTable.sockets.map(\.path)
    #expect(Set(paths).count == paths.count)
    #expect(EndpointTable.sockets.filter { $0.right == .keyless }.map(\.path) == ["/message", "/livereload"])
  }

  /// Endpoints that change state are never open to read-only visitors.
  @Test func everyPostButPairingNeedsTheToken() {
    let open = EndpointTable.rows.filter { $0.method == .post && $0.right != .privileged }
    #expect(open.map(\.path) == [.exactly("/hybrid/pair")])
  }

  @Test(arguments: [
    ("/hybrid/problems", ["GET", "HEAD"]), ("/hybrid/reload", ["POST"]),
    ("/hybrid/pair", ["POST", "GET", "HEAD"]), ("/hybrid/unpair", ["POST"]), ("/nothing", ["GET", "HEAD"]),
    ("/hybrid/unit/a/data.json", ["GET", "HEAD"]),
  ])
  func everyPathSaysItsMethods(_ path: String, _ methods: [String]) {
    #expect(EndpointTable.methods(of: path) == methods)
  }
}
