import HybridEncoding
import Testing

@testable import HybridDrawing

private let address = "http://192.168.0.7:7788/card/data.json"

/// What `qrencode -l M -8 -m 0` makes of ``address``.
private let fixture = """
  #######...##.#..##.#..#######
  #.....#..##..####.#...#.....#
  #.###.#.##.#..#...#...#.###.#
  #.###.#.####.########.#.###.#
  #.###.#.#.#.##..####..#.###.#
  #.....#.#..#.###.#..#.#.....#
  #######.#.#.#.#.#.#.#.#######
  ........##.#.......##........
  #.#####.....#....#..#.#####..
  #..###...###.#..#.##..#.#...#
  ###.###......###.##.#..##....
  ##..##..##..##..#..####.#..#.
  #...####.##...#..#..##.#.##..
  .##.#..###..#.....##..#.#.#.#
  .##.#.#.#..##..##.#..##...#..
  .##.#..###..#.##...#.#.#...#.
  ...####..#..#..#.#.###....#..
  ###.##.#.....##.#..#.##.###.#
  #.#.#####..#####.##.#.#..##..
  #...#..##...##.##.#####.#..#.
  #..##########.####..#####.###
  ........#.#.#...#.###...#####
  #######..#.#...##..##.#.###..
  #.....#.#.#.#.##..#.#...#..##
  #.###.#.##..#..#.##.#######..
  #.###.#.###.#.#.###.##.#...##
  #.###.#.##..#.##.#.##.#.##.#.
  #.....#....#.####...##.##..#.
  #######.##.....#.#...#...##..
  """

@Suite struct QRTests {
  @Test func theCodeIsTheOneThatTheToolMakes() throws {
    let code = try QRCode(address)
    let rows = (0..<code.width).map { row in
      String((0..<code.width).map { code.isDark($0, row) ? "#" : "." })
    }
    #expect(rows.joined(separator: "\n") == fixture)
    #expect(!code.isDark(-1, 0) && !code.isDark(0, code.width))
  }

  @Test(arguments: [address, "a", "größe", "http://10.0.0.1:1/%C3%BC/data.json"])
  func theModulesSayTheText(_ text: String) throws {
    #expect(decoded(try QRCode(text)) == text)
  }

  @Test func whatCannotBeACodeIsAnError() {
    #expect(throws: QRCodeError.unfit(bytes: 0)) { try QRCode("") }
    #expect(throws: QRCodeError.unfit(bytes: 3_000)) { try QRCode(String(repeating: "a", count: 3_000)) }
  }

  @Test(arguments: ["libqrencode-nowhere.so.4", "libc.so.6"]) func aMissingLibraryIsAnError(_ name: String) {
    #expect {
      _ = try QRCode("a", library: name)
    } throws: { error in
      guard case .libraryMissing(let reason)? = error as? QRCodeError else { return false }
      return !reason.isEmpty
    }
  }

  @Test(arguments: [1, 2_000]) func thePictureIsAWholePNGFile(_ length: Int) throws {
    let code = try QRCode(String(repeating: "a", count: length))
    let (width, height, rows) = try pixels(of: code.png)
    let side = (code.width + 8) * 8
    #expect(width == side && height == side)
    for y in stride(from: 3, to: side, by: 8) {
      for x in [0, 5, 7].flatMap({ stride(from: $0, to: side, by: 8) }) {
        let isWhite = rows[y][x / 8] >> (7 - x % 8) & 1 == 1
        #expect(isWhite == !code.isDark(x / 8 - 4, y / 8 - 4))
      }
    }
  }

  @Test func checksumsAreThoseOfTheStandards() {
    #expect(CRC32.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(CRC32.checksum(Array("IEND".utf8)) == 0xAE42_6082)
    #expect(adler32(Array("Wikipedia".utf8)) == 0x11E6_0398)
    #expect(adler32([]) == 1)
  }

  @Test func linesHaveTwoRowsOfModulesEach() throws {
    let code = try QRCode(address)
    let lines = code.terminalLines.map { Array($0.dropFirst("\u{1B}[38;5;16;48;5;231m".count).dropLast(4)) }
    #expect(lines.count == (code.width + 9) / 2 && lines.allSatisfy { $0.count == code.terminalWidth })
    for row in 0..<code.width {
      for column in 0..<code.width {
        let character = lines[(row + 4) / 2][column + 4]
        let isDark = row % 2 == 0 ? "█▀".contains(character) : "█▄".contains(character)
        #expect(isDark == code.isDark(column, row))
      }
    }
    for line in [lines[0], lines[1], lines[lines.count - 1]] { #expect(line.allSatisfy { $0 == " " }) }
  }
}

