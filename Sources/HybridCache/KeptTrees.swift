import HybridDatabase
import HybridRuntime
import HybridUnits
import HybridViewTree

/// The contents of a ``TreeCache`` file, for tools that explain why a page opens from the cache or does not.
///
/// It reads a copy of the cache: an app that uses the cache is not affected, and nothing in it changes.
package struct KeptTrees: Sendable {
  /// Why reading failed.
  package enum Fault: Error, Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// The file is unreadable or not a page cache; with the reason.
    case unreadable(String)
  }

  /// A cached tree.
  package struct Kept: Hashable, Sendable {
    /// Its key. The device has no name.
    package var key: TreeKey
    /// The size in bytes.
    package var size: Int
    /// Whether its bytes are intact; a damaged tree is rendered again.
    package var isReadable: Bool
  }

  /// The runtime that created the trees, as the app passed it to ``TreeCache``. Another runtime empties the
  /// cache.
  package var runtime: String?
  /// All trees, sorted by key.
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

  /// The cached tree for a key; nil without one.
  package func tree(for key: TreeKey) -> Kept? { trees.first { $0.key.text == key.text } }
}

extension TreeKey {
  /// Parses ``text``; nil for anything else.
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
