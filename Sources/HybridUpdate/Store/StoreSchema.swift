import HybridDatabase

/// The tables of `store.sqlite`. Releases are identified by the SHA-256 of their manifest, files by the
/// SHA-256 of their bytes, both as text.
enum StoreSchema {
  static let version = 2

  /// - `files`: the complete and verified contents of `files/`. A row is written after its file and the
  ///   file's name are flushed to disk, and removed before the file is: a row without a file is damage, a
  ///   file without a row is garbage.
  /// - `release_files`: the files that each release needs; references are counted from it and never stored.
  /// - `preset_files`: the position of each file in the preset; −1 − position for one found to be damaged.
  /// - `slots`: `active`, `previous`, `pending`. A NULL `release` means the preset. A missing row `active`
  ///   also means the preset.
  /// - `channels`: the last accepted values, which must never decrease. `accepted` is the SHA-256 of the
  ///   statement with the number `highest`; NULL in stores from before the column existed.
  static let tables = """
    CREATE TABLE IF NOT EXISTS facts(key TEXT PRIMARY KEY, value ANY) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS key_sets(version INTEGER PRIMARY KEY, statement BLOB NOT NULL,
      signatures BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS channels(
      channel TEXT PRIMARY KEY, highest INTEGER NOT NULL, freshness BLOB, etag TEXT, accepted TEXT)
      WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS releases(
      id TEXT PRIMARY KEY, number INTEGER NOT NULL, channel TEXT NOT NULL, statement BLOB NOT NULL,
      confirmed INTEGER NOT NULL DEFAULT 0, starts INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE IF NOT EXISTS release_files(
      release TEXT NOT NULL REFERENCES releases(id) ON DELETE CASCADE, path TEXT NOT NULL,
      sha256 TEXT NOT NULL, size INTEGER NOT NULL, PRIMARY KEY(release, path)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS release_files_by_content ON release_files(sha256);
    CREATE TABLE IF NOT EXISTS files(sha256 TEXT PRIMARY KEY, size INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS slots(
      slot TEXT PRIMARY KEY, release TEXT REFERENCES releases(id), number INTEGER NOT NULL,
      channel TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS failed(
      id TEXT PRIMARY KEY, number INTEGER NOT NULL, code TEXT NOT NULL, detail TEXT NOT NULL,
      time INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS preset_files(
      path TEXT PRIMARY KEY, sha256 TEXT NOT NULL, size INTEGER NOT NULL, place INTEGER NOT NULL)
      WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS preset_files_by_content ON preset_files(sha256);
    """

  /// The statements that migrate the tables of version *n* to version *n* + 1, the first for version 1.
  static let changes = ["ALTER TABLE channels ADD COLUMN accepted TEXT"]
}
