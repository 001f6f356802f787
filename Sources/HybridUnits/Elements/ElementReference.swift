package import HybridCSS

/// An element: a row of the tables from which `Documentation/elements.md`, completions, the compiler's known
/// names, roles, controls and the classes of scripts are generated.
package struct ElementReference: Sendable, Hashable {
  /// The category of the element.
  package enum Kind: String, Sendable, Hashable {
    /// Page metadata: never shown.
    case document
    /// Contains others.
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

  /// An attribute with its default value; nil for none.
  package struct Attribute: Sendable, Hashable {
    package let name: String
    package let standard: String?
    package let summary: String
  }

  /// A callback that a script may set, with its arguments.
  package struct Event: Sendable, Hashable {
    package let name: String
    package let arguments: String
  }

  /// The name as pages write it.
  package let name: String
  package let kind: Kind
  /// The role for assistive technology if the element names none; nil for an element that is exposed as part
  /// of another one.
  package let role: ElementRole?
  /// How it is drawn and used; nil for an element that only shows its children.
  package let control: ElementControl?
  /// Its class in scripts.
  package let scriptClass: ElementClass
  /// A one-line description.
  package let summary: String
  /// Its own attributes; ``common(in:)`` has those of every element.
  package let attributes: [Attribute]
  package let events: [Event]
  /// The members that scripts can use in addition to those of every element.
  package let members: [String]
  /// The source of its name for assistive technology; nil if its role or its control determines that.
  package let naming: ElementNaming?
  /// Whether it has no end tag and no content (HTML Standard §13.1.2, *void elements*).
  package let isVoid: Bool

  /// - Parameters:
  ///   - attributes: `name`, or `name=default`, each with a description.
  ///   - events: For example `setOnClick(index)`.
  init(
    _ name: String, _ kind: Kind, role: ElementRole?, control: ElementControl?, script: ElementClass,
    _ summary: String, _ attributes: KeyValuePairs<String, String> = [:], events: [String] = [],
    members: [String] = [], naming: ElementNaming? = nil, isVoid: Bool = false
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
    self.naming = naming
    self.isVoid = isVoid
  }

  /// The elements of a dialect.
  package static func all(in dialect: Dialect) -> [ElementReference] { dialect == .native ? native : web }

  /// The element of that name, case-insensitively; nil for one that is not in the table.
  package static func named(_ name: String, in dialect: Dialect) -> ElementReference? {
    let name = name.lowercased()
    return all(in: dialect).first { $0.name.lowercased() == name }
  }

  /// The attributes of an element that set styles, which ``attributes`` omits.
  package func styles(in dialect: Dialect) -> [PresentationalAttribute] {
    PresentationalAttribute.all(in: dialect).filter { $0.belongs(to: name.lowercased()) }
  }

  /// The attributes of every element except styles.
  package static func common(in dialect: Dialect) -> [Attribute] {
    shared + (dialect == .native ? nativeOnly : webOnly)
  }

  private static let shared = [
    Attribute(name: "id", standard: nil, summary: "Its name for selectors and scripts."),
    Attribute(name: "class", standard: nil, summary: "Names for selectors, separated by spaces."),
    Attribute(name: "style", standard: nil, summary: "Declarations for this element."),
    Attribute(name: "t:for", standard: nil, summary: "Repeats it: item in path, or (item, index) in path."),
    Attribute(
      name: "t:key", standard: nil, summary: "With t:for: the path of the value that identifies an item."),
    Attribute(name: "t:if", standard: nil, summary: "Leaves it out unless the value at the path is true."),
    Attribute(
      name: "t:verbatim", standard: nil, summary: "Leaves double braces inside it to scripts and libraries."),
    Attribute(name: "slot", standard: nil, summary: "In a component: the slot that it goes into."),
    Attribute(name: "@bind", standard: nil, summary: "The component whose data is used inside."),
    Attribute(
      name: "@click", standard: nil,
      summary: "The script call for a tap, such as add('tea', 2); the same for every type of event."),
    Attribute(
      name: "onclick", standard: nil,
      summary: "JavaScript that runs at a tap; the same for every type of event."),
    Attribute(name: "tabindex", standard: nil, summary: "A number makes it focusable."),
  ]

  private static let nativeOnly = [
    Attribute(name: "enabled", standard: "true", summary: "Whether it can be used."),
    Attribute(name: "disabled", standard: nil, summary: "Whether it cannot be used."),
    Attribute(
      name: "userInteractionEnabled", standard: "true", summary: "Whether it and its content can be used."),
  ]

  private static let webOnly = [
    Attribute(name: "hidden", standard: nil, summary: "Removes it from the layout."),
    Attribute(name: "dir", standard: "ltr", summary: "The text direction: ltr or rtl."),
    Attribute(name: "lang", standard: nil, summary: "Its language, for :lang()."),
  ]

  /// The members of every element of native pages for scripts (TokenHybrid).
  package static let nativeMembers = [
    "getElementById(id)", "getElementsByTagName(name)", "getElementsByClassName(name)", "name", "innerText",
    "identifier", "parentNode", "innerAttributes", "cssAttributes", "childNodes", "setHidden(flag)",
    "setBackgroundColor(color)", "setCornerRadius(points)", "setBorderColor(color)", "setBorderWidth(points)",
    "setUserInteractionEnabled(flag)", "setOnClick(function)", "startAnimation()", "setSize(width, height)",
    "setOrigin(x, y)", "componentWidth",
    "componentHeight", "originX", "originY", "centerX", "centerY", "maxX", "maxY",
  ]
}
