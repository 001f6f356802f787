import HybridJSON

extension PageBridge {
  /// Shadow trees and style sheets: ``PageShadowHost``.
  static let shadow: [(String, Function)] = [
    (
      "attachShadow",
      { bridge, given in
        ScriptValue(node: try bridge.page().attachShadow(to: given.node(0), traits: given.node(1)))
      }
    ),
    (
      "attachDeclaredShadowTrees",
      { bridge, given in
        try bridge.page().attachDeclaredShadowTrees(below: given.node(0))
        return .undefined
      }
    ),
    (
      "markupWithShadowTrees",
      { bridge, given in
        .string(
          try bridge.page().markup(
            ofInside: given.node(0), serializable: given.flag(1), roots: given.numbers(2)))
      }
    ),
    ("shadowTrees", { bridge, _ in .string(try bridge.shadowTrees()) }),
    (
      "assignNodes",
      { bridge, given in
        try bridge.page().assign(given.numbers(1), to: given.node(0))
        return .undefined
      }
    ),
    (
      "defineElement",
      { bridge, given in
        try bridge.page().defineElement(given.text(0))
        return .undefined
      }
    ),
    (
      "setCustomStates",
      { bridge, given in
        let states = JSONValue(script: given.text(1)).array?.compactMap(\.string) ?? []
        try bridge.page().setCustomStates(states, of: given.node(0))
        return .undefined
      }
    ),
    (
      "sheetRules",
      { bridge, given in
        var writer = JSONWriter()
        writer.value(try bridge.page().rules(of: given.text(0)))
        return .string(writer.text)
      }
    ),
    ("sheetText", { bridge, given in ScriptValue(text: try bridge.page().sheetText(of: given.node(0))) }),
    ("sheetVersion", { bridge, given in .number(Double(try bridge.page().sheetVersion(of: given.node(0)))) }),
    (
      "setSheetText",
      { bridge, given in
        try bridge.page().setSheetText(given.text(0), of: given.node(1))
        return .undefined
      }
    ),
    (
      "loadSheet",
      { bridge, given in
        try bridge.page().loadSheet(given.text(0), of: given.node(1))
        return .undefined
      }
    ),
    (
      "setSheetDisabled",
      { bridge, given in
        try bridge.page().setSheetDisabled(given.flag(0), of: given.node(1))
        return .undefined
      }
    ),
    (
      "setConstructedSheet",
      { bridge, given in
        try bridge.page().setConstructedSheet(given.node(0), given.text(1))
        return .undefined
      }
    ),
    (
      "adoptSheets",
      { bridge, given in
        try bridge.page().adoptSheets(given.numbers(1), in: given.node(0))
        return .undefined
      }
    ),
    (
      "sheetsChanged",
      { bridge, _ in
        try bridge.page().sheetsChanged()
        return .undefined
      }
    ),
    (
      "declaration",
      { bridge, given in .string(try bridge.page().declaration(given.text(0), in: given.text(1))) }
    ),
    (
      "setDeclaration",
      { bridge, given in
        .string(
          try bridge.page().setDeclaration(
            given.text(0), given.text(1), isImportant: given.flag(2), in: given.text(3)))
      }
    ),
  ]

  private func shadowTrees() throws -> String {
    var writer = JSONWriter()
    let trees = try page().shadowTrees
    writer.array { writer in
      for tree in trees {
        writer.array { writer in
          writer.value(tree.host)
          writer.value(tree.root)
          writer.value(tree.traits)
        }
      }
    }
    return writer.text
  }
}

extension [ScriptValue] {
  /// The numbers in an array, as JSON.
  fileprivate func numbers(_ index: Int) -> [Int] {
    JSONValue(script: text(index)).array?.compactMap { $0.number.map { Int($0) } } ?? []
  }
}
