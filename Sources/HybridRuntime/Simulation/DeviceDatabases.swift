import HybridDatabase
import HybridJSON
import HybridScript

/// A user of a database: a page, or one of its workers.
struct DatabaseOwner: Hashable {
  var page: ObjectIdentifier
  var worker: Int
}

/// The databases of the pages of one device (Indexed Database API 3.0), on SQLite in memory.
///
/// The prelude has the objects of the API and the order of transactions; here are the schemas and the
/// records. Keys are texts whose order is that of the keys, values are texts of the structured clone. Any
/// operation may come with any arguments: a page is not trusted.
package final class DeviceDatabases {
  /// The size of all databases of a device, in bytes.
  package static let quota = 64 << 20
  /// The maximum number of databases.
  static let limit = 20

  private var databases: [String: StoredDatabase] = [:]
  private var epochs = 0

  /// No databases.
  package init() {}

  /// Bytes that all databases take.
  var size: Int { databases.values.reduce(0) { $0 + $1.size } }

  /// Ends the transactions of a page that is gone, or of its worker; what they changed is undone.
  func release(_ owner: DatabaseOwner) {
    for database in databases.values { database.release { $0 == owner } }
  }

  func release(page: ObjectIdentifier) {
    for database in databases.values { database.release { $0.page == page } }
  }

  /// Performs one operation. All but `databases` have the name of a database first.
  func perform(_ operation: String, _ arguments: [String], by owner: DatabaseOwner) throws -> String? {
    do {
      return try answer(operation, arguments, by: owner)
    } catch let error as DatabaseError {
      if error == .full { throw ScriptThrow("QuotaExceededError", Self.isFull) }
      throw ScriptThrow("UnknownError", error.description)
    }
  }

  private static let isFull = "the databases of a device hold at most \(quota >> 20) MB"

  private func answer(_ operation: String, _ given: [String], by owner: DatabaseOwner) throws -> String? {
    let name = given.first ?? ""
    switch operation {
    case "databases":
      let existing = databases.filter { $0.value.committedVersion > 0 }.sorted { $0.key < $1.key }
      return JSONValue.array(
        existing.map { ["name": .string($0.key), "version": .number(Double($0.value.committedVersion))] }
      ).text()
    case "schema":
      guard let database = databases[name], try database.version > 0 else { return "null" }
      return try database.schema
    case "upgrade":
      let database = try databases[name] ?? make(name)
      guard database.begin(isWriting: true, owner) else { return "" }
      epochs += 1
      try database.startUpgrade(to: Int(given.text(1)) ?? 1, epoch: epochs)
      return String(epochs)
    case "drop":
      guard let database = databases[name] else { return "ok" }
      guard database.isIdle else { return "" }
      databases[name] = nil
      return "ok"
    default: break
    }
    guard let database = databases[name] else {
      throw ScriptThrow("InvalidStateError", "the database '\(name.prefix(100))' was deleted")
    }
    switch operation {
    case "begin":
      guard String(database.epoch) == given.text(2) else {
        throw ScriptThrow("InvalidStateError", "another page has upgraded the database: open it again")
      }
      guard database.begin(isWriting: given.text(1) != "readonly", owner) else { return "" }
      try database.startTransaction(owner)
      return "ok"
    case "commit", "rollback":
      try database.finish(owner, isWriting: given.text(1) != "readonly", keeps: operation == "commit")
    default:
      if StoredDatabase.writes.contains(operation) {
        guard database.writer == owner else {
          throw ScriptThrow("InvalidStateError", "no transaction that writes is open")
        }
        let added = given.reduce(0) { $0 + $1.utf8.count }
        guard operation == "delete" || size + added <= Self.quota else {
          throw ScriptThrow("QuotaExceededError", Self.isFull)
        }
      }
      return try database.perform(operation, given)
    }
    return nil
  }

  private func make(_ name: String) throws -> StoredDatabase {
    guard databases.count < Self.limit else {
      throw ScriptThrow("QuotaExceededError", "a device has at most \(Self.limit) databases")
    }
    let made = try StoredDatabase()
    databases[name] = made
    return made
  }
}

extension [String] {
  /// An argument; empty where there is none.
  func text(_ index: Int) -> String { index < count ? self[index] : "" }
  /// An identifier; 0 where there is none, which nothing has.
  func id(_ index: Int) -> DatabaseValue { .int(Int(text(index)) ?? 0) }
  func flag(_ index: Int) -> Bool { text(index) == "1" }
}
