import HybridCompression
import HybridCrypto
import HybridRelease
import Synchronization

/// Downloads files for one update, with retries, within one deadline, and never more than the announced size.
struct Fetcher: Sendable {
  let transport: any UpdateTransport
  let settings: UpdateSettings
  let files: any StoreFiles
  let folder: String
  let sodium: Sodium
  /// The end of the deadline, on the clock of the settings.
  let end: Duration
  let emit: @Sendable (UpdateEvent) -> Void
  /// Limits requests for missing deltas.
  let deltaBudget = DeltaRequestBudget()

  /// A file held in memory.
  struct FetchedFile: Sendable {
    var bytes: [UInt8]
    var etag: String?
  }

  /// Downloads a file into memory, unless the host has no such file, or nothing newer than `etag`.
  ///
  /// - Parameter retries: How often a failed network request is repeated; nil for the number in the settings.
  func held(
    _ path: String, etag: String? = nil, atMost limit: Int, retries: Int? = nil
  ) async throws(Refusal) -> Fetched {
    let request = TransportRequest(path: path, etag: etag, limit: limit, timeout: .zero)
    return try await trying(path, retries: retries) { () async throws(Refusal) in
      let collected = Collected()
      let answer = try await get(request) { part throws(Refusal) in
        switch part {
        case .begins(let offset):
          guard offset == 0 else { throw Refusal(.networkStatus, path, "206 that was not asked for") }
          collected.bytes.withLock { $0 = [] }
        case .bytes(let bytes):
          try collected.bytes.withLock { collected throws(Refusal) in
            guard bytes.count <= limit - collected.count else { throw endless(path, limit) }
            collected += bytes
          }
        }
      }
      switch answer {
      case .missing: return .missing
      case .notModified: return .notModified
      case .whole(let etag):
        return .held(FetchedFile(bytes: collected.bytes.withLock { $0 }, etag: etag))
      }
    }
  }

  /// The result of ``held(_:etag:atMost:)``.
  enum Fetched: Sendable {
    case held(FetchedFile)
    case notModified
    case missing
  }

  private final class Collected: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  // MARK: Files of a release

  /// A file to download.
  struct Item: Sendable {
    var file: ReleaseFile
    /// Local content from which the host may have a delta.
    var base: FileDigest?
  }

  func stagingPath(_ digest: FileDigest) -> String { "\(folder)/staging/\(digest.sha256).part" }

  /// Downloads one file to its place in `staging`: complete, verified and flushed to disk. If it is already
  /// in `files`, complete and verified, nothing of it remains in `staging`.
  ///
  /// - Parameter base: The bytes of the delta's base.
  func load(_ item: Item, base: [UInt8]?, progress: DownloadProgress) async throws(Refusal) {
    let staged = stagingPath(item.file.digest)
    // An earlier update may have downloaded the file, or even moved it to `files`.
    let name = item.file.digest.sha256.description
    for path in [staged, "\(folder)/files/\(name.prefix(2))/\(name)"] {
      guard try size(path) == item.file.digest.size, try isIntact(item.file.digest, at: path) else {
        continue
      }
      // A new partial download must not replace the complete file.
      if path != staged { try storing { () throws(FileFault) in try files.remove(staged) } }
      progress.add(item.file.digest.size)
      return try sync(path)
    }
    // A partial download of the full file is continued.
    if let digest = item.base, let base, try size(staged) ?? 0 == 0 {
      do throws(Refusal) {
        if let (bytes, cost) = try await patched(digest, base: base, to: item.file.digest) {
          try storing { () throws(FileFault) in
            try files.truncate(staged, to: 0)
            try files.write(bytes, to: staged, at: 0)
            try files.sync(staged)
          }
          return progress.add(cost, insteadOf: bytes.count)
        }
      } catch {
        // A full disk or the end of the update would affect the full file as well.
        guard !ends(error) else { throw error }
        emit(.deltaFailed(error))
      }
    }
    try await full(item.file, to: staged, progress: progress)
  }

