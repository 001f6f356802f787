internal import CSQLite

/// One connection to one SQLite file, with its prepared statements.
///
/// Commits are durable: `synchronous=EXTRA` syncs the file, its journal and, after the journal's deletion,
/// the folder. A power failure loses no committed data, and files may safely be removed after a commit.
///
/// A class because it owns the connection, which is used by one task at a time; an actor should own it.
///
///     let database = try Database(path: "store.sqlite")
///     try database.execute("CREATE TABLE IF NOT EXISTS notes(id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
///     try database.transaction { () throws(DatabaseError) in
///       try database.run("INSERT INTO notes(text) VALUES (?)", .text("hello"))
///     }
package final class Database {
  /// The journal mode.
  package enum Journal: String, Sendable {
    /// A rollback journal that is deleted at each commit: one file at rest, which can be read in read-only
    /// folders.
    case delete = "DELETE"
    /// A write-ahead log: readers do not block during writes; it adds two files.
    case writeAhead = "WAL"
  }

  private let library: SQLiteLibrary
  private let connection: UnsafeMutableRawPointer
  private var prepared: [String: UnsafeMutableRawPointer] = [:]
  private var depth = 0

  /// Opens the file, creating it if missing, and checks that it is a database.
  ///
  /// - Parameters:
  ///   - vfs: The name of SQLite's file system; nil for the default. Tests pass one with faults.
  ///   - busy: How long to wait for another connection, in milliseconds.
  package init(
    path: String, journal: Journal = .delete, vfs: String? = nil, busy: Int32 = 5_000
  ) throws(DatabaseError) {
    library = try SQLiteLibrary.shared()
    let table = library.functions.table
    var opened: UnsafeMutableRawPointer?
    let flags = HybridSQLiteOpenReadWrite | HybridSQLiteOpenCreate | HybridSQLiteOpenNoMutex
    let status = table.open(path, &opened, Int32(flags), vfs)
    guard let opened else { throw .failed(code: status, "no memory") }
    connection = opened
    guard status == 0 else {
      let error = fault()
      _ = table.close(opened)
      throw error
    }
    _ = table.busyTimeout(opened, busy)
    do throws(DatabaseError) {
      try execute("PRAGMA foreign_keys=ON")
      // No temporary files outside the database's own folder.
      try execute("PRAGMA temp_store=MEMORY")
      try execute("PRAGMA journal_mode=\(journal.rawValue)")
      try execute("PRAGMA synchronous=EXTRA")
      // The first query reads the first page, which reveals a file that is not a database.
      _ = try rows("SELECT count(*) FROM sqlite_master")
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  private func close() {
    let table = library.functions.table
    for (_, statement) in prepared { _ = table.finalize(statement) }
    prepared = [:]
    _ = table.close(connection)
  }

  /// Runs SQL without values, possibly several statements.
  package func execute(_ sql: String) throws(DatabaseError) {
    guard library.functions.table.execute(connection, sql, nil, nil, nil) == 0 else { throw fault() }
  }

  /// Runs one statement and returns the number of changed rows. Each text is prepared once.
  @discardableResult
  package func run(_ sql: String, _ values: DatabaseValue...) throws(DatabaseError) -> Int {
    _ = try rows(sql, values)
    return Int(library.functions.table.changes(connection))
  }

  /// The result rows of one statement, each with its columns in order.
  package func rows(_ sql: String, _ values: DatabaseValue...) throws(DatabaseError) -> [[DatabaseValue]] {
    try rows(sql, values)
  }

  /// Runs `body` in a transaction: all of it takes effect, or nothing. A nested call is a part of the outer
  /// transaction.
  @discardableResult
  package func transaction<Value>(
    _ body: () throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> Value {
    guard depth == 0 else { return try body() }
    try execute("BEGIN IMMEDIATE")
    depth += 1
    defer { depth -= 1 }
    do throws(DatabaseError) {
      let value = try body()
      try execute("COMMIT")
      return value
    } catch {
      // After a full disk, SQLite may have rolled back already; then this fails harmlessly.
      try? execute("ROLLBACK")
      throw error
    }
  }

  private func rows(_ sql: String, _ values: [DatabaseValue]) throws(DatabaseError) -> [[DatabaseValue]] {
    let table = library.functions.table
    let statement = try statement(sql)
    defer {
      _ = table.reset(statement)
      _ = table.clearBindings(statement)
    }
    for (index, value) in values.enumerated() { try bind(value, to: statement, at: Int32(index + 1)) }
    var rows: [[DatabaseValue]] = []
    while true {
      let status = table.step(statement)
      if status == HybridSQLiteDone { return rows }
      guard status == HybridSQLiteRow else { throw fault() }
      rows.append((0..<table.columnCount(statement)).map { value(of: statement, at: $0) })
    }
  }

  private func statement(_ sql: String) throws(DatabaseError) -> UnsafeMutableRawPointer {
    if let statement = prepared[sql] { return statement }
    var statement: UnsafeMutableRawPointer?
    guard library.functions.table.prepare(connection, sql, -1, &statement, nil) == 0, let statement else {
      throw fault()
    }
    prepared[sql] = statement
    return statement
  }

  private func bind(
    _ value: DatabaseValue, to statement: UnsafeMutableRawPointer, at index: Int32
  ) throws(DatabaseError) {
    let table = library.functions.table
    // SQLITE_TRANSIENT: SQLite copies the data.
    let copied = UnsafeMutableRawPointer(bitPattern: -1)
    let status =
      switch value {
      case .null: table.bindNull(statement, index)
      case .int(let value): table.bindInt(statement, index, Int64(value))
      case .text(let text):
        Array(text.utf8CString).withUnsafeBufferPointer {
          table.bindText(statement, index, $0.baseAddress, Int32($0.count - 1), copied)
        }
      case .blob(let bytes):
        bytes.isEmpty
          ? table.bindEmptyBlob(statement, index, 0)
          : table.bindBlob(statement, index, bytes, Int32(clamping: bytes.count), copied)
      }
    guard status == 0 else { throw fault() }
  }

  private func value(of statement: UnsafeMutableRawPointer, at column: Int32) -> DatabaseValue {
    let table = library.functions.table
    let type = Int(table.columnType(statement, column))
    switch type {
    case HybridSQLiteInteger: return .int(Int(table.columnInt(statement, column)))
    case HybridSQLiteText:
      guard let start = table.columnText(statement, column) else { return .text("") }
      let count = Int(table.columnBytes(statement, column))
      return .text(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    case HybridSQLiteBlob:
      guard let start = table.columnBlob(statement, column) else { return .blob([]) }
      return .blob(
        [UInt8](UnsafeRawBufferPointer(start: start, count: Int(table.columnBytes(statement, column)))))
    default: return .null
    }
  }

  /// The last error, by the primary code in its low byte.
  private func fault() -> DatabaseError {
    let table = library.functions.table
    let code = table.extendedCode(connection)
    let message = table.message(connection).map { String(cString: $0) } ?? "an error"
    switch code & 0xFF {
    case 5, 6: return .busy  // SQLITE_BUSY, SQLITE_LOCKED
    case 13: return .full  // SQLITE_FULL
    case 11, 26: return .damaged(message)  // SQLITE_CORRUPT, SQLITE_NOTADB
    case 3, 8, 10, 14, 15: return .failed(code: code, message)  // PERM, READONLY, IOERR, CANTOPEN, PROTOCOL
    default: return .misuse(code: code, message)
    }
  }
}
