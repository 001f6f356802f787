import HybridSource
package import HybridViewTree

extension ViewTree {
  /// The layout as stored in snapshots: the output of ``listing``, one line for each node, with the state of
  /// the node.
  ///
  ///     input#name 12,40 300×30 "Anna" text focused
  ///     switch 300,8 51×31 switch on
  ///     img#logo 12,8 40×40 label="Tern & Thistle"
  ///     div.list 0,44 375×500 scrolled 0,120
  package var snapshotText: String {
    var result = ""
    for (line, node) in zip(listing.split(separator: "\n", omittingEmptySubsequences: false), nodes) {
      result += line + node.stateWords.map { " " + $0 }.joined() + "\n"
    }
    return result
  }
}

extension ViewNode {
  /// The node's state from user actions and for assistive technology, in words.
  fileprivate var stateWords: [String] {
    var words: [String] = []
    if let image = paint.image { words.append("src=\"\(image.source.onOneLine)\"") }
    if let control {
      words.append(control.kind.rawValue)
      // The value of an empty field differs from its displayed text (the placeholder).
      if let value = control.value, value != text { words.append("value=\"\(value.onOneLine)\"") }
      if let isOn = control.isOn { words.append(isOn ? "on" : "off") }
      if let selected = control.selected { words.append("selected=\(selected)") }
      if control.isDisabled { words.append("disabled") }
      if control.isFocused { words.append("focused") }
    }
    if let label = accessibility?.label { words.append("label=\"\(label.onOneLine)\"") }
    // The states of a control already include checked and disabled.
    for state in accessibility?.states ?? [] where control == nil {
      words.append("\(state.name.rawValue)=\(state.value.onOneLine)")
    }
    if let scroll, scroll.x != 0 || scroll.y != 0 {
      words.append("scrolled \(shortNumber(scroll.x)),\(shortNumber(scroll.y))")
    }
    return words
  }
}

extension String {
  /// Truncated to a readable length, on one line.
  fileprivate var onOneLine: String {
    let short = utf8.count > 200 ? String(prefix(120)) + "…" : self
    return short.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      .withoutControls
  }
}
