/// What one of the platforms does not do, though the template compiles (VirtualView runtime).
enum PlatformWarning: Hashable, Sendable {
  case component(String)

  enum Code: String, CaseIterable, Sendable {
    case component = "template.platform-component"
  }

  var code: Code { .component }
  var message: String { "" }
  var hint: String? { nil }
}
