package import HybridCrypto
import HybridJSON

/// `deltas/index.json`: the deltas on a host, for tools. Apps request deltas by name.
///
/// It is an unsigned hint.
package struct DeltaIndex: Hashable, Sendable {
  /// The maximum size of an index, in bytes.
  package static let mostBytes = 8 << 20

  /// One delta.
  package struct Entry: Hashable, Sendable {
    /// The base of the delta.
    package var from: SHA256Digest
    /// The result of the delta.
    package var to: SHA256Digest
    /// The size of the delta, in bytes.
    package var size: Int

    /// Creates an entry.
    package init(from: SHA256Digest, to: SHA256Digest, size: Int) {
      (self.from, self.to, self.size) = (from, to, size)
    }
  }

  /// Sorted by `from`, then by `to`; each pair occurs once.
  package let entries: [Entry]
  private let sizes: [SHA256Digest: [SHA256Digest: Int]]

  /// Creates an index of deltas in any order; of two with the same base and result, the smaller one is kept.
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

  /// The size of the delta between two files, in bytes; nil when there is none.
  package func size(from: SHA256Digest, to: SHA256Digest) -> Int? { sizes[from]?[to] }

  /// Canonical JSON, in the form of statements.
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

  /// Reads the output of ``encoded()``.
  /// - Throws: ``RefusalCode/deltaMalformed`` for anything else, ``RefusalCode/deltaTooLarge`` above
  ///   ``mostBytes``.
  package init(decoding bytes: [UInt8], as subject: String = DistPaths.deltaIndex) throws(Refusal) {
    guard bytes.count <= Self.mostBytes else {
      throw Refusal(
        .deltaTooLarge, subject, "has \(bytes.count) bytes, and at most \(Self.mostBytes) are read")
    }
    guard let value = try? JSONValue(parsing: bytes), let list = value["deltas"]?.array else {
      throw Refusal(.deltaMalformed, subject, "is not a JSON object with a list 'deltas'")
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
