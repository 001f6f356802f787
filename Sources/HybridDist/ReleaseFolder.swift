import Glibc
package import HybridRelease
import HybridSystem

/// A DIST folder on this machine. Symbolic links below it are never followed, so that nothing outside it is
/// read or published.
///
///     let dist = ReleaseFolder("dist")
///     let bytes = try dist.read(DistPaths.freshness, atMost: 64 << 10)
package struct ReleaseFolder: ReleaseSource {
  /// A file or another entry below the folder.
  package struct Entry: Hashable, Sendable {
    /// The path below the folder: `files/3f…`.
    package var name: String
    /// The size in bytes.
    package var size: Int
    /// Whether it is a regular file; links and other entries cannot be read.
    package var isFile: Bool
  }

  /// The path of the folder, without trailing slashes.
  package let path: String

  /// Creates a source without reading anything.
  package init(_ path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  /// - Throws: As for any source; ``RefusalCode/storeFailed`` for a link or another entry that is not a
  ///   regular file.
  package func read(_ name: String, atMost limit: Int) throws(Refusal) -> [UInt8] {
    guard faultOfFileName(name) == nil else {
      throw Refusal(.nameUnsafe, name, "is not a name within a release")
    }
    var folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw failure(path, missing: .storeFailed) }
    defer { close(folder) }
    let parts = name.split(separator: "/").map(String.init)
    for part in parts.dropLast() {
      let next = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard next >= 0 else { throw failure(name, missing: .fileMissing) }
      close(folder)
      folder = next
    }
    // Without O_NONBLOCK, opening a pipe would block.
    let file = openat(folder, parts[parts.count - 1], O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw failure(name, missing: .fileMissing) }
    defer { close(file) }
    guard let status = FileStatus(of: file), status.kind == .file else {
      throw Refusal(.storeFailed, name, "is not a file")
    }
    guard status.size <= limit else {
      throw Refusal(.fileWrongSize, name, "has \(status.size) bytes, and at most \(limit) are read")
    }
    do throws(SystemError) {
      return try readToEnd(file, expecting: status.size, atMost: limit)
    } catch { throw Refusal(.storeFailed, name, "cannot be read: \(error.message)") }
  }

  /// The names of ``entries()``.
  package func names() throws(Refusal) -> [String] { try entries().map(\.name) }

  /// Everything below the folder except folders, sorted by name.
  ///
  /// - Throws: ``RefusalCode/storeFailed`` for a folder that cannot be read, and for more than 2,000,000
  ///   files.
  package func entries() throws(Refusal) -> [Entry] {
    var entries: [Entry] = []
    var waiting = [""]
    while let folder = waiting.popLast() {
      let place = folder.isEmpty ? path : "\(path)/\(folder)"
      guard var listing = FolderStream(at: place) else { throw failure(place, missing: .storeFailed) }
      while let entry = listing.next() {
        let whole = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
        guard let status = FileStatus(at: "\(path)/\(whole)", following: false) else { continue }
        if status.kind == .folder {
          waiting.append(whole)
        } else {
          entries.append(Entry(name: whole, size: status.size, isFile: status.kind == .file))
        }
        guard entries.count + waiting.count <= 2_000_000 else {
          throw Refusal(.storeFailed, place, "has more than 2,000,000 files")
        }
      }
    }
    return entries.sorted { $0.name < $1.name }
  }

  private func failure(_ name: String, missing: RefusalCode) -> Refusal {
    switch errno {
    case ENOENT, ENOTDIR: Refusal(missing, name, "is missing")
    case ELOOP: Refusal(.storeFailed, name, "is a symbolic link, and none is followed")
    default: Refusal(.storeFailed, name, "cannot be read: \(SystemError.last.message)")
    }
  }
}
