/// A folder on a WebDAV server (RFC 4918), which only needs to support `MKCOL`, `PUT`, `HEAD` and `DELETE`.
///
/// The lock is a collection, since `MKCOL` is the one operation that every such server performs for one
/// client only. `If-Match` is sent if the server has given an ETag; many servers ignore it.
package struct WebDAVDestination: Destination {
  package let name: String
  private let store: HTTPStore
  /// How long a lock without an owner's name is respected: the name follows at once, unless the publisher was
  /// killed in between.
  private let patience: Duration
  private static let owner = lockName + "/owner.json"

  /// Parses `webdav+https://HOST/PATH`.
  ///
  /// - Parameters:
  ///   - patience: How long to wait before taking over a lock without an owner's name.
  ///   - environment: `HYBRID_WEBDAV_USER` and `HYBRID_WEBDAV_PASSWORD`; without them `~/.netrc` is used.
  /// - Throws: ``PublishFault/Code/destination``.
  package init(
    _ text: String, patience: Duration = .seconds(30), environment: (String) -> String?
  ) throws(PublishFault) {
    self.patience = patience
    let base: HTTPAddress
    do throws(HTTPAddress.Fault) { base = try HTTPAddress(String(text.dropFirst("webdav+".count))) } catch {
      throw PublishFault(
        .destination, "'\(text)' \(error.message)", hint: "webdav+https://dav.example.com/app")
    }
    name = "webdav+\(base.scheme)://\(base.host)\(base.path)"
    var credentials = TransferRequest.Credentials.netrc
    if let user = environment("HYBRID_WEBDAV_USER") {
      credentials = .basic(user: user, password: environment("HYBRID_WEBDAV_PASSWORD") ?? "")
    }
    store = HTTPStore(name: name, base: base, credentials: credentials)
  }

  // MARK: Lock

  package func lock(_ owner: PublishOwner, breaking: Bool) throws(PublishFault) {
    var isBroken = false
    while true {
      var answer = try store.send("MKCOL", lockName + "/")
      if answer.status == 409 {
        // The folder itself does not exist yet.
        try makeFolder("")
        answer = try store.send("MKCOL", lockName + "/")
      }
      if answer.status == 201 { break }
      guard [405, 409, 301].contains(answer.status) else {
        throw store.unexpected(answer, "MKCOL", lockName)
      }
      var other = try holder()
      let deadline = ContinuousClock.now + patience
      while other == nil, !isBroken, !breaking, ContinuousClock.now < deadline {
        backOff(1)
        other = try holder()
      }
      guard !isBroken, breaking || other?.isDead(for: owner) ?? true else {
        throw .locked(by: other, at: name)
      }
      isBroken = true
      _ = try store.send("DELETE", lockName + "/", headers: ["Depth: infinity"])
    }
    let answer = try store.send(
      "PUT", Self.owner, headers: ["Content-Type: application/json"], body: owner.encoded())
    guard (200...204).contains(answer.status) else { throw store.unexpected(answer, "PUT", Self.owner) }
  }

  package func unlock(_ owner: PublishOwner) {
    guard (try? isLocked(by: owner)) == true else { return }
    _ = try? store.send("DELETE", lockName + "/", headers: ["Depth: infinity"])
  }

  package func isLocked(by owner: PublishOwner) throws(PublishFault) -> Bool { try holder() == owner }

  /// The owner recorded in the lock; nil when it is not recorded yet, or when the lock is gone.
  private func holder() throws(PublishFault) -> PublishOwner? {
    try store.read(Self.owner, atMost: 4_096).flatMap { PublishOwner(decoding: $0.bytes) }
  }

  // MARK: Files

  package func sizes(of paths: [String]) throws(PublishFault) -> [String: Int] {
    let sizes = Gathered<(String, Int)>()
    try forEachInParallel(paths) { path throws(PublishFault) in
      let answer = try store.send("HEAD", path)
      switch answer.status {
      case 200: sizes.append((path, answer.headers["content-length"].flatMap { Int($0) } ?? -1))
      case 404, 410: break
      default: throw store.unexpected(answer, "HEAD", path)
      }
    }
    return Dictionary(sizes.all) { $1 }
  }

  package func read(_ path: String, atMost limit: Int) throws(PublishFault) -> StoredFile? {
    try store.read(path, atMost: limit)
  }

  package func store(
    _ files: [DistFile], sent: @escaping @Sendable (DistFile) -> Void
  ) throws(PublishFault) {
    let folders = Set(
      files.compactMap { file in file.path.lastIndex(of: "/").map { String(file.path[..<$0]) } })
    for folder in folders.sorted() { try makeFolder(folder) }
    try forEachInParallel(files) { file throws(PublishFault) in
      try put(file, condition: file.kind == .immutable ? ["If-None-Match: *"] : [])
      sent(file)
    }
  }

  package func replace(_ file: DistFile, version: String?) throws(PublishFault) {
    // A weak ETag (RFC 9110 §8.8.1) never matches.
    let strong = version.flatMap { $0.hasPrefix("W/") ? nil : $0 }
    try put(file, condition: strong.map { ["If-Match: \($0)"] } ?? [])
  }

  private func put(_ file: DistFile, condition: [String]) throws(PublishFault) {
    let bytes = try file.bytes()
    let answer = try store.send(
      "PUT", file.path, headers: ["Content-Type: \(file.contentType)"] + condition, body: bytes)
    if answer.status == 412 {
      // It may be the result of our own first attempt, whose answer was lost.
      guard try read(file.path, atMost: file.size)?.bytes == bytes else { throw .appeared(file, at: name) }
    } else if !(200...204).contains(answer.status) {
      throw store.unexpected(answer, "PUT", file.path)
    }
  }

  private func makeFolder(_ path: String) throws(PublishFault) {
    let address = path.isEmpty ? "" : path + "/"
    let answer = try store.send("MKCOL", address)
    // Created now, or it exists already.
    guard [201, 405, 301].contains(answer.status) else { throw store.unexpected(answer, "MKCOL", address) }
  }
}
