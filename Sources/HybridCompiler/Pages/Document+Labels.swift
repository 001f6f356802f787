import HybridDOM
import HybridUnits

extension Document {
  /// Replaces line feeds and tabs in the markup of a native page's labels and buttons by spaces, one for one,
  /// so that positions in the text stay valid.
  ///
  /// Labels keep the line breaks of texts from data or scripts (`white-space: pre-line`); those in the markup
  /// are formatting of the source, and collapse as on the web.
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
