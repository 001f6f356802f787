package import HybridJSON
package import HybridSource

extension ElementExplanation {
  /// Writes the explanation as one object; `Documentation/command-line.md` has its members.
  ///
  /// - Parameter placeID: A name for a place, written next to it as `place`.
  package func write(to json: inout JSONWriter, placeID: (SourceLocation) -> String? = { _ in nil }) {
    json.object { json in
      json.member("selector", selector)
      json.member("matches", matches)
      json.member("match", match)
      json.member("element", element)
      json.members(of: location, placeID)
      switch content {
      case .box(let box): box.writeMembers(to: &json, placeID)
      case .withoutBox(let none):
        json.member("noBox", none.reason.name)
        json.member("text", none.reason.text)
        if let declaration = none.declaration {
          json.key("declaration")
          declaration.write(to: &json, placeID)
        }
      }
    }
  }
}

extension ElementExplanation.Box {
  fileprivate func writeMembers(to json: inout JSONWriter, _ placeID: (SourceLocation) -> String?) {
    json.key("frame")
    json.array { for edge in [frame.x, frame.y, frame.width, frame.height] { $0.value(edge) } }
    json.key("page")
    json.array { for edge in [pageFrame.x, pageFrame.y] { $0.value(edge) } }
    json.member("role", role.name)
    json.member("text", role.text)
    if let container { json.member("container", container) }
    for axis in axes {
      json.key(axis.name)
      json.array { for step in axis.steps { step.write(to: &$0, placeID) } }
    }
  }
}

extension ElementExplanation.Step {
  fileprivate func write(to json: inout JSONWriter, _ placeID: (SourceLocation) -> String?) {
    json.object { json in
      json.member("step", name.name)
      if let value { json.member("value", value) }
      json.member("text", detail.isEmpty ? name.text : "\(name.text): \(detail)")
      if !facts.isEmpty { json.member("facts", .object(facts)) }
      guard !declarations.isEmpty else { return }
      json.key("declarations")
      json.array { for declaration in declarations { declaration.write(to: &$0, placeID) } }
    }
  }
}

extension Citation {
  fileprivate func write(to json: inout JSONWriter, _ placeID: (SourceLocation) -> String?) {
    json.object { json in
      json.member("property", property)
      json.member("text", text)
      json.member("origin", origin.rawValue)
      if let element { json.member("element", element) }
      if let inheritedFrom { json.member("inheritedFrom", inheritedFrom) }
      if let selector { json.member("selector", selector) }
      json.members(of: location, placeID)
    }
  }
}

extension JSONWriter {
  /// Writes a place as `source`, and its name as `place`.
  mutating func members(of place: SourceLocation?, _ placeID: (SourceLocation) -> String?) {
    guard let place else { return }
    member("source", place.description)
    if let id = placeID(place) { member("place", id) }
  }
}
