package import HybridJSON
package import HybridSource
import HybridViewTree

extension ElementInspection {
  /// The inspection as an object.
  ///
  /// - Parameter placeID: A name for a place, written next to it as `place`; a client uses it to ask the
  ///   server to open the place.
  package func json(placeID: (SourceLocation) -> String? = { _ in nil }) -> JSONValue {
    var json = JSONWriter()
    write(to: &json, placeID)
    return readJSON(Source(path: "inspection", bytes: json.bytes)).value ?? .null
  }

  private func write(to json: inout JSONWriter, _ placeID: (SourceLocation) -> String?) {
    json.object { json in
      json.member("tag", tag)
      if let id { json.member("id", id) }
      if let classes { json.member("class", classes) }
      json.members(of: place, placeID)
      json.list("attributes", attributes) { $1.write(to: &$0, placeID) }
      if !parameters.isEmpty { json.list("parameters", parameters) { $1.write(to: &$0, placeID) } }
      if let box {
        json.key("box")
        box.write(to: &json)
      }
      json.list("rules", rules) { $1.write(to: &$0, placeID) }
      json.list("inherited", inherited) { json, inherited in
        json.object {
          $0.member("element", inherited.element)
          if let handle = inherited.handle { $0.member("n", handle) }
          $0.list("rules", inherited.rules) { $1.write(to: &$0, placeID) }
        }
      }
      json.list("computed", computed) { $1.write(to: &$0) }
      json.list("custom", custom) { $1.write(to: &$0) }
      if let explanation {
        json.key("layout")
        explanation.write(to: &json, placeID: placeID)
      }
      json.list("edits", edits) { json, edit in
        json.object {
          $0.member("n", edit.handle)
          $0.member("property", edit.property)
          $0.member("value", edit.value)
          $0.member("important", edit.isImportant)
        }
      }
      if omitted > 0 { json.member("omitted", omitted) }
    }
  }
}

extension ElementInspection.Attribute {
  fileprivate func write(to json: inout JSONWriter, _ placeID: (SourceLocation) -> String?) {
    json.object {
      $0.member("name", name)
      $0.member("value", value)
      if isBound { $0.member("bound", true) }
      $0.members(of: place, placeID)
    }
  }
}

extension ElementInspection.BoxModel {
  fileprivate func write(to json: inout JSONWriter) {
    func numbers(_ name: String, _ values: [Double], _ json: inout JSONWriter) {
      json.key(name)
      json.array { for value in values { $0.value(value) } }
    }
    json.object { json in
      numbers("frame", [frame.x, frame.y, frame.width, frame.height], &json)
      numbers("page", [pageFrame.x, pageFrame.y], &json)
      numbers("margin", margin, &json)
      numbers("border", border, &json)
      numbers("padding", padding, &json)
      numbers("content", [content.x, content.y, content.width, content.height], &json)
      if !automaticMargins.isEmpty { json.list("auto", automaticMargins) { $0.value($1) } }
      json.member("position", position)
      json.member("container", container)
      if let containerHandle { json.member("containerNode", containerHandle) }
    }
  }
}

extension ElementInspection.Rule {
  fileprivate func write(to json: inout JSONWriter, _ placeID: (SourceLocation) -> String?) {
    json.object { json in
      json.member("origin", origin.rawValue)
      json.member("selector", selector)
      json.members(of: place, placeID)
      if let specificity { json.list("specificity", specificity) { $0.value($1) } }
      if let layer { json.member("layer", layer) }
      if !media.isEmpty { json.list("media", media) { $0.value($1) } }
      if let scope { json.member("scope", scope) }
      json.list("declarations", declarations) { $1.write(to: &$0, placeID) }
    }
  }
}

extension ElementInspection.Declaration {
  fileprivate func write(to json: inout JSONWriter, _ placeID: (SourceLocation) -> String?) {
    json.object { json in
      json.member("d", number)
      json.member("property", property)
      json.member("value", value)
      if isImportant { json.member("important", true) }
      json.members(of: place, placeID)
      if let overriddenBy { json.member("by", overriddenBy) }
      guard !longhands.isEmpty else { return }
      json.list("longhands", longhands) { json, longhand in
        json.object {
          $0.member("property", longhand.property)
          if let by = longhand.overriddenBy { $0.member("by", by) }
        }
      }
    }
  }
}

extension ElementInspection.ComputedValue {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      $0.member("property", name)
      $0.member("value", value)
      if isInitial { $0.member("initial", true) }
    }
  }
}

extension JSONWriter {
  /// Writes a member that is an array.
  fileprivate mutating func list<Element>(
    _ name: String, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    array { for element in elements { write(&$0, element) } }
  }
}
