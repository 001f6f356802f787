package import HybridCSS
package import HybridDOM

/// The kind of an element that is more than a box with children: how it is drawn, and how a user interacts
/// with it.
package enum ElementControl: Sendable, Hashable {
  /// A box with a picture, or a placeholder for one.
  case picture
  /// A bitmap that scripts paint on.
  case canvas
  case button
  /// A control determined by its attribute `type`.
  case input
  case textArea, searchBar, select
  /// On or off.
  case toggle
  /// A row of choices.
  case segment
  /// Page indicator dots.
  case dots
  /// A partly filled bar: how much is done, and a measure.
  case progress, meter
  /// A link.
  case link
  /// A disclosure widget, and its summary.
  case details, summary
  /// A list of rows, and a row.
  case table, tableRow
}

extension ElementControl {
  /// The traits of a control in the rules of forms.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `required` applies to it; `readonly` too, except to a choice.
    package static let formField = Traits(rawValue: 1 << 0)
    /// HTML Standard §4.10.2, *submittable elements*.
    package static let submittable = Traits(rawValue: 1 << 1)
    /// HTML Standard §4.10.2, *labelable elements*.
    package static let labelable = Traits(rawValue: 1 << 2)
    /// Its value comes from the text or the options in it.
    package static let valueInContent = Traits(rawValue: 1 << 3)
    /// Text can be typed into it, unless its attribute `type` says otherwise.
    package static let textField = Traits(rawValue: 1 << 4)
    /// It is enabled or disabled.
    package static let disableable = Traits(rawValue: 1 << 5)
  }

  /// The traits of each control: a new control needs one line here.
  package var traits: Traits {
    switch self {
    case .input: [.formField, .submittable, .labelable, .textField, .disableable]
    case .textArea: [.formField, .submittable, .labelable, .valueInContent, .textField, .disableable]
    case .select: [.formField, .submittable, .labelable, .valueInContent, .disableable]
    case .button: [.submittable, .labelable, .disableable]
    case .searchBar: [.textField, .disableable]
    case .toggle, .segment: .disableable
    case .progress, .meter: .labelable
    case .picture, .canvas, .dots, .link, .details, .summary, .table, .tableRow: []
    }
  }
}

extension ElementReference {
  private static let webControls = byName(web, \.control)
  private static let controls = webControls.merging(byName(native, \.control)) { $1 }

  /// The controls of a dialect by name in lower case. Native pages may also use the elements of HTML.
  package static func controls(in dialect: Dialect) -> [String: ElementControl] {
    dialect == .native ? controls : webControls
  }

  /// The controls by the raw values of names. Elements are asked for their controls often, so that a look-up
  /// by a text would be slow.
  private static let controlsByNumber: [ElementControl?] = ElementName.allCases.map { name in
    switch name.namespace {
    case .html: controls[name.name]
    case .svg: name == .svgLink ? .link : nil
    case .mathML: nil
    }
  }

  /// The control of an element with this name, in pages of either dialect.
  static func control(of name: ElementName) -> ElementControl? { controlsByNumber[Int(name.rawValue)] }

  /// The names in lower case of the elements of a dialect whose controls have `traits`.
  package static func names(with traits: ElementControl.Traits, in dialect: Dialect) -> Set<String> {
    Set(controls(in: dialect).filter { $0.value.traits.contains(traits) }.keys)
  }

  /// The elements of HTML that a label can name (HTML Standard §4.10.2, *labelable elements*), also hidden
  /// fields.
  package static let labelable = Set(web.filter { $0.members.contains("labels") }.map(\.name))

  /// The elements of HTML with the attribute `disabled` (HTML Standard §4.15, *Disabled elements*).
  package static let disableable = Set(
    web.filter { row in row.attributes.contains { $0.name == "disabled" } }.map(\.name))

  /// The elements of HTML without end tag and content (HTML Standard §13.1.2, *void elements*, and those that
  /// §13.3, *Serializing HTML fragments*, adds to them).
  package static let void = Set(html.filter(\.isVoid).map(\.name))

  /// Whether text in a native element is visible: elsewhere it is white space between tags.
  private var showsText: Bool { kind == .text || control == .button }

  /// Native elements with visible text, in lower case.
  package static let nativeWithText = Set(native.filter(\.showsText).map { $0.name.lowercased() })

  /// Native elements without visible text, in lower case.
  package static let nativeWithoutText = Set(native.filter { !$0.showsText }.map { $0.name.lowercased() })
}

extension Element {
  /// The control of an element with this name, in pages of either dialect.
  package var control: ElementControl? { elementName.flatMap(ElementReference.control(of:)) }

  /// The traits of its control; none for an element without one.
  package var controlTraits: ElementControl.Traits { control?.traits ?? [] }

  /// Whether a label can name it (HTML Standard §4.10.2, *labelable elements*).
  package var isLabelable: Bool {
    ElementReference.labelable.contains(name) && (elementName != .input || inputType != .hidden)
  }
}
