package import HybridCompiler
package import HybridCrypto
import HybridRelease
package import HybridSource

/// The settings of a project's `hybrid.json`, read once for packaging and for the project's keys.
package struct ProjectReleaseSettings: Sendable {
  /// The release settings, with defaults for missing ones.
  package var release: PackageSettings
  /// The errors in `hybrid.json`; ``release`` then contains the valid rest.
  package let diagnostics: [Diagnostic]
  let config: ProjectConfig
  let source: Source

  /// Reads a project's settings; without a `hybrid.json` all settings have defaults.
  ///
  /// Without `release.project`, the identifier comes from the project's key sets, whatever the folder's name:
  /// a renamed clone signs for the same apps.
  package init(of files: DiskFiles, sodium: Sodium) {
    var (config, found) = (ProjectConfig(), [Diagnostic]())
    var source = Source(path: ProjectConfig.path, bytes: [])
    // An unreadable file is an error of the project, reported when its units are built.
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

  /// The project in the first key set of a folder.
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
