import Foundation
import HybridTestSupport
import Testing

@testable import HybridDrawing

/// Scans printed codes as a phone does: the terminal's cells as a picture, read by an independent reader
/// (`zbarimg`).
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg"), "zbar-tools is not installed"))
struct QRScanTests {
  @Test(
    arguments: [
      "http://192.168.178.21:7788/#7K3M-Q9PX.0123456789ABCDEFGHJKMNPQRS",
      "http://192.168.0.7:7788/card/data.json",
      "http://[2001:db8::7]:7788/#7K3M-Q9PX.0123456789ABCDEFGHJKMNPQRS", "a",
      "http://10.0.0.1:1/" + String(repeating: "x", count: 300) + "/data.json",
    ], TerminalPicture.Theme.allCases)
  fileprivate func aPrintedCodeScans(_ text: String, on theme: TerminalPicture.Theme) async throws {
    let lines = try QRCode(text).terminalLines
    // As printed: indented, between other lines.
    let screen =
      ["  network     http://192.168.178.21:7788/"] + lines.map { "  " + $0 } + ["  code        7K3M-Q9PX"]
    #expect(try await scanned(TerminalPicture(screen, theme: theme).file) == text)
  }

  /// Without colours, a code on a dark terminal is inverted and cannot be read, which is why none is printed.
  @Test func withoutColoursACodeIsANegativeOnDarkTerminals() async throws {
    let lines = try QRCode("http://192.168.0.7:7788/").terminalLines.map {
      $0.replacing("\u{1B}[38;5;16;48;5;231m", with: "")
    }
    #expect(try await scanned(TerminalPicture(lines, theme: .light).file) == "http://192.168.0.7:7788/")
    #expect(try await scanned(TerminalPicture(lines, theme: .dark).file) == "")
  }

  @Test func thePictureFileScansToo() async throws {
    #expect(
      try await scanned(try QRCode("http://192.168.0.7:7788/").png, ext: "png") == "http://192.168.0.7:7788/")
  }

  private func scanned(_ picture: [UInt8], ext: String = "ppm") async throws -> String {
    let folder = try TemporaryProject()
    try folder.write("code.\(ext)", bytes: picture)
    let result = try await run(
      "/usr/bin/zbarimg", ["--raw", "-q", "-Sdisable", "-Sqrcode.enable", folder.path + "/code.\(ext)"])
    return result.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// The standard output of a program. It ends by itself.
  private func run(_ program: String, _ arguments: [String]) async throws -> String {
    String(decoding: try await ChildProcess.run([program] + arguments).output, as: UTF8.self)
  }
}

/// The picture of a terminal that knows colours and half blocks: 8 by 16 pixels a cell, as PPM.
private struct TerminalPicture {
  enum Theme: CaseIterable {
    case dark, light
    var background: [UInt8] { self == .dark ? [30, 30, 30] : [253, 246, 227] }
    var foreground: [UInt8] { self == .dark ? [204, 204, 204] : [60, 70, 80] }
  }

  let file: [UInt8]

  init(_ lines: [String], theme: Theme) {
    let rows = lines.map { Self.cells($0, theme) }
    // Two empty cells on each side, as a window has.
    let empty = Cell(upper: theme.background, lower: theme.background)
    let width = (rows.map(\.count).max() ?? 0) + 4
    let frame = [[Cell]](repeating: [Cell](repeating: empty, count: width), count: 2)
    let grid =
      frame
      + rows.map { [empty, empty] + $0 + [Cell](repeating: empty, count: width - 2 - $0.count) } + frame
    var pixels: [UInt8] = []
    for row in grid {
      for half in [\Cell.upper, \Cell.lower] {
        let line = row.flatMap { cell in (0..<8).flatMap { _ in cell[keyPath: half] } }
        for _ in 0..<8 { pixels += line }
      }
    }
    file = Array("P6\n\(width * 8) \(grid.count * 16)\n255\n".utf8) + pixels
  }

  private struct Cell {
    var upper: [UInt8]
    var lower: [UInt8]
  }

  private static func cells(_ line: String, _ theme: Theme) -> [Cell] {
    var (foreground, background) = (theme.foreground, theme.background)
    var cells: [Cell] = []
    var rest = Substring(line)
    while let character = rest.popFirst() {
      switch character {
      case "\u{1B}":
        let codes = rest.dropFirst().prefix { $0 != "m" }.split(separator: ";").compactMap { Int($0) }
        rest = rest.drop { $0 != "m" }.dropFirst()
        if codes == [0] { (foreground, background) = (theme.foreground, theme.background) }
        if codes == [38, 5, 16, 48, 5, 231] { (foreground, background) = ([0, 0, 0], [255, 255, 255]) }
      case "█": cells.append(Cell(upper: foreground, lower: foreground))
      case "▀": cells.append(Cell(upper: foreground, lower: background))
      case "▄": cells.append(Cell(upper: background, lower: foreground))
      case " ": cells.append(Cell(upper: background, lower: background))
      default: cells.append(Cell(upper: background, lower: foreground))
      }
    }
    return cells
  }
}
