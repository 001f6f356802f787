import Glibc

/// An open folder whose entries are read one after the other, in no order (`readdir(3)`).
///
///     guard var folder = FolderStream(at: path) else { throw fault(SystemError.last) }
///     while let entry = folder.next() { names.append(entry.name) }
package struct FolderStream: ~Copyable {
  /// One entry of a folder.
  package struct Entry: Hashable, Sendable {
    /// The name; bytes that are not UTF-8 are repaired.
    package let name: String
    /// Whether ``name`` is the name on disk. No text names an entry whose name was repaired.
    package let isNameExact: Bool
    /// The type, links not followed; nil if the file system does not tell it here.
    package let kind: FileStatus.Kind?
  }

  private let stream: OpaquePointer

  /// Opens the folder at a path; nil, with `errno` set, if that fails.
  package init?(at path: String) {
    guard let stream = opendir(path) else { return nil }
    self.stream = stream
  }

  /// Reads an open folder; nil, with `errno` set, if that fails.
  ///
  /// - Parameter descriptor: Closed with the stream, and if there is none.
  package init?(closing descriptor: Int32) {
    guard let stream = fdopendir(descriptor) else {
      let error = SystemError.last
      close(descriptor)
      errno = error.code
      return nil
    }
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// The next entry, without `.` and `..`; nil after the last one.
  package mutating func next() -> Entry? {
    while let entry = readdir(stream) {
      let kind = Self.kind(Int(entry.pointee.d_type))
      let (name, isExact) = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let text = UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self)
        if let name = String(validatingCString: text) { return (name, true) }
        return (String(cString: text), false)
      }
      if name != ".", name != ".." { return Entry(name: name, isNameExact: isExact, kind: kind) }
    }
    return nil
  }

  private static func kind(_ type: Int) -> FileStatus.Kind? {
    switch type {
    case Int(DT_UNKNOWN): nil
    case Int(DT_REG): .file
    case Int(DT_DIR): .folder
    case Int(DT_LNK): .link
    case Int(DT_FIFO): .pipe
    case Int(DT_SOCK): .socket
    default: .other
    }
  }
}
