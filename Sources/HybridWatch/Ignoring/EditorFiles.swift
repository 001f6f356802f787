/// The names of private files of editors and version control, which are never reported as changes.
package enum EditorFiles {
  /// Whether `name` (one path component) is an editor's temporary, backup or lock file, or a folder of
  /// version control or of Hybrid itself.
  package static func ignores(_ name: some StringProtocol, isFolder: Bool) -> Bool {
    isFolder ? folders.contains(where: { $0 == name }) : isTemporary(name)
  }

  private static let folders = [".git", ".hg", ".svn", ".hybrid"]

  private static func isTemporary(_ name: some StringProtocol) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, let last = bytes.last else { return true }
    if last == UInt8(ascii: "~") { return true }  // backups of vim, emacs, kate, gedit
    if first == UInt8(ascii: "#"), last == first, bytes.count > 1 { return true }  // emacs: auto-save
    if first == UInt8(ascii: ".") {
      // emacs: lock; GIO: save beside; NFS and FUSE: a file deleted while open; LibreOffice: lock
      for prefix in [".#", ".goutputstream-", ".nfs", ".fuse_hidden", ".~lock."] where name.hasPrefix(prefix)
      {
        return true
      }
      if name.hasSuffix(".kate-swp") || isSwap(bytes) || name == ".DS_Store" { return true }
    }
    // vim; browsers that save by the File System Access API
    if name.hasSuffix(".swp") || name.hasSuffix(".crswap") { return true }
    // JetBrains: safe write.
    if name.hasSuffix("___jb_tmp___") || name.hasSuffix("___jb_old___") { return true }
    return isVimProbe(bytes) || isSedCopy(bytes)
  }

  /// vim: `.name.swp`, then `.swo` and so on down to `.saa`.
  private static func isSwap(_ bytes: [UInt8]) -> Bool {
    let tail = Array(bytes.suffix(4))
    // The third letter goes from p down to a, and starts again at z.
    return bytes.count > 5 && tail.starts(with: ".s".utf8)
      && tail.dropFirst(2).allSatisfy { $0 >= 97 && $0 <= 122 } && tail[2] <= UInt8(ascii: "w")
  }

  /// vim tries whether it may create files with `4913`, and when that exists with 123 more, and so on.
  private static func isVimProbe(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 4 || bytes.count == 5, bytes.allSatisfy({ $0 >= 48 && $0 <= 57 }) else {
      return false
    }
    let number = bytes.reduce(0) { $0 * 10 + Int($1 - 48) }
    return number >= 4913 && (number - 4913) % 123 == 0
  }

  /// `sed -i` writes `sed` and six random letters or digits, then renames.
  private static func isSedCopy(_ bytes: [UInt8]) -> Bool {
    bytes.count == 9 && bytes.starts(with: "sed".utf8)
      && bytes.dropFirst(3).allSatisfy { byte in
        (byte >= 48 && byte <= 57) || (byte | 32 >= 97 && byte | 32 <= 122)
      }
  }
}
