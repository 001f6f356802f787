internal import CSQLite
import Synchronization

/// SQLite's functions, opened when first used.
struct SQLiteLibrary: Sendable {
  /// Where the functions come from.
  static let name = "libsqlite3.so.0"

  let functions: Functions

  /// The functions as C has them. `@unchecked Sendable`: they are set once, and each connection keeps to one
  /// thread at a time.
  struct Functions: @unchecked Sendable {
    var table: HybridSQLite
  }

  init(_ name: String) throws(DatabaseError) {
    var table = HybridSQLite()
    if let message = hybrid_sqlite_load(name, &table) { throw .libraryMissing(String(cString: message)) }
    functions = Functions(table: table)
  }

  private static let opened = Mutex<Result<SQLiteLibrary, DatabaseError>?>(nil)

  /// The library of the process, opened by the first call.
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
