import Glibc
import HybridSystem

/// The system's files. Files are created for their owner only; a symbolic link as the last path component is
/// not followed.
package struct SystemFiles: StoreFiles {
  /// Creates a value.
  package init() {}

  package func makeFolder(_ path: String) throws(FileFault) {
    guard unsafe mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    throw fault("make folder", path)
  }

  package func size(of path: String) throws(FileFault) -> Int? {
    guard let status = FileStatus(at: path, following: false) else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw fault("look at", path)
    }
    guard status.kind == .file else { throw FileFault(.failed(0, "it is not a file"), "look at", path) }
    return status.size
  }

  package func read(_ path: String, from offset: Int, count: Int) throws(FileFault) -> [UInt8] {
    let descriptor = try opened(path, O_RDONLY, "read")
    defer { close(descriptor) }
    var (done, failed) = (0, false)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while done < count {
        let read = unsafe pread(descriptor, buffer.baseAddress! + done, count - done, off_t(offset + done))
        if read < 0 && errno == EINTR { continue }
        failed = read < 0
        guard read > 0 else { break }
        done += read
      }
      filled = done
    }
    if failed { throw fault("read", path) }
    return bytes
  }

  package func write(_ bytes: [UInt8], to path: String, at offset: Int) throws(FileFault) {
    let descriptor = try opened(path, O_WRONLY | O_CREAT, "write")
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress! + done, bytes.count - done, off_t(offset + done))
      }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { throw fault("write", path) }
      done += written
    }
  }

  package func truncate(_ path: String, to size: Int) throws(FileFault) {
    let descriptor = try opened(path, O_WRONLY | O_CREAT, "cut")
    defer { close(descriptor) }
    guard ftruncate(descriptor, off_t(size)) == 0 else { throw fault("cut", path) }
  }

  package func sync(_ path: String) throws(FileFault) {
    let descriptor = try opened(path, O_RDONLY, "sync")
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw fault("sync", path) }
  }

  package func syncFolder(_ path: String) throws(FileFault) {
    let descriptor = try opened(path, O_RDONLY | O_DIRECTORY, "sync folder")
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw fault("sync folder", path) }
  }

  package func rename(_ path: String, to other: String) throws(FileFault) {
    guard unsafe Glibc.rename(path, other) == 0 else { throw fault("rename", path) }
  }

  package func remove(_ path: String) throws(FileFault) {
    guard unsafe unlink(path) != 0, errno != ENOENT else { return }
    throw fault("remove", path)
  }

  package func names(in path: String) throws(FileFault) -> [String] {
    guard var folder = FolderStream(at: path) else {
      if errno == ENOENT { return [] }
      throw fault("list", path)
    }
    var names: [String] = []
    while let entry = folder.next() { names.append(entry.name) }
    return names.sorted()
  }

  private func opened(_ path: String, _ flags: Int32, _ operation: String) throws(FileFault) -> Int32 {
    let descriptor = unsafe open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw fault(operation, path) }
    return descriptor
  }

  private func fault(_ operation: String, _ path: String) -> FileFault {
    let code = errno
    let kind: FileFault.Kind =
      switch code {
      case ENOSPC, EDQUOT: .full
      case ENOENT: .missing
      default: .failed(code, SystemError(code: code).message)
      }
    return FileFault(kind, operation, path)
  }
}
