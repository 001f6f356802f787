import CStoreFileSystem
package import HybridUpdate
import Synchronization

/// Lets SQLite use a store's files, so that its writes and syncs count as steps.
///
///     let system = StoreFileSystem(disk)
///     let client = try UpdateClient(folder: "/store", settings: settings, transport: host, files: disk, vfs:
///     system.name)
///
/// `@unchecked Sendable`: everything in it is set once, and the files are `Sendable`.
package final class StoreFileSystem: @unchecked Sendable {
  /// The name of the file system in SQLite.
  package let name: String
  private let files: any StoreFiles
  private var system: OpaquePointer?

  private static let count = Mutex(0)

  /// Registers a file system for `files`. It must outlive every connection that uses it.
  package init(_ files: any StoreFiles) {
    self.files = files
    name = "hybrid-store-\(Self.count.withLock { $0 += 1; return $0 })"
    var calls = HybridStoreCalls()
    calls.context = Unmanaged.passUnretained(self).toOpaque()
    calls.size = { context, path in
      let (files, path) = StoreFileSystem.taken(context, path)
      do throws(FileFault) { return Int64(try files.size(of: path) ?? -1) } catch { return -2 }
    }
    calls.read = { context, path, bytes, count, offset in
      let (files, path) = StoreFileSystem.taken(context, path)
      guard let bytes, let read = try? files.read(path, from: Int(offset), count: Int(count)) else {
        return -1
      }
      read.withUnsafeBytes {
        bytes.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(bytes), byteCount: $0.count)
      }
      return Int32(read.count)
    }
    calls.write = { context, path, bytes, count, offset in
      let (files, path) = StoreFileSystem.taken(context, path)
      let written = [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      return StoreFileSystem.code { () throws(FileFault) in
        try files.write(written, to: path, at: Int(offset))
      }
    }
    calls.truncate = { context, path, size in
      let (files, path) = StoreFileSystem.taken(context, path)
      return StoreFileSystem.code { () throws(FileFault) in try files.truncate(path, to: Int(size)) }
    }
    calls.sync = { context, path, folder in
      let (files, path) = StoreFileSystem.taken(context, path)
      return StoreFileSystem.code { () throws(FileFault) in
        try files.sync(path)
        if folder != 0 { try files.syncFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])) }
      }
    }
    calls.remove = { context, path, syncs in
      let (files, path) = StoreFileSystem.taken(context, path)
      return StoreFileSystem.code { () throws(FileFault) in
        try files.remove(path)
        if syncs != 0 { try files.syncFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])) }
      }
    }
    system = hybrid_store_register("libsqlite3.so.0", name, &calls)
  }

  deinit { hybrid_store_unregister(system) }

  private static func taken(
    _ context: UnsafeMutableRawPointer?, _ path: UnsafePointer<CChar>?
  ) -> (any StoreFiles, String) {
    guard let context, let path else { preconditionFailure("SQLite gives back what it was given") }
    return (
      Unmanaged<StoreFileSystem>.fromOpaque(context).takeUnretainedValue().files, String(cString: path)
    )
  }

  private static func code(_ body: () throws(FileFault) -> Void) -> Int32 {
    do throws(FileFault) {
      try body()
      return 0
    } catch { return error.kind == .full ? 13 : 10 }
  }
}
