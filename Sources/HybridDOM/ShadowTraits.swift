/// The properties of a shadow tree other than its content (DOM Standard §4.8).
public struct ShadowTraits: OptionSet, Hashable, Sendable {
  /// One bit for each trait; scripts know the numbers.
  public let rawValue: UInt8

  /// Traits from their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Closed: `element.shadowRoot` does not give it away.
  public static let closed = ShadowTraits(rawValue: 1 << 0)
  /// Focusing the host focuses the first element in it that can be focused.
  public static let delegatesFocus = ShadowTraits(rawValue: 1 << 1)
  /// `getHTML()` writes it.
  public static let serializable = ShadowTraits(rawValue: 1 << 2)
  /// Copies of the host get a copy of the shadow tree.
  public static let clonable = ShadowTraits(rawValue: 1 << 3)
  /// Scripts assign nodes to its slots.
  public static let manualSlots = ShadowTraits(rawValue: 1 << 4)
  /// It comes from a `template` of the page, and no script has taken it over.
  public static let declarative = ShadowTraits(rawValue: 1 << 5)
}