// MARK: Readers

/// The text of a code of version 1 to 3 in byte mode (ISO/IEC 18004 §7): modules in pairs of columns from the
/// right, alternately up and down, unmasked. No error correction, since nothing is damaged and there is a
/// single block.
private func decoded(_ code: QRCode) -> String {
  let size = code.width
  func bit(_ column: Int, _ row: Int) -> Int { code.isDark(column, row) ? 1 : 0 }
  // §7.9: format information is masked with 101010000010010.
  let mask = (bit(2, 8) << 2 | bit(3, 8) << 1 | bit(4, 8)) ^ 0b101
  func isMasked(_ column: Int, _ row: Int) -> Bool {
    switch mask {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }
  func isData(_ column: Int, _ row: Int) -> Bool {
    let isFinder = row < 9 && (column < 9 || column >= size - 8) || row >= size - 8 && column < 9
    let isAlignment = size > 21 && abs(row - (size - 7)) <= 2 && abs(column - (size - 7)) <= 2
    return !isFinder && !isAlignment && row != 6 && column != 6
  }
  var bits: [Int] = []
  var isUp = true
  for right in stride(from: size - 1, to: 0, by: -2) {
    let right = right <= 6 ? right - 1 : right
    for step in 0..<size {
      let row = isUp ? size - 1 - step : step
      for column in [right, right - 1] where isData(column, row) {
        bits.append(bit(column, row) ^ (isMasked(column, row) ? 1 : 0))
      }
    }
    isUp.toggle()
  }
  func number(_ range: Range<Int>) -> Int { bits[range].reduce(0) { $0 << 1 | $1 } }
  guard number(0..<4) == 4 else { return "not in bytes" }
  let bytes = (0..<number(4..<12)).map { UInt8(number(12 + 8 * $0..<20 + 8 * $0)) }
  return String(decoding: bytes, as: UTF8.self)
}

/// Width, height and rows of a bilevel PNG file, with every length and checksum in it looked at.
private func pixels(of file: [UInt8]) throws -> (width: Int, height: Int, rows: [[UInt8]]) {
  func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
  #expect(file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
  var chunks: [(type: String, data: [UInt8])] = []
  var place = 8
  while place < file.count {
    let length = number(file[place..<place + 4])
    let body = Array(file[place + 4..<place + 8 + length])
    #expect(number(file[place + 8 + length..<place + 12 + length]) == Int(CRC32.checksum(body)))
    chunks.append((String(decoding: body.prefix(4), as: UTF8.self), Array(body.dropFirst(4))))
    place += 12 + length
  }
  try #require(chunks.map(\.type) == ["IHDR", "IDAT", "IEND"])
  let header = chunks[0].data
  #expect(Array(header[8...]) == [1, 0, 0, 0, 0])
  let stream = chunks[1].data
  #expect(stream[0] == 0x78 && number(stream[0..<2]) % 31 == 0)
  var bytes: [UInt8] = []
  var at = 2
  var isLast = false
  while !isLast {
    isLast = stream[at] == 1
    let length = Int(stream[at + 1]) | Int(stream[at + 2]) << 8
    #expect(Int(stream[at + 3]) | Int(stream[at + 4]) << 8 == length ^ 0xFFFF)
    bytes += stream[at + 5..<at + 5 + length]
    at += 5 + length
  }
  #expect(number(stream[at...]) == Int(adler32(bytes)) && stream.count == at + 4)
  let (width, height) = (number(header[0..<4]), number(header[4..<8]))
  let size = (width + 7) / 8 + 1
  try #require(bytes.count == size * height)
  let rows = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0 + 1..<$0 + size]) }
  return (width, height, rows)
}
