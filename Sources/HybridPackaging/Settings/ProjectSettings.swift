package import HybridCompiler
package import HybridCrypto
import HybridRelease
package import HybridSource

/// What a project's `hybrid.json` says, read once for everything that has to do with releases: packaging, and
/// the project's keys.
package struct ProjectSettings: Sendable {
  /// Releases, with what holds where nothing is written.
  package var release: PackageSettings
  /// What is wrong in `hybrid.json`; then ``release`` is what is left.
  package let diagnostics: [Diagnostic]
  let config: ProjectConfig
  let source: Source

  /// Reads a project; one without a `hybrid.json` has all as usual.
  ///
  /// Without `release.project` the project is who its key sets say, whatever its folder is called: a clone by
  /// another name signs for the same apps.
  package init(of files: DiskFiles, sodium: Sodium) {
    var (config, found) = (ProjectConfig(), [Diagnostic]())
    var source = Source(path: ProjectConfig.path, bytes: [])
    // One that is there and cannot be read is an error of the project, told when its units are made.
    if case .success(let bytes) = files.reader.read(ProjectConfig.path) {
      source = Source(path: ProjectConfig.path, bytes: bytes)
      (config, found) = ProjectConfig.read(source)
    }
    let (release, faults) = PackageSettings.checked(
      config.release, folder: ProjectPath.name(of: files.root), in: source)
    (self.release, self.config, self.source) = (release, config, source)
    diagnostics = (found + faults).sortedAndUnique()
    if config.release.project == nil, let owner = Self.owner(of: release.keys, in: files, sodium) {
      self.release.project = owner
    }
  }

  /// Whom the first key set of a folder is of.
  private static func owner(of folder: String, in files: DiskFiles, _ sodium: Sodium) -> String? {
    guard case .success(let entries) = files.reader.list(folder) else { return nil }
    let versions = entries.compactMap { entry in
      entry.name.hasSuffix(".json") ? Int(entry.name.dropLast(5)) : nil
    }
    guard let first = versions.min(), case .success(let bytes) = files.reader.read("\(folder)/\(first).json")
    else { return nil }
    return try? KeySet(decoding: bytes, as: "\(folder)/\(first).json", sodium: sodium).project
  }
}
