import HybridJavaScript
import HybridSource
import HybridUnits

/// Every module file, parsed once for each content, whatever pages import it.
struct ModuleLibrary: Sendable {
  private struct Entry: Sendable {
    var hash: ContentHash
    var result: Result<ModuleText, SyntaxFault>
  }

  private var entries: [String: Entry] = [:]

  /// The module in a file.
  mutating func module(_ source: Source, _ hash: ContentHash) -> Result<ModuleText, SyntaxFault> {
    if let entry = entries[source.path], entry.hash == hash { return entry.result }
    let result = Self.read(source.bytes)
    entries[source.path] = Entry(hash: hash, result: result)
    return result
  }

  /// A module that is not kept: the text of an element.
  static func read(_ bytes: [UInt8]) -> Result<ModuleText, SyntaxFault> {
    Result { () throws(SyntaxFault) in try ModuleText(bytes) }
  }

  /// Adds the modules of a fork that are missing here.
  mutating func absorb(_ fork: ModuleLibrary) { entries.merge(fork.entries) { _, new in new } }
}
