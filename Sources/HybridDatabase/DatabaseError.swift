/// Why a database does not do what was asked.
package enum DatabaseError: Error, Hashable, Sendable {
  /// The shared library, or a function in it, is missing: what the loader said.
  case libraryMissing(String)
  /// Somebody else kept it locked for longer than the time-out.
  case busy
  /// No room on the disk.
  case full
  /// Reading, writing or opening its file failed: SQLite's extended code and message.
  case failed(code: Int32, String)
  /// The file is no database, or a damaged one.
  case damaged(String)
  /// What was asked is wrong: a mistake of ours, such as SQL with a fault.
  case misuse(code: Int32, String)
}

extension DatabaseError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .libraryMissing(let message): "SQLite cannot be opened: \(message)"
    case .busy: "the database is locked by another connection"
    case .full: "the disk is full"
    case .failed(let code, let message): "the database's file failed: \(message) (\(code))"
    case .damaged(let message): "the database is damaged: \(message)"
    case .misuse(let code, let message): "SQLite refuses: \(message) (\(code))"
    }
  }
}
