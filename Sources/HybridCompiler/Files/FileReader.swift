/// The compiler's only access to files: two functions from the command line, the server or a test.
///
/// Paths are relative to the project's root, with `/` between components and no `.` or `..` in them
/// (``ProjectPath``); the root itself is the empty path.
package struct FileReader: Sendable {
  /// The bytes of a file.
  package var read: @Sendable (_ path: String) -> Result<[UInt8], FileFailure>
  /// The direct content of a folder, in no particular order.
  package var list: @Sendable (_ folder: String) -> Result<[FolderEntry], FileFailure>

  /// A reader from its two functions.
  package init(
    read: @escaping @Sendable (_ path: String) -> Result<[UInt8], FileFailure>,
    list: @escaping @Sendable (_ folder: String) -> Result<[FolderEntry], FileFailure>
  ) {
    self.read = read
    self.list = list
  }

  /// The maximum size of a source file: 16 MB.
  package static let sizeLimit = 16 * 1024 * 1024
}

/// One name in a folder.
package struct FolderEntry: Hashable, Sendable {
  /// The kind of an entry.
  package enum Kind: Hashable, Sendable {
    /// A file, or a link to one.
    case file
    /// A folder.
    case folder
    /// A link to a folder: never followed, so that a link to an outer folder causes no endless walk.
    case linkedFolder
  }

  /// The last component.
  package var name: String
  /// Its kind.
  package var kind: Kind

  /// One name in a folder.
  package init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// The reason why a file or folder cannot be read.
package enum FileFailure: Error, Hashable, Sendable {
  /// It does not exist.
  case missing
  /// The system denied access; `reason` is its message, such as "Permission denied".
  case unreadable(reason: String)
  /// More than ``FileReader/sizeLimit``.
  case tooLarge(bytes: Int)
  /// A folder where a file was expected.
  case isFolder
  /// A file where a folder was expected.
  case notFolder
  /// A device, a pipe or a socket.
  case notRegular
  /// A symbolic link leads out of the project.
  case outside
  /// A symbolic link leads to itself.
  case linkLoop
  /// It may hold secrets; `by` is the matching pattern (``DeniedFiles``).
  case denied(by: String)

  /// The failure as a message that follows a file's name and a colon.
  package var message: String {
    switch self {
    case .missing: "there is no such file"
    case .unreadable(let reason): "it cannot be read (\(reason))"
    case .tooLarge(let bytes):
      """
      it has \(megabytes(bytes)) MB, more than the \(megabytes(FileReader.sizeLimit)) \
      MB a source file may have
      """
    case .isFolder: "it is a folder"
    case .notFolder: "it is not a folder"
    case .notRegular: "it is not a regular file"
    case .outside: "it is a link to a place outside the project"
    case .linkLoop: "it is a link that leads to itself"
    case .denied(let pattern): "it may hold secrets ('\(pattern)') and is never read"
    }
  }

  /// The last part of a diagnostic's code.
  package var code: String {
    switch self {
    case .missing: "missing-file"
    case .unreadable: "unreadable-file"
    case .tooLarge: "file-too-large"
    case .isFolder, .notFolder, .notRegular: "not-a-file"
    case .outside: "outside-project"
    case .linkLoop: "link-loop"
    case .denied: "denied"
    }
  }

  /// The code of a diagnostic about a file of a project.
  package var diagnosticCode: String {
    if case .denied = self { return "file.denied" }
    return "project.\(code)"
  }

  private func megabytes(_ bytes: Int) -> Int { (bytes + (1 << 20) - 1) >> 20 }
}
