extension PageUnit {
  /// Whether the page has behaviour of its own: scripts, CSS animations, or elements that call handlers or
  /// generate rows from data. A page without any looks the same to all users who did not interact with it.
  package var isAlive: Bool { isScripted || isAnimated }

  /// Whether the sheets name animations for elements that the page may have.
  private var isAnimated: Bool {
    guard sheets.contains(where: \.sheet.hasKeyframes) else { return false }
    let isNamedInAttribute = document.nodes.contains {
      $0.element?.attribute("style")?.value.contains("animation") == true
    }
    if isNamedInAttribute { return true }
    var names = UsedNames()
    names.add(self)
    return sheets.contains { $0.sheet.namesAnimations { names.mayMatch($0) } }
  }

  /// Whether the page has scripts, or elements that call handlers or generate rows from data.
  package var isScripted: Bool {
    !scripts.isEmpty || !modules.isEmpty
      || document.nodes.contains { node in
        node.element?.attributes.contains { attribute in
          attribute.name.hasPrefix("on") || attribute.name == "t:data"
            || attribute.name.hasPrefix("@") && attribute.name != "@bind" && attribute.name != "@class"
        } ?? false
      }
  }
}
