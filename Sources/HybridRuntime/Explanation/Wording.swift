import HybridCSS
import HybridJSON
import HybridLayout
import HybridViewTree

/// The wording of a fact: the only place where layout facts become text.
struct Wording {
  /// A property that a fact depends on, and its owner.
  struct Cited: Hashable {
    enum Owner: Hashable {
      /// The explained element.
      case element
      /// The element that laid it out.
      case container
      /// The element of another box.
      case box(LayoutNodeID)
    }

    var property: PropertyID
    var owner = Owner.element
    /// Whether it is omitted if not declared.
    var isOnlyIfDeclared = false
  }

  /// For programs.
  var name: String
  /// For people: a short description.
  var label: String
  /// The details for people.
  var detail = ""
  /// The details for programs.
  var facts = JSONObject()
  /// The cited properties.
  var cited: [Cited] = []

  init(
    _ name: String, _ label: String, _ detail: String = "", facts: [(String, JSONValue)] = [],
    cited: [Cited] = []
  ) {
    self.name = name
    self.label = label
    self.detail = detail
    self.facts = JSONObject(facts)
    self.cited = cited
  }

  /// The context of the wording besides the fact.
  struct Context {
    var axis: Axis
    /// The element that laid the box out, such as `div.bar`.
    var container: String
    /// The container of the layout root: the screen, or the lines that contain the box.
    var root = "the screen"
    /// The content of a leaf, such as `2 lines of text`.
    var leaf = "what it shows"
    /// The value before this step.
    var before: Double?
    /// The label of a box's element.
    var label: (LayoutNodeID) -> String
  }

  /// The axis of an explained size or position.
  enum Axis { case horizontal, vertical }
}

// MARK: - Properties of an axis

extension Wording.Axis {
  var isHorizontal: Bool { self == .horizontal }
  var size: PropertyID { isHorizontal ? .width : .height }
  var minimum: PropertyID { isHorizontal ? .minWidth : .minHeight }
  var maximum: PropertyID { isHorizontal ? .maxWidth : .maxHeight }
  var gap: PropertyID { isHorizontal ? .columnGap : .rowGap }
  var sides: [Side] { isHorizontal ? [.left, .right] : [.top, .bottom] }
  /// `width` for `x`, `height` for `y`.
  var extent: String { isHorizontal ? "width" : "height" }
  var gridStart: PropertyID { isHorizontal ? .gridColumnStart : .gridRowStart }
  var gridEnd: PropertyID { isHorizontal ? .gridColumnEnd : .gridRowEnd }
  var gridTemplate: PropertyID { isHorizontal ? .gridTemplateColumns : .gridTemplateRows }

  /// The declared margins of both sides.
  var margins: [Wording.Cited] { sides.map { .init(property: $0.margin, isOnlyIfDeclared: true) } }

  /// The declared padding and borders of both sides.
  func insets(of owner: Wording.Cited.Owner = .element) -> [Wording.Cited] {
    sides.flatMap { $0.insets(of: owner) }
  }
}

extension Side {
  var name: String {
    switch self {
    case .top: "top"
    case .right: "right"
    case .bottom: "bottom"
    case .left: "left"
    }
  }

  var margin: PropertyID {
    switch self {
    case .top: .marginTop
    case .right: .marginRight
    case .bottom: .marginBottom
    case .left: .marginLeft
    }
  }

  var inset: PropertyID {
    switch self {
    case .top: .top
    case .right: .right
    case .bottom: .bottom
    case .left: .left
    }
  }

  func insets(of owner: Wording.Cited.Owner) -> [Wording.Cited] {
    let properties: [PropertyID] =
      switch self {
      case .top: [.paddingTop, .borderTopWidth]
      case .right: [.paddingRight, .borderRightWidth]
      case .bottom: [.paddingBottom, .borderBottomWidth]
      case .left: [.paddingLeft, .borderLeftWidth]
      }
    return properties.map { .init(property: $0, owner: owner, isOnlyIfDeclared: true) }
  }
}

// MARK: - Values

extension UsedLength {
  /// `50% of 240 + 18 padding and border`; empty for a plain length, which its declaration shows.
  var text: String {
    var text: String
    switch length {
    case .percent(let percent): text = "\(shortNumber(Double(percent)))% of \(shortNumber(whole ?? 0))"
    case .calculation: text = "with 100% = \(shortNumber(whole ?? 0))"
    case .points(let points): text = insets == 0 ? "" : shortNumber(Double(points))
    default: text = length.keyword
    }
    if insets > 0 { text += " + \(shortNumber(insets)) padding and border" }
    return text
  }

  var facts: [(String, JSONValue)] {
    var facts: [(String, JSONValue)] = [("value", .string(length.keyword))]
    if let whole { facts.append(("of", .number(whole))) }
    if insets > 0 { facts.append(("insets", .number(insets))) }
    return facts
  }
}

extension Length {
  /// The CSS text; a calculation is just `calc()`.
  var keyword: String {
    switch self {
    case .auto: "auto"
    case .points(let points): "\(shortNumber(Double(points)))px"
    case .percent(let percent): "\(shortNumber(Double(percent)))%"
    case .calculation: "calc()"
    case .minContent: "min-content"
    case .maxContent: "max-content"
    case .fitContent: "fit-content"
    case .stretch: "stretch"
    case .content: "content"
    }
  }
}

extension HybridLayout.Alignment {
  /// The CSS text.
  var text: String {
    switch safety {
    case .normal: keyword.text
    case .safe: "safe " + keyword.text
    case .unsafe: "unsafe " + keyword.text
    }
  }
}

extension HybridLayout.Alignment.Keyword {
  var text: String {
    switch self {
    case .auto: "auto"
    case .normal: "normal"
    case .stretch: "stretch"
    case .start: "start"
    case .end: "end"
    case .flexStart: "flex-start"
    case .flexEnd: "flex-end"
    case .selfStart: "self-start"
    case .selfEnd: "self-end"
    case .center: "center"
    case .left: "left"
    case .right: "right"
    case .baseline: "baseline"
    case .lastBaseline: "last baseline"
    case .spaceBetween: "space-between"
    case .spaceAround: "space-around"
    case .spaceEvenly: "space-evenly"
    }
  }
}

extension UsedAlignment {
  var cited: Wording.Cited {
    switch property {
    case .justifyContent: .init(property: .justifyContent, owner: .container)
    case .alignContent: .init(property: .alignContent, owner: .container)
    case .justifyItems: .init(property: .justifyItems, owner: .container)
    case .alignItems: .init(property: .alignItems, owner: .container)
    case .textAlign: .init(property: .textAlign, owner: .container)
    case .justifySelf: .init(property: .justifySelf)
    case .alignSelf: .init(property: .alignSelf)
    }
  }
}

/// `−36`, `+12`.
func signedNumber(_ value: Double) -> String {
  let text = shortNumber(abs(value))
  return value < 0 && text != "0" ? "−" + text : "+" + text
}

/// `72`, `−4`: with a minus sign instead of a hyphen.
func plainNumber(_ value: Double) -> String {
  let text = shortNumber(value)
  return text.hasPrefix("-") ? "−" + text.dropFirst() : text
}
