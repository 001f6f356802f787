package import HybridDatabase
import HybridUnits
package import HybridViewTree

/// A cache of rendered pages: the view tree with styles and frames, for one device each. One SQLite file.
///
/// A page that is opened again is read from here, without compiling, layout or network requests. All contents
/// can be rendered again, so a damaged file is replaced by an empty one and nothing waits for the disk.
///
/// It is used by one task at a time, like its database.
package final class TreeCache {
  /// The maximum size of all trees in bytes; the least recently used ones are removed first.
  package let limit: Int
  private let path: String
  private let runtime: String
  private let remove: (String) -> Void
  private var database: Database

  /// Opens the cache, creating it if missing.
  ///
  /// - Parameters:
  ///   - path: The file. A damaged file, or one that is not a cache, is replaced.
  ///   - runtime: Identifies everything that affects rendering: the runtime's version and the fonts used for
  ///     measuring. Trees of another runtime are removed.
  ///   - limit: In bytes.
  ///   - remove: Removes a file if it exists; called now, or when damage is found later.
  /// - Throws: ``DatabaseError`` when the file cannot be created.
  package init(path: String, runtime: String, limit: Int = 32 << 20, remove: @escaping (String) -> Void)
    throws(DatabaseError)
  {
    self.limit = limit
    (self.path, self.runtime, self.remove) = (path, runtime, remove)
    database = try Self.opened(path, runtime, remove)
  }

  /// Opens the cache; replaces a file that is damaged or not a cache.
  private static func opened(
    _ path: String, _ runtime: String, _ remove: (String) -> Void
  ) throws(DatabaseError) -> Database {
    do throws(DatabaseError) { return try open(path, runtime) } catch {
      guard error.isOfContents else { throw error }
      return try begunAgain(path, runtime, remove)
    }
  }

  private static func begunAgain(
    _ path: String, _ runtime: String, _ remove: (String) -> Void
  ) throws(DatabaseError) -> Database {
    for suffix in ["", "-journal", "-wal", "-shm"] { remove(path + suffix) }
    return try open(path, runtime)
  }

  private static func open(_ path: String, _ runtime: String) throws(DatabaseError) -> Database {
    let database = try Database(path: path)
    try database.execute("PRAGMA synchronous=OFF")
    if try database.rows("SELECT 1 FROM sqlite_master LIMIT 1").isEmpty {
      try database.transaction { () throws(DatabaseError) in
        try database.execute(tables)
        try database.execute("PRAGMA user_version=\(version)")
      }
    }
    guard try database.rows("PRAGMA user_version").first?.first?.int == version else {
      throw .damaged("it is not a cache of this version")
    }
    // Preparing this statement detects different tables.
    _ = try database.rows("SELECT key, content, tree, hash, size, used FROM trees WHERE 0")
    let known = try database.rows("SELECT value FROM facts WHERE name = 'runtime'").first?.first?.text
    if known != runtime {
      try database.transaction { () throws(DatabaseError) in
        try database.run("DELETE FROM trees")
        try database.run("INSERT OR REPLACE INTO facts(name, value) VALUES ('runtime', ?)", .text(runtime))
      }
    }
    return database
  }

  private static let version = 1

  /// `hash` is the ``ContentHash`` of `tree`: SQLite does not detect changed bytes in a value.
  private static let tables = """
    CREATE TABLE facts(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE trees(
      key TEXT PRIMARY KEY, content TEXT NOT NULL, tree BLOB NOT NULL, hash TEXT NOT NULL,
      size INTEGER NOT NULL,
      used INTEGER NOT NULL);
    CREATE INDEX trees_by_use ON trees(used);
    """

  /// Runs `body`. Damage after the first page is detected when that page is read: then the file is replaced.
  private func mending<Value>(_ body: () throws(DatabaseError) -> Value) throws(DatabaseError) -> Value {
    do throws(DatabaseError) { return try body() } catch {
      guard error.isOfContents else { throw error }
      database = try Self.begunAgain(path, runtime, remove)
      return try body()
    }
  }

  /// The cached tree for a key; nil when there is none, or when its bytes are damaged.
  package func tree(for key: TreeKey) -> ViewTree? {
    (try? mending { () throws(DatabaseError) in try kept(key) }) ?? nil
  }

  private func kept(_ key: TreeKey) throws(DatabaseError) -> ViewTree? {
    guard
      let row = try database.rows("SELECT tree, hash, used FROM trees WHERE key = ?", .text(key.text)).first
    else { return nil }
    guard let tree = Self.tree(row[0], hash: row[1]) else {
      try database.run("DELETE FROM trees WHERE key = ?", .text(key.text))
      return nil
    }
    // Written only if other trees were used since: opening the same page again writes nothing.
    if let used = row.last?.int, used < lastUse {
      _ = try? database.run("UPDATE trees SET used = ? WHERE key = ?", .int(lastUse + 1), .text(key.text))
    }
    return tree
  }

  /// The tree of a row; nil when its bytes are damaged.
  static func tree(_ tree: DatabaseValue, hash: DatabaseValue) -> ViewTree? {
    guard let bytes = tree.blob, hash.text == ContentHash(bytes).description else { return nil }
    return try? ViewTree(decoding: bytes)
  }

  /// Stores the tree of a page, and removes the least recently used ones. A tree larger than the whole cache
  /// is not stored.
  package func keep(_ tree: ViewTree, for key: TreeKey) throws(DatabaseError) {
    let bytes = tree.encoded()
    guard bytes.count <= limit else { return }
    try mending { () throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        try database.run(
          "INSERT OR REPLACE INTO trees(key, content, tree, hash, size, used) VALUES (?, ?, ?, ?, ?, ?)",
          .text(key.text), .text(key.content), .blob(bytes), .text(ContentHash(bytes).description),
          .int(bytes.count), .int(lastUse + 1))
        while size > limit {
          let removed = try database.run(
            "DELETE FROM trees WHERE key = (SELECT key FROM trees ORDER BY used, key LIMIT 1)")
          guard removed > 0 else { break }
        }
      }
    }
  }

  /// Removes all trees except those of some units: after an update, those of units that no release has.
  package func removeAll(except contents: Set<String>) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      for row in try database.rows("SELECT DISTINCT content FROM trees") {
        if let content = row.first?.text, !contents.contains(content) {
          try database.run("DELETE FROM trees WHERE content = ?", .text(content))
        }
      }
    }
  }

  /// The number of cached trees.
  package var count: Int { number("SELECT count(*) FROM trees") }
  /// The size of all trees, in bytes.
  package var size: Int { number("SELECT coalesce(sum(size), 0) FROM trees") }
  /// A damaged number must not overflow when it is incremented.
  private var lastUse: Int { min(number("SELECT coalesce(max(used), 0) FROM trees"), .max - 1) }

  private func number(_ sql: String) -> Int { (try? database.rows(sql))?.first?.first?.int ?? 0 }
}

extension DatabaseError {
  /// Whether the error is due to the file's contents: damage, or different tables.
  fileprivate var isOfContents: Bool {
    switch self {
    case .damaged, .misuse: true
    case .libraryMissing, .busy, .full, .failed: false
    }
  }
}
