internal import CSQLite

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

  private static let loaded: Result<SQLiteLibrary, DatabaseError> = Result { () throws(DatabaseError) in
    try SQLiteLibrary(name)
  }

  /// The library of the process, loaded by the first call.
  static func shared() throws(DatabaseError) -> SQLiteLibrary { try loaded.get() }
}
