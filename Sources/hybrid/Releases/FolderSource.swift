import Glibc
import HybridRelease

/// A DIST folder. No symbolic link is followed, so that nothing outside of it is ever read, or published.
struct FolderSource: ReleaseSource {
  /// The folder.
  let path: String

  func read(_ name: String, atMost limit: Int) throws(Refusal) -> [UInt8] {
    guard faultOfFileName(name) == nil else {
      throw Refusal(.nameUnsafe, name, "is no name within a release")
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
    // A pipe that stands there would keep the opening waiting.
    let file = openat(folder, parts[parts.count - 1], O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw failure(name, missing: .fileMissing) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Refusal(.storeFailed, name, "is no file")
    }
    guard status.st_size <= limit else {
      throw Refusal(.fileWrongSize, name, "has \(status.st_size) bytes, and at most \(limit) are read")
    }
    guard let bytes = readAll(file, atMost: limit) else {
      throw failure(name, missing: .storeFailed)
    }
    return bytes
  }

  /// Every file below the folder, sorted; links and whatever else is no file stand there too, and cannot be read.
  func names() throws(Refusal) -> [String] {
    var names: [String] = []
    var waiting = [""]
    while let folder = waiting.popLast() {
      let place = folder.isEmpty ? path : "\(path)/\(folder)"
      guard let listing = opendir(place) else { throw failure(place, missing: .storeFailed) }
      defer { closedir(listing) }
      while let entry = readdir(listing) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard name != ".", name != ".." else { continue }
        let whole = folder.isEmpty ? name : "\(folder)/\(name)"
        var status = stat()
        guard lstat("\(path)/\(whole)", &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR { waiting.append(whole) } else { names.append(whole) }
        guard names.count + waiting.count <= 2_000_000 else {
          throw Refusal(.storeFailed, place, "has more than 2,000,000 files")
        }
      }
    }
    return names.sorted()
  }

  private func failure(_ name: String, missing: RefusalCode) -> Refusal {
    switch errno {
    case ENOENT, ENOTDIR: Refusal(missing, name, "is missing")
    case ELOOP: Refusal(.storeFailed, name, "is a symbolic link, and none is followed")
    default: Refusal(.storeFailed, name, "cannot be read: \(String(cString: strerror(errno)))")
    }
  }
}

/// Everything up to the end of a file; nil when reading fails, and for a file that grew beyond `limit` meanwhile.
func readAll(_ descriptor: Int32, atMost limit: Int) -> [UInt8]? {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count > 0 {
      bytes += buffer[..<count]
      if bytes.count > limit { return nil }
    } else if count == 0 {
      return bytes
    } else if errno != EINTR {
      return nil
    }
  }
}
