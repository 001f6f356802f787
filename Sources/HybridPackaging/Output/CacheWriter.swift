import HybridCompiler
import HybridEncoding
import HybridRelease
import HybridSource

/// Writes the parts of a ``PackageCache``.
struct CacheWriter {
  private(set) var bytes: [UInt8] = []

  /// Appends an integer as LEB128.
  mutating func number(_ value: Int) { number(UInt64(value)) }

  mutating func number(_ value: UInt64) { bytes.appendLEB128(value) }

  mutating func raw(_ more: [UInt8]) { bytes += more }

  mutating func text(_ text: String) {
    number(text.utf8.count)
    bytes += text.utf8
  }

  mutating func texts(_ texts: [String]) {
    number(texts.count)
    for text in texts { self.text(text) }
  }

  mutating func stamp(_ stamp: DiskStamp) {
    for word in [stamp.size, stamp.written, stamp.changed, stamp.number] { number(word) }
  }

  mutating func digest(_ digest: FileDigest) {
    number(digest.size)
    bytes += digest.sha256.bytes
  }

  mutating func diagnostics(_ diagnostics: [Diagnostic]) {
    number(diagnostics.count)
    for diagnostic in diagnostics {
      text(diagnostic.severity.rawValue)
      text(diagnostic.code)
      text(diagnostic.message)
      texts(diagnostic.hint.map { [$0] } ?? [])
      number(diagnostic.location == nil ? 0 : 1)
      if let location = diagnostic.location {
        text(location.path)
        number(max(0, location.line))
        number(max(0, location.column))
      }
      number(diagnostic.frame == nil ? 0 : 1)
      if let frame = diagnostic.frame {
        text(frame.text)
        number(max(0, frame.start))
        number(max(0, frame.length))
      }
    }
  }
}
