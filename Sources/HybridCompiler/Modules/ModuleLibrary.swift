import HybridJavaScript
import HybridSource
import HybridUnits

/// Every module file, parsed once for each content, whatever pages import it.
struct ModuleLibrary: Sendable {
  private struct Entry: Sendable {
    var hash: ContentHash
    var result: Result<ModuleText, SyntaxFault>
  }

  private struct Script: Sendable {
    var hash: ContentHash
    var files: [FileReference]
  }

  private var entries: [String: Entry] = [:]
  private var scripts: [String: Script] = [:]

  /// The module in a file.
  mutating func module(_ source: Source, _ hash: ContentHash) -> Result<ModuleText, SyntaxFault> {
    if let entry = entries[source.path], entry.hash == hash { return entry.result }
    let result = Self.read(source.bytes)
    entries[source.path] = Entry(hash: hash, result: result)
    return result
  }

  /// The files that a classic script names.
  mutating func fileReferences(_ source: Source, _ hash: ContentHash) -> [FileReference] {
    if let script = scripts[source.path], script.hash == hash { return script.files }
    let files = HybridJavaScript.fileReferences(inScript: source.bytes)
    scripts[source.path] = Script(hash: hash, files: files)
    return files
  }

  /// A module that is not kept: the text of an element.
  static func read(_ bytes: [UInt8]) -> Result<ModuleText, SyntaxFault> {
    Result { () throws(SyntaxFault) in try ModuleText(bytes) }
  }

  /// Adds the modules of a fork that are missing here.
  mutating func absorb(_ fork: ModuleLibrary) {
    entries.merge(fork.entries) { _, new in new }
    scripts.merge(fork.scripts) { _, new in new }
  }
}
