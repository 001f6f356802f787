internal import CSQLite

/// One connection to one SQLite file, with its prepared statements.
///
/// Commits are durable: `synchronous=EXTRA` syncs the file, its journal and, once the journal is gone, the
/// folder, so that nothing that was committed is lost with the power, and whoever removes files after a
/// commit may rely on it.
///
/// A class because it owns the connection; it is used by one task at a time, so an actor keeps it.
///
///     let database = try Database(path: "store.sqlite")
///     try database.execute("CREATE TABLE IF NOT EXISTS notes(id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
///     try database.transaction { () throws(DatabaseError) in
///       try database.run("INSERT INTO notes(text) VALUES (?)", .text("hello"))
///     }
package final class Database {
  /// How changes become durable.
  package enum Journal: String, Sendable {
    /// A rollback journal that is deleted at each commit: one file at rest, and readable from read-only
    /// folders.
    case delete = "DELETE"
    /// A write-ahead log: readers go on while one writes; two more files beside.
    case writeAhead = "WAL"
  }

  private let library: SQLiteLibrary
  private let connection: UnsafeMutableRawPointer
  private var prepared: [String: UnsafeMutableRawPointer] = [:]
  private var depth = 0

  /// Opens the file, which is made when it is not there, and checks that it is a database.
  ///
  /// - Parameters:
  ///   - vfs: SQLite's name of the file system to use; nil for the usual one. Tests give one with faults.
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
      // Nothing is written outside of the database's own folder.
      try execute("PRAGMA temp_store=MEMORY")
      try execute("PRAGMA journal_mode=\(journal.rawValue)")
      try execute("PRAGMA synchronous=EXTRA")
      // What looks at pages looks at their first bytes: a file of something else is noticed here.
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

  /// Runs SQL without values, several statements too.
  package func execute(_ sql: String) throws(DatabaseError) {
    guard library.functions.table.execute(connection, sql, nil, nil, nil) == 0 else { throw fault() }
  }

  /// Runs one statement and says how many rows it changed. It is prepared once for each text.
  @discardableResult
  package func run(_ sql: String, _ values: DatabaseValue...) throws(DatabaseError) -> Int {
    _ = try rows(sql, values)
    return Int(library.functions.table.changes(connection))
  }

  /// The rows of one statement, each with its columns in order.
  package func rows(_ sql: String, _ values: DatabaseValue...) throws(DatabaseError) -> [[DatabaseValue]] {
    try rows(sql, values)
  }

  /// Does all of `body` or nothing of it. Within another transaction it is a part of that one.
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
      // A full disk may have rolled back already; then there is nothing to take back.
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// What SQLite finds wrong in the whole file; empty when it is sound.
  package func integrityFaults() throws(DatabaseError) -> [String] {
    try rows("PRAGMA integrity_check(20)").compactMap { $0.first?.text }.filter { $0 != "ok" }
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
    // SQLITE_TRANSIENT: SQLite copies what the pointer shows.
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

  /// What went wrong last, by the primary code in its low byte.
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
