package import HybridJSON

extension ElementExplanation {
  /// Writes the explanation as one object; `Documentation/command-line.md` has its members.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("selector", selector)
      json.member("matches", matches)
      json.member("match", match)
      json.member("element", element)
      if let source { json.member("source", source) }
      switch content {
      case .box(let box): box.writeMembers(to: &json)
      case .withoutBox(let none):
        json.member("noBox", none.reason.name)
        json.member("text", none.reason.text)
        if let declaration = none.declaration {
          json.key("declaration")
          declaration.write(to: &json)
        }
      }
    }
  }
}

extension ElementExplanation.Box {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.key("frame")
    json.array { for edge in [frame.x, frame.y, frame.width, frame.height] { $0.value(edge) } }
    json.key("page")
    json.array { for edge in [pageFrame.x, pageFrame.y] { $0.value(edge) } }
    json.member("role", role.name)
    json.member("text", role.text)
    if let container { json.member("container", container) }
    for axis in axes {
      json.key(axis.name)
      json.array { for step in axis.steps { step.write(to: &$0) } }
    }
  }
}

extension ElementExplanation.Step {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("step", name.name)
      if let value { json.member("value", value) }
      json.member("text", detail.isEmpty ? name.text : "\(name.text): \(detail)")
      if !facts.isEmpty { json.member("facts", .object(facts)) }
      guard !declarations.isEmpty else { return }
      json.key("declarations")
      json.array { for declaration in declarations { declaration.write(to: &$0) } }
    }
  }
}

extension Citation {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("property", property)
      json.member("text", text)
      json.member("origin", origin.rawValue)
      if let element { json.member("element", element) }
      if let inheritedFrom { json.member("inheritedFrom", inheritedFrom) }
      if let selector { json.member("selector", selector) }
      if let source { json.member("source", source) }
    }
  }
}
