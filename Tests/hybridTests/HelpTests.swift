import Foundation
import HybridSource
import Testing

@testable import hybrid

@Suite struct HelpTests {
  /// `Help/NAME.txt` is what `hybrid NAME --help` prints. `HYBRID_UPDATE_GOLDENS=1 swift test` writes them
  /// anew.
  @Test(arguments: Command.all.map(\.name))
  func helpMatchesGolden(_ name: String) throws {
    try expect(try Command.named(name, in: Command.all).help(), in: "Help/\(name).txt")
  }

  @Test func overviewMatchesGolden() throws {
    try expect(Command.overview(of: Command.all), in: "Help/hybrid.txt")
  }

  @Test(arguments: Command.all.map(\.name))
  func helpFitsATerminal(_ name: String) throws {
    let lines = try Command.named(name, in: Command.all).help().split(separator: "\n")
    #expect(lines.allSatisfy { $0.reduce(0) { $0 + $1.displayWidth } <= 110 })
  }

  private func expect(_ text: String, in path: String) throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(path)
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE_GOLDENS"] == "1" {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(text == (try String(contentsOf: url, encoding: .utf8)))
  }
}
