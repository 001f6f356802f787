import Foundation
import HybridTestSupport
import Synchronization
import Testing

@testable import HybridBus

/// A server of the project on the bus; records the received files by path.
private final class Member: Sendable {
  private let heard = Mutex<[String: SharedFile]>([:])
  private let calls = Mutex(0)
  private let reloads = Mutex(0)
  private let bus = Mutex<ProjectBus?>(nil)

  init(_ url: String, _ name: String) throws {
    let made = ProjectBus(
      try BusAddress(url), project: "shop", name: name, origin: name,
      listener: ProjectBus.Listener(
        onChanges: { [weak self] news in
          self?.calls.withLock { $0 += 1 }
          self?.heard.withLock { heard in for file in news.files { heard[file.path] = file } }
        }, onReload: { [weak self] in self?.reloads.withLock { $0 += 1 } }))
    bus.withLock { $0 = made }
  }

  deinit { bus.withLock { $0 }?.stop() }

  var state: BusState { bus.withLock { $0?.state } ?? .joining }
  var reloadCount: Int { reloads.withLock { $0 } }
  var callCount: Int { calls.withLock { $0 } }
  var waitingCount: Int { bus.withLock { $0?.waitingCount } ?? 0 }
  func share(_ files: [SharedFile]) { bus.withLock { $0 }?.share(files) }
  func shareReload() { bus.withLock { $0 }?.shareReload() }

  func share(_ path: String, _ text: String?, at time: Int = ProjectBus.now()) {
    share([SharedFile(path: path, content: text.map { Array($0.utf8) }, time: time)])
  }

  /// The received text of a file: nil for none, `-` for its removal.
  func text(_ path: String) -> String? {
    heard.withLock { $0[path].map { $0.content.map { String(decoding: $0, as: UTF8.self) } ?? "-" } }
  }

  var paths: Set<String> { heard.withLock { Set($0.keys) } }
}

