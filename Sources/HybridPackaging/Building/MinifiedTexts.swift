import HybridCSS
package import HybridCrypto
import HybridMinification
import HybridRelease
import HybridSource
import HybridUnits
import Synchronization

/// A cache of minified style sheets and scripts, which pages share: each text of a file is minified once.
final class MinifiedTexts: Sendable {
  static let shared = MinifiedTexts()
  /// The maximum size of the cached texts, in bytes.
  private static let limit = 32 << 20

  /// A minified text with its source map.
  struct Part: Sendable {
    var bytes: [UInt8]
    /// Its source map; nil for a sheet of one line, where a map is useless.
    var map: Map?
  }

  /// A source map.
  struct Map: Sendable {
    /// Its name; see ``sourceMapDigest(of:path:line:column:sodium:)``.
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
    /// The start of the text in the file; the unit depends on the language.
    var line: Int
    var column: Int
    var size: Int
    var hash: ContentHash
  }

  private struct State {
    /// The minified parts; nil for a text that stays unchanged.
    var parts: [Key: Part?] = [:]
    var bytes = 0
  }

  private let state = Mutex(State())

  /// Minifies a style sheet, or a range of a file; nil when it stays unchanged.
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

  /// Minifies a script, given its position in the file; nil when it stays unchanged.
  ///
  /// - Parameter columns: Where the columns of the text come from, for a module.
  func script(
    _ text: [UInt8], path: String, line: Int, column: Int, columns: ColumnMap = ColumnMap(), _ sodium: Sodium
  ) -> Part? {
    let key = Key(
      language: .script, path: path, line: line, column: column, size: text.count, hash: ContentHash(text))
    return part(key) {
      minifiedScript(text).map { small in
        let digest = sourceMapDigest(of: small.bytes, path: path, line: line, column: column, sodium: sodium)
        let map = SourceMap(small, of: text, path: path, line: line, column: column, columns: columns)
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

/// The name of a source map, derived from data that a unit has about a script or a sheet: the SHA-256 of the
/// file's path, the line and the column where its text starts, each followed by a line feed, and the text.
///
/// The map is at ``DistPaths/map(_:)``. Sheets start at line 1, column 1: their maps are relative to the file
/// that contains them.
package func sourceMapDigest(
  of text: [UInt8], path: String, line: Int, column: Int, sodium: Sodium
) -> SHA256Digest {
  sodium.sha256(Array("\(path)\n\(line)\n\(column)\n".utf8) + text)
}
