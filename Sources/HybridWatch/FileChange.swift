/// One change below a watched folder.
package struct FileChange: Hashable, Sendable {
  /// The kind of a change.
  package enum Kind: Hashable, Sendable {
    /// The file has new content (or was only touched: compare content to know).
    case modified
    /// A file that was not there before.
    case created
    /// A file that is gone, or was moved away.
    case removed
    /// A folder that was not there before; its files follow as `created`. With an empty path: the root is
    /// back, and what differs in it follows.
    case folderCreated
    /// A folder that is gone, or was moved away; its files went before it as `removed`. With an empty path:
    /// the root.
    case folderRemoved
  }

  /// Relative to the root, components separated by `/`; empty for the root itself.
  package var path: String
  /// The kind of the change.
  package var kind: Kind

  /// A change of `kind` to the file or folder at `path`, relative to the root.
  package init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }
}
