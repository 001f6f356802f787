import HybridTestSupport
import Testing

@testable import HybridSocket

@Suite struct PeerOwnerTests {
  static let table = """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 0100007F:1E6C 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 3 1 0 100 0 0 \
    10 0
       1: 0100007F:C350 0100007F:1E6C 01 00000000:00000000 00:00000000 00000000  1001        0 4 1 0 20 4 30 \
    10 -1
       2: 0100007F:1E6C 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 5 1 0 20 4 30 \
    10 -1
       3: 0200007F:C350 0100007F:1E6C 01 00000000:00000000 00:00000000 00000000  1002        0 6 1 0 20 4 30 \
    10 -1
       4: 0100007F:C351 0100007F:1E6C 01 00000000:00000000 00:00000000 00000000  1000        0 7 1 0 20 4 30 \
    10 -1
       5: broken
       6: x y z
    """

  static let connections: [(port: Int, ownPort: Int, users: Set<UInt32>)] = [
    (50_000, 7788, [1001, 1002]), (50_001, 7788, [1000]), (50_002, 7788, []), (50_000, 7789, []),
    (7788, 50_000, [1000]), (0, 7788, []),
  ]

  @Test(arguments: connections)
  func theUsersOfAConnectionAreThoseOfItsOtherEnd(_ port: Int, _ ownPort: Int, _ users: Set<UInt32>) {
    #expect(PeerOwner.users(in: Self.table, port: port, ownPort: ownPort) == users)
    #expect(PeerOwner.users(in: "", port: port, ownPort: ownPort).isEmpty)
  }

  @Test func aConnectionOfThisProcessIsOurs() async throws {
    let server = try HTTPServer { request in
      .text(
        """
        \(PeerOwner.isOtherUser(port: request.remotePort, ownPort: Int(request.query ?? "") ?? 0)) \
        \(request.remotePort > 0)
        """
      )
    }
    defer { server.stop() }
    let answer = try await httpGet("http://127.0.0.1:\(server.port)/?\(server.port)")
    #expect(String(decoding: answer.body, as: UTF8.self) == "false true")
  }
}
