import HybridJSON

extension PageBridge {
  /// Looking up, style and geometry.
  static let looks: [(String, Function)] = [
    (
      "nodes",
      { bridge, given in
        ScriptValue(
          nodes: try bridge.page().nodes(matching: given.text(0), in: given.node(1), onlyFirst: given.flag(2))
        )
      }
    ),
    ("matches", { bridge, given in .bool(try bridge.page().matches(given.node(0), given.text(1))) }),
    (
      "elements",
      { bridge, given in
        guard let lookup = PageLookup(rawValue: given.node(0)) else { return .string("[]") }
        return ScriptValue(nodes: try bridge.page().elements(lookup, given.text(1), in: given.node(2)))
      }
    ),
    (
      "inlineStyle",
      { bridge, given in .string(try bridge.page().inlineStyle(given.text(0), of: given.node(1))) }
    ),
    (
      "setInlineStyle",
      { bridge, given in
        try bridge.page().setInlineStyle(
          given.text(0), given.text(1), isImportant: given.flag(2), of: given.node(3))
        return .undefined
      }
    ),
    (
      "computedStyle",
      { bridge, given in
        .string(
          try bridge.page().computedStyle(given.text(0), of: given.node(1), pseudoElement: given.text(2)))
      }
    ),
    (
      "resolvedStyle",
      { bridge, given in
        .string(
          try bridge.page().resolvedStyle(given.text(0), of: given.node(1), pseudoElement: given.text(2)))
      }
    ),
    (
      "computedNames",
      { bridge, _ in .string(try bridge.page().computedNames.joined(separator: " ")) }
    ),
    (
      "cssAttributes",
      { bridge, given in ScriptValue(pairs: try bridge.page().cssAttributes(of: given.node(0))) }
    ),
    (
      "geometry",
      { bridge, given in
        guard let found = try bridge.page().geometry(of: given.node(0)) else { return .null }
        return ScriptValue(
          numbers: [
            found.x, found.y, found.width, found.height, found.localX, found.localY, found.scrollX,
            found.scrollY, found.scrollWidth, found.scrollHeight, found.clientWidth, found.clientHeight,
            found.boundsWidth, found.boundsHeight, found.offsetX, found.offsetY,
            Double(found.offsetParent ?? -1),
          ] + found.fragments)
      }
    ),
    (
      "watchLayout",
      { bridge, given in
        bridge.notes.setWatchesLayout(given.flag(0))
        return .undefined
      }
    ),
    (
      "viewport",
      { bridge, _ in
        let viewport = try bridge.page().viewport
        return ScriptValue(numbers: [viewport.width, viewport.height])
      }
    ),
  ]

  /// Controls, focus, scrolling, tables, animation.
  static let controls: [(String, Function)] = [
    (
      "control",
      { bridge, given in
        guard let key = PageControlKey(rawValue: given.text(0)) else { return .undefined }
        return try bridge.page().control(key, of: given.node(1))
      }
    ),
    (
      "setControl",
      { bridge, given in
        guard let key = PageControlKey(rawValue: given.text(0)), given.count > 1 else { return .undefined }
        try bridge.page().setControl(key, given[1], of: given.node(2))
        return .undefined
      }
    ),
    (
      "form",
      { bridge, given in
        guard let call = PageFormCall(rawValue: given.text(0)) else { return .undefined }
        return try bridge.page().form(call, of: given.node(1), given.count > 2 ? given[2] : .undefined)
      }
    ),
    (
      "focus",
      { bridge, given in
        try bridge.page().focus(given.optionalNode(0))
        return .undefined
      }
    ),
    (
      "setTarget",
      { bridge, given in
        try bridge.page().setTarget(given.optionalNode(0))
        return .undefined
      }
    ),
    ("focused", { bridge, _ in ScriptValue(node: try bridge.page().focused) }),
    (
      "click",
      { bridge, given in
        try bridge.page().click(given.node(0))
        return .undefined
      }
    ),
    (
      "scroll",
      { bridge, given in
        try bridge.page().scroll(
          given.node(0), toX: given.number(1), y: given.number(2), isAnimated: given.flag(3))
        return .undefined
      }
    ),
    (
      "checkStyle",
      { bridge, given in
        try bridge.page().checkStyle(given.text(0), isSheet: given.flag(1))
        return .undefined
      }
    ),
    (
      "lose",
      { bridge, given in
        try bridge.page().lose(given.text(0), given.optionalText(1))
        return .undefined
      }
    ),
    (
      "setListens",
      { bridge, given in
        try bridge.page().setListens(given.flag(0), to: given.text(1), on: given.node(2))
        return .undefined
      }
    ),
    (
      "pin",
      { bridge, given in
        try bridge.page().pin(given.optionalNode(0), to: given.node(1), distance: given.number(2))
        return .undefined
      }
    ),
    (
      "setRefreshing",
      { bridge, given in
        guard let edge = PageRefreshEdge(rawValue: given.node(0)),
          let state = PageRefreshState(rawValue: given.node(1))
        else { return .undefined }
        try bridge.page().setRefreshing(edge, state, of: given.node(2))
        return .undefined
      }
    ),
    (
      "reloadTable",
      { bridge, given in
        let rows = JSONValue(script: given.text(1)).array ?? []
        try bridge.page().reloadTable(given.node(0), rows: rows.map { max(0, $0.int ?? 0) })
        return .undefined
      }
    ),
    (
      "animate",
      { bridge, given in
        try bridge.page().animate(
          given.node(0), JSONValue(script: given.text(1)), duration: max(0, given.number(2)),
          delay: max(0, given.number(3)), done: given.node(4))
        return .undefined
      }
    ),
  ]
}
