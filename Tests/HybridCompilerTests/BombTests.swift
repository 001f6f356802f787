import HybridCompiler
import HybridSource
import HybridTestSupport
import HybridUnits
import Testing

/// Malicious files: each is reported with a stable code, and the next valid save works.
@Suite(.serialized, .suiteTimeLimit) struct BombTests {
  @Test(arguments: Bomb.all)
  func everyBombIsAReportAndTheNextGoodSaveWorks(_ bomb: Bomb) throws {
    let files = MemoryFiles(Bomb.good.merging(bomb.others) { good, _ in good })
    files["secret.txt"] = Bomb.secret
    var (compiler, first) = ProjectCompiler.built(files)
    #expect(first.diagnostics == [] && compiler.unitNames == ["card", "home"])
    let path = bomb.place.rawValue
    let name = bomb.place == .template ? "card" : "home"
    let before = compiler.unit(named: name)?.encoded()
    files.write(bomb.bytes, to: path)
    let result = compiler.apply([path])
    let report = try #require(
      result.diagnostics.first { $0.code == bomb.code },
      "only \(result.diagnostics.map(\.description.prefix500))")
    #expect(result.diagnostics.hasErrors == bomb.isError)
    // An unreadable file is reported at the place that names it.
    let file = report.location?.path ?? ""
    #expect(file == path || bomb.others.keys.contains(file) || report.message.contains(path))
    #expect(result.diagnostics.count <= 500)
    #expect(compiler.isFailed(name) == bomb.isError)
    #expect(!result.diagnostics.contains { $0.description.contains(Bomb.secret) })
    if bomb.isError { #expect(compiler.unit(named: name)?.encoded() == before) }
    _ = compiler.currentUnit(named: name)

    files[path] = Bomb.good[path]
    let mended = compiler.apply([path])
    #expect(mended.fixed == (bomb.isError ? [name] : []) && mended.failed == [] && mended.diagnostics == [])
    #expect(compiler.unit(named: name)?.encoded() == before)
  }
}

extension String { fileprivate var prefix500: String { String(prefix(500)) } }
