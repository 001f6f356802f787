import Glibc

/// One joined connection to the bus: the Redis commands and the storage format.
///
/// The keys of a project in Redis, which expire when nothing was shared for a week:
///
///     hybrid:NAME:files    hash: path → mark, time, content
///     hybrid:NAME:times    hash: path → time
///     hybrid:NAME:log      stream: origin, name, path, path …: files in the order of arrival; the last 2,000
///     hybrid:NAME:epoch    random, new when the keys were lost
///     hybrid:NAME:servers  sorted set: origin → when it was heard of last
///     hybrid:NAME:news     channel: says that the log is longer, or `reload ORIGIN`
///
/// The log orders the saves and is short; the files are kept once, as they are last. So a reconnecting server
/// reads the end of the log and then those files, however often they were saved meanwhile.
final class BusSession {
  private let address: BusAddress
  private let origin: String
  private let name: String
  private let commands: RedisConnection
  private let subscription: RedisConnection

  /// Files in one step, and bytes in one answer.
  private static let most = 1_000
  private static let mostBytes = 4 << 20

  init(_ address: BusAddress, project: String, origin: String, name: String) throws(BusError) {
    self.address = address
    self.origin = origin
    self.name = name
    prefix = "hybrid:\(project):"
    commands = try RedisConnection(address)
    subscription = try RedisConnection(address)
    _ = try subscription.command(["SUBSCRIBE", prefix + "news"])
  }

  private let prefix: String

  /// Readable when ``readNews()`` has something.
  var descriptor: Int32 { subscription.descriptor }

  /// Whether the log grew, and whether another server requested a full reload.
  func readNews() throws(BusError) -> (isLonger: Bool, isReload: Bool) {
    var result = (isLonger: false, isReload: false)
    for item in try subscription.readNews().map(\.elements) where item.count == 3 {
      guard item[0].text == "message", let word = item[2].text else { continue }
      if word.hasPrefix("reload ") {
        if word != "reload \(origin)" { result.isReload = true }
      } else {
        result.isLonger = true
      }
    }
    return result
  }

  // MARK: Presence

  /// Announces this server, and counts all servers.
  func greet(at time: Int) throws(BusError) -> Int {
    _ = try commands.command(["ZADD", prefix + "servers", "\(time)", origin])
    _ = try commands.command(["ZREMRANGEBYSCORE", prefix + "servers", "-inf", "(\(time - 20_000)"])
    if case .integer(let count) = try commands.command(["ZCARD", prefix + "servers"]) { return count }
    return 1
  }

  /// Announces that this server leaves.
  func leave() { _ = try? commands.command(["ZREM", prefix + "servers", origin]) }

  /// Requests a full reload of all clients.
  func publishReload() throws(BusError) {
    _ = try commands.command(["PUBLISH", prefix + "news", "reload \(origin)"])
  }

  // MARK: The log

  /// The epoch of the keys: a different one than last time means that Redis lost them.
  func epoch(orElse fresh: String) throws(BusError) -> String {
    _ = try commands.command(["SET", prefix + "epoch", fresh, "NX", "EX", Self.lifetime])
    return try commands.command(["GET", prefix + "epoch"]).text ?? fresh
  }

  /// The place of the log's end; `0-0` when it is empty.
  func end() throws(BusError) -> String {
    let last = try commands.command(["XREVRANGE", prefix + "log", "+", "-", "COUNT", "1"]).elements.first
    return last?.elements.first?.text ?? "0-0"
  }

  /// Whether the log still has the entry right after `place`.
  func has(_ place: String) throws(BusError) -> Bool {
    if place == "0-0" { return false }
    return try !commands.command(["XRANGE", prefix + "log", place, place]).elements.isEmpty
  }

