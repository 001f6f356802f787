package import HybridDrawing
import HybridEncoding
import HybridSource

extension ImageBook {
  /// The pictures of a project's pages: in files, and in `data:` addresses.
  ///
  ///     let book = ImageBook(files: { path in try? reader.read(path).get() })
  ///
  /// - Parameter files: The bytes of a file of the project by its path; nil for a missing file.
  package convenience init(files: @escaping @Sendable (_ path: String) -> [UInt8]?) {
    self.init(read: { $0.hasPrefix("data:") ? dataURLBytes($0) : files($0) })
  }
}
