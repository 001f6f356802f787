import HybridEncoding

/// `contain`. CSS Containment 3 §3.
package struct Contain: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// As large as if the box were empty.
  package static let size = Contain(rawValue: 1)
  /// As wide as if the box were empty.
  package static let inlineSize = Contain(rawValue: 2)
  /// A formatting context of its own, and the containing block of all positioned boxes in it.
  package static let layout = Contain(rawValue: 4)
  /// Counters and quotes in the element change nothing around it.
  package static let style = Contain(rawValue: 8)
  /// The content of the box is clipped at its padding edge.
  package static let paint = Contain(rawValue: 16)

  fileprivate static let content: Contain = [.layout, .style, .paint]
  fileprivate static let strict: Contain = [.size, .layout, .style, .paint]

  /// The names of the parts, in the order in which CSS writes them.
  fileprivate static let names: [(name: String, part: Contain)] = [
    ("size", .size), ("inline-size", .inlineSize), ("layout", .layout), ("style", .style), ("paint", .paint),
  ]

  fileprivate var cssText: String {
    if isEmpty { return "none" }
    if self == .strict { return "strict" }
    if self == .content { return "content" }
    return Self.names.filter { contains($0.part) }.map(\.name).joined(separator: " ")
  }
}

/// `contain-intrinsic-width` and `contain-intrinsic-height`. CSS Sizing 4 §4.
package struct IntrinsicExtent: Hashable, Sendable {
  /// Whether the size that the content last had counts. Content that is shown is never left out here, so no
  /// size is remembered.
  package var isRemembered: Bool
  /// In CSS px; nil for the size without content.
  package var length: Double?

  /// The initial value.
  package static let none = IntrinsicExtent(isRemembered: false, length: nil)
}

extension ValueType<Contain> {
  static var contain: Self {
    Self(
      .special(
        "'none', 'strict', 'content', or some of 'size', 'inline-size', 'layout', 'style' and 'paint'",
        ["none", "strict", "content"] + Contain.names.map(\.name)
      ) { reader in
        reader.takeContain().map { .number(Double($0.rawValue)) }
      }, { value, _ in Contain(rawValue: UInt8(value.number ?? 0)) }, { value, _ in value.cssText })
  }
}

extension ValueType<IntrinsicExtent> {
  static var intrinsicExtent: Self {
    Self(
      .special("'none' or a length, with 'auto' before it", ["auto", "none"], hasLengths: true) { reader in
        reader.takeIntrinsicExtent()
      },
      { value, context in
        let parts = value.elements
        guard let length = parts.last else { return .none }
        let isLength = if case .length = length { true } else { false }
        return IntrinsicExtent(
          isRemembered: parts.count > 1, length: isLength ? max(context.points(length), 0) : nil)
      },
      { value, _ in (value.isRemembered ? "auto " : "") + (value.length.map { pixelText($0) } ?? "none") })
  }
}

extension ValueReader {
  fileprivate mutating func takeContain() -> Contain? {
    if take(ident: "none") { return [] }
    if take(ident: "strict") { return .strict }
    if take(ident: "content") { return .content }
    var contain: Contain = []
    while let name = peekIdent, let part = Contain.names.first(where: { $0.name == name })?.part {
      let isSize = !part.isDisjoint(with: [.size, .inlineSize])
      guard contain.isDisjoint(with: isSize ? [.size, .inlineSize] : part) else { return nil }
      contain.insert(part)
      advance()
    }
    return contain.isEmpty ? nil : contain
  }

  fileprivate mutating func takeIntrinsicExtent() -> SpecifiedValue? {
    let isRemembered = take(ident: "auto")
    let extent: SpecifiedValue
    if take(ident: "none") {
      extent = .keyword(0)
    } else if let length = takeLength(.unitless) {
      extent = .length(length)
    } else {
      return nil
    }
    return .list(isRemembered ? [.keyword(1), extent] : [extent])
  }

  /// `contain-intrinsic-size`: one extent for both axes, or one for each.
  mutating func takeIntrinsicSize() -> [PropertyID: SpecifiedValue]? {
    guard let width = takeIntrinsicExtent() else { return nil }
    return [
      .containIntrinsicWidth: width,
      .containIntrinsicHeight: isAtEnd ? width : takeIntrinsicExtent() ?? width,
    ]
  }
}

extension ComputedStyle {
  /// The containment that the style asks for, by any property. CSS Containment 2 §4.1, CSS Conditional 5
  /// §5.1.
  package var containment: Contain {
    guard hasSparseValues(isInherited: false) else { return [] }
    var contain = self[\.contain]
    switch self[\.containerType] {
    case .normal: break
    case .size: contain.formUnion([.size, .style])
    case .inlineSize: contain.formUnion([.inlineSize, .style])
    }
    switch self[\.contentVisibility] {
    case .visible: break
    case .auto: contain.formUnion([.layout, .style, .paint])
    case .hidden: contain.formUnion([.size, .layout, .style, .paint])
    }
    return contain
  }
}
