import HybridJSON

/// A place to which releases are published.
///
/// A publisher holds the destination's lock from its first look until after its last file. If the lock is
/// broken by force meanwhile, the publisher notices before it replaces the one file that clients follow.
package protocol Destination: Sendable {
  /// The name for people, without secrets.
  var name: String { get }

  /// Acquires the lock.
  ///
  /// - Parameter breaking: Whether to take the lock from its holder.
  /// - Throws: ``PublishFault/Code/conflict`` with the holder and the time.
  func lock(_ owner: PublishOwner, breaking: Bool) throws(PublishFault)
  /// Releases the lock, if this owner still holds it.
  func unlock(_ owner: PublishOwner)
  /// Whether this owner still holds the lock.
  func isLocked(by owner: PublishOwner) throws(PublishFault) -> Bool

  /// The sizes of the given files that exist.
  func sizes(of paths: [String]) throws(PublishFault) -> [String: Int]
  /// Reads a file; nil when it does not exist.
  func read(_ path: String, atMost limit: Int) throws(PublishFault) -> StoredFile?
  /// Stores files, in any order; each appears complete or not at all.
  ///
  /// - Parameter sent: Called for each stored file, from any thread.
  /// - Throws: ``PublishFault/Code/conflict`` when an immutable file has appeared meanwhile.
  func store(_ files: [DistFile], sent: @escaping @Sendable (DistFile) -> Void) throws(PublishFault)
  /// Replaces a file. If the destination supports conditions, only if the file still has the version that was
  /// read (nil: it did not exist).
  func replace(_ file: DistFile, version: String?) throws(PublishFault)
}

/// A file at a destination.
package struct StoredFile: Hashable, Sendable {
  /// Its contents.
  package var bytes: [UInt8]
  /// The destination's identifier of this version (an ETag); nil without one.
  package var version: String?
}

/// The name of the lock at destinations without a better mechanism.
let lockName = "publish.lock"

/// A publisher, as recorded in the lock.
package struct PublishOwner: Hashable, Sendable {
  /// The user's account name.
  package var user: String
  /// The machine's name.
  package var host: String
  /// The identity of the publisher's local lock: two publishers with the same value cannot run at once, so a
  /// destination's lock with the same value belongs to a killed publisher. See `LocalLock`.
  package var place: String
  /// Unique for each run.
  package var token: String
  /// The process id.
  package var process: Int
  /// The start time, RFC 3339.
  package var since: String

  /// Creates an owner.
  package init(user: String, host: String, place: String, token: String, process: Int, since: String) {
    (self.user, self.host, self.place) = (user, host, place)
    (self.token, self.process, self.since) = (token, process, since)
  }

  /// Encodes the owner as one line of JSON.
  func encoded() -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("host", host)
      $0.member("place", place)
      $0.member("process", process)
      $0.member("since", since)
      $0.member("token", token)
      $0.member("user", user)
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  /// Decodes an owner; nil for anything else: a lock whose owner was killed before it wrote its name.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count <= 4_096, let value = try? JSONValue(parsing: bytes), let user = value["user"]?.string,
      let host = value["host"]?.string, let place = value["place"]?.string,
      let token = value["token"]?.string, let process = value["process"]?.int,
      let since = value["since"]?.string
    else { return nil }
    self.init(user: user, host: host, place: place, token: token, process: process, since: since)
  }

  /// Whether this owner was killed: `next` holds the local lock that this one would hold.
  func isDead(for next: PublishOwner) -> Bool { place == next.place && token != next.token }
}

extension PublishFault {
  /// The fault for a lock held by another publisher.
  static func locked(by owner: PublishOwner?, at name: String) -> PublishFault {
    let who =
      owner.map {
        "\(printable($0.user))@\(printable($0.host)) (process \($0.process)) since \(printable($0.since))"
      } ?? "another publisher, whose name is not known yet,"
    return PublishFault(
      .conflict, "\(who) is publishing to \(name)",
      hint: "wait for it; when it was killed on another machine, '--break-lock' takes the lock away")
  }

  /// Data from another publisher may contain control characters; they are removed before printing.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.prefix(80).filter { $0.value >= 0x20 && $0.value < 0x7F }))
  }
}
