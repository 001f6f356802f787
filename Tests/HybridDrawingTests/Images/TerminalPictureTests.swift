import Foundation
import Testing

@testable import HybridDrawing

/// 16 × 12 pixels: the upper half red, the lower half blue but for a white corner.
private func sample() -> Bitmap {
  var bitmap = Bitmap(width: 16, height: 12)
  for y in 0..<12 {
    for x in 0..<16 {
      let color: [UInt8] =
        y < 6 ? [255, 0, 0, 255] : x >= 12 && y >= 10 ? [255, 255, 255, 255] : [0, 0, 255, 255]
      bitmap.pixels.replaceSubrange((y * 16 + x) * 4..<(y * 16 + x) * 4 + 4, with: color)
    }
  }
  return bitmap
}

@Test(
  arguments: [
    (["TERM": "xterm-kitty"], .kitty), (["KITTY_WINDOW_ID": "1"], .kitty),
    (["TERM_PROGRAM": "WezTerm", "TERM": "xterm-256color"], .kitty), (["TERM": "foot"], .sixel),
    (["TERM": "xterm-sixel"], .sixel), (["TERM_PROGRAM": "mintty"], .sixel),
    (["TERM": "xterm-256color"], .blocks), ([:], .blocks),
    (["TERM": "xterm-kitty", "TMUX": "/tmp/x"], .blocks),
    (["TERM": "screen-256color", "KITTY_WINDOW_ID": "1"], .blocks),
  ] as [([String: String], TerminalPicture.Form)])
func formIsWhatTheTerminalCan(_ environment: [String: String], _ form: TerminalPicture.Form) {
  #expect(TerminalPicture.Form { environment[$0] } == form)
}

@Test func kittyGetsThePictureAsPNG() throws {
  var bitmap = Bitmap(width: 200, height: 100)
  // Noise, so that there is more than one piece.
  var state: UInt32 = 1
  for index in bitmap.pixels.indices {
    state = state &* 1_664_525 &+ 1_013_904_223
    bitmap.pixels[index] = index % 4 == 3 ? 255 : UInt8(state >> 24)
  }
  let text = try TerminalPicture(bitmap, width: 100, columns: 80).text(.kitty)
  let pieces = text.dropLast().split(separator: "\u{1B}\\").map { $0.dropFirst("\u{1B}_G".count) }
  #expect(pieces.count > 1)
  #expect(pieces[0].hasPrefix("a=T,f=100,q=2,c=13,m=1;"))
  var payload = ""
  for (index, piece) in pieces.enumerated() {
    let parts = piece.split(separator: ";", maxSplits: 1)
    #expect(parts[1].utf8.count <= 4096)
    #expect(parts[0].hasSuffix(index == pieces.count - 1 ? "m=0" : "m=1"))
    payload += parts[1]
  }
  let png = try #require(Data(base64Encoded: payload))
  #expect(try Bitmap(png: Array(png)) == bitmap)
}

/// Reads what ``Bitmap/sixels`` wrote, as a terminal would.
private func decode(sixels text: String) -> Bitmap? {
  guard let start = text.range(of: "q\"1;1;")?.upperBound else { return nil }
  var characters = Array(text[start...].utf8)[...]
  func number() -> Int {
    var value = 0
    while let byte = characters.first, (0x30...0x39).contains(byte) {
      value = value * 10 + Int(byte - 0x30)
      characters.removeFirst()
    }
    return value
  }
  let width = number()
  characters.removeFirst()
  var bitmap = Bitmap(width: width, height: number())
  var palette: [Int: [UInt8]] = [:]
  var (x, y, color) = (0, 0, 0)
  while let byte = characters.popFirst(), byte != 0x1B {
    var count = 1
    var sixel = byte
    switch byte {
    case UInt8(ascii: "#"):
      color = number()
      guard characters.first == UInt8(ascii: ";") else { continue }
      var parts: [Int] = []
      while characters.first == UInt8(ascii: ";") {
        characters.removeFirst()
        parts.append(number())
      }
      palette[color] = parts.dropFirst().map { UInt8(($0 * 255 + 50) / 100) } + [255]
      continue
    case UInt8(ascii: "$"):
      x = 0
      continue
    case UInt8(ascii: "-"):
      (x, y) = (0, y + 6)
      continue
    case UInt8(ascii: "!"):
      count = number()
      sixel = characters.removeFirst()
    default: break
    }
    for column in x..<x + count {
      for bit in 0..<6 where (sixel - 63) >> UInt8(bit) & 1 == 1 {
        guard let parts = palette[color], column < width, y + bit < bitmap.height else { return nil }
        let place = ((y + bit) * width + column) * 4
        bitmap.pixels.replaceSubrange(place..<place + 4, with: parts)
      }
    }
    x += count
  }
  return bitmap
}

@Test func sixelsDecodeToThePicture() throws {
  let text = try TerminalPicture(sample(), width: 16, columns: 80).text(.sixel)
  #expect(text.hasPrefix("\u{1B}P") && text.hasSuffix("\u{1B}\\\n"))
  #expect(decode(sixels: text) == sample())
}

@Test func halfBlocksAreTheMeansOfThePixels() throws {
  // 16 points are two letters: 8 × 8 pixels each are averaged to one.
  let text = try TerminalPicture(sample(), width: 16, columns: 80).text(.blocks)
  #expect(
    text == "\u{1B}[38;2;255;0;0;49m▀▀\u{1B}[0m\n"
      || text == "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀\u{1B}[38;2;255;0;0;48;2;42;42;255m▀\u{1B}[0m\n")
  let narrow = try TerminalPicture(sample(), width: 1000, columns: 1).text(.blocks)
  #expect(narrow.filter { $0 == "▀" }.count == 1)
}
