internal import CQREncode

/// The reason why there is no QR code.
package enum QRCodeError: Error, Hashable, Sendable {
  /// The shared library, or a function in it, is missing; the value is the loader's message.
  case libraryMissing(String)
  /// The text is empty, or has more bytes than the largest code holds.
  case unfit(bytes: Int)
}

/// A QR code (ISO/IEC 18004): a text as a square of dark and light modules.
///
///     let code = try QRCode("http://192.168.0.7:7788/card/data.json")
///     let file = code.png
///     for line in code.terminalLines { print(line) }
package struct QRCode: Hashable, Sendable {
  /// Modules on a side, without the quiet zone.
  package let width: Int
  /// Whether each module is dark, row by row from the top left.
  package let modules: [Bool]

  /// The width of the light margin, in modules; without it readers do not find the code (ISO/IEC 18004
  /// §5.3.8).
  package static let quietZone = 4
  /// The file name of the library.
  package static let library = "libqrencode.so.4"

  /// The smallest code for `text`, in UTF-8, with error correction level M.
  ///
  /// - Parameter library: The shared library, which is loaded when the first code is made.
  /// - Throws: ``QRCodeError``.
  package init(_ text: String, library: String = Self.library) throws(QRCodeError) {
    var functions = HybridQREncode()
    if let message = hybrid_qrencode_load(library, &functions) {
      throw .libraryMissing(String(cString: message))
    }
    let bytes = Array(text.utf8)
    guard let count = Int32(exactly: bytes.count), count > 0,
      let code = functions.encodeData(count, bytes, 0, Int32(HybridQRLevelM))
    else { throw .unfit(bytes: bytes.count) }
    defer { functions.free(code) }
    width = Int(code.pointee.width)
    modules = (0..<width * width).map { code.pointee.data[$0] & 1 != 0 }
  }

  /// Whether the module in this column and row is dark; modules outside the code are light.
  package func isDark(_ column: Int, _ row: Int) -> Bool {
    column >= 0 && row >= 0 && column < width && row < width && modules[row * width + column]
  }

  /// The code with its quiet zone as a PNG file, 8 pixels a module.
  package var png: [UInt8] {
    // One bit a pixel, so a byte is one row of a module; 1 is white.
    let side = -Self.quietZone..<width + Self.quietZone
    let rows = side.flatMap { row -> [UInt8] in
      let line = side.map { isDark($0, row) ? 0x00 : 0xFF as UInt8 }
      return (0..<8).flatMap { _ in line }
    }
    return encodePNG(width: side.count * 8, height: side.count * 8, rows: rows)
  }

  /// The number of columns of ``terminalLines``.
  package var terminalWidth: Int { width + 2 * Self.quietZone }

  /// The code with its quiet zone for a terminal with colours, two rows of modules a line.
  ///
  /// Black on white, in colours that are the same in every palette (16 and 231 of the 256), so that it scans
  /// on dark and light terminals. In a terminal's own two colours it would be inverted on one of them, which
  /// not every reader accepts: without colours, print the text instead.
  package var terminalLines: [String] {
    let side = -Self.quietZone..<width + Self.quietZone
    return stride(from: side.lowerBound, to: side.upperBound, by: 2).map { row in
      let blocks = side.map { column -> Character in
        switch (isDark(column, row), isDark(column, row + 1)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return "\u{1B}[38;5;16;48;5;231m\(String(blocks))\u{1B}[0m"
    }
  }
}
