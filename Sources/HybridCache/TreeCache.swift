package import HybridDatabase
package import HybridReload
import HybridUnits

/// Pages as they were shown: their elements, how each looks and where it is, for one device. One SQLite file.
///
/// A page that is opened again is read from here before anything is compiled, laid out or asked of a network. What is kept
/// can always be made anew, so a damaged file is begun again and nothing waits for the disk.
///
/// Used by one task at a time, as its database is.
package final class TreeCache {
  /// In bytes of trees; those that were not shown for longest go first.
  package let limit: Int
  private let database: Database

  /// Opens the cache, which is made when it is not there.
  ///
  /// - Parameters:
  ///   - path: Its file. One that is no cache of ours, or a damaged one, is begun again.
  ///   - runtime: Stands for all that makes a tree of a unit: the runtime's version and the fonts it measures with. What another
  ///     one left is removed.
  ///   - limit: In bytes.
  /// - Throws: ``DatabaseError`` when there is no place for the file.
  package init(path: String, runtime: String, limit: Int = 32 << 20, remove: (String) -> Void)
    throws(DatabaseError)
  {
    self.limit = limit
    do throws(DatabaseError) {
      database = try Self.open(path)
    } catch {
      guard case .damaged = error else { throw error }
      for suffix in ["", "-journal", "-wal", "-shm"] { remove(path + suffix) }
      database = try Self.open(path)
    }
    let known = try database.rows("SELECT value FROM facts WHERE name = 'runtime'").first?.first?.text
    if known != runtime {
      try database.transaction { () throws(DatabaseError) in
        try database.run("DELETE FROM trees")
        try database.run("INSERT OR REPLACE INTO facts(name, value) VALUES ('runtime', ?)", .text(runtime))
      }
    }
  }

  private static func open(_ path: String) throws(DatabaseError) -> Database {
    let database = try Database(path: path)
    try database.execute("PRAGMA synchronous=OFF")
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS facts(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS trees(
        key TEXT PRIMARY KEY, content TEXT NOT NULL, tree BLOB NOT NULL, size INTEGER NOT NULL, used INTEGER NOT NULL);
      CREATE INDEX IF NOT EXISTS trees_by_use ON trees(used);
      """)
    return database
  }

  /// The tree that was kept for a key; nil when there is none, or none that can be read.
  package func tree(for key: TreeKey) -> ViewTree? {
    guard let row = try? database.rows("SELECT tree, used FROM trees WHERE key = ?", .text(key.text)).first,
      let bytes = row.first?.blob
    else { return nil }
    guard let tree = try? ViewTree(decoding: bytes) else {
      _ = try? database.run("DELETE FROM trees WHERE key = ?", .text(key.text))
      return nil
    }
    // Only when others were used since: opening the same page again writes nothing.
    if let used = row.last?.int, used < lastUse {
      _ = try? database.run("UPDATE trees SET used = ? WHERE key = ?", .int(lastUse + 1), .text(key.text))
    }
    return tree
  }

  /// Keeps what a page looks like, and lets go of what was not used for longest. A tree that is larger than the whole cache is
  /// not kept.
  package func keep(_ tree: ViewTree, for key: TreeKey) throws(DatabaseError) {
    let bytes = tree.encoded()
    guard bytes.count <= limit else { return }
    try database.transaction { () throws(DatabaseError) in
      try database.run(
        "INSERT OR REPLACE INTO trees(key, content, tree, size, used) VALUES (?, ?, ?, ?, ?)",
        .text(key.text),
        .text(key.content), .blob(bytes), .int(bytes.count), .int(lastUse + 1))
      while size > limit {
        let removed = try database.run(
          "DELETE FROM trees WHERE key = (SELECT key FROM trees ORDER BY used, key LIMIT 1)")
        guard removed > 0 else { break }
      }
    }
  }

  /// Lets go of all trees but those of some units: after an update, what no release has any more.
  package func removeAll(except contents: Set<String>) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      for row in try database.rows("SELECT DISTINCT content FROM trees") {
        if let content = row.first?.text, !contents.contains(content) {
          try database.run("DELETE FROM trees WHERE content = ?", .text(content))
        }
      }
    }
  }

  /// How many trees are kept.
  package var count: Int { number("SELECT count(*) FROM trees") }
  /// Bytes of all trees.
  package var size: Int { number("SELECT coalesce(sum(size), 0) FROM trees") }
  private var lastUse: Int { number("SELECT coalesce(max(used), 0) FROM trees") }

  private func number(_ sql: String) -> Int { (try? database.rows(sql))?.first?.first?.int ?? 0 }
}
