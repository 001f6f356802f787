import Glibc
package import HybridRelease
package import HybridUpdate
import Synchronization

/// The system's files, with a step at which this process is killed.
package final class KillingFiles: StoreFiles {
  private let system = SystemFiles()
  private let count = Mutex(0)
  private let last: Int

  /// - Parameter step: The changing step at which the process is killed; negative for never.
  package init(killingAt step: Int) { last = step }

  /// The number of changing steps so far.
  package var steps: Int { count.withLock { $0 } }

  private func step() {
    let number = count.withLock { count in
      defer { count += 1 }
      return count
    }
    if number == last { kill(getpid(), SIGKILL) }
  }

  package func makeFolder(_ path: String) throws(FileFault) {
    step()
    try system.makeFolder(path)
  }
  package func size(of path: String) throws(FileFault) -> Int? { try system.size(of: path) }
  package func read(_ path: String, from offset: Int, count: Int) throws(FileFault) -> [UInt8] {
    try system.read(path, from: offset, count: count)
  }
  package func write(_ bytes: [UInt8], to path: String, at offset: Int) throws(FileFault) {
    // Only half of the bytes are written if the process is killed here.
    if count.withLock({ $0 }) == last {
      try system.write(Array(bytes.prefix(bytes.count / 2)), to: path, at: offset)
    }
    step()
    try system.write(bytes, to: path, at: offset)
  }
  package func truncate(_ path: String, to size: Int) throws(FileFault) {
    step()
    try system.truncate(path, to: size)
  }
  package func sync(_ path: String) throws(FileFault) {
    step()
    try system.sync(path)
  }
  package func syncFolder(_ path: String) throws(FileFault) {
    step()
    try system.syncFolder(path)
  }
  package func rename(_ path: String, to other: String) throws(FileFault) {
    step()
    try system.rename(path, to: other)
  }
  package func remove(_ path: String) throws(FileFault) {
    step()
    try system.remove(path)
  }
  package func names(in path: String) throws(FileFault) -> [String] { try system.names(in: path) }
}

/// A folder that acts as a host.
package struct FolderHost: UpdateTransport {
  private let folder: String

  /// Serves the files below `folder`.
  package init(_ folder: String) { self.folder = folder }

  package func get(
    _ request: TransportRequest, receive: @escaping @Sendable (TransportPart) throws(Refusal) -> Void
  ) async throws(Refusal) -> TransportAnswer {
    guard let bytes = try? SystemFiles().readAll("\(folder)/\(request.path)", atMost: 1 << 30) else {
      return .missing
    }
    try receive(.begins(at: request.offset))
    var rest = bytes.dropFirst(request.offset)
    while !rest.isEmpty {
      try receive(.bytes(Array(rest.prefix(4_096))))
      rest = rest.dropFirst(4_096)
    }
    return .whole(etag: nil)
  }
}
