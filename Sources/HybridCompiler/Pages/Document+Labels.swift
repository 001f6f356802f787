import HybridDOM
import HybridUnits

extension Document {
  /// Makes the line feeds and tabs that labels and buttons of a native page are written with blanks, one for
  /// one, so that places in the text stay.
  ///
  /// Labels keep the lines of a text that data or a script gives them (`white-space: pre-line`); those of the
  /// markup are how it is laid out, and collapse as on the web.
  mutating func joinLinesOfLabels() {
    for node in nodes(in: root) {
      guard let text = nodes[node.index].text, text.utf8.contains(where: Self.isLineSpace),
        let parent = nodes[node.index].parent, let name = nodes[parent.index].element?.name,
        ElementReference.nativeWithText.contains(name)
      else { continue }
      let bytes = text.utf8.map { Self.isLineSpace($0) ? UInt8(ascii: " ") : $0 }
      self[node].content = .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func isLineSpace(_ byte: UInt8) -> Bool { (9...13).contains(byte) }
}