  /// Content created from other content by a delta of the host, and the size of the delta.
  ///
  /// - Returns: nil when the host has no such delta, or when ``deltaBudget`` is used up.
  /// - Throws: Also `delta.…` for an unusable delta.
  func patched(
    _ base: FileDigest, base bytes: [UInt8], to target: FileDigest
  ) async throws(Refusal) -> (bytes: [UInt8], cost: Int)? {
    guard deltaBudget.isLeft else { return nil }
    var isFound = false
    defer { deltaBudget.record(isFound: isFound) }
    let path = DistPaths.delta(from: base.sha256, to: target.sha256)
    let delta: FetchedFile
    do throws(Refusal) {
      // A delta that is not smaller than the file is useless, and a failed request for one is not repeated.
      guard case .held(let held) = try await held(path, atMost: target.size, retries: 0) else { return nil }
      delta = held
    } catch {
      // Object stores respond 403 to clients that may read a file but not ask whether it exists.
      if error.code == .networkStatus, error.detail.hasPrefix("403") { return nil }
      throw error
    }
    let zstd: Zstd
    do throws(CompressionError) { zstd = try Zstd.shared() } catch {
      throw Refusal(.deltaMalformed, path, "cannot be read here: \(error)")
    }
    let made = try Delta.apply(
      delta.bytes, to: bytes, expecting: target, as: path, zstd: zstd, sodium: sodium)
    isFound = true
    return (made, delta.bytes.count)
  }

  private func full(_ file: ReleaseFile, to staged: String, progress: DownloadProgress) async throws(Refusal)
  {
    let (size, path) = (file.digest.size, DistPaths.file(file.digest.sha256))
    let counted = Mutex(0)
    // A partial download may be damaged: if the complete file is invalid, one more attempt starts from the
    // beginning.
    var isResumed = false
    while true {
      if size == 0 { try storing { () throws(FileFault) in try files.truncate(staged, to: 0) } }
      let answer = try await trying(path) { () async throws(Refusal) -> TransportAnswer in
        let start = try self.size(staged) ?? 0
        if start > size { try storing { () throws(FileFault) in try files.truncate(staged, to: 0) } }
        let offset = start > size ? 0 : start
        if offset > 0 { isResumed = true }
        progress.add(
          offset
            - counted.withLock { old in
              defer { old = offset }; return old
            })
        guard offset < size else { return .whole(etag: nil) }
        let request = TransportRequest(path: path, offset: offset, limit: size, timeout: .zero)
        let place = Mutex(offset)
        do throws(Refusal) {
          return try await get(request) { part throws(Refusal) in
            try place.withLock { place throws(Refusal) in
              switch part {
              case .begins(let begin):
                guard begin == offset || begin == 0 else {
                  throw Refusal(.networkStatus, path, "206 from byte \(begin), and \(offset) was asked for")
                }
                if begin != offset {
                  try storing { () throws(FileFault) in try files.truncate(staged, to: 0) }
                  progress.add(-place)
                  counted.withLock { $0 = 0 }
                }
                place = begin
              case .bytes(let bytes):
                guard bytes.count <= size - place else { throw endless(path, size) }
                try storing { () throws(FileFault) in try files.write(bytes, to: staged, at: place) }
                place += bytes.count
                progress.add(bytes.count)
                counted.withLock { $0 += bytes.count }
              }
            }
          }
        } catch {
          if error.code == .networkEndless {
            try storing { () throws(FileFault) in try files.remove(staged) }
          }
          throw error
        }
      }
      guard case .whole = answer else {
        throw Refusal(.fileMissing, path, "is named by the release and not at the host")
      }
      let found = try self.size(staged) ?? 0
      if found == size, try isIntact(file.digest, at: staged) { return try sync(staged) }
      try storing { () throws(FileFault) in try files.remove(staged) }
      guard isResumed else {
        throw found == size
          ? Refusal(.fileMismatch, path, "has other bytes than those that are named")
          : Refusal(.fileWrongSize, path, "has \(found) bytes, and \(size) are named")
      }
      isResumed = false
    }
  }

  /// Whether a file has exactly the bytes of a digest. It is read in pieces.
  func isIntact(_ digest: FileDigest, at path: String) throws(Refusal) -> Bool {
    var hasher = sodium.sha256Hasher()
    var place = 0
    while place < digest.size {
      let bytes = try storing { () throws(FileFault) in
        try files.read(path, from: place, count: min(1 << 20, digest.size - place))
      }
      guard !bytes.isEmpty else { return false }
      hasher.update(bytes)
      place += bytes.count
    }
    return hasher.finalize() == digest.sha256
  }

