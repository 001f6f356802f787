import HybridJSON

/// A place that releases are published to.
///
/// One publisher holds its lock from before it looks until after its last file; a lock that is broken by hand
/// meanwhile is noticed before the one file that clients follow is replaced.
package protocol Destination: Sendable {
  /// As people know it, without secrets.
  var name: String { get }

  /// Takes the lock.
  ///
  /// - Parameter breaking: Whether to take it from somebody who has it.
  /// - Throws: ``PublishFault/Code/conflict`` naming who has it since when.
  func lock(_ owner: PublishOwner, breaking: Bool) throws(PublishFault)
  /// Gives it back, if it is still this owner's.
  func unlock(_ owner: PublishOwner)
  /// Whether it is still this owner's.
  func isLocked(by owner: PublishOwner) throws(PublishFault) -> Bool

  /// The sizes of those of these files that are there.
  func sizes(of paths: [String]) throws(PublishFault) -> [String: Int]
  /// A file that is there; nil for none.
  func read(_ path: String, atMost limit: Int) throws(PublishFault) -> StoredFile?
  /// Stores files, in any order; each appears whole or not at all.
  ///
  /// - Parameter sent: Told of each that is there, from any thread.
  /// - Throws: ``PublishFault/Code/conflict`` when an immutable one has appeared meanwhile.
  func store(_ files: [DistFile], sent: @escaping @Sendable (DistFile) -> Void) throws(PublishFault)
  /// Replaces a file, where the place can say so only if it is still the version that was read (nil: none was
  /// there).
  func replace(_ file: DistFile, version: String?) throws(PublishFault)
}

/// A file that is at a destination.
package struct StoredFile: Hashable, Sendable {
  /// What it holds.
  package var bytes: [UInt8]
  /// What the place calls this state of it (an ETag); nil where it does not say.
  package var version: String?
}

/// The name of the lock at every destination that has no better one.
let lockName = "publish.lock"

/// Who publishes, in the lock for others to read.
package struct PublishOwner: Hashable, Sendable {
  /// The account.
  package var user: String
  /// The machine's name.
  package var host: String
  /// Where publishers keep each other out locally: two with the same place cannot run at once, so that a lock
  /// of the same place was left by one that was killed. See `LocalLock`.
  package var place: String
  /// Unique for each run.
  package var token: String
  /// The process.
  package var process: Int
  /// RFC 3339.
  package var since: String

  /// An owner.
  package init(user: String, host: String, place: String, token: String, process: Int, since: String) {
    (self.user, self.host, self.place) = (user, host, place)
    (self.token, self.process, self.since) = (token, process, since)
  }

  /// One line of JSON.
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

  /// Reads it; nil for anything else: a lock whose owner was killed before it wrote its name.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count <= 4_096, let value = try? JSONValue(parsing: bytes), let user = value["user"]?.string,
      let host = value["host"]?.string, let place = value["place"]?.string,
      let token = value["token"]?.string, let process = value["process"]?.int,
      let since = value["since"]?.string
    else { return nil }
    self.init(user: user, host: host, place: place, token: token, process: process, since: since)
  }

  /// Whether this owner was killed: `next` has the local lock that this one would hold.
  func isDead(for next: PublishOwner) -> Bool { place == next.place && token != next.token }
}

extension PublishFault {
  /// Somebody else holds the lock.
  static func locked(by owner: PublishOwner?, at name: String) -> PublishFault {
    let who =
      owner.map {
        "\(printable($0.user))@\(printable($0.host)) (process \($0.process)) since \(printable($0.since))"
      } ?? "somebody who has not written a name yet"
    return PublishFault(
      .conflict, "\(who) is publishing to \(name)",
      hint: "wait for it; when it was killed on another machine, '--break-lock' takes the lock away")
  }

  /// What another publisher left is no text for a terminal until it is cleaned.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.prefix(80).filter { $0.value >= 0x20 && $0.value < 0x7F }))
  }
}
