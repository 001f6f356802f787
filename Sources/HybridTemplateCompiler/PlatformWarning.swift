import HybridUnits

/// A feature that compiles but that one platform does not support (`Documentation/template-components.md`).
enum PlatformWarning: Hashable, Sendable {
  case notOnIOS(String)
  case notOpenSource(String)
  case childOfLeaf(String, parent: String)
  case notBindable(String, platforms: [TemplatePlatform])
  case brokenBinding(String)
  case neverRead(String)
  case androidOnly(String)
  case fractional(String)
  case ignoresRP(String, tag: String)
  case unknownToIOS(String)
  case notDrawn(String)
  case scaledAway(String, tag: String)
  case notUnderlined(tag: String)
  case onlyNativeOnAndroid(String, tag: String)
  case lostFraction(String, tag: String)
  case oddDashes(String)
  case negativeSize(String)
  case openBinding(String)

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
    case .notBindable, .brokenBinding, .openBinding: .binding
    case .neverRead, .androidOnly, .notDrawn: .attribute
    case .fractional, .ignoresRP, .unknownToIOS, .scaledAway, .notUnderlined, .onlyNativeOnAndroid,
      .lostFraction, .oddDashes, .negativeSize:
      .value
    }
  }

  var message: String {
    switch self {
    case .notOnIOS(let tag): "iOS has no <\(tag)>"
    case .notOpenSource(let tag): "neither platform has <\(tag)> unless the app brings it"
    case .childOfLeaf(let tag, let parent): "<\(parent)> takes no elements: Android stops at <\(tag)>"
    case .notBindable(let name, let platforms):
      "'\(name)' cannot be bound on \(platforms.map(\.title).joined(separator: " or "))"
    case .brokenBinding(let why): why
    case .neverRead(let name): "no platform reads '\(name)'"
    case .androidOnly(let name): "iOS ignores '\(name)'"
    case .fractional(let name): "Android reads '\(name)' as a whole number"
    case .ignoresRP(let name, let tag): "<\(tag)> ignores '\(name)' in rp"
    case .unknownToIOS(let text): "iOS reads the value '\(text)' as an empty text"
    case .notDrawn(let name): "no platform draws '\(name)'"
    case .scaledAway(let word, let tag): "Android's <\(tag)> draws no picture with '\(word)'"
    case .notUnderlined(let tag): "Android's <\(tag)> does not underline text"
    case .onlyNativeOnAndroid(let word, let tag):
      tag == "NText"
        ? "iOS has no '\(word)'" : "'\(word)' does nothing in <\(tag)>; only Android's <NText> has it"
    case .lostFraction(let name, let tag): "Android's <\(tag)> loses a '\(name)' with a decimal point"
    case .oddDashes(let text): "'\(text.shortened)' is not an even number of lengths in brackets"
    case .negativeSize(let text): "'\(text.shortened)' is not a size"
    case .openBinding(let text): "'\(text.shortened)' is a text: the binding is never closed"
    }
  }

  var hint: String? {
    switch self {
    case .neverRead("onLongClick"): "handle the long click in the app"
    case .androidOnly(let name) where name == "padding" || name == "layoutMargin":
      "write \(name)Left, \(name)Right, \(name)Top and \(name)Bottom"
    case .fractional: "write whole numbers"
    case .ignoresRP: "write the number without rp"
    case .scaledAway: "use <NImage>, or matrix, fit_xy or fit_start"
    case .notUnderlined: "use <NText>"
    case .lostFraction: "write a whole number, or rp"
    case .oddDashes: "write a dash and a gap, such as [3,5]"
    case .negativeSize: "write a length, match_parent (-1) or wrap_content (-2)"
    case .openBinding: "write '}' at its end"
    default: nil
    }
  }
}

extension PlatformWarning {
  /// Ids of components that iOS lacks (`Documentation/template-components.md`).
  private static let notOnIOS: Set<Int> = [5, 15, 18, 19, 20, 21, 22, 23]
  /// Ids of components without an open-source implementation.
  private static let notOpenSource: Set<Int> = [11, 12, 24]
  /// Ids of components that have no children.
  private static let leaves: Set<Int> = Set(7...24)

  /// The warnings for an element, from its component and its parent's.
  static func warnings(ofElement tag: String, id: Int, parent: (id: Int, tag: String)?) -> [PlatformWarning] {
    var warnings: [PlatformWarning] = []
    if notOnIOS.contains(id) { warnings.append(.notOnIOS(tag)) }
    if notOpenSource.contains(id) { warnings.append(.notOpenSource(tag)) }
    if let parent, leaves.contains(parent.id) { warnings.append(.childOfLeaf(tag, parent: parent.tag)) }
    return warnings
  }

  /// The warning for a value that was encoded as `encoded`.
  ///
  /// - Parameter isKnown: Whether the attribute exists; if not, another warning reports that.
  static func warning(
    ofAttribute name: String, in tag: String, id: Int, isKnown: Bool, text: () -> String,
    encoded: EncodedValue
  ) -> PlatformWarning? {
    let text = text()
    if id > 0,
      let rule = PlatformRule.named[name]?.first(where: { $0.components.contains(id) && $0.applies(encoded) }
      ),
      let warning = rule.warning(PlatformRule.Value(name: name, tag: tag, text: text))
    {
      // If iOS lacks the whole component, another warning reports that.
      if case .androidOnly = warning, notOnIOS.contains(id) { return nil }
      return warning
    }
    guard encoded == .string else { return nil }
    if ["lineHeight", "padding", "layoutMargin"].contains(text) { return .unknownToIOS(text) }
    guard ValueWords.isBinding(text) else {
      let isOpen = (text.hasPrefix("${") || text.hasPrefix("@{")) && !text.contains("}")
      return isOpen ? .openBinding(text) : nil
    }
    if isKnown {
      let platforms = platformsWithoutBinding(of: StringID(name), id: id)
      if !platforms.isEmpty { return .notBindable(name, platforms: platforms) }
    }
    return broken(text).map { .brokenBinding($0) }
  }

  /// The platforms that support the component but no binding for the attribute.
  static func platformsWithoutBinding(of key: StringID, id: Int) -> [TemplatePlatform] {
    // Components without a runtime get no warning (`Documentation/template-components.md`).
    guard id > 0, !notOpenSource.contains(id), let number = UInt16(exactly: id),
      ComponentKind(rawValue: number) != .virtualTime
    else { return [] }
    let kind = ComponentKind(rawValue: number) ?? .custom
    return [TemplatePlatform.android, .ios].filter { platform in
      if platform == .ios, notOnIOS.contains(id) || ComponentKind.isForHost(key) { return false }
      return kind.bindingType(of: key, on: platform) == nil
    }
  }

  /// The result of a binding on the platform that does not support it, if the other does
  /// (`Documentation/template-data.md`, *Bindings*).
  private static func broken(_ text: String) -> String? {
    let inner = text.dropFirst(2).dropLast()
    if text.hasPrefix("${") {
      if inner.contains("][") { return "Android stops at the second index of '\(text.shortened)'" }
      if inner.first == " " || inner.last == " " { return "Android reads the spaces as part of the name" }
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
