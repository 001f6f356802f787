import HybridEncoding

/// A picture as text that terminals show as pixels.
///
///     let form = TerminalPicture.Form { getenv($0) }
///     print(try TerminalPicture(bitmap, width: 375, columns: 80).text(form))
package struct TerminalPicture: Sendable {
  /// A protocol for pixels in a terminal.
  package enum Form: Hashable, Sendable, CaseIterable {
    /// The terminal graphics protocol of kitty: a PNG in base64.
    case kitty
    /// DEC's sixels: six rows at a time, in a palette.
    case sixel
    /// Half blocks in 24-bit colours, two pixels a character, for all other terminals.
    case blocks

    /// The protocol of the terminal, as far as its environment tells: querying would wait for terminals that
    /// never answer.
    ///
    /// Inside of tmux and screen it is half blocks, because they pass pictures through only partly.
    /// Inside of tmux and screen it is half blocks, since those pass pictures on in part only.
    package init(environment: (String) -> String?) {
      let terminal = environment("TERM") ?? ""
      let program = environment("TERM_PROGRAM") ?? ""
      if environment("TMUX") != nil || terminal.hasPrefix("screen") || terminal.hasPrefix("tmux") {
        self = .blocks
      } else if environment("KITTY_WINDOW_ID") != nil || terminal.contains("kitty")
        || terminal.contains("ghostty")
        || ["WezTerm", "ghostty"].contains(program)
      {
        self = .kitty
      } else if ["foot", "mlterm", "contour", "yaft"].contains(where: terminal.hasPrefix)
        || terminal.contains("sixel") || ["mintty", "iTerm.app"].contains(program)
      {
        self = .sixel
      } else {
        self = .blocks
      }
    }
  }

  private let bitmap: Bitmap
  private let width: Double
  private let columns: Int

  /// - Parameters:
  ///   - bitmap: An opaque picture.
  ///   - width: Its width in points.
  ///   - columns: The maximum number of characters in a row.
  package init(_ bitmap: Bitmap, width: Double, columns: Int) {
    self.bitmap = bitmap
    self.width = width
    self.columns = max(columns, 1)
  }

  /// The text, which ends with a line feed.
  package func text(_ form: Form) throws(DrawingError) -> String {
    guard bitmap.width > 0, bitmap.height > 0 else {
      throw .wrongSize(width: bitmap.width, height: bitmap.height)
    }
    return switch form {
    case .kitty: try kitty()
    case .sixel: bitmap.sixels + "\n"
    case .blocks: bitmap.scaled(toWidth: min(letters, bitmap.width)).halfBlocks
    }
  }

  /// The width of the picture in characters.
  private var letters: Int { min(max(Int((width / CellSize.width).rounded()), 1), columns) }

  /// Kitty, *The terminal graphics protocol*, §*Control data reference*: transmit and display a PNG, in
  /// chunks of at most 4,096 characters, without a response.
  private func kitty() throws(DrawingError) -> String {
    let payload = Array(try bitmap.png().base64.utf8)
    var text = ""
    for start in stride(from: 0, to: payload.count, by: 4096) {
      let end = min(start + 4096, payload.count)
      let more = end < payload.count ? 1 : 0
      text += start == 0 ? "\u{1B}_Ga=T,f=100,q=2,c=\(letters),m=\(more);" : "\u{1B}_Gm=\(more);"
      text += String(decoding: payload[start..<end], as: UTF8.self) + "\u{1B}\\"
    }
    return text + "\n"
  }
}
