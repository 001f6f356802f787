/// The description of one longhand property. ``PropertyRow/row(of:)`` has the rows.
///
/// No part has a default, so a row that lacks one does not compile. The initial value is the one that
/// ``ComputedStyle/init(initial:)`` has at the row's key path. A property is inherited if its group is.
struct PropertyRow: Sendable {
  /// The group of ``ComputedStyle`` that stores the computed value.
  let group: PropertyGroup
  /// The grammar of the value.
  let grammar: Grammar
  /// The consumer of the computed value.
  let use: PropertyUse
  /// Its aliases.
  let also: [PropertyAlias]
  /// The physical properties that a logical one stands for; nil for a physical one.
  let logical: LogicalForm?
  /// Stores the computed form of a specified value in a style.
  let set: @Sendable (inout ComputedStyle, SpecifiedValue, ComputationContext) -> Void
  /// Copies the value of another style. The flag tells that the other style is the initial style.
  let copy: @Sendable (inout ComputedStyle, ComputedStyle, Bool) -> Void
  /// The computed value as CSS writes it (CSSOM 1 §6.7.2); nil for a logical property.
  let text: @Sendable (ComputedStyle) -> String?
  /// How the value changes over time.
  let animation: PropertyAnimation

  /// The row of a property.
  static func of(_ property: PropertyID) -> PropertyRow { table[Int(property.rawValue)] }

  /// Indexed by the raw values of ``PropertyID``.
  static let table: [PropertyRow] = PropertyID.allCases.map(row)
}

/// How a transition reads and writes the value of one property in a style.
package struct PropertyAnimation: Sendable {
  /// The interpolation of the value, for the documentation.
  package let name: AnimationName
  /// The value in a style; nil for a value that cannot be interpolated, such as `auto`.
  package let value: @Sendable (ComputedStyle) -> TransitionValue?
  /// Stores a value in a style, clamped to what the property allows.
  package let set: @Sendable (TransitionValue, inout ComputedStyle) -> Void
}

/// The consumer of a property's computed value.
enum PropertyUse: String {
  /// `HybridLayout`, through the boxes that the runtime makes.
  case layout
  /// The display list.
  case painting
  /// The transitions of a running page.
  case transitions
  /// Only scripts, by `getComputedStyle`, and the inspector.
  case scripts
}

/// Another name of a property.
enum PropertyAlias: Hashable {
  /// The property's own name with the prefix `-webkit-`, as browsers accept it.
  case webkit
  /// A legacy name alias. CSS Cascade 5 §3.1.2.
  case alias(String)
  /// TokenHybrid's name, in lower case.
  case native(String)
}

/// A group of ``ComputedStyle``.
enum PropertyGroup { case text, box, flex, grid, border, visual, motion, logical }

/// The stored properties of a group of ``ComputedStyle``, in place: neither function copies the group.
protocol StyleGroup: SendableMetatype {
  static var group: PropertyGroup { get }
  static func read<Result>(_ style: ComputedStyle, _ body: (Self) -> Result) -> Result
  static func modify(_ style: inout ComputedStyle, _ body: (inout Self) -> Void)
}

extension PropertyRow {
  typealias Path<Group, Value> = WritableKeyPath<Group, Value> & Sendable

  /// The row of a physical property.
  ///
  /// - Parameters:
  ///   - path: Where the computed value is stored.
  ///   - type: Grammar, computed value and serialization.
  static func row<Group: StyleGroup, Value>(
    _ path: Path<Group, Value>, _ type: ValueType<Value>, _ animation: AnimationType<Value>,
    _ use: PropertyUse, also: [PropertyAlias]
  ) -> PropertyRow {
    let (compute, text) = (type.compute, type.text)
    return PropertyRow(
      group: Group.group, grammar: type.grammar, use: use, also: also, logical: nil,
      set: { style, value, context in
        let computed = compute(value, context)
        Group.modify(&style) { $0[keyPath: path] = computed }
      },
      copy: { style, other, _ in
        let value = Group.read(other) { $0[keyPath: path] }
        Group.modify(&style) { $0[keyPath: path] = value }
      },
      text: { style in text(Group.read(style) { $0[keyPath: path] }, style.text.color) },
      animation: animation.property(path))
  }

