import Foundation
import HybridSource
import HybridUnits
import Testing

@testable import HybridCompiler

/// Font files of a project, from `@font-face` to the unit.
@Suite struct PageFontTests {
  private static func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "HybridDrawingTests/Fixtures/Fonts")
    return [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  private static func project(_ src: String, linked: Bool = true) throws -> MemoryFiles {
    let rule = "@font-face { font-family: Blocks; src: \(src) }"
    let page = linked ? "<link rel=stylesheet href=/css/a.css>" : "<style>\(rule)</style>"
    let files = MemoryFiles(["pages/home/index.html": page + "<p>x</p>", "css/a.css": linked ? rule : ""])
    for name in ["blocks.ttf", "blocks.woff2", "blocks.woff", "blocks.otf"] {
      files.write(try bytes(name), to: "fonts/\(name)")
    }
    var torn = try bytes("blocks.woff2")
    for index in (torn.count * 2 / 3)..<(torn.count * 3 / 4) { torn[index] = 0xFF }
    files.write(torn, to: "fonts/torn.woff2")
    files.write(Array(try bytes("blocks.ttf").dropLast(200)), to: "fonts/cut.ttf")
    files.write(Array("\n<!DOCTYPE html><p>Not found".utf8), to: "fonts/page.woff2")
    files.write([], to: "fonts/none.woff2")
    return files
  }

  private static func fonts(of compiler: inout ProjectCompiler) throws -> [String] {
    guard case .page(let page)? = compiler.unit(named: "home") else { throw NoPage() }
    return page.fonts.map(\.path)
  }

  private struct NoPage: Error {}

  @Test(arguments: [true, false], ["blocks.ttf", "blocks.woff2", "blocks.woff", "blocks.otf"])
  func aFontIsPartOfThePage(_ linked: Bool, _ name: String) throws {
    let files = try Self.project("url(/fonts/\(name)?v=1#x)", linked: linked)
    var compiler = ProjectCompiler(files: files.reader, name: "p")
    #expect(compiler.build().diagnostics.isEmpty)
    guard case .page(let page)? = compiler.unit(named: "home") else { throw NoPage() }
    let font = try #require(page.fonts.first)
    let bytes = try Self.bytes(name)
    #expect(font.path == "fonts/\(name)" && font.bytes == bytes)
    let hash = try #require(ContentHash(font.hash))
    #expect(compiler.fonts(with: hash) == ["fonts/\(name)"])
  }

  @Test func theFirstSourceThatCanBeReadCounts() throws {
    let files = try Self.project(
      "url(../fonts/no.woff2), url(../fonts/blocks.woff2), url(../fonts/blocks.ttf)")
    var compiler = ProjectCompiler(files: files.reader, name: "p")
    let report = try #require(compiler.build().diagnostics.first)
    #expect(report.code == "font.missing" && report.severity == .warning)
    #expect(report.location?.description == "css/a.css:1:40")
    #expect(try Self.fonts(of: &compiler) == ["fonts/blocks.woff2"])
  }

  /// A save of the file changes the page, a copy of the same bytes does not; a missing one may come back.
  @Test(arguments: [true, false])
  func aSaveOfTheFileChangesThePage(_ linked: Bool) throws {
    let files = try Self.project("url(/fonts/blocks.ttf)", linked: linked)
    var compiler = ProjectCompiler(files: files.reader, name: "p")
    _ = compiler.build()
    #expect(compiler.apply(["fonts/blocks.ttf"]).isEmpty)
    files.write(try Self.bytes("blocks-bold.ttf"), to: "fonts/blocks.ttf")
    let saved = compiler.apply(["fonts/blocks.ttf"])
    #expect(saved.changed.map(\.name) == ["home"])
    guard case .page(let page)? = compiler.unit(named: "home") else { throw NoPage() }
    let bold = try Self.bytes("blocks-bold.ttf")
    #expect(page.fonts.first?.bytes == bold)
    files["fonts/blocks.ttf"] = nil
    #expect(compiler.apply(["fonts/blocks.ttf"]).changed.map(\.name) == ["home"])
    #expect(compiler.diagnostics(of: "home").map(\.code) == ["font.missing"])
    #expect(try Self.fonts(of: &compiler).isEmpty)
    files.write(try Self.bytes("blocks.ttf"), to: "fonts/blocks.ttf")
    #expect(compiler.apply(["fonts/blocks.ttf"]).changed.map(\.name) == ["home"])
    #expect(compiler.diagnostics(of: "home").isEmpty)
    #expect(try Self.fonts(of: &compiler) == ["fonts/blocks.ttf"])
  }

  @Test(arguments: [
    ("url(/fonts/blocks.tff)", "font.missing"), ("url(../../a.ttf)", "font.outside-project"),
    ("url(/fonts/.env)", "font.missing"), ("url(https://example.com/a.woff2)", "project.remote-file"),
    ("url(/css/a.css)", "font.unknown-format"), ("url('data:font/ttf;base64,AAAA')", "font.unknown-format"),
    ("url(/fonts)", "font.not-a-file"), ("url(/fonts/torn.woff2)", "font.malformed"),
    ("url(/fonts/cut.ttf)", "font.truncated"), ("url(/fonts/page.woff2)", "font.unknown-format"),
    ("url(/fonts/none.woff2)", "font.empty"),
  ])
  func aFontThatCannotBeReadIsAWarning(_ src: String, _ code: String) throws {
    let files = try Self.project(src)
    var compiler = ProjectCompiler(files: files.reader, name: "p")
    let result = compiler.build()
    #expect(result.diagnostics.map(\.code) == [code])
    #expect(result.diagnostics.allSatisfy { $0.severity == .warning && $0.location?.path == "css/a.css" })
    #expect(result.added.map(\.name) == ["home"])
    #expect(try Self.fonts(of: &compiler).isEmpty)
  }

  @Test func aFontInAnAddressIsPartOfThePage() throws {
    let address = "data:font/woff2;base64," + Data(try Self.bytes("blocks.woff2")).base64EncodedString()
    let files = try Self.project("url(\(address))")
    var compiler = ProjectCompiler(files: files.reader, name: "p")
    #expect(compiler.build().diagnostics.isEmpty)
    #expect(try Self.fonts(of: &compiler) == [address])
  }
}
