import HybridCompiler
import HybridCrypto
import HybridEncoding
import HybridRelease
import HybridSource

/// Reads a cache whose checksum is valid. It only has to survive files from other versions.
struct CacheReader {
  struct Damaged: Error {}

  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func word() throws(Damaged) -> UInt64 {
    let value = try readLEB128(atMost: 10) { () throws(Damaged) in
      guard offset < bytes.count else { throw Damaged() }
      defer { offset += 1 }
      return bytes[offset]
    }
    guard let value else { throw Damaged() }
    return value
  }

  mutating func number() throws(Damaged) -> Int {
    guard let number = Int(exactly: try word()) else { throw Damaged() }
    return number
  }

  private mutating func take(_ count: Int) throws(Damaged) -> ArraySlice<UInt8> {
    guard count <= bytes.count - offset else { throw Damaged() }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  mutating func text() throws(Damaged) -> String {
    String(decoding: try take(try number()), as: UTF8.self)
  }

  mutating func list<Item>(
    _ item: (inout CacheReader) throws(Damaged) -> Item
  ) throws(Damaged) -> [Item] {
    let count = try number()
    var items: [Item] = []
    items.reserveCapacity(min(count, bytes.count - offset))
    for _ in 0..<count { items.append(try item(&self)) }
    return items
  }

  mutating func texts() throws(Damaged) -> [String] {
    try list { reader throws(Damaged) in try reader.text() }
  }

  mutating func stamp() throws(Damaged) -> DiskStamp {
    DiskStamp(size: try word(), written: try word(), changed: try word(), number: try word())
  }

  mutating func sha256() throws(Damaged) -> SHA256Digest {
    guard let digest = SHA256Digest(bytes: Array(try take(32))) else { throw Damaged() }
    return digest
  }

  mutating func digest() throws(Damaged) -> FileDigest {
    FileDigest(size: try number(), sha256: try sha256())
  }

  mutating func diagnostics() throws(Damaged) -> [Diagnostic] {
    try list { reader throws(Damaged) in
      guard let severity = Severity(rawValue: try reader.text()) else { throw Damaged() }
      var diagnostic = Diagnostic(severity, try reader.text(), try reader.text())
      diagnostic.hint = try reader.texts().first
      if try reader.number() == 1 {
        diagnostic.location = SourceLocation(
          path: try reader.text(), line: try reader.number(), column: try reader.number())
      }
      if try reader.number() == 1 {
        diagnostic.frame = Diagnostic.Frame(
          text: try reader.text(), start: try reader.number(), length: try reader.number())
      }
      return diagnostic
    }
  }
}
