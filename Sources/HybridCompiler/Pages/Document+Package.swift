import HybridDOM
import HybridSource
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

  /// Adds the value of `@class`, the package dialect's name for classes, which its own compiler ignored, to
  /// the classes, and says so once a file.
  mutating func nameClasses(_ sources: [Source], _ reports: inout Reports) {
    var reported: Set<Int32> = []
    for index in nodes.indices {
      guard let element = nodes[index].element,
        let place = element.attributes.firstIndex(where: { $0.name == "@class" })
      else { continue }
      var changed = element
      var attribute = changed.attributes.remove(at: place)
      let file = Int(attribute.nameRange.file)
      if reported.insert(attribute.nameRange.file).inserted, sources.indices.contains(file) {
        reports.add(
          .warning, "page.class-name", "'@class' works as 'class'; TokenHybrid's own compiler ignored it",
          at: attribute.nameRange.range, in: sources[file], hint: "write 'class'")
      }
      if let own = changed.attributes.firstIndex(where: { $0.name == "class" }) {
        changed.attributes[own].value += " " + attribute.value
      } else {
        attribute.name = "class"
        changed.attributes.insert(attribute, at: place)
      }
      self[NodeID(index)].element = changed
    }
  }
}
