import Glibc

/// Calls `body` with each name in a folder, without `.` and `..`, in no order.
///
/// - Parameter body: Takes a name, and the type that the folder has for it (`DT_DIR` and others of
///   readdir(3), 0 for one that it does not know).
/// - Returns: Whether the folder could be opened.
package func forEachName<Failure: Error>(
  in folder: String, _ body: (_ name: String, _ type: UInt8) throws(Failure) -> Void
) throws(Failure) -> Bool {
  guard let listing = opendir(folder) else { return false }
  defer { closedir(listing) }
  while let entry = readdir(listing) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { try body(name, entry.pointee.d_type) }
  }
  return true
}
