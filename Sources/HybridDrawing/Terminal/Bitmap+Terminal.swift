extension Bitmap {
  /// The picture with at most `columns` columns, in its proportions; each pixel is the mean of those that it
  /// replaces.
  func scaled(toWidth columns: Int) -> Bitmap {
    guard columns < width else { return self }
    let rows = max(Int((Double(height) * Double(columns) / Double(width)).rounded()), 1)
    var result = Bitmap(width: columns, height: rows)
    for row in 0..<rows {
      let (top, bottom) = (row * height / rows, max((row + 1) * height / rows, row * height / rows + 1))
      for column in 0..<columns {
        let (left, right) = (column * width / columns, (column + 1) * width / columns)
        var sums = (0, 0, 0)
        for y in top..<min(bottom, height) {
          for x in left..<right {
            let place = (y * width + x) * 4
            sums.0 += Int(pixels[place])
            sums.1 += Int(pixels[place + 1])
            sums.2 += Int(pixels[place + 2])
          }
        }
        let count = (min(bottom, height) - top) * (right - left)
        let place = (row * columns + column) * 4
        result.pixels[place] = UInt8(sums.0 / count)
        result.pixels[place + 1] = UInt8(sums.1 / count)
        result.pixels[place + 2] = UInt8(sums.2 / count)
        result.pixels[place + 3] = 255
      }
    }
    return result
  }

  /// Two rows a line: an upper half block with the upper pixel as its colour and the lower one as its
  /// background.
  var halfBlocks: String {
    func code(_ x: Int, _ y: Int) -> String {
      let color = self[x, y]
      return "2;\(color.red);\(color.green);\(color.blue)"
    }
    var text = ""
    for row in stride(from: 0, to: height, by: 2) {
      var last = ""
      for x in 0..<width {
        // The last line of an odd number of rows has no lower pixel.
        let look = "\u{1B}[38;\(code(x, row))" + (row + 1 < height ? ";48;\(code(x, row + 1))m" : ";49m")
        if look != last { text += look }
        last = look
        text += "▀"
      }
      text += "\u{1B}[0m\n"
    }
    return text
  }

  /// DEC STD 070 §9 (sixel graphics): bands of six rows, with each colour of a band drawn over the previous
  /// ones; 216 colours.
  var sixels: String {
    // DCS P1 ; P2 ; P3 q: pixels that are not set stay unchanged. Then the raster attributes: ratio 1:1,
    // width, height.
    var text = "\u{1B}P0;1;0q\"1;1;\(width);\(height)"
    let steps = [0, 20, 40, 60, 80, 100]
    for index in 0..<216 {
      text += "#\(index);2;\(steps[index / 36]);\(steps[index / 6 % 6]);\(steps[index % 6])"
    }
    func level(_ value: UInt8) -> Int { (Int(value) * 5 + 127) / 255 }
    for top in stride(from: 0, to: height, by: 6) {
      var masks: [Int: [UInt8]] = [:]
      for row in top..<min(top + 6, height) {
        for x in 0..<width {
          let place = (row * width + x) * 4
          let color = level(pixels[place]) * 36 + level(pixels[place + 1]) * 6 + level(pixels[place + 2])
          masks[color, default: [UInt8](repeating: 0, count: width)][x] |= 1 << UInt8(row - top)
        }
      }
      var line: [String] = []
      for (color, mask) in masks.sorted(by: { $0.key < $1.key }) {
        line.append("#\(color)" + Self.packed(mask))
      }
      // `$` returns to the start of the band, `-` moves to the next one.
      text += line.joined(separator: "$") + "-"
    }
    return text + "\u{1B}\\"
  }

  /// Runs of more than three as `!COUNT`.
  private static func packed(_ mask: [UInt8]) -> String {
    var text = ""
    var start = 0
    while start < mask.count {
      var end = start
      while end < mask.count, mask[end] == mask[start] { end += 1 }
      let letter = String(UnicodeScalar(63 + mask[start]))
      let count = end - start
      // Empty sixels at the end of a line are left out.
      if end < mask.count || mask[start] != 0 {
        text += count > 3 ? "!\(count)\(letter)" : String(repeating: letter, count: count)
      }
      start = end
    }
    return text
  }
}
