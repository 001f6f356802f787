import CHiredis
import Glibc

/// A reply of a Redis server (RESP, version 2).
enum RedisValue: Hashable {
  case null
  case integer(Int)
  /// A string or a status.
  case bytes([UInt8])
  case error(String)
  case array([RedisValue])

  var text: String? {
    if case .bytes(let bytes) = self { String(validating: bytes, as: UTF8.self) } else { nil }
  }
  var elements: [RedisValue] { if case .array(let elements) = self { elements } else { [] } }

  fileprivate init(_ reply: UnsafePointer<HybridRedisReply>) {
    let reply = reply.pointee
    func content() -> [UInt8] {
      guard let text = reply.text else { return [] }
      return Array(UnsafeRawBufferPointer(start: text, count: reply.length))
    }
    switch Int(reply.type) {
    case HybridRedisString, HybridRedisStatus: self = .bytes(content())
    case HybridRedisInteger: self = .integer(Int(reply.integer))
    case HybridRedisError: self = .error(String(decoding: content(), as: UTF8.self))
    case HybridRedisArray:
      self = .array((0..<reply.count).map { reply.elements?[$0].map { RedisValue($0) } ?? .null })
    default: self = .null
    }
  }
}

/// One connection to a Redis server, for one thread at a time. Every call waits, but no longer than
/// ``patience``.
final class RedisConnection {
  /// How long to wait for the server, in seconds.
  static let patience = 5

  private let functions: HybridRedis
  private let context: UnsafeMutablePointer<HybridRedisContext>

  /// Connects, gives the password and chooses the database.
  init(_ address: BusAddress) throws(BusError) {
    functions = try Self.library()
    guard
      let made = functions.connectWithTimeout(
        address.host, Int32(address.port), timeval(tv_sec: 2, tv_usec: 0))
    else { throw .away(reason: "there is no memory") }
    context = made
    guard context.pointee.error == 0 else { throw failure }
    _ = fcntl(context.pointee.descriptor, F_SETFD, FD_CLOEXEC)
    _ = functions.setTimeout(context, timeval(tv_sec: Self.patience, tv_usec: 0))
    if let password = address.password {
      _ = try command(["AUTH"] + (address.user.map { [$0] } ?? []) + [password])
    }
    if address.database != 0 { _ = try command(["SELECT", "\(address.database)"]) }
  }

  deinit { functions.free(context) }

  /// The descriptor for `poll`.
  var descriptor: Int32 { context.pointee.descriptor }

  /// Sends one command and waits for its answer.
  /// - Throws: ``BusError/refused(reason:)`` when that is an error.
  func command(_ words: [String]) throws(BusError) -> RedisValue { try command(words.map { Array($0.utf8) }) }

  /// As above, of bytes.
  func command(_ words: [[UInt8]]) throws(BusError) -> RedisValue {
    try append(words)
    var reply: UnsafeMutableRawPointer?
    guard functions.getReply(context, &reply) == 0, let reply else { throw failure }
    return try value(of: reply)
  }

  /// Messages that the server pushed, and replies read with them; empty if none was complete.
  func readNews() throws(BusError) -> [RedisValue] {
    guard functions.bufferRead(context) == 0 else { throw failure }
    var news: [RedisValue] = []
    while true {
      var reply: UnsafeMutableRawPointer?
      guard functions.getReplyFromReader(context, &reply) == 0 else { throw failure }
      guard let reply else { return news }
      news.append(try value(of: reply))
    }
  }

  private func value(of reply: UnsafeMutableRawPointer) throws(BusError) -> RedisValue {
    defer { functions.freeReplyObject(reply) }
    let value = RedisValue(reply.assumingMemoryBound(to: HybridRedisReply.self))
    if case .error(let reason) = value { throw .refused(reason: reason) }
    return value
  }

  private func append(_ words: [[UInt8]]) throws(BusError) {
    // One block for all words: the library copies them.
    let block = words.flatMap { $0 }
    let lengths = words.map(\.count)
    let result = block.withUnsafeBytes { bytes in
      var pointers: [UnsafePointer<CChar>?] = []
      var offset = 0
      for length in lengths {
        pointers.append(bytes.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) })
        offset += length
      }
      return functions.appendCommandArgv(context, Int32(words.count), &pointers, lengths)
    }
    guard result == 0 else { throw failure }
  }

  private var failure: BusError {
    let text = withUnsafeBytes(of: context.pointee.errorText) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return .away(reason: text.isEmpty ? "the connection broke" : text)
  }

  private static func library() throws(BusError) -> HybridRedis {
    var functions = HybridRedis()
    if let reason = hybrid_redis_load("libhiredis.so.0.14", &functions) {
      throw .noLibrary(reason: String(cString: reason))
    }
    return functions
  }
}
