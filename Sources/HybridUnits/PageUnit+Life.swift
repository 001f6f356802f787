extension PageUnit {
  /// Whether the page does anything by itself: it has scripts, or elements that call handlers or make rows of
  /// data. A page without any looks the same to all who did not touch it.
  package var isAlive: Bool {
    !scripts.isEmpty
      || document.nodes.contains { node in
        node.element?.attributes.contains { attribute in
          attribute.name.hasPrefix("on") || attribute.name == "t:data"
            || attribute.name.hasPrefix("@") && attribute.name != "@bind" && attribute.name != "@class"
        } ?? false
      }
  }
}