  /// The row of a line width, which is 0 where the style of the line is `none` (CSS Backgrounds 3 §3.3).
  ///
  /// - Parameters:
  ///   - specified: The width as if the line were visible.
  ///   - used: The computed width; `StyleBuilder` derives it from `specified` and the line's style.
  static func lineWidth(
    specified: Path<ComputedStyle.Border, Double>, used: Path<ComputedStyle.Border, Double>,
    _ animation: AnimationType<Double>, _ use: PropertyUse, also: [PropertyAlias]
  ) -> PropertyRow {
    let type = ValueType.lineWidth
    return PropertyRow(
      group: .border, grammar: type.grammar, use: use, also: also, logical: nil,
      set: { style, value, context in
        style.border[keyPath: specified] = type.compute(value, context)
      },
      // `initial` is `medium`, although the initial style itself has no visible line.
      copy: { style, other, isInitial in
        style.border[keyPath: specified] = other.border[keyPath: isInitial ? specified : used]
      },
      text: { style in type.text(style.border[keyPath: used], style.text.color) },
      animation: animation.property(used))
  }

  /// The row of a logical property: its grammar and use are those of the physical properties it stands for.
  static func logical(_ form: LogicalForm, also: [PropertyAlias]) -> PropertyRow {
    let physical = row(of: form.example)
    return PropertyRow(
      group: .logical, grammar: physical.grammar, use: physical.use, also: also, logical: form,
      // The cascade maps logical properties to physical ones before it stores anything.
      set: { _, _, _ in }, copy: { _, _, _ in }, text: { _ in nil },
      animation: PropertyAnimation(name: physical.animation.name, value: { _ in nil }, set: { _, _ in }))
  }
}

extension ComputedStyle.Text: StyleGroup {
  static let group = PropertyGroup.text
  static func read<Result>(_ style: ComputedStyle, _ body: (Self) -> Result) -> Result { body(style.text) }
  static func modify(_ style: inout ComputedStyle, _ body: (inout Self) -> Void) { body(&style.text) }
}

extension ComputedStyle.Box: StyleGroup {
  static let group = PropertyGroup.box
  static func read<Result>(_ style: ComputedStyle, _ body: (Self) -> Result) -> Result { body(style.box) }
  static func modify(_ style: inout ComputedStyle, _ body: (inout Self) -> Void) { body(&style.box) }
}

extension ComputedStyle.Flex: StyleGroup {
  static let group = PropertyGroup.flex
  static func read<Result>(_ style: ComputedStyle, _ body: (Self) -> Result) -> Result { body(style.flex) }
  static func modify(_ style: inout ComputedStyle, _ body: (inout Self) -> Void) { body(&style.flex) }
}

extension ComputedStyle.Grid: StyleGroup {
  static let group = PropertyGroup.grid
  static func read<Result>(_ style: ComputedStyle, _ body: (Self) -> Result) -> Result { body(style.grid) }
  static func modify(_ style: inout ComputedStyle, _ body: (inout Self) -> Void) { body(&style.grid) }
}

extension ComputedStyle.Border: StyleGroup {
  static let group = PropertyGroup.border
  static func read<Result>(_ style: ComputedStyle, _ body: (Self) -> Result) -> Result { body(style.border) }
  static func modify(_ style: inout ComputedStyle, _ body: (inout Self) -> Void) { body(&style.border) }
}

extension ComputedStyle.Visual: StyleGroup {
  static let group = PropertyGroup.visual
  static func read<Result>(_ style: ComputedStyle, _ body: (Self) -> Result) -> Result { body(style.visual) }
  static func modify(_ style: inout ComputedStyle, _ body: (inout Self) -> Void) { body(&style.visual) }
}

extension ComputedStyle.Motion: StyleGroup {
  static let group = PropertyGroup.motion
  static func read<Result>(_ style: ComputedStyle, _ body: (Self) -> Result) -> Result { body(style.motion) }
  static func modify(_ style: inout ComputedStyle, _ body: (inout Self) -> Void) { body(&style.motion) }
}
