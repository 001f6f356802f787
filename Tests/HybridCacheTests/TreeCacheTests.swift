import Glibc
import HybridCompiler
import HybridDatabase
import HybridRuntime
import HybridTestSupport
import HybridUnits
import HybridViewTree
import Testing

import struct Foundation.Data

@testable import HybridCache

/// A project in which the page `home` depends on a file of every kind.
private struct Files: Sendable {
  var files: [String: [UInt8]] = [
    "pages/home/index.html": Array(
      """
      <link rel=stylesheet href=style.css><h1>{{ title }}</h1><include src=/partials/foot.html></include>
      <badge text=new></badge><img src=/assets/a.svg>
      """.utf8),
    "pages/home/style.css": Array("@import '/shared/base.css'; h1 { padding: 2px }".utf8),
    "shared/base.css": Array("h1 { color: #123456 }".utf8),
    "partials/foot.html": Array("<p>Foot</p>".utf8),
    "components/badge.html": Array("<template props=text><b>{{ text }}</b></template>".utf8),
    "pages/home/data.json": Array(#"{"title": "Shop"}"#.utf8),
    "assets/a.svg": Array("<svg xmlns='http://www.w3.org/2000/svg' width='10' height='20'/>".utf8),
    "pages/other.html": Array("<p>Other</p>".utf8),
  ]

  func unit() throws -> Unit {
    let files = files
    let project = try TemporaryProject()
    for (path, bytes) in files { try project.write(path, bytes: bytes) }
    var compiler = ProjectCompiler(files: try DiskFiles(root: project.path).reader, name: "shop")
    _ = compiler.build()
    let unit = compiler.currentUnit(named: "home")
    return try #require(unit)
  }
}

/// A cache in a temporary folder.
private func openCache(
  in project: TemporaryProject, runtime: String = "1", limit: Int = 1 << 20
) throws -> TreeCache {
  try TreeCache(path: project.path + "/trees.sqlite", runtime: runtime, limit: limit) { unlink($0) }
}

@Suite struct TreeCacheTests {
  private struct NeverAsked: Error {}

  @Test func aSecondOpeningShowsTheSameAndAsksForNothing() throws {
    let project = try TemporaryProject()
    let unit = try Files().unit()
    let key = TreeKey(content: unit.hash.description, device: .standard)
    let first = try PageOpener(cache: openCache(in: project)).open(key) { unit }
    #expect(!first.isKept && first.tree == Renderer().render(unit, on: .standard).tree)
    // As in another process, the file is opened again.
    let second = try PageOpener(cache: openCache(in: project)).open(key) { () throws(NeverAsked) -> Unit in
      throw NeverAsked()
    }
    #expect(second.isKept && second.tree == first.tree)
  }

  @Test(arguments: [
    ("pages/home/index.html", "h1>", "h2>"), ("pages/home/style.css", "2px", "3px"),
    ("shared/base.css", "#123456", "#123457"),
    ("partials/foot.html", "Foot", "Feet"), ("components/badge.html", "<b>", "<i>"),
    ("pages/home/data.json", "Shop", "Shed"), ("assets/a.svg", "'20'", "'21'"),
    ("assets/a.svg", "/>", "><!-- --></svg>"),
  ])
  func aChangeOfAnythingThatAPageDependsOnIsAnotherKey(_ path: String, _ old: String, _ new: String) throws {
    let before = try Files().unit()
    var files = Files()
    let text = String(decoding: try #require(files.files[path]), as: UTF8.self)
    files.files[path] = Array(text.replacing(old, with: new).utf8)
    let project = try TemporaryProject()
    let opener = PageOpener(cache: try openCache(in: project))
    _ = opener.open(TreeKey(content: before.hash.description, device: .standard)) { before }
    let after = try files.unit()
    let opened = opener.open(TreeKey(content: after.hash.description, device: .standard)) { after }
    #expect(!opened.isKept)
    #expect(opened.tree == Renderer().render(after, on: .standard).tree)
    // Files that the page does not depend on change nothing.
    files = Files()
    files.files["pages/other.html"] = Array("<p>Changed</p>".utf8)
    let same = try files.unit()
    #expect(opener.open(TreeKey(content: same.hash.description, device: .standard)) { same }.isKept)
  }

  @Test func eachScreenAndItsSettingsHaveATreeOfTheirOwn() throws {
    let project = try TemporaryProject()
    let cache = try openCache(in: project)
    let unit = try Files().unit()
    let opener = PageOpener(cache: cache)
    var devices = [Device.standard, Device(width: 320, height: 568)]
    for change in [\Device.prefersDark, \.isRightToLeft, \.isLandscape] {
      var device = Device.standard
      device[keyPath: change] = true
      devices.append(device)
    }
    var large = Device.standard
    large.fontScale = 1.5
    devices.append(large)
    for device in devices {
      #expect(!opener.open(TreeKey(content: "a", device: device)) { unit }.isKept)
      #expect(
        opener.open(TreeKey(content: "a", device: device)) { unit }.tree
          == Renderer().render(unit, on: device).tree)
    }
    #expect(cache.count == devices.count)
    // A device with a different name has the same key.
    var renamed = Device.standard
    renamed.base = "somebody's phone"
    #expect(opener.open(TreeKey(content: "a", device: renamed)) { unit }.isKept)
  }

  @Test func anotherRuntimeBeginsAgain() throws {
    let project = try TemporaryProject()
    let unit = try Files().unit()
    let key = TreeKey(content: "a", device: .standard)
    try openCache(in: project).keep(Renderer().render(unit, on: .standard).tree, for: key)
    #expect(try openCache(in: project).count == 1)
    #expect(try openCache(in: project, runtime: "2").tree(for: key) == nil)
  }

