import HybridDatabase

/// The tables of `store.sqlite`. A release is named by the SHA-256 of its manifest, a file by that of its
/// bytes, both as text.
enum StoreSchema {
  static let version = 2

  /// - `files`: what lies, whole and verified, in `files/`. A row is only ever written after its file and the
  ///   name of it are on the disk, and removed before the file is: a row without a file is damage, a file
  ///   without a row is rubbish.
  /// - `release_files`: which release needs which file; how often a file is referred to is counted here,
  ///   never kept.
  /// - `preset_files`: where each lies in the preset; −1 − place for one that turned out to be damaged there.
  /// - `slots`: `active`, `previous`, `pending`. No `release` means the preset. No row `active` means the
  ///   preset too.
  /// - `channels`: what was accepted last, for what must never go back. `accepted` is the SHA-256 of the
  ///   statement with the number `highest`; NULL in stores that were made before it was kept.
  static let tables = """
    CREATE TABLE IF NOT EXISTS facts(key TEXT PRIMARY KEY, value ANY) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS key_sets(version INTEGER PRIMARY KEY, statement BLOB NOT NULL, signatures BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS channels(
      channel TEXT PRIMARY KEY, highest INTEGER NOT NULL, freshness BLOB, etag TEXT, accepted TEXT) WITHOUT ROWID;
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
      path TEXT PRIMARY KEY, sha256 TEXT NOT NULL, size INTEGER NOT NULL, place INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS preset_files_by_content ON preset_files(sha256);
    """

  /// What makes the tables of version *n* + 1 of those of version *n*, the first for version 1.
  static let changes = ["ALTER TABLE channels ADD COLUMN accepted TEXT"]
}
