import Foundation
import HybridGeometry
import HybridRuntime
import HybridTestSupport
import HybridUnits
import HybridViewTree
import Testing

@testable import HybridCache

@Suite struct KeptTreesTests {
  private let project: TemporaryProject
  private var path: String { project.file("trees.sqlite").path }
  private let tree = ViewTree(nodes: [], viewport: Size(width: 375, height: 667))

  init() throws { project = try TemporaryProject() }

  private static let devices: [Device] = {
    var all = Device.known
    for (index, change)
      in ([
        { $0.prefersDark = true }, { $0.fontScale = 1.3 }, { $0.isRightToLeft = true },
        { $0.platform = .android }, { $0.isLandscape = true },
      ] as [(inout Device) -> Void]).enumerated()
    {
      var device = Device(width: 320.5, height: 568 + Double(index))
      change(&device)
      all.append(device)
    }
    return all
  }()

  @Test(arguments: devices)
  func aKeyIsReadAsItWasWritten(_ device: Device) throws {
    let key = TreeKey(content: "0123", data: "empty", device: device)
    #expect(TreeKey(text: key.text)?.text == key.text)
    let cache = try TreeCache(path: path, runtime: "1") { unlink($0) }
    try cache.keep(tree, for: key)
    let kept = try KeptTrees(path: path)
    #expect(kept.runtime == "1" && kept.trees.count == 1)
    #expect(kept.tree(for: key)?.isReadable == true)
    #expect(kept.trees.first?.key.device.viewport == device.viewport)
    var other = device
    other.fontScale += 0.1
    #expect(kept.tree(for: TreeKey(content: "0123", data: "empty", device: other)) == nil)
    #expect(kept.tree(for: TreeKey(content: "0124", data: "empty", device: device)) == nil)
  }

  @Test(arguments: [
    "", "a", "a\n\n1x\nlight\n1.0\nltr\nios", "a\n\n1x2\nlight\n1.0\nltr\nweb", "a\nb\nc\nd\ne\nf\ng",
  ])
  func otherTextsAreNoKeys(_ text: String) { #expect(TreeKey(text: text) == nil) }

  @Test func readingChangesNothing() throws {
    let key = TreeKey(content: "a", device: .standard)
    let cache = try TreeCache(path: path, runtime: "1") { unlink($0) }
    try cache.keep(tree, for: key)
    let before = try Data(contentsOf: project.file("trees.sqlite"))
    _ = try KeptTrees(path: path)
    #expect(try Data(contentsOf: project.file("trees.sqlite")) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: project.path) == ["trees.sqlite"])
    #expect(cache.tree(for: key) == tree)
  }

  @Test func whatIsNoCacheIsToldSo() throws {
    func fault() -> KeptTrees.Fault? {
      do throws(KeptTrees.Fault) {
        _ = try KeptTrees(path: path)
        return nil
      } catch { return error }
    }
    #expect(fault() == .missing)
    try project.write("trees.sqlite", String(repeating: "no database ", count: 100))
    guard case .unreadable? = fault() else {
      Issue.record("it is no database")
      return
    }
    // An empty file is a database without tables.
    try project.write("trees.sqlite", "")
    #expect(
      fault() == .unreadable("the database is damaged: it has not the tables of a cache of pages"))
    #expect(try project.text("trees.sqlite").isEmpty)
  }
}