  @Test func whatWasNotShownForLongestGoesFirst() throws {
    let project = try TemporaryProject()
    let tree = Renderer().render(try Files().unit(), on: .standard).tree
    let cache = try openCache(in: project, limit: 3 * tree.encoded().count)
    func key(_ name: String) -> TreeKey { TreeKey(content: name, device: .standard) }
    for name in ["a", "b", "c"] { try cache.keep(tree, for: key(name)) }
    #expect(cache.tree(for: key("a")) != nil)
    try cache.keep(tree, for: key("d"))
    #expect(cache.count == 3 && cache.size <= cache.limit)
    #expect(cache.tree(for: key("b")) == nil && cache.tree(for: key("a")) != nil)
    try cache.removeAll(except: ["d"])
    #expect(cache.count == 1)
    // A cache that is too small for the tree keeps nothing.
    let small = try openCache(in: try TemporaryProject(), limit: 10)
    try small.keep(tree, for: key("a"))
    #expect(small.count == 0)
  }

  @Test(arguments: ["not a database", ""])
  func aFileThatIsNoCacheIsBegunAgain(_ text: String) throws {
    let project = try TemporaryProject()
    try project.write("trees.sqlite", text)
    let unit = try Files().unit()
    let cache = try openCache(in: project)
    let key = TreeKey(content: "a", device: .standard)
    #expect(cache.tree(for: key) == nil)
    try cache.keep(Renderer().render(unit, on: .standard).tree, for: key)
    #expect(cache.tree(for: key) != nil)
  }

  @Test func aTreeThatCannotBeReadIsRenderedAgain() throws {
    let project = try TemporaryProject()
    let cache = try openCache(in: project)
    let unit = try Files().unit()
    let key = TreeKey(content: "a", device: .standard)
    _ = PageOpener(cache: cache).open(key) { unit }
    let database = try Database(path: project.path + "/trees.sqlite")
    try database.execute("UPDATE trees SET tree = x'48594256ff'")
    let opened = PageOpener(cache: cache).open(key) { unit }
    #expect(!opened.isKept && opened.tree == Renderer().render(unit, on: .standard).tree)
    #expect(PageOpener(cache: cache).open(key) { unit }.isKept)
  }

  @Test(arguments: [
    "CREATE TABLE facts(x); CREATE TABLE trees(y)", "CREATE TABLE notes(z)",
    "CREATE TABLE facts(name, value); CREATE TABLE trees(key, content, tree, size, used)",
  ])
  func aDatabaseWithOtherTablesIsBegunAgain(_ sql: String) throws {
    let project = try TemporaryProject()
    try Database(path: project.path + "/trees.sqlite").execute(sql)
    let unit = try Files().unit()
    let key = TreeKey(content: "a", device: .standard)
    _ = try PageOpener(cache: openCache(in: project)).open(key) { unit }
    #expect(try openCache(in: project).tree(for: key) != nil)
  }

  /// A price with another digit is a tree as well.
  @Test func aTreeWithAChangedByteIsRenderedAgain() throws {
    let project = try TemporaryProject()
    let unit = try Files().unit()
    let key = TreeKey(content: "a", device: .standard)
    _ = try PageOpener(cache: openCache(in: project)).open(key) { unit }
    let path = project.path + "/trees.sqlite"
    var bytes = [UInt8](try Data(contentsOf: project.file("trees.sqlite")))
    let title = Array("Shop".utf8)
    for index in bytes.indices.dropLast(4) where Array(bytes[index..<index + 4]) == title {
      bytes[index + 2] = UInt8(ascii: "i")
    }
    try project.write("trees.sqlite", bytes: bytes)
    #expect(try KeptTrees(path: path).tree(for: key)?.isReadable == false)
    let opener = PageOpener(cache: try openCache(in: project))
    let opened = opener.open(key) { unit }
    #expect(!opened.isKept && opened.tree == Renderer().render(unit, on: .standard).tree)
    #expect(opener.open(key) { unit }.isKept)
  }

  @Test func damageOfAnyPageOfTheFileIsOverAtTheNextOpening() throws {
    let project = try TemporaryProject()
    let unit = try Files().unit()
    func key(_ index: Int) -> TreeKey { TreeKey(content: "\(index)", device: .standard) }
    do {
      let opener = PageOpener(cache: try openCache(in: project))
      for index in 0..<30 { _ = opener.open(key(index)) { unit } }
    }
    let whole = [UInt8](try Data(contentsOf: project.file("trees.sqlite")))
    #expect(whole.count >= 8 * 4_096)
    for page in 0..<whole.count / 4_096 {
      var bytes = whole
      bytes.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: [UInt8](repeating: 0x20, count: 4_096))
      try project.write("trees.sqlite", bytes: bytes)
      // The launch that finds the damage, and the next one.
      for _ in 0..<2 {
        let opener = PageOpener(cache: try openCache(in: project))
        for index in 0..<30 { _ = opener.open(key(index)) { unit } }
      }
      let opener = PageOpener(cache: try openCache(in: project))
      for index in 0..<30 { #expect(opener.open(key(index)) { unit }.isKept, "page \(page)") }
    }
  }

  @Test func aFolderThatIsNotThereIsAnError() {
    #expect(throws: DatabaseError.self) {
      try TreeCache(path: "/nowhere/trees.sqlite", runtime: "1") { _ in }
    }
  }
}
