import Foundation
import HybridRelease
import HybridReleaseSupport
import HybridTestSupport
import Testing

@testable import HybridPublishing

/// `hybrid serve`, queried by libcurl and by raw sockets.
@Suite(.enabled(if: (try? HybridCommand.executable) != nil, "the command line is not built"))
struct ServeTests {
  private static let large = [UInt8](repeating: 7, count: 40_000)

  private func dist() throws -> DistMaker {
    var dist = try DistMaker()
    try dist.release(1, ["units/home.unit": Self.large])
    return dist
  }

  private func path(of dist: DistMaker) throws -> String {
    try #require(dist.files.keys.first { $0.hasPrefix("files/") })
  }

  @Test func answersAsAHostDoes() async throws {
    let dist = try dist()
    let served = try await ServedFolder(dist)
    let whole = try served.get(DistPaths.freshness)
    #expect(whole.status == 200 && whole.body == dist.files[DistPaths.freshness])
    #expect(whole.headers["cache-control"] == "no-cache")
    #expect(whole.headers["content-type"] == "application/json")
    let tag = try #require(whole.headers["etag"])

    let same = try served.get(DistPaths.freshness, headers: ["If-None-Match: \(tag)"])
    #expect(same.status == 304 && same.body.isEmpty)
    // The daily request of each app that has nothing to download.
    #expect(same.overhead.sent + same.overhead.received <= 1_024, "\(same.overhead)")
    #expect(try served.get(DistPaths.freshness, headers: ["If-None-Match: \"other\""]).status == 200)

    let head = try served.get(DistPaths.freshness, method: "HEAD")
    #expect(head.status == 200 && head.body.isEmpty && head.headers["etag"] == tag)
    #expect(head.headers["content-length"] == "\(whole.body.count)")

    let file = try served.get(path(of: dist))
    #expect(file.body == Self.large)
    #expect(file.headers["cache-control"] == "public, max-age=31536000, immutable")
  }

  @Test(arguments: [
    ("bytes=39990-", 206, 39_990..<40_000), ("bytes=0-9", 206, 0..<10), ("bytes=-5", 206, 39_995..<40_000),
    ("bytes=39999-50000", 206, 39_999..<40_000), ("bytes=40000-", 416, 0..<0),
    ("bytes=39999-99999999999999999999", 206, 39_999..<40_000), ("bytes=99999999999999999999-", 416, 0..<0),
    ("bytes=-99999999999999999999", 206, 0..<40_000),
    // No range at all, or more than one: ignored (RFC 9110 §14.2).
    ("bytes=9-1", 200, 0..<40_000), ("lines=1-2", 200, 0..<40_000), ("bytes=0-1,3-4", 200, 0..<40_000),
  ])
  func answersRanges(_ range: String, _ status: Int, _ part: Range<Int>) async throws {
    var dist = try DistMaker()
    let bytes = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try dist.release(1, ["units/home.unit": bytes])
    let served = try await ServedFolder(dist)
    let answer = try served.get(path(of: dist), headers: ["Range: \(range)"])
    #expect(answer.status == status && answer.body == Array(bytes[part]))
    switch status {
    case 206:
      #expect(answer.headers["content-range"] == "bytes \(part.lowerBound)-\(part.upperBound - 1)/40000")
    case 416: #expect(answer.headers["content-range"] == "bytes */40000")
    default: #expect(answer.headers["content-range"] == nil)
    }
    // The file has changed: the whole file is sent.
    let changed = try served.get(path(of: dist), headers: ["Range: \(range)", "If-Range: \"other\""])
    #expect(changed.status == 200 && changed.body == bytes)
  }

