import Glibc
package import HybridRelease
import HybridUnits

/// The files of a Rexxar container: its preset, which is only read, or its cache.
package protocol RexxarFiles: Sendable {
  /// All of a file; nil when there is none, or it cannot be read.
  func read(_ path: String) -> [UInt8]?
  /// Makes or replaces a file in one step: after a crash it is the old one or the new one.
  func write(_ bytes: [UInt8], to path: String) throws(Refusal)
  /// Removes a file; one that is not there is fine.
  func remove(_ path: String)
  /// The names of the files that lie in it directly, sorted.
  func names() -> [String]
}

/// A folder as files of a container.
package struct RexxarFolder: RexxarFiles {
  private let root: String

  /// A folder, which is made with the first file in it.
  package init(_ root: String) { self.root = root }

  package func read(_ path: String) -> [UInt8]? {
    guard faultOfFileName(path) == nil, let file = unsafe fopen("\(root)/\(path)", "rbe") else { return nil }
    defer { _ = unsafe fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, file)
      if count == 0 { return unsafe ferror(file) == 0 ? bytes : nil }
      bytes += chunk[..<count]
      if bytes.count > RexxarContainer.largestFile { return nil }
    }
  }

  package func write(_ bytes: [UInt8], to path: String) throws(Refusal) {
    guard faultOfFileName(path) == nil, !path.contains("/") else {
      throw Refusal(.nameUnsafe, path, "is no name of a cached file")
    }
    let (temporary, final) = ("\(root)/.\(path).new", "\(root)/\(path)")
    func failed(_ what: String) -> Refusal {
      let full = errno == ENOSPC || errno == EDQUOT
      let reason = unsafe String(cString: strerror(errno))
      return Refusal(full ? .storeFull : .storeFailed, path, "\(what) failed: \(reason)")
    }
    _ = unsafe mkdir(root, 0o700)
    guard let file = unsafe fopen(temporary, "wbe") else { throw failed("opening") }
    let written = unsafe fwrite(bytes, 1, bytes.count, file)
    let isWhole = unsafe written == bytes.count && fflush(file) == 0 && fsync(fileno(file)) == 0
    let fault = isWhole ? nil : failed("writing")
    _ = unsafe fclose(file)
    if let fault {
      _ = unsafe unlink(temporary)
      throw fault
    }
    guard unsafe rename(temporary, final) == 0 else { throw failed("renaming") }
  }

  package func remove(_ path: String) { _ = unsafe unlink("\(root)/\(path)") }

  package func names() -> [String] {
    guard let folder = unsafe opendir(root) else { return [] }
    defer { _ = unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}

/// An address as a container needs it (RFC 3986 §3).
package struct RexxarURL: Hashable, Sendable, CustomStringConvertible {
  /// All of it, without a fragment.
  package var description: String
  /// In lower case; empty for an address that is relative.
  package var scheme = ""
  /// Host and port, as written.
  package var authority = ""
  /// Begins with `/` in an absolute address.
  package var path = ""
  /// Without its `?`; nil without one.
  package var query: String?

  /// Takes an address apart; `text` may be relative to `base`.
  package init(_ text: String, relativeTo base: RexxarURL? = nil) {
    var rest = text.prefix { $0 != "#" }
    description = String(rest)
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstRange(of: "://") {
      scheme = rest[..<colon.lowerBound].lowercased()
      rest = rest[colon.upperBound...]
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<end])
      path = String(rest[end...])
    } else if let base, !base.scheme.isEmpty {
      scheme = base.scheme
      authority = base.authority
      let folder = base.path.lastIndex(of: "/").map { String(base.path[...$0]) } ?? "/"
      path = rest.hasPrefix("/") ? String(rest) : folder + rest
      description = "\(scheme)://\(authority)\(path)" + (query.map { "?" + $0 } ?? "")
    } else {
      path = String(rest)
    }
  }

  /// Behind the last dot of the path's last part, in lower case; empty without one.
  package var pathExtension: String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The file of the cache that stands for this address (delivery §1.4): the MD5 of all of it, and its extension. Port and query tell two
  /// addresses apart.
  package var cacheName: String {
    MD5.hex(Array(description.utf8)) + (pathExtension.isEmpty ? "" : "." + pathExtension)
  }

  /// Where the preset may have the file: under its whole path, then, as Rexxar looks for it, under the path's last two parts.
  package var presetPaths: [String] {
    let parts = path.split(separator: "/").map(String.init)
    guard !parts.isEmpty else { return [] }
    let whole = parts.joined(separator: "/")
    let short = parts.suffix(2).joined(separator: "/")
    return whole == short ? [whole] : [whole, short]
  }
}

/// What the name of a file says of its bytes: `demo-c775298867.html` (delivery §1.4, §1.8).
package enum RexxarFileCheck {
  /// Why these bytes are not the file, in words; nil when nothing speaks against it.
  package static func fault(of bytes: [UInt8], named path: String) -> String? {
    if let hash = hash(in: path), !MD5.hex(bytes).hasPrefix(hash) {
      return "its bytes are not those of its name"
    }
    guard path.hasSuffix(".html") || path.hasSuffix(".htm") else { return nil }
    let end = bytes.lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? -1
    let tail = String(decoding: bytes[max(0, end - 6)..<(end + 1)], as: UTF8.self).lowercased()
    return tail == "</html>" ? nil : "it does not end with '</html>': it was cut off, or is no page"
  }

  /// At least six hexadecimal digits between the last `-` and the extension, in lower case; nil without them.
  package static func hash(in path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), let dash = name[..<dot].lastIndex(of: "-") else { return nil }
    let digits = name[name.index(after: dash)..<dot].lowercased()
    return (6...32).contains(digits.count) && digits.allSatisfy(\.isHexDigit) ? digits : nil
  }
}