  private func size(_ path: String) throws(Refusal) -> Int? {
    try storing { () throws(FileFault) in try files.size(of: path) }
  }

  private func sync(_ path: String) throws(Refusal) {
    try storing { () throws(FileFault) in try files.sync(path) }
  }

  /// Performs file operations and converts failures to refusals.
  @discardableResult
  func storing<Value>(_ body: () throws(FileFault) -> Value) throws(Refusal) -> Value {
    do throws(FileFault) { return try body() } catch { throw error.refusal("the store") }
  }

  // MARK: Trying again

  /// Sends one request, within the deadline.
  private func get(
    _ request: TransportRequest, _ receive: @escaping @Sendable (TransportPart) throws(Refusal) -> Void
  ) async throws(Refusal) -> TransportAnswer {
    var request = request
    request.timeout = min(settings.requestTimeout, try timeLeft(request.path))
    return try await transport.get(request, receive: receive)
  }

  /// Whether a refusal ends the update, so that other ways to get the file are not tried. The timeout of one
  /// request does not.
  func ends(_ refusal: Refusal) -> Bool {
    refusal.isFinal || (refusal.code == .networkDeadline && end <= settings.clock.elapsed())
  }

  private func timeLeft(_ path: String) throws(Refusal) -> Duration {
    if Task.isCancelled { throw Refusal(.updateCancelled, path, "was called off") }
    let left = end - settings.clock.elapsed()
    guard left > .zero else {
      throw Refusal(.networkDeadline, path, "the update took longer than \(settings.deadline)")
    }
    return left
  }

  /// Repeats `body` after network failures, with increasing delays.
  private func trying<Value>(
    _ path: String, retries: Int? = nil, _ body: () async throws(Refusal) -> Value
  ) async throws(Refusal) -> Value {
    var attempt = 0
    while true {
      do throws(Refusal) { return try await body() } catch {
        guard error.isPassing, attempt < retries ?? settings.retries else { throw error }
        var random = settings.random()
        // Up to half of the delay is random, so that phones that failed together do not retry together.
        let share = Double(random.next() >> 11) * 0x1p-53
        let delay = settings.firstRetryDelay * (1 << attempt) * (1 - share / 2)
        guard delay < (try timeLeft(path)) else { throw error }
        attempt += 1
        emit(.retrying(path: path, error, after: delay))
        await settings.clock.sleep(delay)
      }
    }
  }

  private func endless(_ path: String, _ limit: Int) -> Refusal {
    Refusal(.networkEndless, path, "has more than the \(limit) bytes that it may have")
  }
}

/// Limits the requests of one update for deltas that do not exist.
///
/// The name of a delta follows from the hashes of the two files, so a client needs no index, which would be
/// larger than the part that it needs. A request for a missing delta costs some hundred bytes; an existing
/// delta saves most of a file. The client requests deltas until the missing ones outnumber the existing ones
/// by 16.
final class DeltaRequestBudget: Sendable {
  private let left = Mutex(16)

  var isLeft: Bool { left.withLock { $0 > 0 } }
  func record(isFound: Bool) { left.withLock { $0 += isFound ? 1 : -1 } }
}

extension Refusal {
  /// Whether a retry may help: no connection, a request timeout, or a status that allows it (408, 429, 5xx).
  var isPassing: Bool {
    switch code {
    case .networkUnreachable, .networkDeadline: true
    case .networkStatus: detail.hasPrefix("5") || detail.hasPrefix("408") || detail.hasPrefix("429")
    default: false
    }
  }

  /// Whether only the new release is at fault, so that the host and the device can still be used, for example
  /// to repair files. A metered network counts as such a fault.
  var isOfNews: Bool {
    !isFinal && (code == .networkMetered || !code.rawValue.hasPrefix("network."))
  }

  /// Whether it ends an update, even if time is left.
  var isFinal: Bool {
    switch code {
    case .storeFull, .storeFailed, .storeDamaged, .updateCancelled: true
    default: false
    }
  }
}