  @Test func hasOnlyWhatIsPublished() async throws {
    var dist = try dist()
    dist.files["embedded/release.hybrid"] = [1]
    dist.files["maps/home.map"] = [1]
    dist.files["notes.txt"] = [1]
    dist.files["keys/root.key"] = [1]
    let served = try await ServedFolder(dist)
    for path in [
      "embedded/release.hybrid", "maps/home.map", "notes.txt", "keys/root.key", "", "files/", "files",
    ]
      + ["releases/2.json", "files/\(String(repeating: "0", count: 64))", "freshness.json/"]
    {
      #expect(try served.get(path).status == 404, "\(path)")
    }
    for path in ["/../freshness.json", "/%2e%2e/passwd", "//etc/passwd", "/files/../freshness.json"]
      + ["/..%2ffreshness.json", "/freshness.json%00", "/./freshness.json", "/files\\..\\freshness.json"]
    {
      let answer = try await served.raw("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 40"), "\(path): \(answer)")
    }
    // A symbolic link is not followed.
    let file = try served.folder + "/" + path(of: dist)
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/etc/hostname")
    #expect(try served.get(path(of: dist)).status == 404)
  }

  @Test func isForThisMachineOnly() async throws {
    let dist = try dist()
    let served = try await ServedFolder(dist)
    // `local_address` and `st` of proc(5): listening sockets with this port.
    let port = String(format: ":%04X", served.port)
    for (table, expected) in [("tcp", ["0100007F"]), ("tcp6", [])] {
      // Read to the end, since such a file reports a size of 0.
      let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/net/\(table)"))
      let lines = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).split(separator: "\n")
      let listening = lines.map { $0.split(separator: " ") }.filter { $0[1].hasSuffix(port) && $0[3] == "0A" }
      #expect(listening.map { String($0[1].dropLast(5)) } == expected)
    }
    // A web page whose name resolves to this host (DNS rebinding) gets nothing.
    let answer = try await served.raw("GET /freshness.json HTTP/1.1\r\nHost: evil.example\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 4"), "\(answer)")
    for method in ["POST", "PUT", "DELETE"] {
      let answer = try served.get(DistPaths.freshness, method: method)
      #expect(answer.status >= 400, "\(method): \(answer.status)")
    }
    #expect(try served.get(DistPaths.freshness).body == dist.files[DistPaths.freshness])
  }

  /// Text from clients must not reach the terminal unfiltered.
  @Test func printsNoControlCharactersOfClients() async throws {
    let project = try TemporaryProject([:])
    try dist().write(to: project.path)
    let process = try ChildProcess([HybridCommand.executable.path, "serve", project.path])
    try #require(
      await poll { process.output.contains("; type a fault") }, "\(process.errors)")
    let address = try #require(process.output.firstRange(of: "127.0.0.1:"))
    let port = try #require(Int(process.output[address.upperBound...].prefix { $0.isNumber }))
    let client = try RawClient(port: port)
    client.send("G\0T\u{1B}\n /x\u{7}é HTTP/1.1\r\n\r\n")
    _ = await client.receive()
    try #require(await poll { process.output.contains(" bytes in,") })
    let line = try #require(process.output.split(separator: "\n").last)
    #expect(line.contains("G␀T␛␊ x␇é  "), "\(line.debugDescription)")
  }

  @Test func letsThingsGoWrongOnDemand() async throws {
    let dist = try dist()
    let path = try path(of: dist)
    let served = try await ServedFolder(dist, faults: ["cut:files/*:0.5"])
    let fault = #expect(throws: TransferFault.self) { try served.get(path) }
    guard case .unreachable = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(try served.get(DistPaths.freshness).status == 200)

    try await served.change("none")
    #expect(try served.get(path).body == Self.large)

    try await served.change("corrupt:files/*")
    let corrupt = try served.get(path)
    #expect(corrupt.status == 200 && zip(corrupt.body, Self.large).count { $0 != $1 } == 1)
    try await served.change("none")

    try await served.change("status:files/*:500")
    #expect(try served.get(path).status == 500)
    try await served.change("status")
    #expect(try served.get(DistPaths.freshness).status == 503)
    try await served.change("none")

    // 40,000 bytes, 10,000 of them twenty times a second: three pauses of 50 ms.
    try await served.change("slow:files/*:200000")
    let start = ContinuousClock.now
    #expect(try served.get(path).body == Self.large)
    #expect(ContinuousClock.now - start >= .milliseconds(150))
    try await served.change("none")

    // A newer release exists, and the host withholds it.
    try await served.change("stale")
    var next = dist
    next.refresh()
    try next.write(to: served.folder)
    #expect(try served.get(DistPaths.freshness).body == dist.files[DistPaths.freshness])
    try await served.change("none")
    #expect(try served.get(DistPaths.freshness).body == next.files[DistPaths.freshness])

    try await served.change("wrong", says: "is not a fault")
    try await served.change("stale:files/*", says: "is not a fault")
    #expect(try served.get(DistPaths.freshness).status == 200)
    #expect(served.output.contains("{\"cut\":true,\"method\":\"GET\",\"path\":\"\(path)\""))
  }
}

extension ServedFolder {
  fileprivate convenience init(_ dist: DistMaker, faults: [String] = []) async throws {
    try await self.init(faults: faults) { try dist.write(to: $0) }
  }

  fileprivate func get(_ path: String, method: String = "GET", headers: [String] = []) throws
    -> TransferAnswer
  {
    try TransferPool.shared.send(
      TransferRequest(method: method, url: "http://127.0.0.1:\(port)/\(path)", headers: headers))
  }

  fileprivate func raw(_ request: String) async throws -> String {
    let client = try RawClient(port: port)
    client.send(request)
    return String(decoding: await client.receive(), as: UTF8.self)
  }
}
