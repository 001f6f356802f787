package import HybridCrypto
import HybridJSON

/// `deltas/index.json`: which deltas a host has, for tools. Apps ask for deltas by name.
///
/// A hint that nothing signs.
package struct DeltaIndex: Hashable, Sendable {
  /// The most bytes that are read of an index.
  package static let mostBytes = 8 << 20

  /// One delta.
  package struct Entry: Hashable, Sendable {
    /// What has to be there already.
    package var from: SHA256Digest
    /// What it makes.
    package var to: SHA256Digest
    /// Bytes of the delta.
    package var size: Int

    /// An entry.
    package init(from: SHA256Digest, to: SHA256Digest, size: Int) {
      (self.from, self.to, self.size) = (from, to, size)
    }
  }

  /// Sorted by `from`, then by `to`; no pair twice.
  package let entries: [Entry]
  private let sizes: [SHA256Digest: [SHA256Digest: Int]]

  /// An index of these deltas, in any order; of two with the same ends the smaller is kept.
  package init(_ entries: [Entry] = []) {
    var sizes: [SHA256Digest: [SHA256Digest: Int]] = [:]
    for entry in entries {
      sizes[entry.from, default: [:]][entry.to] = min(sizes[entry.from]?[entry.to] ?? .max, entry.size)
    }
    self.sizes = sizes
    self.entries = sizes.flatMap { from, tos in
      tos.map { Entry(from: from, to: $0.key, size: $0.value) }
    }.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  /// The bytes of the delta between two files; nil when there is none.
  package func size(from: SHA256Digest, to: SHA256Digest) -> Int? { sizes[from]?[to] }

  /// Canonical JSON, as statements have it.
  package func encoded() -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("deltas")
      json.array {
        for entry in entries {
          $0.object {
            $0.member("from", entry.from.description)
            $0.member("size", entry.size)
            $0.member("to", entry.to.description)
          }
        }
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  /// Reads what ``encoded()`` wrote.
  /// - Throws: ``RefusalCode/deltaMalformed`` for anything else, ``RefusalCode/deltaTooLarge`` above
  ///   ``mostBytes``.
  package init(decoding bytes: [UInt8], as subject: String = DistPaths.deltaIndex) throws(Refusal) {
    guard bytes.count <= Self.mostBytes else {
      throw Refusal(
        .deltaTooLarge, subject, "has \(bytes.count) bytes, and at most \(Self.mostBytes) are read")
    }
    guard let value = try? JSONValue(parsing: bytes), let list = value["deltas"]?.array else {
      throw Refusal(.deltaMalformed, subject, "is no JSON object with a list 'deltas'")
    }
    var entries: [Entry] = []
    entries.reserveCapacity(list.count)
    for (index, value) in list.enumerated() {
      guard let from = value["from"]?.string.flatMap({ SHA256Digest($0) }),
        let to = value["to"]?.string.flatMap({ SHA256Digest($0) }), let size = value["size"]?.int,
        (0...Delta.mostBytes).contains(size)
      else { throw Refusal(.deltaMalformed, subject, "has no delta as entry \(index)") }
      entries.append(Entry(from: from, to: to, size: size))
    }
    self.init(entries)
    guard encoded() == bytes else {
      throw Refusal(.deltaMalformed, subject, "is not in canonical form")
    }
  }
}
