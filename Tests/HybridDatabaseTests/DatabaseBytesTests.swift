import Dispatch
import Foundation
import HybridTestSupport
import Synchronization
import Testing

@testable import HybridDatabase

struct DatabaseBytesTests {
  let folder: TemporaryProject
  var path: String { folder.file("test.sqlite").path }

  init() throws { folder = try TemporaryProject() }

  /// The distinct texts in a copy of the database, and its faults.
  private func copied() throws -> (texts: [String], faults: [String]) {
    let bytes = try DatabaseBytes(of: path)
    let temporary = try TemporaryFolder()
    defer { temporary.remove() }
    try bytes.write(to: temporary.path + "/copy.sqlite")
    let copy = try Database(path: temporary.path + "/copy.sqlite")
    let texts = try copy.rows("SELECT DISTINCT text FROM notes").compactMap { $0.first?.text }
    return (texts, try copy.integrityFaults())
  }

  private static let old = String(repeating: "old ", count: 50)

  private func filled() throws -> Database {
    let database = try Database(path: path)
    try database.execute("CREATE TABLE notes(id INTEGER PRIMARY KEY, text TEXT)")
    for number in 0..<200 {
      try database.run(
        "INSERT INTO notes VALUES (?, ?)", .int(number), .text(Self.old))
    }
    return database
  }

  @Test func aCopyIsThatBeforeATransactionThatIsUnderWay() throws {
    let database = try filled()
    // With a tiny page cache, the file and its journal are written before the commit.
    try database.execute("PRAGMA cache_size=2; BEGIN EXCLUSIVE; UPDATE notes SET text = 'new'")
    #expect(FileManager.default.fileExists(atPath: path + "-journal"))
    let before = try DatabaseBytes(of: path)
    #expect(before.main.count > 0 && before.journal?.isEmpty == false)
    // Opening the database itself fails because it is locked.
    #expect(throws: DatabaseError.busy) { try Database(path: path, busy: 10) }
    let copy = try copied()
    #expect(copy.texts == [Self.old] && copy.faults.isEmpty)
    #expect(try DatabaseBytes(of: path) == before, "nothing was changed")
    try database.execute("COMMIT")
    #expect(try copied().texts == ["new"])
  }

  @Test func aCopyIsWholeWhileOthersWrite() async throws {
    let database = Mutex(try filled())
    let isDone = Mutex(false)
    // The writer commits once for each copy, while the next copy is read.
    let copies = DispatchSemaphore(value: 0)
    let thread = Thread {
      // Each commit changes every row; without syncs, so that there are many commits.
      database.withLock { database in
        try? database.execute("PRAGMA synchronous=OFF")
        var number = 0
        while !isDone.withLock({ $0 }) {
          number += 1
          try? database.execute("UPDATE notes SET text = 'commit \(number)'")
          copies.wait()
        }
      }
    }
    thread.start()
    var seen: Set<String> = []
    let end = ContinuousClock.now + suiteDeadline
    while seen.count < 5, ContinuousClock.now < end {
      defer { copies.signal() }
      do {
        let copy = try copied()
        #expect(copy.texts.count == 1 && copy.faults.isEmpty, "\(copy)")
        seen.formUnion(copy.texts)
      } catch let fault as DatabaseBytes.Fault {
        #expect(fault == .busy)
      }
    }
    isDone.withLock { $0 = true }
    copies.signal()
    #expect(seen.count >= 5)
  }

  @Test func whatIsNoFileIsToldSo() throws {
    #expect(throws: DatabaseBytes.Fault.missing) { try DatabaseBytes(of: path) }
    #expect(throws: DatabaseBytes.Fault.missing) { try DatabaseBytes(of: path + "/within") }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: DatabaseBytes.Fault.failed("it is not a file")) { try DatabaseBytes(of: path) }
    let pipe = folder.file("pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: DatabaseBytes.Fault.failed("it is not a file")) { try DatabaseBytes(of: pipe) }
  }

  @Test func aTemporaryFolderIsForOneUserAndGoes() throws {
    let temporary = try TemporaryFolder()
    let attributes = try FileManager.default.attributesOfItem(atPath: temporary.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    try Data("x".utf8).write(to: URL(fileURLWithPath: temporary.path + "/x"))
    temporary.remove()
    #expect(!FileManager.default.fileExists(atPath: temporary.path))
  }
}