  /// The log after `place`: the paths and the server names of others' entries, and the place of the last
  /// entry.
  func log(behind place: String) throws(BusError) -> (paths: Set<String>, origins: Set<String>, end: String) {
    var result = (paths: Set<String>(), origins: Set<String>(), end: place)
    while true {
      // `(` before a place is Redis 6.2; asking for one more and leaving out the first does for all.
      let entries = try commands.command([
        "XRANGE", prefix + "log", result.end, "+", "COUNT", "101",
      ]).elements.filter { $0.elements.first?.text != result.end }
      for entry in entries {
        let parts = entry.elements
        guard parts.count == 2, let id = parts[0].text else { continue }
        result.end = id
        var fields: [(String, String)] = []
        let words = parts[1].elements.map(\.text)
        for index in stride(from: 0, to: words.count - 1, by: 2) {
          if let key = words[index], let value = words[index + 1] { fields.append((key, value)) }
        }
        guard fields.first(where: { $0.0 == "origin" })?.1 != origin else { continue }
        result.origins.insert(String((fields.first { $0.0 == "name" }?.1 ?? "another server").prefix(100)))
        for (key, value) in fields where key == "path" && SharedFile.isPath(value) {
          result.paths.insert(value)
        }
      }
      if entries.count < 100 { return result }
    }
  }

  // MARK: Files

  /// The paths of all files that are shared.
  func allPaths() throws(BusError) -> [String] {
    try commands.command(["HKEYS", prefix + "times"]).elements.compactMap(\.text).filter(SharedFile.isPath)
  }

  /// The current files; missing or malformed ones are left out.
  func files(_ paths: [String]) throws(BusError) -> [SharedFile] {
    var files: [SharedFile] = []
    // A few at a time: an answer is in memory as a whole.
    var rest = paths[...]
    while !rest.isEmpty {
      let some = Array(rest.prefix(64))
      rest = rest.dropFirst(some.count)
      let values = try commands.command(["HMGET", prefix + "files"] + some).elements
      for (path, value) in zip(some, values) {
        if case .bytes(let stored) = value, let file = SharedFile(path: path, stored: stored) {
          files.append(file)
        }
      }
    }
    return files
  }

  /// Shares files, except those with a later save on the bus; returns the paths of these.
  func publish(_ files: [SharedFile]) throws(BusError) -> [String] {
    var older: [String] = []
    var rest = files[...]
    while !rest.isEmpty {
      var bytes = 0
      let some = rest.prefix(Self.most).prefix { file in
        defer { bytes += file.content?.count ?? 0 }
        return bytes < Self.mostBytes
      }
      rest = rest.dropFirst(some.count)
      var words = ["EVAL", Self.script, "3", prefix + "files", prefix + "times", prefix + "log"].map {
        Array($0.utf8)
      }
      words += [origin, name, prefix + "news", Self.lifetime, prefix + "epoch"].map { Array($0.utf8) }
      for file in some { words += [Array(file.path.utf8), Array("\(file.time)".utf8), file.stored] }
      older += try commands.command(words).elements.compactMap(\.text)
    }
    return older
  }

  /// A week, in seconds.
  private static let lifetime = "604800"

  /// An atomic Redis script: of two saves of one file, the later one stays.
  private static let script = """
    local older, entry = {}, {'origin', ARGV[1], 'name', ARGV[2]}
    for i = 6, #ARGV, 3 do
      local known = redis.call('HGET', KEYS[2], ARGV[i])
      if known and tonumber(known) > tonumber(ARGV[i + 1]) then
        older[#older + 1] = ARGV[i]
      else
        redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
        redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 2])
        entry[#entry + 1] = 'path'
        entry[#entry + 1] = ARGV[i]
      end
    end
    if #entry > 4 then
      redis.call('XADD', KEYS[3], 'MAXLEN', '~', '2000', '*', unpack(entry))
      redis.call('PUBLISH', ARGV[3], 'log')
    end
    for _, key in ipairs({KEYS[1], KEYS[2], KEYS[3], ARGV[5]}) do redis.call('EXPIRE', key, ARGV[4]) end
    return older
    """
}
