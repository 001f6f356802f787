import HybridDatabase
import HybridReload
import HybridRuntime
import HybridUnits

/// What the file of a ``TreeCache`` has, for tools that say why a page opens at once or does not.
///
/// The cache is copied first and the copy is read: an app that uses it notices nothing, and nothing of it is
/// changed.
package struct KeptTrees: Sendable {
  /// Why nothing was read.
  package enum Fault: Error, Hashable, Sendable {
    /// There is no such file.
    case missing
    /// It cannot be read, or is no cache of pages: what was found.
    case unreadable(String)
  }

  /// A tree.
  package struct Kept: Hashable, Sendable {
    /// What it follows from. The device has no name.
    package var key: TreeKey
    /// In bytes.
    package var size: Int
    /// Whether its bytes are those of the tree that was kept; others are drawn anew.
    package var isReadable: Bool
  }

  /// Which runtime made all of them: what the app gave to ``TreeCache``. One that gives another begins anew.
  package var runtime: String?
  /// All of them, by key.
  package var trees: [Kept]

  /// Reads the cache at `path`.
  package init(path: String) throws(Fault) {
    let folder: TemporaryFolder
    do throws(DatabaseBytes.Fault) {
      let bytes = try DatabaseBytes(of: path)
      folder = try TemporaryFolder()
      do throws(DatabaseBytes.Fault) { try bytes.write(to: folder.path + "/trees.sqlite") } catch {
        folder.remove()
        throw error
      }
    } catch { throw error == .missing ? .missing : .unreadable("it \(error)") }
    defer { folder.remove() }
    do throws(DatabaseError) {
      let database = try Database(path: folder.path + "/trees.sqlite")
      let tables = try database.rows(
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('facts', 'trees')")
      guard tables.first?.first?.int == 2 else {
        throw DatabaseError.damaged("it has not the tables of a cache of pages")
      }
      runtime = try database.rows("SELECT value FROM facts WHERE name = 'runtime'").first?.first?.text
      trees = try database.rows("SELECT key, tree, hash, size FROM trees ORDER BY key").compactMap { row in
        guard let key = row[0].text.flatMap(TreeKey.init(text:)), let size = row[3].int else { return nil }
        return Kept(key: key, size: size, isReadable: TreeCache.tree(row[1], hash: row[2]) != nil)
      }
    } catch { throw .unreadable("\(error)") }
  }

  /// What is kept for a key; nil when there is nothing.
  package func tree(for key: TreeKey) -> Kept? { trees.first { $0.key.text == key.text } }
}

extension TreeKey {
  /// Reads ``text``; nil for what is none.
  init?(text: String) {
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 7 else { return nil }
    let size = parts[2].split(separator: "x").compactMap { Double(String($0)) }
    guard size.count == 2, let scale = Double(parts[4]),
      let platform = TemplatePlatform(rawValue: parts[6])
    else { return nil }
    var device = Device(width: size[0], height: size[1])
    device.prefersDark = parts[3] == "dark"
    device.fontScale = scale
    device.isRightToLeft = parts[5] == "rtl"
    device.platform = platform
    self.init(content: parts[0], data: parts[1], device: device)
  }
}
