package import Foundation

/// A folder of its own for a test, gone with the value: a class because it has something to take away at the end.
///
///     let project = try TemporaryProject(["pages/home.html": "<label>Hi</label>"])
///     try project.saveLikeVim("pages/home.html", "<label>Ho</label>")
package final class TemporaryProject: Sendable {
  /// The folder, its symbolic links resolved.
  package let url: URL
  /// The folder as a path.
  package var path: String { url.path }

  /// A new folder with these files: their paths in it, and what they hold.
  package init(_ files: [String: String] = [:]) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hybrid-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.resolvingSymlinksInPath()
    for (path, text) in files { try write(path, text) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Where a file of the project is.
  package func url(of path: String) -> URL { url.appendingPathComponent(path) }

  /// What a file holds.
  package func read(_ path: String) throws -> String { try String(contentsOf: url(of: path), encoding: .utf8) }

  /// Writes a file in place, as `echo > file` and most editors do. Missing folders are made.
  package func write(_ path: String, _ text: String) throws { try write(path, bytes: Array(text.utf8)) }

  /// Writes bytes to a file in place.
  package func write(_ path: String, bytes: [UInt8]) throws {
    try FileManager.default.createDirectory(
      at: url(of: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url(of: path), options: [])
  }

  /// Saves as vim does with `backupcopy=no`: the old file becomes a backup, a new one takes its name, the backup goes.
  package func saveLikeVim(_ path: String, _ text: String) throws {
    try rename(path, to: path + "~")
    try write(path, text)
    try remove(path + "~")
  }

  /// Saves as `sed -i` and many editors do: a hidden file beside it is written and renamed over it.
  package func saveLikeSed(_ path: String, _ text: String) throws {
    let folder = (path as NSString).deletingLastPathComponent
    let hidden = (folder as NSString).appendingPathComponent(".sed" + String(UUID().uuidString.prefix(6)))
    try write(hidden, text)
    try rename(hidden, to: path)
  }

  /// Renames a file or folder; what has the new name already is replaced, in one step.
  package func rename(_ path: String, to newPath: String) throws {
    guard Foundation.rename(url(of: path).path, url(of: newPath).path) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
    }
  }

  /// Removes a file or folder.
  package func remove(_ path: String) throws { try FileManager.default.removeItem(at: url(of: path)) }

  /// Sets a file's times to now and leaves what it holds, as `touch` does.
  package func touch(_ path: String) throws {
    try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: url(of: path).path)
  }
}
