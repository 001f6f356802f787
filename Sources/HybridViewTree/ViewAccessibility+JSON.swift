import HybridJSON

extension ViewAccessibility {
  func write(to json: inout JSONWriter) {
    json.object {
      if let role { $0.member("role", role) }
      if let label { $0.member("label", label) }
      if let value { $0.member("value", value) }
      if let description { $0.member("description", description) }
      if let level { $0.member("level", level) }
      if !states.isEmpty {
        $0.key("states")
        $0.object { for state in states { $0.member(state.name.rawValue, state.value) } }
      }
      switch hidden {
      case .subtree: $0.member("hidden", true)
      case .itself: $0.member("hidden", "itself")
      case nil: break
      }
    }
  }

  /// States with names that are not known here are left out.
  init?(_ json: JSONValue) {
    guard json.object != nil else { return nil }
    self.init(role: json["role"]?.string, label: json["label"]?.string)
    value = json["value"]?.string
    description = json["description"]?.string
    level = json["level"]?.int
    for name in State.Name.allCases {
      if let value = json["states"]?[name.rawValue]?.string { states.append(State(name, value)) }
    }
    if json["hidden"]?.bool == true {
      hidden = .subtree
    } else if json["hidden"]?.string == "itself" {
      hidden = .itself
    }
    if isEmpty { return nil }
  }
}
