import Foundation
import HybridSource
import HybridUnits
import Testing

@testable import HybridCompiler

/// Style sheets that nobody here wrote, as Debian installs them (`Tools/packages-tests.txt`), each with a
/// page of its own components: the page builds, and each warning is told once.
@Suite struct LibrarySheetTests {
  /// A library with its sheet; the page is in `Libraries`.
  struct Library: CustomTestStringConvertible {
    let name: String
    let sheet: String

    var testDescription: String { name }
    var isInstalled: Bool { FileManager.default.isReadableFile(atPath: sheet) }
  }

  private static let all = [
    Library(name: "normalize", sheet: "/usr/share/nodejs/normalize.css/normalize.css"),
    Library(name: "bootstrap5", sheet: "/usr/share/javascript/bootstrap5/css/bootstrap.css"),
    Library(name: "bootstrap4", sheet: "/usr/share/javascript/bootstrap4/css/bootstrap.css"),
    Library(name: "milligram", sheet: "/usr/share/javascript/milligram/milligram.css"),
    Library(name: "skeleton", sheet: "/usr/share/javascript/skeleton/skeleton.css"),
  ]

  @Test(
    .enabled(if: all.contains(where: \.isInstalled), "Tools/packages-tests.txt lists the packages"),
    arguments: all.filter(\.isInstalled))
  func aPageOfItsComponentsBuilds(_ library: Library) throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Libraries/\(library.name).html")
    var (compiler, _) = ProjectCompiler.built(
      MemoryFiles([
        "pages/home/index.html": try String(contentsOf: page, encoding: .utf8),
        "lib/\(library.name).css": try String(contentsOfFile: library.sheet, encoding: .utf8),
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
