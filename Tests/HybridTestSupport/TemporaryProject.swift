package import Foundation

/// A temporary folder with files for one test, removed with the last reference to it.
///
/// It can save files in the different ways of editors.
package final class TemporaryProject: Sendable {
  /// The folder, with symbolic links resolved.
  package let folder: URL
  /// The folder's path.
  package var path: String { folder.path }

  /// Creates a project with these files: path → text.
  package init(_ files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "hybrid-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (path, text) in files { try write(path, text) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The URL of a file of the project.
  package func file(_ path: String) -> URL { folder.appending(path: path) }

  /// The text of a file.
  package func text(_ path: String) throws -> String { try String(contentsOf: file(path), encoding: .utf8) }

  /// Saves in place: opens, truncates and writes the file itself, as nano does.
  package func write(_ path: String, _ text: String) throws { try write(path, bytes: Array(text.utf8)) }

  /// Saves bytes in place.
  package func write(_ path: String, bytes: [UInt8]) throws {
    try FileManager.default.createDirectory(
      at: file(path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file(path))
  }

  /// Saves to a new file that is renamed over the old one, as `sed -i` and most programs do.
  package func replace(_ path: String, _ text: String) throws {
    let draft = file(path).deletingLastPathComponent().appending(path: "sed\(UUID().uuidString.prefix(6))")
    try Data(text.utf8).write(to: draft)
    try rename(draft.path, file(path).path)
  }

  /// Saves as vim does without `backupcopy`: the old file becomes a backup, and a new file gets its name.
  package func saveLikeVim(_ path: String, _ text: String) throws {
    let backup = file(path).path + "~"
    try rename(file(path).path, backup)
    try Data(text.utf8).write(to: file(path))
    try FileManager.default.removeItem(atPath: backup)
  }

  /// Changes only the modification time of a file.
  package func touch(_ path: String) throws {
    try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file(path).path)
    // `touch` opens the file for writing, which is what a watcher sees.
    try FileHandle(forWritingTo: file(path)).close()
  }

  /// Renames a file or folder of the project.
  package func move(_ path: String, to other: String) throws { try rename(file(path).path, file(other).path) }

  /// Removes a file or folder of the project.
  package func remove(_ path: String) throws { try FileManager.default.removeItem(at: file(path)) }

  private func rename(_ path: String, _ other: String) throws {
    guard Foundation.rename(path, other) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }
}
