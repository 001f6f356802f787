import HybridDatabase
import HybridJSON
import HybridScript

/// One database of a device: object stores, indexes, records; in a SQLite database of its own.
final class StoredDatabase {
  private let database: Database
  /// Changes with each upgrade; connections of other pages from before it are closed.
  private(set) var epoch = 0
  /// The version outside of the upgrade that may be under way; 0 before the first one.
  private(set) var committedVersion = 0
  /// The owner of the writing transaction, and the number of reading ones.
  private(set) var writer: DatabaseOwner?
  private var readers: [DatabaseOwner: Int] = [:]
  private var isUndoable = false
  private var isUpgrade = false

  init() throws(DatabaseError) {
    database = try Database(path: ":memory:")
    try database.execute(
      """
      CREATE TABLE state(version INTEGER NOT NULL);
      INSERT INTO state VALUES (0);
      CREATE TABLE stores(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, path TEXT NOT NULL,
        isAuto INTEGER NOT NULL, next INTEGER NOT NULL DEFAULT 1);
      CREATE TABLE indexes(id INTEGER PRIMARY KEY AUTOINCREMENT, store INTEGER NOT NULL, name TEXT NOT NULL,
        path TEXT NOT NULL, isUnique INTEGER NOT NULL, isMulti INTEGER NOT NULL);
      CREATE TABLE records(owner INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
        PRIMARY KEY(owner, key)) WITHOUT ROWID;
      CREATE TABLE entries(owner INTEGER NOT NULL, key TEXT NOT NULL, record TEXT NOT NULL,
        PRIMARY KEY(owner, key, record)) WITHOUT ROWID;
      CREATE INDEX entriesOfRecord ON entries(owner, record);
      """)
  }

