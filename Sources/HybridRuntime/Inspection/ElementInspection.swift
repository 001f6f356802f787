package import HybridGeometry
package import HybridReload
package import HybridSource

/// The complete description of one element, for an inspector.
///
/// ``json(placeID:)`` is the answer to a client's `inspect`; `Documentation/inspector.md` has its members.
package struct ElementInspection: Hashable, Sendable {
  /// The element's name as written, `id` and classes.
  package var tag: String
  package var id: String?
  package var classes: String?
  /// The place of its start tag.
  package var place: SourceLocation?
  /// The attributes in source order, with data inserted.
  package var attributes: [Attribute] = []
  /// Its boxes; nil if it has none.
  package var box: BoxModel?
  /// The rules and attributes that apply, the strongest first.
  package var rules: [Rule] = []
  /// The inherited declarations, the nearest element first.
  package var inherited: [Inherited] = []
  /// Every property, sorted by name.
  package var computed: [ComputedValue] = []
  /// The custom properties, sorted by name.
  package var custom: [ComputedValue] = []
  /// Why it has its size and position.
  package var explanation: ElementExplanation?
  /// The declarations that the client tries on its page.
  package var edits: [PageEdit] = []
  /// The parameters of a template component.
  package var parameters: [Attribute] = []
  /// The number of rules, attributes and properties omitted beyond ``Limits``.
  package var omitted = 0

  /// Limits on the description of an element, since pages may be of any size.
  package enum Limits {
    package static let attributes = 200
    package static let rules = 200
    package static let ancestors = 64
    package static let customProperties = 500
    /// The length of one value or selector, in characters.
    package static let text = 2_000
  }

  /// One attribute.
  package struct Attribute: Hashable, Sendable {
    package var name: String
    package var value: String
    package var place: SourceLocation?
    /// Whether the value comes from data, at least in part.
    package var isBound = false
  }

  /// The box of an element, in points. CSS Box 4 §2: four areas, one in another.
  package struct BoxModel: Hashable, Sendable {
    /// The border box, relative to the corner of the parent element.
    package var frame: Rect
    /// The border box, relative to the corner of the page, unscrolled.
    package var pageFrame: Rect
    /// Used widths: top, right, bottom, left.
    package var margin: [Double]
    package var border: [Double]
    package var padding: [Double]
    /// The content box, relative to the corner of the border box.
    package var content: Rect
    /// The sides whose margin is `auto`.
    package var automaticMargins: [String] = []
    /// `static`, `relative`, …
    package var position: String
    /// The containing block for percentages and offsets: an element, or a description of the viewport.
    package var container: String
    package var containerHandle: Int?
  }

  /// The declarations of one rule or attribute.
  package struct Rule: Hashable, Sendable {
    /// Their origin.
    package enum Origin: String, Hashable, Sendable {
      case edit, style, author, attribute
      case userAgent = "user-agent"
    }
    package var origin: Origin
    /// The selector as written; for an attribute, its name.
    package var selector: String
    package var place: SourceLocation?
    /// The specificity: ids, classes and types.
    package var specificity: [Int]?
    package var layer: String?
    /// The media queries, outermost first; the sheet's own `media` comes before those of rules.
    package var media: [String] = []
    /// The component whose elements the sheet applies to.
    package var scope: String?
    package var declarations: [Declaration]
  }

  /// One declaration as written.
  package struct Declaration: Hashable, Sendable {
    /// Its number in this answer.
    package var number: Int
    package var property: String
    package var value: String
    package var isImportant: Bool
    package var place: SourceLocation?
    /// The longhands that it sets; empty if it is a longhand itself.
    package var longhands: [Longhand] = []
    /// The declaration that overrides it; nil if it applies, at least in part.
    package var overriddenBy: Int?
  }

  /// One property that a shorthand sets.
  package struct Longhand: Hashable, Sendable {
    package var property: String
    package var overriddenBy: Int?
  }

  /// The inherited declarations of an ancestor.
  package struct Inherited: Hashable, Sendable {
    /// `div.card`
    package var element: String
    package var handle: Int?
    package var rules: [Rule]
  }

  /// A property and its computed value.
  package struct ComputedValue: Hashable, Sendable {
    package var name: String
    package var value: String
    package var isInitial: Bool
  }
}
