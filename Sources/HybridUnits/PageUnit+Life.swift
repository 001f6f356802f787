extension PageUnit {
  /// Whether the page has behaviour of its own: scripts, or elements that call handlers or generate rows from
  /// data. A page without any looks the same to all users who did not interact with it.
  package var isAlive: Bool {
    !scripts.isEmpty || !modules.isEmpty
      || document.nodes.contains { node in
        node.element?.attributes.contains { attribute in
          attribute.name.hasPrefix("on") || attribute.name == "t:data"
            || attribute.name.hasPrefix("@") && attribute.name != "@bind" && attribute.name != "@class"
        } ?? false
      }
  }
}
