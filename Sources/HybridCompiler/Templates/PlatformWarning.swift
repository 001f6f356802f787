import HybridUnits

/// What one of the platforms does not do, though the template compiles (VirtualView runtime).
enum PlatformWarning: Hashable, Sendable {
  case notOnIOS(String)
  case notOpenSource(String)
  case childOfLeaf(String, parent: String)
  case notBindable(String, platform: String)
  case brokenBinding(String)
  case neverRead(String)
  case androidOnly(String)
  case fractional(String)
  case ignoresRP(String, tag: String)
  case unknownToIOS(String)

  enum Code: String, CaseIterable, Sendable {
    case attribute = "template.platform-attribute"
    case binding = "template.platform-binding"
    case child = "template.platform-child"
    case component = "template.platform-component"
    case value = "template.platform-value"
  }

  var code: Code {
    switch self {
    case .notOnIOS, .notOpenSource: .component
    case .childOfLeaf: .child
    case .notBindable, .brokenBinding: .binding
    case .neverRead, .androidOnly: .attribute
    case .fractional, .ignoresRP, .unknownToIOS: .value
    }
  }

  var message: String {
    switch self {
    case .notOnIOS(let tag): "iOS has no <\(tag)>"
    case .notOpenSource(let tag): "neither platform has <\(tag)> unless the app brings it"
    case .childOfLeaf(let tag, let parent): "<\(parent)> takes no elements: Android stops at <\(tag)>"
    case .notBindable(let name, let platform): "'\(name)' cannot be bound on \(platform)"
    case .brokenBinding(let why): why
    case .neverRead(let name): "no platform reads '\(name)'"
    case .androidOnly(let name): "iOS ignores '\(name)'"
    case .fractional(let name): "Android reads '\(name)' as a whole number"
    case .ignoresRP(let name, let tag): "<\(tag)> ignores '\(name)' in rp"
    case .unknownToIOS(let text): "iOS reads the value '\(text)' as an empty text"
    }
  }

  var hint: String? {
    switch self {
    case .neverRead("onLongClick"): "handle the long click in the app"
    case .androidOnly(let name) where name == "padding" || name == "layoutMargin":
      "write \(name)Left, \(name)Right, \(name)Top and \(name)Bottom"
    case .fractional: "write whole numbers"
    case .ignoresRP: "write the number without rp"
    default: nil
    }
  }
}

extension PlatformWarning {
  /// Ids of components that iOS lacks (VirtualView runtime §1, *Component table*).
  private static let notOnIOS: Set<Int> = [5, 15, 18, 19, 20, 21, 22, 23]
  /// Ids of components that nobody registers.
  private static let notOpenSource: Set<Int> = [11, 12, 24]
  /// Ids of components that have no children.
  private static let leaves: Set<Int> = Set(7...24)

  /// What there is to say about an element by its component and its parent's.
  static func warnings(ofElement tag: String, id: Int, parent: (id: Int, tag: String)?) -> [PlatformWarning] {
    var warnings: [PlatformWarning] = []
    if notOnIOS.contains(id) { warnings.append(.notOnIOS(tag)) }
    if notOpenSource.contains(id) { warnings.append(.notOpenSource(tag)) }
    if let parent, leaves.contains(parent.id) { warnings.append(.childOfLeaf(tag, parent: parent.tag)) }
    return warnings
  }

  /// What there is to say about a value that became `encoded`.
  static func warning(
    ofAttribute name: String, in tag: String, id: Int, text: () -> String, encoded: EncodedValue
  ) -> PlatformWarning? {
    switch name {
    case "onLongClick": return .neverRead(name)
    case "padding", "layoutMargin": return .androidOnly(name)
    case "flexGrow", "layoutRatio":
      if case .float(let bits, _) = encoded {
        let number = Float(bitPattern: bits)
        if number != number.rounded(.towardZero) { return .fractional(name) }
      }
    case "id", "uuid", "minWidth", "minHeight":
      if encoded == .string { return .notBindable(name, platform: "Android") }
    case "layoutGravity":
      if encoded == .string { return .notBindable(name, platform: "Android") }
    case "color", "paintWidth", "diameterX", "diameterY":
      if id == 21, encoded == .string { return .notBindable(name, platform: "Android") }
      if id == 21, encoded.isRP { return .ignoresRP(name, tag: tag) }
    default: break
    }
    guard encoded == .string else { return nil }
    let text = text()
    if ["lineHeight", "padding", "layoutMargin"].contains(text) { return .unknownToIOS(text) }
    return ValueWords.isBinding(text) ? broken(text).map { .brokenBinding($0) } : nil
  }

  /// What one of the platforms makes of a binding that the other understands (VirtualView runtime §4).
  private static func broken(_ text: String) -> String? {
    let inner = text.dropFirst(2).dropLast()
    if text.hasPrefix("${") {
      if inner.contains("][") { return "Android stops at the second index of '\(text.shortened)'" }
      if inner.first == " " || inner.last == " " { return "Android takes the blanks for part of the name" }
      return nil
    }
    if inner.contains("@{") { return "Android has no conditions within conditions" }
    guard let mark = inner.firstIndex(of: "?") else { return "a condition needs '?' and ':'" }
    let rest = inner[inner.index(after: mark)...]
    guard let colon = rest.firstIndex(of: ":") else { return "a condition needs '?' and ':'" }
    let tail = rest[rest.index(after: colon)...]
    if rest.contains("?") || tail.contains(":") {
      return "Android drops every '?' and ':' but the first of each"
    }
    return nil
  }
}

extension EncodedValue {
  var isRP: Bool {
    switch self {
    case .int(_, let isRP), .float(_, let isRP): isRP
    case .string, .script, .fault: false
    }
  }
}
