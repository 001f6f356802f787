package import HybridCSS

/// An element: a row of the tables that `Documentation/elements.md`, completions, the names that the compiler
/// knows, roles, controls and the classes of scripts are made from.
package struct ElementReference: Sendable, Hashable {
  /// Where the element is at home.
  package enum Kind: String, Sendable, Hashable {
    /// About the page: never shown.
    case document
    /// Holds others.
    case container
    /// Shows text.
    case text
    /// Shows a picture or another page.
    case media
    /// Takes input.
    case control
    /// A part of a list or table.
    case row
  }

  /// An attribute with the value it has when it is left out; nil for none.
  package struct Attribute: Sendable, Hashable {
    package let name: String
    package let standard: String?
    package let summary: String
  }

  /// A callback that a script may set, and what it is called with.
  package struct Event: Sendable, Hashable {
    package let name: String
    package let arguments: String
  }

  /// As pages write it.
  package let name: String
  package let kind: Kind
  /// What assistive technology is told if the element names no role; nil for one that is told with what it is
  /// part of.
  package let role: ElementRole?
  /// How it is drawn and used; nil for an element that only shows its children.
  package let control: ElementControl?
  /// Its class in scripts.
  package let scriptClass: ElementClass
  /// One line.
  package let summary: String
  /// Its own attributes; those of every element are ``common(in:)``.
  package let attributes: [Attribute]
  package let events: [Event]
  /// What scripts may read and call on it beyond what every element has.
  package let members: [String]

  /// - Parameters:
  ///   - attributes: `name`, or `name=standard`, each with a line about it.
  ///   - events: Such as `setOnClick(index)`.
  init(
    _ name: String, _ kind: Kind, role: ElementRole?, control: ElementControl?, script: ElementClass,
    _ summary: String, _ attributes: KeyValuePairs<String, String> = [:], events: [String] = [],
    members: [String] = []
  ) {
    self.name = name
    self.kind = kind
    self.role = role
    self.control = control
    scriptClass = script
    self.summary = summary
    self.attributes = attributes.map { key, summary in
      let parts = key.split(separator: "=", maxSplits: 1).map(String.init)
      return Attribute(name: parts[0], standard: parts.count > 1 ? parts[1] : nil, summary: summary)
    }
    self.events = events.map { text in
      let parts = text.dropLast(text.hasSuffix(")") ? 1 : 0).split(separator: "(", maxSplits: 1)
      return Event(name: String(parts[0]), arguments: parts.count > 1 ? String(parts[1]) : "")
    }
    self.members = members
  }

  /// The elements of a dialect.
  package static func all(in dialect: Dialect) -> [ElementReference] { dialect == .native ? native : web }

  /// The element of that name, in any case; nil for one that is not in the table.
  package static func named(_ name: String, in dialect: Dialect) -> ElementReference? {
    let name = name.lowercased()
    return all(in: dialect).first { $0.name.lowercased() == name }
  }

  /// The attributes of an element that are styles, which ``attributes`` leaves out.
  package func styles(in dialect: Dialect) -> [PresentationalAttribute] {
    PresentationalAttribute.all(in: dialect).filter { $0.belongs(to: name.lowercased()) }
  }

  /// What every element has besides styles.
  package static func common(in dialect: Dialect) -> [Attribute] {
    shared + (dialect == .native ? nativeOnly : html)
  }

  private static let shared = [
    Attribute(name: "id", standard: nil, summary: "Its name for selectors and scripts."),
    Attribute(name: "class", standard: nil, summary: "Names for selectors, with blanks between them."),
    Attribute(name: "style", standard: nil, summary: "Declarations for this element."),
    Attribute(name: "t:for", standard: nil, summary: "Repeats it: item in path, or (item, index) in path."),
    Attribute(name: "t:key", standard: nil, summary: "With t:for: the path of what tells the items apart."),
    Attribute(name: "t:if", standard: nil, summary: "Leaves it out unless the value at the path is true."),
    Attribute(name: "slot", standard: nil, summary: "In a component: the slot that it goes into."),
    Attribute(name: "@bind", standard: nil, summary: "The component whose data is used inside."),
    Attribute(
      name: "@click", standard: nil,
      summary: "What a script does at a tap, such as add('tea', 2); so with every type of event."),
    Attribute(
      name: "onclick", standard: nil, summary: "JavaScript that runs at a tap; so with every type of event."),
    Attribute(name: "tabindex", standard: nil, summary: "A number lets it have the focus."),
  ]

  private static let nativeOnly = [
    Attribute(name: "enabled", standard: "true", summary: "Whether it can be used."),
    Attribute(name: "disabled", standard: nil, summary: "Another way to say that it cannot."),
    Attribute(
      name: "userInteractionEnabled", standard: "true", summary: "Whether it and all in it can be used."),
  ]

  private static let html = [
    Attribute(name: "hidden", standard: nil, summary: "Takes it out of the page."),
    Attribute(name: "dir", standard: "ltr", summary: "Where lines begin: ltr or rtl."),
    Attribute(name: "lang", standard: nil, summary: "Its language, for :lang()."),
  ]

  /// What scripts have on every element of native pages (TokenHybrid).
  package static let nativeMembers = [
    "getElementById(id)", "getElementsByTagName(name)", "getElementsByClassName(name)", "name", "innerText",
    "identifier", "parentNode", "innerAttributes", "cssAttributes", "childNodes", "setHidden(flag)",
    "setBackgroundColor(color)", "setCornerRadius(points)", "setBorderColor(color)", "setBorderWidth(points)",
    "setUserInteractionEnabled(flag)", "setOnClick(function)", "startAnimation()", "setSize(width, height)",
    "setOrigin(x, y)", "componentWidth",
    "componentHeight", "originX", "originY", "centerX", "centerY", "maxX", "maxY",
  ]
}
