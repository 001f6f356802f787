package import Glibc

/// Creates a folder and the folders above it; those that are there already are kept.
///
/// - Parameters:
///   - mode: The permissions of new folders.
///   - ignoringMask: Whether they have exactly these, whatever the umask.
/// - Returns: The folder that could not be made, and why, which is `EEXIST` if something else has its name;
///   nil for success.
package func makeFolders(
  _ path: String, mode: mode_t = 0o755, ignoringMask: Bool = false
) -> (path: String, error: SystemError)? {
  if FileStatus.isFolder(path) { return nil }
  if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex,
    let fault = makeFolders(String(path[..<slash]), mode: mode, ignoringMask: ignoringMask)
  {
    return fault
  }
  if mkdir(path, mode) == 0 {
    if ignoringMask { chmod(path, mode) }
    return nil
  }
  let error = SystemError.last
  // Another process may have created it in the meantime, and a slash at the end names the folder above.
  if error.code == EEXIST, FileStatus.isFolder(path) { return nil }
  return (path, error)
}
