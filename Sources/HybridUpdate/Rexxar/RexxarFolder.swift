import HybridEncoding
import HybridRelease
package import HybridRexxar

/// A folder that stores the files of a container.
package struct RexxarFolder: RexxarFiles, RexxarPreset {
  private let root: String
  private let files: any StoreFiles

  /// Creates a value; the folder is created with the first file in it.
  package init(_ root: String, files: any StoreFiles = SystemFiles()) {
    (self.root, self.files) = (root, files)
  }

  package func read(_ path: String) -> [UInt8]? {
    guard faultOfFileName(path) == nil else { return nil }
    return try? files.readAll("\(root)/\(path)", atMost: RexxarContainer.largestFile)
  }

  package func write(_ bytes: [UInt8], to path: String) throws(RexxarFileFault) {
    guard faultOfFileName(path) == nil, !path.contains("/") else {
      throw RexxarFileFault(detail: "is not the name of a cached file")
    }
    // Only one file is written at a time, so the next one overwrites the remains of a crash.
    let temporary = "\(root)/.new"
    do throws(FileFault) {
      try files.makeFolder(root)
      // The folder's own entry must be flushed before its first file is.
      let parent = root.parentPath
      if !parent.isEmpty, names().isEmpty { try files.syncFolder(parent) }
      try files.truncate(temporary, to: 0)
      try files.write(bytes, to: temporary, at: 0)
      try files.sync(temporary)
      try files.rename(temporary, to: "\(root)/\(path)")
      try files.syncFolder(root)
    } catch {
      try? files.remove(temporary)
      throw RexxarFileFault(detail: error.refusal(path).detail)
    }
  }

  package func remove(_ path: String) { try? files.remove("\(root)/\(path)") }

  package func names() -> [String] {
    ((try? files.names(in: root)) ?? []).filter { !$0.hasPrefix(".") }
  }
}
