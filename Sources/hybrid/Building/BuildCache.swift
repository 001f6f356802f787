import Glibc
import HybridSource
import HybridSystem
import HybridUnits

/// The results of the last build, so that the next one rebuilds only what changed.
///
/// It is one file, written to a temporary file and renamed after all outputs are written. A killed build
/// leaves the previous build's file; outputs that it had already replaced no longer match their stamps in
/// that file and are rebuilt. A file that fails any check counts as missing.
struct BuildCache: Sendable {
  /// A template that built without errors.
  struct Entry: Hashable, Sendable {
    /// The hash of all inputs of the outputs, in hexadecimal digits.
    var key: String
    /// The stamps of the outputs, in the order of the outputs.
    var stamps: [OutputStamp]
    /// Warnings, which each build reports again.
    var warnings: [Diagnostic]
  }

  /// Entries by the first path of their outputs.
  var entries: [String: Entry] = [:]

  /// A cache without entries.
  init() {}

  /// Reads the cache file; the cache is empty when the file is unreadable or damaged.
  init(path: String) {
    self.init(decoding: (try? readNamedFile(path).get())?.bytes ?? [])
  }

  init(decoding bytes: [UInt8]) {
    guard bytes.count >= 32, bytes.suffix(32).elementsEqual(Self.checksum(Array(bytes.dropLast(32)))) else {
      return
    }
    var reader = BuildCacheReader(bytes: bytes.dropLast(32))
    guard reader.text() == Self.header, let entries = reader.entries(), reader.isAtEnd else { return }
    self.entries = entries
  }

  var encoded: [UInt8] {
    var writer = BuildCacheWriter()
    writer.text(Self.header)
    writer.entries(entries)
    return writer.bytes + Self.checksum(writer.bytes)
  }

  private static func checksum(_ bytes: [UInt8]) -> [UInt8] { Array(ContentHash(bytes).description.utf8) }

  /// Format and tool version: another build of this program may produce different bytes.
  private static let header: String = {
    "hybrid build cache 1, \(tool)"
  }()

  /// Identifies this build of the program: another build may produce different bytes.
  static let tool = "\(hybridVersion), \(ProgramStamp.ofThisProgram)"
}

/// Identifies the file of this program.
private enum ProgramStamp {
  static let ofThisProgram: String = {
    guard let status = FileStatus(at: "/proc/self/exe") else { return "?" }
    return "\(status.size) \(status.written)"
  }()
}

private struct BuildCacheWriter {
  private(set) var bytes: [UInt8] = []

  mutating func number(_ value: UInt64) {
    for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * shift))) }
  }

  mutating func text(_ text: String) {
    number(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  mutating func entries(_ entries: [String: BuildCache.Entry]) {
    number(UInt64(entries.count))
    // Sorted, so that equal builds write equal files.
    for (path, entry) in entries.sorted(by: { $0.key < $1.key }) {
      text(path)
      text(entry.key)
      number(UInt64(entry.stamps.count))
      for stamp in entry.stamps {
        number(stamp.size)
        number(stamp.time)
        number(stamp.number)
      }
      number(UInt64(entry.warnings.count))
      for warning in entry.warnings { diagnostic(warning) }
    }
  }

  private mutating func diagnostic(_ diagnostic: Diagnostic) {
    text(diagnostic.severity.rawValue)
    text(diagnostic.code)
    text(diagnostic.message)
    number(diagnostic.hint == nil ? 0 : 1)
    if let hint = diagnostic.hint { text(hint) }
    number(diagnostic.location == nil ? 0 : 1)
    if let location = diagnostic.location {
      text(location.path)
      number(UInt64(location.line))
      number(UInt64(location.column))
    }
    number(diagnostic.frame == nil ? 0 : 1)
    if let frame = diagnostic.frame {
      text(frame.text)
      number(UInt64(frame.start))
      number(UInt64(frame.length))
    }
  }
}

/// Reads a cache file whose checksum is valid. It only has to survive files from other versions.
private struct BuildCacheReader {
  let bytes: ArraySlice<UInt8>
  private var offset = 0

  init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func number() -> UInt64? {
    guard bytes.count - offset >= 8 else { return nil }
    defer { offset += 8 }
    return (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
  }

  mutating func text() -> String? {
    guard let count = number(), count <= UInt64(bytes.count - offset) else { return nil }
    defer { offset += Int(count) }
    return String(validating: bytes[offset..<offset + Int(count)], as: UTF8.self)
  }

  mutating func entries() -> [String: BuildCache.Entry]? {
    guard let count = number() else { return nil }
    var entries: [String: BuildCache.Entry] = [:]
    for _ in 0..<count {
      guard let path = text(), let key = text(), let stampCount = number() else { return nil }
      var entry = BuildCache.Entry(key: key, stamps: [], warnings: [])
      for _ in 0..<stampCount {
        guard let size = number(), let time = number(), let number = number() else { return nil }
        entry.stamps.append(OutputStamp(size: size, time: time, number: number))
      }
      guard let warningCount = number() else { return nil }
      for _ in 0..<warningCount {
        guard let warning = diagnostic() else { return nil }
        entry.warnings.append(warning)
      }
      entries[path] = entry
    }
    return entries
  }

  private mutating func diagnostic() -> Diagnostic? {
    guard let severity = text().flatMap(Severity.init), let code = text(), let message = text() else {
      return nil
    }
    var diagnostic = Diagnostic(severity, code, message)
    guard let hasHint = number() else { return nil }
    if hasHint == 1 {
      guard let hint = text() else { return nil }
      diagnostic.hint = hint
    }
    guard let hasLocation = number() else { return nil }
    if hasLocation == 1 {
      guard let path = text(), let line = number(), let column = number() else { return nil }
      diagnostic.location = SourceLocation(
        path: path, line: Int(clamping: line), column: Int(clamping: column))
    }
    guard let hasFrame = number() else { return nil }
    if hasFrame == 1 {
      guard let text = text(), let start = number(), let length = number() else { return nil }
      diagnostic.frame = Diagnostic.Frame(
        text: text, start: Int(clamping: start), length: Int(clamping: length))
    }
    return diagnostic
  }
}
