internal import CSQLite
import Synchronization

/// SQLite's functions, loaded on first use.
struct SQLiteLibrary: Sendable {
  /// The file name of the library.
  static let name = "libsqlite3.so.0"

  let functions: Functions

  /// The C functions. `@unchecked Sendable`: they are set once, and each connection is used by one thread at
  /// a time.
  struct Functions: @unchecked Sendable {
    var table: HybridSQLite
  }

  init(_ name: String) throws(DatabaseError) {
    var table = HybridSQLite()
    if let message = hybrid_sqlite_load(name, &table) { throw .libraryMissing(String(cString: message)) }
    functions = Functions(table: table)
  }

  private static let opened = Mutex<Result<SQLiteLibrary, DatabaseError>?>(nil)

  /// The library of the process, loaded by the first call.
  static func shared() throws(DatabaseError) -> SQLiteLibrary {
    try opened.withLock { opened in
      if let opened { return opened }
      let result: Result<SQLiteLibrary, DatabaseError>
      do throws(DatabaseError) { result = .success(try SQLiteLibrary(name)) } catch {
        result = .failure(error)
      }
      opened = result
      return result
    }.get()
  }
}