  /// Bytes that it takes.
  var size: Int {
    let count = try? database.rows("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    return count?.first?.first?.int ?? 0
  }

  // MARK: Transactions

  /// Whether no transaction is open.
  var isIdle: Bool { writer == nil && readers.isEmpty }

  /// Begins a transaction, unless those of others are in the way.
  func begin(isWriting: Bool, _ owner: DatabaseOwner) -> Bool {
    guard writer == nil || writer == owner && !isWriting else { return false }
    if isWriting {
      guard readers.keys.allSatisfy({ $0 == owner }) else { return false }
      writer = owner
      isUndoable = false
      isUpgrade = false
    } else {
      readers[owner, default: 0] += 1
    }
    return true
  }

  /// Makes what the writer does from now on undoable.
  func startTransaction(_ owner: DatabaseOwner) throws(DatabaseError) {
    guard writer == owner, !isUndoable else { return }
    try database.execute("BEGIN")
    isUndoable = true
  }

  func startUpgrade(to version: Int, epoch: Int) throws(DatabaseError) {
    self.epoch = epoch
    try database.execute("BEGIN")
    (isUndoable, isUpgrade) = (true, true)
    try database.run("UPDATE state SET version = ?", .int(version))
  }

  /// Ends a transaction of an owner: the one that writes, if it has one that was begun with that mode.
  func finish(_ owner: DatabaseOwner, isWriting: Bool, keeps: Bool) throws(DatabaseError) {
    guard isWriting else {
      let count = (readers[owner] ?? 1) - 1
      readers[owner] = count > 0 ? count : nil
      return
    }
    guard writer == owner else { return }
    defer { (writer, isUndoable) = (nil, false) }
    guard isUndoable else { return }
    do throws(DatabaseError) {
      try database.execute(keeps ? "COMMIT" : "ROLLBACK")
    } catch {
      // A transaction that cannot be committed is rolled back, so that the next one can begin.
      try? database.execute("ROLLBACK")
      throw error
    }
    if isUpgrade { committedVersion = try version }
  }

  /// Ends all transactions of owners that are gone.
  func release(_ isGone: (DatabaseOwner) -> Bool) {
    readers = readers.filter { !isGone($0.key) }
    if let writer, isGone(writer) { try? finish(writer, isWriting: true, keeps: false) }
  }

  // MARK: The schema

  var version: Int {
    get throws(DatabaseError) { try database.rows("SELECT version FROM state").first?.first?.int ?? 0 }
  }

  /// Version, object stores and indexes, as JSON.
  var schema: String {
    get throws(DatabaseError) {
      let indexes = try database.rows("SELECT store, id, name, path, isUnique, isMulti FROM indexes")
      let stores = try database.rows("SELECT id, name, path, isAuto FROM stores")
      let list = stores.map { store -> JSONValue in
        let own = indexes.filter { $0[0] == store[0] }.map { index -> JSONValue in
          [
            "id": .number(Double(index[1].int ?? 0)), "name": .string(index[2].text ?? ""),
            "path": .string(index[3].text ?? ""), "unique": .bool(index[4].int == 1),
            "multi": .bool(index[5].int == 1),
          ]
        }
        return [
          "id": .number(Double(store[0].int ?? 0)), "name": .string(store[1].text ?? ""),
          "path": .string(store[2].text ?? ""), "auto": .bool(store[3].int == 1), "indexes": .array(own),
        ]
      }
      let all: JSONValue = [
        "version": .number(Double(try version)), "epoch": .string(String(epoch)), "stores": .array(list),
      ]
      return all.text()
    }
  }

  // MARK: Operations

  /// The operations that need a transaction that writes.
  static let writes: Set<String> = [
    "createStore", "deleteStore", "createIndex", "deleteIndex", "rename", "enter", "next", "raise", "put",
    "delete",
  ]

  /// One operation; the first argument is the name of the database.
  func perform(_ operation: String, _ given: [String]) throws -> String? {
    switch operation {
    case "createStore":
      try database.run(
        "INSERT INTO stores(name, path, isAuto) VALUES (?, ?, ?)", .text(given.text(1)), .text(given.text(2)),
        .int(given.flag(3) ? 1 : 0))
      return try lastID("stores")
    case "deleteStore":
      try database.run("DELETE FROM records WHERE owner = ?", given.id(1))
      try database.run(
        "DELETE FROM entries WHERE owner IN (SELECT id FROM indexes WHERE store = ?)", given.id(1))
      try database.run("DELETE FROM indexes WHERE store = ?", given.id(1))
      try database.run("DELETE FROM stores WHERE id = ?", given.id(1))
    case "createIndex":
      try database.run(
        "INSERT INTO indexes(store, name, path, isUnique, isMulti) VALUES (?, ?, ?, ?, ?)", given.id(1),
        .text(given.text(2)), .text(given.text(3)), .int(given.flag(4) ? 1 : 0),
        .int(given.flag(5) ? 1 : 0))
      return try lastID("indexes")
    case "deleteIndex":
      try database.run("DELETE FROM entries WHERE owner = ?", given.id(1))
      try database.run("DELETE FROM indexes WHERE id = ?", given.id(1))
    case "rename":
      let table = given.flag(1) ? "indexes" : "stores"
      try database.run("UPDATE \(table) SET name = ? WHERE id = ?", .text(given.text(3)), given.id(2))
    case "next": return try nextKey(of: given.id(1))
    case "raise":
      let next = min(Int(given.text(2)) ?? 0, Self.lastKey) + 1
      try database.run("UPDATE stores SET next = max(next, ?) WHERE id = ?", .int(next), given.id(1))
    case "enter":
      let keys = (JSONValue(script: given.text(4)).array ?? []).compactMap(\.string)
      if given.flag(2) { try checkUnique(keys, in: given.id(1), except: given.text(3)) }
      for key in keys { try enter(key, in: given.id(1), for: given.text(3)) }
    case "put": try put(given)
    case "delete":
      let range = KeyRange(given, from: 2)
      try database.run(
        """
        DELETE FROM entries WHERE owner IN (SELECT id FROM indexes WHERE store = ?5)
          AND \(range.condition("record"))
        """, range.lower, range.upper, .null, .null, given.id(1))
      try database.run(
        "DELETE FROM records WHERE owner = ?5 AND \(range.condition("key"))", range.lower, range.upper, .null,
        .null, given.id(1))
    case "count":
      let range = KeyRange(given, from: 3)
      let table = given.flag(1) ? "entries" : "records"
      let count = try database.rows(
        "SELECT count(*) FROM \(table) WHERE owner = ?5 AND \(range.condition("key"))", range.lower,
        range.upper, .null, .null, given.id(2))
      return String(count.first?.first?.int ?? 0)
    case "select": return try select(given)
    default: throw ScriptThrow("UnknownError", "there is no operation '\(operation.prefix(40))'")
    }
    return nil
  }

  private func lastID(_ table: String) throws(DatabaseError) -> String {
    String(try database.rows("SELECT max(id) FROM \(table)").first?.first?.int ?? 0)
  }

  /// The greatest key of a generator (section 2.11): 2⁵³.
  private static let lastKey = 1 << 53

  private func nextKey(of store: DatabaseValue) throws -> String {
    let next = try database.rows("SELECT next FROM stores WHERE id = ?", store).first?.first?.int ?? 1
    guard next <= Self.lastKey else {
      throw ScriptThrow("ConstraintError", "the key generator has no more keys")
    }
    try database.run("UPDATE stores SET next = ? WHERE id = ?", .int(next + 1), store)
    return String(next)
  }

  /// Arguments: store, key, value, whether the key must be new, the keys in indexes.
  private func put(_ given: [String]) throws {
    let store = given.id(1)
    let key = given.text(2)
    let exists = try !database.rows(
      "SELECT 1 FROM records WHERE owner = ? AND key = ?", store, .text(key)
    ).isEmpty
    if exists, given.flag(4) { throw ScriptThrow("ConstraintError", "the key is there already") }
    var indexes: [(id: DatabaseValue, isUnique: Bool, keys: [String])] = []
    for entry in JSONValue(script: given.text(5)).array ?? [] {
      guard let id = Int(entry[0]?.string ?? "") else { continue }
      indexes.append((.int(id), entry[1]?.string == "1", (entry[2]?.array ?? []).compactMap(\.string)))
    }
    for index in indexes where index.isUnique { try checkUnique(index.keys, in: index.id, except: key) }
    if exists {
      try database.run(
        "DELETE FROM entries WHERE record = ? AND owner IN (SELECT id FROM indexes WHERE store = ?)",
        .text(key), store)
    }
    try database.run(
      "INSERT OR REPLACE INTO records(owner, key, value) VALUES (?, ?, ?)", store, .text(key),
      .text(given.text(3)))
    for index in indexes { for own in index.keys { try enter(own, in: index.id, for: key) } }
  }

  private func checkUnique(_ keys: [String], in index: DatabaseValue, except record: String) throws {
    for key in keys {
      let other = try database.rows(
        "SELECT 1 FROM entries WHERE owner = ? AND key = ? AND record <> ? LIMIT 1", index, .text(key),
        .text(record))
      if !other.isEmpty {
        throw ScriptThrow("ConstraintError", "another record has the key in a unique index")
      }
    }
  }

  private func enter(_ key: String, in index: DatabaseValue, for record: String) throws(DatabaseError) {
    try database.run(
      "INSERT OR IGNORE INTO entries(owner, key, record) VALUES (?, ?, ?)", index, .text(key), .text(record))
  }

  /// The most bytes that one answer has; more could not be held by the page anyway.
  private static let answerLimit = 128 << 20

  /// Rows of key, primary key and value as JSON. Arguments: whether of an index, its number, the range,
  /// whether from the end, the limit (0 is none), whether with values, the position after which it begins,
  /// whether at that position itself.
  private func select(_ given: [String]) throws -> String {
    let isIndex = given.flag(1)
    let isReversed = given.flag(7)
    let hasValues = given.flag(9)
    let range = KeyRange(given, from: 3)
    let limit = Int(given.text(8)).flatMap { $0 > 0 ? $0 : nil } ?? -1
    var conditions = ["entry.owner = ?5", range.condition("entry.key")]
    if !given.text(10).isEmpty {
      let comparison = (isReversed ? "<" : ">") + (given.flag(12) ? "=" : "")
      let isPair = isIndex && !given.text(11).isEmpty
      conditions.append(
        isPair ? "(entry.key, entry.record) \(comparison) (?3, ?4)" : "entry.key \(comparison) ?3")
    }
    let order = isReversed ? "DESC" : "ASC"
    let value = hasValues ? (isIndex ? "record.value" : "entry.value") : "''"
    let join =
      isIndex && hasValues
      ? """
      JOIN records AS record ON record.key = entry.record
        AND record.owner = (SELECT store FROM indexes WHERE id = ?5)
      """ : ""
    let rows = try database.rows(
      """
      SELECT entry.key, \(isIndex ? "entry.record" : "entry.key"), \(value)
      FROM \(isIndex ? "entries" : "records") AS entry \(join)
      WHERE \(conditions.joined(separator: " AND "))
      ORDER BY entry.key \(order)\(isIndex ? ", entry.record \(order)" : "") LIMIT ?6
      """, range.lower, range.upper, .text(given.text(10)), .text(given.text(11)), given.id(2), .int(limit))
    var writer = JSONWriter()
    var size = 0
    writer.array { writer in
      for row in rows {
        writer.array { writer in
          for column in row {
            let text = column.text ?? ""
            size += text.utf8.count
            writer.value(text)
          }
        }
      }
    }
    guard size <= Self.answerLimit else {
      throw ScriptThrow("UnknownError", "the records are too large to be read at once")
    }
    return writer.text
  }
}

/// A range of keys; an empty bound is none.
private struct KeyRange {
  let lower, upper: DatabaseValue
  private let lowerComparison, upperComparison: String?

  /// Four arguments from an index on: lower, whether it is open, upper, whether that is open.
  init(_ given: [String], from index: Int) {
    (lower, upper) = (.text(given.text(index)), .text(given.text(index + 2)))
    lowerComparison = given.text(index).isEmpty ? nil : given.flag(index + 1) ? ">" : ">="
    upperComparison = given.text(index + 2).isEmpty ? nil : given.flag(index + 3) ? "<" : "<="
  }

  /// SQL with the bounds as ?1 and ?2.
  func condition(_ column: String) -> String {
    let all = [lowerComparison.map { "\(column) \($0) ?1" }, upperComparison.map { "\(column) \($0) ?2" }]
    let parts = all.compactMap(\.self)
    return parts.isEmpty ? "1" : parts.joined(separator: " AND ")
  }
}
