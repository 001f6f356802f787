import Foundation
import HybridSource
import HybridTestSupport
import HybridUnits
import Testing

@testable import HybridCompiler

/// Style sheets that nobody here wrote, as Debian and PyPI install them, each with a
/// page of its own components: the page builds, and each warning is told once.
@Suite struct LibrarySheetTests {
  @Test(
    .enabled(
      if: StyleLibrary.all.contains(where: \.isInstalled), "Tools/packages-tests.txt lists the packages"),
    arguments: StyleLibrary.all.filter(\.isInstalled))
  func aPageOfItsComponentsBuilds(_ library: StyleLibrary) throws {
    var (compiler, _) = ProjectCompiler.built(
      MemoryFiles([
        "pages/home/index.html": try library.page(),
        "lib/\(library.name).css": try library.text(),
      ]))
    let found = compiler.check()
    #expect(found.filter { $0.severity == .error } == [])
    guard case .page(let unit)? = compiler.currentUnit(named: "home") else {
      Issue.record("the page is not built")
      return
    }
    #expect(unit.sheets.count == 1 && unit.sheets[0].sheet.rules.count > 20)
    // What has no effect is told once a file, with what to write instead; the rest are mistakes of the sheet.
    let losses = found.filter { $0.code.contains("unsupported") }
    let keys = losses.map { "\($0.location?.path ?? "") \($0.message)" }
    #expect(Set(keys).count == keys.count)
    #expect(losses.allSatisfy { $0.hint != nil })
    #expect(losses.count < 60, "\(losses.count)")
    #expect(found.count - losses.count < 20, "\(found.map(\.message))")
  }
}
