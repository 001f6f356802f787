import HybridCSS
package import HybridCrypto
import HybridMinification
import HybridRelease
import HybridSource
import HybridUnits
import Synchronization

/// Sheets and scripts that were made smaller, since pages share them: each text of a file once.
final class MinifiedTexts: Sendable {
  static let shared = MinifiedTexts()
  /// The texts of that many bytes are kept.
  private static let limit = 32 << 20

  /// What is left of a text, and where it came from.
  struct Part: Sendable {
    var bytes: [UInt8]
    /// Its source map; none for a sheet of one line, in which there is nothing to find.
    var map: Map?
  }

  /// A source map.
  struct Map: Sendable {
    /// Its name: see ``sourceMapDigest(of:path:line:column:sodium:)``.
    var digest: SHA256Digest
    var bytes: [UInt8]
  }

  private struct Key: Hashable {
    enum Language: Hashable {
      case css(isNative: Bool)
      case script
    }

    var language: Language
    var path: String
    /// Where in the file the text begins, in whatever unit.
    var line: Int
    var column: Int
    var size: Int
    var hash: ContentHash
  }

  private struct State {
    /// None for a text that stays as it is.
    var parts: [Key: Part?] = [:]
    var bytes = 0
  }

  private let state = Mutex(State())

  /// A sheet, or a part of a file that is one; nil when it stays as it is.
  func sheet(_ source: Source, range: Range<Int>?, dialect: Dialect, _ sodium: Sodium) -> Part? {
    let text = range.map { Array(source.bytes[$0]) } ?? source.bytes
    let key = Key(
      language: .css(isNative: dialect == .native), path: source.path, line: 0,
      column: range?.lowerBound ?? 0,
      size: text.count, hash: ContentHash(text))
    return part(key) {
      minifiedCSS(text, dialect: dialect).map { small in
        guard text.dropLast().contains(UInt8(ascii: "\n")) else { return Part(bytes: small.bytes) }
        let digest = sourceMapDigest(of: small.bytes, path: source.path, line: 1, column: 1, sodium: sodium)
        let map = Map(digest: digest, bytes: SourceMap(small, of: source, range: range).bytes)
        return Part(bytes: small.bytes, map: map)
      }
    }
  }

  /// A script, which begins at a place of its file; nil when it stays as it is.
  func script(_ text: [UInt8], path: String, line: Int, column: Int, _ sodium: Sodium) -> Part? {
    let key = Key(
      language: .script, path: path, line: line, column: column, size: text.count, hash: ContentHash(text))
    return part(key) {
      minifiedScript(text).map { small in
        let digest = sourceMapDigest(of: small.bytes, path: path, line: line, column: column, sodium: sodium)
        let map = SourceMap(small, of: text, path: path, line: line, column: column)
        return Part(bytes: small.bytes, map: Map(digest: digest, bytes: map.bytes))
      }
    }
  }

  private func part(_ key: Key, _ make: () -> Part?) -> Part? {
    if let known = state.withLock({ $0.parts[key] }) { return known }
    let part = make()
    state.withLock { state in
      if state.bytes > Self.limit { state = State() }
      state.bytes += 256 + (part?.bytes.count ?? 0) + (part?.map?.bytes.count ?? 0)
      state.parts[key] = .some(part)
    }
    return part
  }
}

/// The name of a source map, from what a unit of a release says about a script or a sheet: SHA-256 of the
/// file's path, of the line and the column that its text begins at, each with a line feed behind it, and of
/// the text.
///
/// The map is at ``DistPaths/map(_:)``. Sheets begin at line 1, column 1: their maps are of the file that
/// they are in.
package func sourceMapDigest(
  of text: [UInt8], path: String, line: Int, column: Int, sodium: Sodium
) -> SHA256Digest {
  sodium.sha256(Array("\(path)\n\(line)\n\(column)\n".utf8) + text)
}
