import HybridSocket
import Testing

@testable import HybridServer

struct MessageBacklogTests {
  @Test func itTakesEightMegabytesAtATime() {
    let backlog = MessageBacklog()
    let message = WebSocketMessage.text(Array(repeating: 32, count: 1 << 20))
    for _ in 0..<7 { #expect(backlog.add(message)) }
    #expect(!backlog.add(message))
    for _ in 0..<8 { backlog.take(message) }
    #expect(backlog.add(message))
  }

  @Test func smallMessagesCountToo() {
    let backlog = MessageBacklog()
    var count = 0
    while backlog.add(.text("")) { count += 1 }
    #expect(count == MessageBacklog.limit / 256)
  }
}
