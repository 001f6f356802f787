import Foundation
import HybridTestSupport
import Testing

@testable import HybridDatabase

struct DatabaseTests {
  let folder: TemporaryProject
  var path: String { folder.file("test.sqlite").path }

  init() throws { folder = try TemporaryProject() }

  private func notes() throws -> Database {
    let database = try Database(path: path)
    try database.execute("CREATE TABLE IF NOT EXISTS notes(id INTEGER PRIMARY KEY, value ANY)")
    return database
  }

  @Test(arguments: [
    DatabaseValue.null, .int(0), .int(.max), .int(.min), .text(""), .text("a\0b ü 漢"), .blob([]),
    .blob([0, 255, 0]),
  ])
  func valueComesBackAsItWas(_ value: DatabaseValue) throws {
    let database = try notes()
    #expect(try database.run("INSERT INTO notes(value) VALUES (?)", value) == 1)
    #expect(try Database(path: path).rows("SELECT value FROM notes") == [[value]])
  }

  @Test func transactionIsDoneWholeOrNotAtAll() throws {
    let database = try notes()
    #expect(throws: DatabaseError.busy) {
      try database.transaction { () throws(DatabaseError) in
        try database.run("INSERT INTO notes(value) VALUES (?)", .int(1))
        try database.transaction { () throws(DatabaseError) in
          try database.run("INSERT INTO notes(value) VALUES (?)", .int(2))
        }
        throw DatabaseError.busy
      }
    }
    #expect(try database.rows("SELECT value FROM notes").isEmpty)
    try database.transaction { () throws(DatabaseError) in
      try database.run("INSERT INTO notes(value) VALUES (?)", .int(3))
    }
    #expect(try Database(path: path).rows("SELECT value FROM notes") == [[.int(3)]])
  }

  @Test func secondWriterWaitsAndThenSaysBusy() throws {
    let (one, other) = (try notes(), try Database(path: path, busy: 10))
    try one.execute("BEGIN IMMEDIATE")
    #expect(throws: DatabaseError.busy) { try other.execute("BEGIN IMMEDIATE") }
    try one.execute("COMMIT")
    try other.transaction { () throws(DatabaseError) in }
  }

  @Test(arguments: [Database.Journal.delete, .writeAhead])
  func everyJournalKeepsWhatWasCommitted(_ journal: Database.Journal) throws {
    do {
      let database = try Database(path: path, journal: journal)
      try database.execute("CREATE TABLE t(a); INSERT INTO t VALUES (7)")
      #expect(try database.rows("PRAGMA synchronous") == [[.int(3)]])
      #expect(try database.integrityFaults().isEmpty)
    }
    #expect(try Database(path: path, journal: journal).rows("SELECT a FROM t") == [[.int(7)]])
  }

  @Test func fileOfSomethingElseIsDamaged() throws {
    try folder.write("test.sqlite", String(repeating: "no database at all ", count: 100))
    let error = #expect(throws: DatabaseError.self) { try Database(path: path) }
    guard case .damaged = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func faultsSayWhatTheyAre() throws {
    let failed = #expect(throws: DatabaseError.self) { try Database(path: "/nowhere/at/all.sqlite") }
    guard case .failed(let code, _) = failed else {
      Issue.record("\(String(describing: failed))")
      return
    }
    #expect(code & 0xFF == 14)
    let misuse = #expect(throws: DatabaseError.self) { try notes().run("SELEKT 1") }
    guard case .misuse = misuse else {
      Issue.record("\(String(describing: misuse))")
      return
    }
    let library = #expect(throws: DatabaseError.self) { try SQLiteLibrary("libnothere.so") }
    guard case .libraryMissing = library else {
      Issue.record("\(String(describing: library))")
      return
    }
  }
}

extension Database {
  /// The faults that SQLite finds in the whole file; empty when it is intact.
  func integrityFaults() throws -> [String] {
    try rows("PRAGMA integrity_check(20)").compactMap { $0.first?.text }.filter { $0 != "ok" }
  }
}
