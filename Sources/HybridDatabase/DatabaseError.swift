/// Why a database operation failed.
package enum DatabaseError: Error, Hashable, Sendable {
  /// The shared library, or a function in it, is missing; with the loader's message.
  case libraryMissing(String)
  /// Another connection held the lock for longer than the time-out.
  case busy
  /// The disk is full.
  case full
  /// Reading, writing or opening its file failed: SQLite's extended code and message.
  case failed(code: Int32, String)
  /// The file is not a database, or is damaged.
  case damaged(String)
  /// A programming error, such as invalid SQL.
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
