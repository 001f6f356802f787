import Foundation
import HybridCompiler
import HybridPackaging
import HybridRelease
import HybridSource
import HybridTestSupport
import Testing

/// The contents of DIST depend on the project and on the releases in it, not on the history of runs.
@Suite struct PackagerHistoryTests {
  private static func page(_ word: String) -> String {
    let rows = (0..<400).map { "<p>row \($0 * 7919 % 1000) of many</p>" }.joined(separator: "\n")
    return "<!DOCTYPE html><html><head><title>A</title></head><body>\(rows)<p>\(word)</p></body></html>"
  }

  private static func card(_ width: Int) -> String {
    #"<VHLayout layoutWidth="\#(width)" layoutHeight="40"><NText text="tea"/></VHLayout>"#
  }

  /// A release for each state of a project with a route, in a temporary folder.
  private struct Shop {
    let project: TemporaryProject
    let dist: TemporaryProject

    init() throws {
      var files = sampleProject()
      files["hybrid.json"] =
        #"{"release": {"project": "shop"}, "routes": [{"uri": "shop://about", "unit": "about"}]}"#
      (project, dist) = (try TemporaryProject(files), try TemporaryProject())
    }

    func edit(_ word: String, width: Int) throws {
      try project.replace("pages/about/index.html", page(word))
      try project.replace("components/card.xml", card(width))
    }

    func package(_ word: String, width: Int) throws {
      try edit(word, width: width)
      try makeRelease(project.path, to: dist.path)
    }

    /// A run that ends before the statement is signed: its contents and deltas exist, and nothing names them.
    func packageInPart(_ word: String, width: Int) throws {
      try edit(word, width: width)
      var options = PackageOptions()
      options.tool = "tests"
      let packager = Packager(
        files: try DiskFiles(root: project.path), dist: dist.path, options: options, sodium: try .shared())
      func end(_: [UInt8], _: String, _: SignatureFile) throws(PackageFault) -> SignatureFile {
        throw PackageFault(.environment, [])
      }
      #expect(throws: PackageFault.self) { try packager.run(signing: end) }
    }
  }

  @Test(arguments: [true, false])
  func whatARunLeftThatWasCutOffGoes(_ isTakenBack: Bool) throws {
    let (plain, cut) = (try Shop(), try Shop())
    for shop in [plain, cut] { try shop.package("one", width: 100) }
    try cut.packageInPart("two", width: 110)
    let left = try tree(cut.dist.path)
    #expect(
      left.keys.count { $0.hasPrefix("files/") }
        > (try tree(plain.dist.path)).keys.count { $0.hasPrefix("files/") })
    // As left by a run that was killed later.
    try cut.dist.write("releases/2.sig", "{}")
    try cut.dist.write("rexxar/about-0.html", "<p>two</p>")
    try cut.dist.write("embedded/rexxar/about-0.html", "<p>two</p>")
    try cut.dist.write("embedded/templates.plist", "two")
    let next = isTakenBack ? "one" : "three"
    for shop in [plain, cut] { try shop.package(next, width: isTakenBack ? 100 : 130) }
    let (expected, found) = (try tree(plain.dist.path), try tree(cut.dist.path))
    #expect(
      found.keys.sorted().filter { !$0.hasPrefix("maps/") }
        == expected.keys.sorted().filter { !$0.hasPrefix("maps/") })
    #expect(expected.filter { found[$0.key] != $0.value }.keys.sorted() == [])
  }

  @Test func theIndexListsTheDeltasThatAreThere() throws {
    let shop = try Shop()
    for (number, word) in ["one", "two", "three", "four", "five"].enumerated() {
      try shop.package(word, width: 100 + number)
    }
    let before = try tree(shop.dist.path)
    let index = try #require(before["deltas/index.json"])
    #expect(try DeltaIndex(decoding: index).entries.count >= 9)
    for (usesCache, isRemoved) in [(true, true), (true, false), (false, true), (false, false)] {
      if isRemoved { try FileManager.default.removeItem(at: shop.dist.file("deltas/index.json")) }
      try makeRelease(shop.project.path, to: shop.dist.path) { $0.usesCache = usesCache }
      #expect(try tree(shop.dist.path) == before, "\(usesCache) \(isRemoved)")
    }
    // A restored statement is listed again.
    try makeRelease(shop.project.path, to: shop.dist.path) { $0.keep = 1 }
    #expect(try tree(shop.dist.path).keys.allSatisfy { !$0.hasSuffix(".zst") })
    for (path, bytes) in before {
      try FileManager.default.createDirectory(
        at: shop.dist.file(path).deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: shop.dist.file(path))
    }
    try makeRelease(shop.project.path, to: shop.dist.path)
    #expect(try tree(shop.dist.path)["deltas/index.json"] == index)
  }

  @Test func aDamagedEarlierStatementIsToldWithOrWithoutACache() throws {
    let shop = try Shop()
    try shop.package("one", width: 100)
    try shop.package("two", width: 110)
    let handle = try FileHandle(forWritingTo: shop.dist.file("releases/1.json"))
    try handle.truncate(atOffset: 20)
    try handle.close()
    for usesCache in [true, false] {
      let codes = refusals(shop.project.path, to: shop.dist.path) { $0.usesCache = usesCache }
      #expect(codes == ["statement.malformed"], "\(usesCache)")
    }
  }

  @Test(arguments: [".hybrid", ".hybrid/package.cache/x"])
  func aCacheThatCannotBeWrittenIsAWarning(_ obstacle: String) throws {
    let project = try TemporaryProject(sampleProject())
    let (dist, other) = (try TemporaryProject(), try TemporaryProject())
    try project.write(obstacle, "in the way")
    for _ in 0..<2 {
      let report = try makeRelease(project.path, to: dist.path)
      #expect(report.warnings.map(\.code) == ["package.cache-unwritable"])
      #expect(report.madeUnits == 3)
    }
    try FileManager.default.removeItem(at: project.file(".hybrid"))
    #expect(try makeRelease(project.path, to: other.path).warnings == [])
    #expect(try tree(dist.path) == tree(other.path))
  }
}
