import Foundation
import HybridPackaging
import HybridRelease
import HybridTestSupport
import Testing

/// The routes of a project in its releases, and how Rexxar's containers read them.
@Suite struct RexxarOutputTests {
  private static let settings = #"""
    {"release": {"project": "shop"}, "routes": [
      {"uri": "shop://home/\\d+", "unit": "home"}, {"uri": "shop://part/_.*", "unit": "about", \#
    "kind": "partial"},
      {"uri": "shop://card", "unit": "card"}]}
    """#

  private func project(_ settings: String = settings) throws -> TemporaryProject {
    var files = sampleProject()
    files["hybrid.json"] = settings
    return try TemporaryProject(files)
  }

  private func pages(_ dist: TemporaryProject) throws -> [String] {
    try tree(dist.path).keys.filter { $0.contains("rexxar/") || $0.hasSuffix("routes.json") }.sorted()
  }

  @Test func theTableAndItsPagesLieInDistAndInThePreset() throws {
    let (project, dist) = (try project(), try TemporaryProject())
    let report = try makeRelease(project.path, to: dist.path) { $0.base = "https://cdn.example.com/app" }
    #expect(report.release.routes.map(\.unit) == ["home", "about", "card"])
    let files = try tree(dist.path)
    let table = String(decoding: try #require(files["routes.json"]), as: UTF8.self)
    let names = files.keys.filter { $0.hasPrefix("rexxar/") }
    #expect(names.count == 2)
    for name in names + ["routes.json"] { #expect(files["embedded/\(name)"] == files[name]) }
    for name in names { #expect(table.contains("\"https://cdn.example.com/app/\(name)\"")) }
    let told = report.warnings.filter { $0.code == "rexxar.not-the-same" }
    #expect(told.contains { $0.message.contains("'card'") && $0.message.contains("is a template") })

    // Without changes nothing is written, and the report is the same.
    let again = try makeRelease(project.path, to: dist.path) { $0.base = "https://cdn.example.com/app" }
    #expect(again.isUnchanged && again.writtenFiles == 0 && again.warnings == report.warnings)
    // A different address on the host does not create a new release.
    let moved = try makeRelease(project.path, to: dist.path)
    #expect(moved.isUnchanged && moved.writtenFiles == 2)
  }

  @Test func whatTheTableNamesNoMoreIsRemoved() throws {
    let (project, dist) = (try project(), try TemporaryProject())
    try makeRelease(project.path, to: dist.path)
    let before = try pages(dist)
    #expect(before.count == 6)
    try project.replace("pages/home/data.json", #"{"title": "oolong"}"#)
    try makeRelease(project.path, to: dist.path)
    let after = try pages(dist)
    #expect(after.count == 6 && Set(before).intersection(after).count == 4)
    try project.replace("hybrid.json", #"{"release": {"project": "shop"}}"#)
    try makeRelease(project.path, to: dist.path)
    #expect(try pages(dist) == [])
  }

  @Test(arguments: [
    (#"{"uri": "shop://a", "unit": "hom"}"#, "route.unknown-unit"),
    (#"{"uri": "shop://(a", "unit": "home"}"#, "route.bad-pattern"),
    (#"{"uri": ".*", "unit": "home"}, {"uri": "shop://a", "unit": "about"}"#, "route.unreachable"),
  ])
  func wrongRoutesLeaveDistUntouched(_ routes: String, _ code: String) throws {
    let (project, dist) = (try project(), try TemporaryProject())
    try makeRelease(project.path, to: dist.path)
    let before = try tree(dist.path)
    try project.replace("hybrid.json", #"{"release": {"project": "shop"}, "routes": [\#(routes)]}"#)
    #expect(refusals(project.path, to: dist.path) == [code])
    #expect(try tree(dist.path) == before)
  }
}