@Suite(.enabled(if: RedisServer.isInstalled, "skipped: there is no redis-server"))
struct ProjectBusTests {
  private func joined(_ redis: RedisServer, _ names: String...) async throws -> [Member] {
    let members = try names.map { try Member(redis.url, $0) }
    for member in members {
      try #require(
        await poll { if case .joined = member.state { true } else { false } })
    }
    return members
  }

  @Test func `a save is heard by all others with its content, and not by who made it`() async throws {
    let redis = try RedisServer()
    let members = try await joined(redis, "anna", "bert", "cora")
    members[0].share("pages/home/index.html", "<p>one")
    members[0].share("old.css", nil)
    for other in members.dropFirst() {
      #expect(await poll { other.text("pages/home/index.html") == "<p>one" })
      #expect(await poll { other.text("old.css") == "-" })
    }
    #expect(members[0].paths.isEmpty)
  }

  @Test func `who joins later hears all files as they are last`() async throws {
    let redis = try RedisServer()
    let anna = try await joined(redis, "anna")[0]
    for number in 0..<50 { anna.share("a.css", "\(number)") }
    anna.share("b.css", "b")
    try #require(await poll { anna.waitingCount == 0 })
    let bert = try await joined(redis, "bert")[0]
    #expect(await poll { bert.text("a.css") == "49" && bert.text("b.css") == "b" })
    #expect(bert.callCount == 1)
  }

  @Test func `ten thousand files at once all arrive`() async throws {
    let redis = try RedisServer()
    let members = try await joined(redis, "anna", "bert")
    members[0].share(
      (0..<10_000).map { SharedFile(path: "pages/\($0).html", content: Array("\($0)".utf8), time: 1) })
    #expect(await poll { members[1].paths.count == 10_000 })
    #expect(members[1].text("pages/9999.html") == "9999")
  }

  @Test func `of two saves of one file the later one stays, whoever is told first`() async throws {
    let redis = try RedisServer()
    let members = try await joined(redis, "anna", "bert")
    members[0].share("a.css", "late", at: 2_000)
    try #require(await poll { members[1].text("a.css") == "late" })
    members[1].share("a.css", "early", at: 1_000)
    #expect(await poll { members[1].waitingCount == 0 })
    // A server that joins late receives the current state.
    #expect(members[1].text("a.css") == "late")
    members[0].share("mark", "")
    #expect(await poll { members[1].text("mark") == "" })
    #expect(members[0].text("a.css") == nil)
  }

  @Test func `while Redis is gone saves are kept, and are told in one go when it is back`() async throws {
    var redis = try RedisServer()
    let members = try await joined(redis, "anna", "bert")
    members[0].share("before.css", "0")
    try #require(await poll { members[1].text("before.css") == "0" })
    try await redis.end()
    try #require(
      await poll { if case .away = members[0].state { true } else { false } })
    for number in 1...100 {
      members[0].share("a.css", "\(number)")
      members[1].share("b.css", "\(number)")
    }
    redis = try RedisServer(port: redis.port)
    #expect(await poll { members[1].text("a.css") == "100" })
    #expect(await poll { members[0].text("b.css") == "100" })
    #expect(members[0].waitingCount == 0)
  }

  @Test func `a Redis that hangs holds nobody up, and all is there when it goes on`() async throws {
    let redis = try RedisServer()
    let members = try await joined(redis, "anna", "bert")
    redis.pause(true)
    for number in 1...1_000 { members[0].share("a.css", "\(number)") }
    #expect(members[0].waitingCount >= 1)
    redis.pause(false)
    #expect(await poll { members[1].text("a.css") == "1000" })
  }

  @Test func `a reload goes to all others`() async throws {
    let redis = try RedisServer()
    let members = try await joined(redis, "anna", "bert")
    members[0].shareReload()
    #expect(await poll { members[1].reloadCount == 1 })
    #expect(members[0].reloadCount == 0)
  }

  @Test func `what somebody else wrote into the keys is left out when it is no file of a project`()
    async throws
  {
    let redis = try RedisServer()
    let members = try await joined(redis, "anna")
    let raw = try RedisConnection(try BusAddress(redis.url))
    let paths = [
      "../etc/passwd", "/etc/passwd", "a/../b", "a//b", "a\nb", "a\\b", "",
      String(repeating: "a", count: 2_000),
    ]
    for path in paths { _ = try raw.command(["HSET", "hybrid:shop:files", path, "+1\nevil"]) }
    for (path, value) in [
      ("x1", ""), ("x2", "+"), ("x3", "+abc\nevil"), ("x4", "?1\nevil"), ("x5", "+-4\nevil"),
    ] {
      _ = try raw.command(["HSET", "hybrid:shop:files", path, value])
    }
    _ = try raw.command(["HSET", "hybrid:shop:files", "good.css", "+1\ngood"])
    var entry = ["XADD", "hybrid:shop:log", "*", "origin", "mallory", "name", "mallory"]
    for path in paths + ["x1", "x2", "x3", "x4", "x5", "good.css", "missing"] { entry += ["path", path] }
    _ = try raw.command(entry)
    _ = try raw.command(["PUBLISH", "hybrid:shop:news", "nonsense"])
    #expect(await poll { members[0].text("good.css") == "good" })
    #expect(members[0].paths == ["good.css"])
    // Keys of the wrong type are reported as an error, and retried after they are fixed.
    _ = try raw.command(["DEL", "hybrid:shop:log"])
    _ = try raw.command(["SET", "hybrid:shop:log", "nonsense"])
    _ = try raw.command(["PUBLISH", "hybrid:shop:news", "log"])
    #expect(
      await poll { if case .away(.refused) = members[0].state { true } else { false } })
    _ = try raw.command(["DEL", "hybrid:shop:log"])
    #expect(await poll { if case .joined = members[0].state { true } else { false } })
  }

  @Test func `a wrong password is told as such, and the right one lets in`() async throws {
    let redis = try RedisServer(password: "open sesame")
    let stranger = try Member("redis://:guess@127.0.0.1:\(redis.port)", "stranger")
    #expect(
      await poll {
        if case .away(.refused(let reason)) = stranger.state { !reason.contains("guess") } else { false }
      })
    let friend = try Member("redis://:open%20sesame@127.0.0.1:\(redis.port)", "friend")
    #expect(await poll { friend.state == .joined(servers: 1) })
  }
}
