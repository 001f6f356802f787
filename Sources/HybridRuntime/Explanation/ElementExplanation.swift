package import HybridGeometry
package import HybridJSON
package import HybridSource

/// Why one element of a page has its size and its place: what the layout settled, and the declarations behind
/// it.
///
/// ``text`` says it to people, ``write(to:)`` to programs.
package struct ElementExplanation: Hashable, Sendable {
  /// `button#buy`.
  package var element: String
  /// Where its start tag is.
  package var location: SourceLocation?
  /// The selector that was asked about.
  package var selector: String
  /// How many elements of the page match it.
  package var matches: Int
  /// Which of these is explained, in tree order; the first one is 1.
  package var match: Int
  /// The answer.
  package var content: Content

  /// The answer.
  package enum Content: Hashable, Sendable {
    /// The element has a box.
    case box(Box)
    /// The element has no box of its own.
    case withoutBox(WithoutBox)
  }

  /// Where a box is and how it got there.
  package struct Box: Hashable, Sendable {
    /// The border box, from the corner of the element round it, as `render` prints it.
    package var frame: Rect
    /// The same from the corner of the page.
    package var pageFrame: Rect
    /// What the box is, such as `flex item`.
    package var role: Phrase
    /// The element round it that laid it out; nil for the outermost.
    package var container: String?
    /// Width, height, x and y.
    package var axes: [Axis]
  }

  /// A name that never changes, and what it reads as.
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
    /// What it came to, in points.
    package var value: Double
    /// How, in order.
    package var steps: [Step]
  }

  /// One thing that was settled.
  package struct Step: Hashable, Sendable {
    /// What it is: for programs and for people.
    package var name: Phrase
    /// The extent or the place after this step; nil for what others build on.
    package var value: Double?
    /// How it came about, for people; may be empty.
    package var detail: String
    /// The same for programs.
    package var facts: JSONObject
    /// The declarations that it hangs on, the most important first.
    package var declarations: [Citation]
  }

  /// Why there is no box.
  package struct WithoutBox: Hashable, Sendable {
    /// The reason, with all words.
    package var reason: Phrase
    /// The declaration that did it.
    package var declaration: Citation?
  }
}

/// A declaration that something hangs on, or the value that stands in for a missing one.
package struct Citation: Hashable, Sendable {
  /// Where a value comes from.
  package enum Origin: String, Hashable, Sendable {
    /// A sheet of the page.
    case author
    /// The `style` attribute.
    case styleAttribute = "style-attribute"
    /// What the page's dialect says of the element.
    case userAgent = "user-agent"
    /// Nobody said anything.
    case initial
    /// What elements of this kind always do.
    case element
    /// An attribute such as `width` of a picture.
    case attribute
    /// What somebody tries in an inspector.
    case edit
  }

  /// `width`.
  package var property: String
  /// As written: `flex: 1 1 auto`; an initial value as computed.
  package var text: String
  /// Whose declaration it is, when not the explained element's: `div.bar`.
  package var element: String?
  /// Where the value comes from.
  package var origin: Origin
  /// The element that it is inherited from.
  package var inheritedFrom: String?
  /// Where it stands.
  package var location: SourceLocation?
  /// The selectors of its rule, as written.
  package var selector: String?
}
