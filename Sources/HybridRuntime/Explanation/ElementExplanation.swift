package import HybridGeometry
package import HybridJSON
package import HybridSource

/// Why one element of a page has its size and position: the steps of layout, and the declarations behind
/// them.
///
/// ``text`` is for people, ``write(to:)`` for programs.
package struct ElementExplanation: Hashable, Sendable {
  /// `button#buy`.
  package var element: String
  /// The place of its start tag.
  package var location: SourceLocation?
  /// The selector that was asked about.
  package var selector: String
  /// The number of elements of the page that match it.
  package var matches: Int
  /// The number of the explained match, in tree order, counted from 1.
  package var match: Int
  /// The explanation.
  package var content: Content

  /// The explanation.
  package enum Content: Hashable, Sendable {
    /// The element has a box.
    case box(Box)
    /// The element has no box of its own.
    case withoutBox(WithoutBox)
  }

  /// The position of a box and how layout determined it.
  package struct Box: Hashable, Sendable {
    /// The border box, relative to the corner of the parent element, as `render` prints it.
    package var frame: Rect
    /// The border box, relative to the corner of the page.
    package var pageFrame: Rect
    /// The role of the box, such as `flex item`.
    package var role: Phrase
    /// The ancestor that laid it out; nil for the outermost.
    package var container: String?
    /// Width, height, x and y.
    package var axes: [Axis]
  }

  /// A stable name, and its text.
  package struct Phrase: Hashable, Sendable {
    /// For programs: `flex-item`.
    package var name: String
    /// For people: `flex item of div.bar, a row`.
    package var text: String
  }

  /// The width, the height, or the place along one axis.
  package struct Axis: Hashable, Sendable {
    /// `width`, `height`, `x` or `y`.
    package var name: String
    /// The result, in points.
    package var value: Double
    /// The steps, in order.
    package var steps: [Step]
  }

  /// One step of layout.
  package struct Step: Hashable, Sendable {
    /// Its name: for programs and for people.
    package var name: Phrase
    /// The size or position after this step; nil for a step that only others build on.
    package var value: Double?
    /// The details for people; may be empty.
    package var detail: String
    /// The details for programs.
    package var facts: JSONObject
    /// The declarations that it depends on, the most important first.
    package var declarations: [Citation]
  }

  /// Why there is no box.
  package struct WithoutBox: Hashable, Sendable {
    /// The reason.
    package var reason: Phrase
    /// The declaration that causes it.
    package var declaration: Citation?
  }
}

/// A declaration that a value depends on, or the default for a missing one.
package struct Citation: Hashable, Sendable {
  /// The origin of a value.
  package enum Origin: String, Hashable, Sendable {
    /// A sheet of the page.
    case author
    /// The `style` attribute.
    case styleAttribute = "style-attribute"
    /// The user-agent sheet of the page's dialect.
    case userAgent = "user-agent"
    /// No declaration: the initial value.
    case initial
    /// An attribute such as `width` of a picture.
    case attribute
    /// A declaration tried in an inspector.
    case edit
  }

  /// `width`.
  package var property: String
  /// As written: `flex: 1 1 auto`; an initial value as computed.
  package var text: String
  /// The element of the declaration, if not the explained one: `div.bar`.
  package var element: String?
  /// The origin of the value.
  package var origin: Origin
  /// The element that it is inherited from.
  package var inheritedFrom: String?
  /// Its position.
  package var location: SourceLocation?
  /// The selectors of its rule, as written.
  package var selector: String?
}
