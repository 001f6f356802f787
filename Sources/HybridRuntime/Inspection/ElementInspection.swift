package import HybridGeometry
package import HybridReload
package import HybridSource

/// All that is known of one element: what an inspector shows.
///
/// ``json(placeID:)`` is the answer to a client's `inspect`; `Documentation/inspector.md` has its members.
package struct ElementInspection: Hashable, Sendable {
  /// The element's name as written, `id` and classes.
  package var tag: String
  package var id: String?
  package var classes: String?
  /// Where its start tag is.
  package var place: SourceLocation?
  /// In the order written, data put in.
  package var attributes: [Attribute] = []
  /// Its boxes; nil for what has none.
  package var box: BoxModel?
  /// The rules and attributes that apply, the strongest first.
  package var rules: [Rule] = []
  /// What is inherited, the nearest element first.
  package var inherited: [Inherited] = []
  /// Every property, sorted by name.
  package var computed: [ComputedValue] = []
  /// The custom properties, sorted by name.
  package var custom: [ComputedValue] = []
  /// Why it has its size and place.
  package var explanation: ElementExplanation?
  /// What the client tries on its page.
  package var edits: [PageEdit] = []
  /// Of a component of a template: what it is given.
  package var parameters: [Attribute] = []
  /// How many rules, attributes and properties there are beyond ``Limits``.
  package var omitted = 0

  /// How much of an element is told: a page may be as large as it likes.
  package enum Limits {
    package static let attributes = 200
    package static let rules = 200
    package static let ancestors = 64
    package static let customProperties = 500
    /// Of one value or selector, in characters.
    package static let text = 2_000
  }

  /// One attribute.
  package struct Attribute: Hashable, Sendable {
    package var name: String
    package var value: String
    package var place: SourceLocation?
    /// Whether data has a part in the value.
    package var isBound = false
  }

  /// The box of an element, in points. CSS Box 4 §2: four areas, one in another.
  package struct BoxModel: Hashable, Sendable {
    /// The border box, from the corner of the element round it.
    package var frame: Rect
    /// The same from the corner of the page, nothing scrolled.
    package var pageFrame: Rect
    /// Used widths: top, right, bottom, left.
    package var margin: [Double]
    package var border: [Double]
    package var padding: [Double]
    /// The content box, from the corner of the border box.
    package var content: Rect
    /// The sides whose margin is `auto`.
    package var automaticMargins: [String] = []
    /// `static`, `relative`, …
    package var position: String
    /// What its percentages and offsets refer to: an element, or words for the viewport.
    package var container: String
    package var containerHandle: Int?
  }

  /// The declarations of one rule or attribute.
  package struct Rule: Hashable, Sendable {
    /// Whose they are.
    package enum Origin: String, Hashable, Sendable {
      case edit, style, author, attribute
      case userAgent = "user-agent"
    }
    package var origin: Origin
    /// As written; the attribute's name for one.
    package var selector: String
    package var place: SourceLocation?
    /// Ids, classes and types.
    package var specificity: [Int]?
    package var layer: String?
    /// The outermost first; the sheet's own `media` before those of rules.
    package var media: [String] = []
    /// The component to whose elements the sheet is confined.
    package var scope: String?
    package var declarations: [Declaration]
  }

  /// One declaration as written.
  package struct Declaration: Hashable, Sendable {
    /// Names it in this answer.
    package var number: Int
    package var property: String
    package var value: String
    package var isImportant: Bool
    package var place: SourceLocation?
    /// What it sets; empty when that is the property itself.
    package var longhands: [Longhand] = []
    /// The declaration that counts in its place; nil when it counts, if only in part.
    package var overriddenBy: Int?
  }

  /// One property that a shorthand sets.
  package struct Longhand: Hashable, Sendable {
    package var property: String
    package var overriddenBy: Int?
  }

  /// What an element declares for those in it.
  package struct Inherited: Hashable, Sendable {
    /// `div.card`
    package var element: String
    package var handle: Int?
    package var rules: [Rule]
  }

  /// The value that a property has.
  package struct ComputedValue: Hashable, Sendable {
    package var name: String
    package var value: String
    package var isInitial: Bool
  }
}
