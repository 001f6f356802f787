import HybridGeometry
import HybridTestSupport
import Testing

@testable import HybridDrawing

/// A minimal terminal for ``CellGrid/update(from:_:)``: it places the cursor, clears, and shows characters.
private struct Terminal {
  var lines: [[Character]]

  init(columns: Int, rows: Int) {
    lines = [[Character]](repeating: [Character](repeating: "?", count: columns), count: rows)
  }

  mutating func receive(_ text: String) {
    var (column, row) = (0, 0)
    var rest = Array(text)[...]
    while let character = rest.popFirst() {
      guard character == "\u{1B}" else {
        lines[row][column] = character
        if CellGrid.columns(of: character) == 2 { lines[row][column + 1] = "\u{0}" }
        column += CellGrid.columns(of: character)
        continue
      }
      rest.removeFirst()
      let numbers = rest.prefix { !$0.isLetter }
      rest = rest.dropFirst(numbers.count)
      let final = rest.removeFirst()
      let values = String(numbers).split(separator: ";").compactMap { Int($0) }
      if final == "H" { (column, row) = (values[1] - 1, values[0] - 1) }
      if final == "J" { lines = lines.map { $0.map { _ in " " } } }
    }
  }

  var text: [String] { lines.map { String($0.filter { $0 != "\u{0}" }) } }
}

@Suite struct CellGridTests {
  private func grid(_ lines: [String], columns: Int = 8) -> CellGrid {
    var grid = CellGrid(columns: columns, rows: lines.count)
    for (row, line) in lines.enumerated() { grid.write(line, column: 0, row: row) }
    return grid
  }

  @Test func onlyWhatChangedIsSent() {
    let before = grid(["one", "two", "three"])
    #expect(before.update(from: before, .trueColor) == "")
    #expect(grid(["one", "tXo", "three"]).update(from: before, .trueColor) == "\u{1B}[2;2HX")
    #expect(grid(["one", "two", "th"]).update(from: before, .trueColor) == "\u{1B}[3;3H   ")
    #expect(grid(["oNe!", "two", "three"]).update(from: before, .none) == "\u{1B}[1;2HN\u{1B}[1;4H!")
  }

  @Test func anotherSizeIsDrawnAnew() {
    let text = grid(["a"]).update(from: grid(["a", "b"]), .none)
    #expect(text == "\u{1B}[0m\u{1B}[2J\u{1B}[1;1Ha")
    #expect(grid(["a"]).update(from: nil, .none) == text)
  }

  @Test func colorsAndLooksBeginAndEndAsTheTerminalHasThem() {
    let before = grid(["ab"])
    var after = before
    after[0, 0].color = RGBA(255, 0, 0)
    after[0, 0].look = .bold
    after[1, 0].look = .reversed
    #expect(
      after.update(from: before, .trueColor)
        == "\u{1B}[1;1H\u{1B}[1;38;2;255;0;0ma\u{1B}[0;7mb\u{1B}[0m")
    #expect(after.update(from: before, .none) == "\u{1B}[1;1H\u{1B}[1ma\u{1B}[0;7mb\u{1B}[0m")
  }

  @Test func nothingWrittenDrivesTheTerminal() {
    let text = grid(["\u{1B}[2J\u{7}\u{202E}x\u{9B}y"], columns: 20).update(from: nil, .none)
    #expect(
      text.dropFirst("\u{1B}[0m\u{1B}[2J\u{1B}[1;1H".count).unicodeScalars.allSatisfy { $0.value >= 0x20 })
    #expect(!text.unicodeScalars.contains("\u{202E}") && !text.unicodeScalars.contains("\u{9B}"))
  }

  @Test func wideCharactersAreNeverLeftInHalves() {
    var wide = grid(["日本"])
    #expect(wide[1, 0].isContinuation)
    wide.write("x", column: 1, row: 0)
    #expect(wide[0, 0].character == " " && wide[1, 0].character == "x" && wide[2, 0].character == "本")
    let cut = grid(["日本"]).window(column: 1, row: 0, columns: 2, rows: 1)
    #expect(cut[0, 0] == CellGrid.Cell())
    #expect(cut[1, 0].character == " ")
    #expect(CellGrid(columns: 3, rows: 1).window(column: -2, row: -5, columns: 4, rows: 9).rows == 9)
    #expect(grid(["日本"], columns: 3)[2, 0].character == " ")
  }

  /// Whatever was shown before, a terminal finally shows the grid.
  @Test func aTerminalShowsTheGridAfterAnyChange() {
    var random = SeededGenerator(seed: 11)
    let letters = ["a", "b", "日", "é", " ", "本", "x"]
    for _ in 0..<200 {
      var terminal = Terminal(columns: 9, rows: 3)
      var last: CellGrid?
      for _ in 0..<6 {
        var next = last ?? CellGrid(columns: 9, rows: 3)
        for _ in 0..<Int.random(in: 0...5, using: &random) {
          next.write(
            letters.randomElement(using: &random) ?? "", column: Int.random(in: -2...9, using: &random),
            row: Int.random(in: -1...3, using: &random))
        }
        terminal.receive(next.update(from: last, .none))
        let wanted = (0..<3).map { row in
          String((0..<9).filter { !next[$0, row].isContinuation }.map { next[$0, row].character })
        }
        #expect(terminal.text == wanted)
        last = next
      }
    }
  }

  @Test func aPictureHasTheSameCellsAsItsText() {
    var box = DisplayList.Box(frame: Rect(x: 0, y: 0, width: 80, height: 48))
    box.borders = Edges(DisplayList.Border(width: 1, color: .black))
    let list = DisplayList(
      size: Size(width: 80, height: 48),
      items: [
        DisplayList.Item(.box(box)),
        DisplayList.Item(
          .text(
            DisplayList.Text(
              frame: Rect(x: 8, y: 16, width: 64, height: 16), text: RichText("Hi 日", style: TextStyle())))),
      ])
    let grid = TerminalDrawing().grid(list)
    var text = ""
    for row in 0..<grid.rows {
      text += String(
        (0..<grid.columns).filter { !grid[$0, row].isContinuation }.map { grid[$0, row].character })
      text += "\n"
    }
    #expect(text == TerminalDrawing().text(list))
  }
}
