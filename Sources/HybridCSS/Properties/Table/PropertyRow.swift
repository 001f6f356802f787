/// The description of one longhand property.
///
/// No part has a default, so a row that lacks one does not compile.
struct PropertyRow: Sendable {
  /// Whether children inherit the value.
  let isInherited: Bool
  /// Whether it is part of a border or an outline, whose widths depend on their styles.
  let hasLines: Bool
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
  /// Copies the value of another style. The flag is set if the other style is the initial style.
  let copy: @Sendable (inout ComputedStyle, ComputedStyle, Bool) -> Void
  /// The computed value as CSS writes it (CSSOM 1 §6.7.2); nil for a logical property.
  let text: @Sendable (ComputedStyle) -> String?
  /// How the value changes over time.
  let animation: PropertyAnimation
  /// A value with which tests try a sparse property; nil for the others.
  let example: PropertyExample?

  /// The row of a property.
  static func of(_ property: PropertyID) -> PropertyRow { table[Int(property.rawValue)] }

  /// Indexed by the raw values of ``PropertyID``.
  static let table: [PropertyRow] = PropertyTable.listed.map(\.row.description)
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
package enum PropertyUse: Hashable, Sendable {
  /// `HybridLayout`, through the boxes that the runtime makes.
  case layout
  /// The display list.
  case painting
  /// The transitions of a running page.
  case transitions
  /// The animations of a running page.
  case animations
  /// The queries of containers.
  case containers
  /// Only scripts, by `getComputedStyle`, and the inspector. A diagnostic tells authors what to do instead.
  case scripts(instead: String)

  /// The consumer, for the documentation.
  package var name: String {
    switch self {
    case .layout: "layout"
    case .painting: "painting"
    case .transitions: "transitions"
    case .animations: "animations"
    case .containers: "containers"
    case .scripts: "scripts"
    }
  }

  /// The alternative to a property whose value only scripts see; nil for other properties.
  var advice: String? { if case .scripts(let advice) = self { advice } else { nil } }
}

/// Another name of a property.
enum PropertyAlias: Hashable {
  /// The property's own name with the prefix `-webkit-`, as browsers accept it.
  case webkit
  /// A legacy name alias. CSS Cascade 5 §3.1.2.
  case alias(String)
  /// TokenHybrid's name, in lower case.
  case native(String)
  /// The property's own name, under which `cssAttributes` of TokenHybrid has the computed value.
  case cssAttribute
}

/// A value of a property that differs from the initial one, for tests.
package struct PropertyExample: Sendable {
  /// The property.
  package let property: PropertyID
  /// The value.
  package let value: String
  /// Declarations without which the property has no effect.
  package let declarations: String
  /// Declarations for the box around, without which it has none.
  package let surroundings: String
  /// The consumer of the value.
  package let use: PropertyUse
}

// MARK: Rows

/// A row of ``PropertyTable``.
package protocol TableRow: Sendable {
  /// The property.
  var id: PropertyID { get }
}

/// A row of ``PropertyTable`` with the description of its property.
protocol DescribedRow: TableRow {
  var description: PropertyRow { get }
}

/// A property whose computed value is a stored property of a group of ``ComputedStyle``. The initial value is
/// the one in ``ComputedStyle/init(initial:)``.
///
/// The rows are classes, so that the table is as small as its references.
final class StoredRow: DescribedRow {
  let id = PropertyID.next()
  let description: PropertyRow

  typealias Path<Group, Value> = WritableKeyPath<Group, Value> & Sendable

  /// A row whose computed value is at `path` in a group.
  init<Group, Value>(
    _ group: StyleGroup<Group>, _ path: Path<Group, Value>, _ type: ValueType<Value>,
    _ animation: AnimationType<Value>, _ use: PropertyUse, also: [PropertyAlias]
  ) {
    let (compute, text) = (type.compute, type.text)
    let (shared, modify) = (group.shared, group.modify)
    description = PropertyRow(
      isInherited: group.isInherited, hasLines: group.hasLines, grammar: type.grammar, use: use, also: also,
      logical: nil,
      set: { style, value, context in
        let computed = compute(value, context)
        modify(&style) { $0[keyPath: path] = computed }
      },
      copy: { style, other, _ in
        let value = shared(other).value[keyPath: path]
        modify(&style) { $0[keyPath: path] = value }
      },
      text: { style in text(shared(style).value[keyPath: path], style.text.color) },
      animation: animation.property(
        { shared($0).value[keyPath: path] },
        { value, style in modify(&style) { $0[keyPath: path] = value } }),
      example: nil)
  }

  /// The row of a line width, which is 0 where the style of the line is `none` (CSS Backgrounds 3 §3.3).
  ///
  /// - Parameters:
  ///   - specified: The width as if the line were visible.
  ///   - used: The computed width; `StyleBuilder` derives it from `specified` and the line's style.
  init(
    specified: Path<ComputedStyle.Border, Double>, used: Path<ComputedStyle.Border, Double>,
    _ animation: AnimationType<Double>, _ use: PropertyUse, also: [PropertyAlias]
  ) {
    let type = ValueType.lineWidth
    description = PropertyRow(
      isInherited: false, hasLines: true, grammar: type.grammar, use: use, also: also, logical: nil,
      set: { style, value, context in
        style.border[keyPath: specified] = type.compute(value, context)
      },
      // `initial` is `medium`, although the initial style itself has no visible line.
      copy: { style, other, isInitial in
        style.border[keyPath: specified] = other.border[keyPath: isInitial ? specified : used]
      },
      text: { style in type.text(style.border[keyPath: used], style.text.color) },
      animation: animation.property(
        { $0.border[keyPath: used] }, { value, style in style.border[keyPath: used] = value }),
      example: nil)
  }
}

/// The place of a group in ``ComputedStyle``. Neither function copies the group.
struct StyleGroup<Group: Hashable & Sendable>: Sendable {
  /// Whether children inherit its properties.
  var isInherited = false
  /// ``PropertyRow/hasLines``
  var hasLines = false
  let shared: @Sendable (ComputedStyle) -> Shared<Group>
  let modify: @Sendable (inout ComputedStyle, (inout Group) -> Void) -> Void
}

/// A property whose value a style stores only when it is not the initial one: it costs nothing where it is
/// not used. Such a row is all that a property needs besides its use.
package final class SparseRow<Value: Hashable & Sendable>: DescribedRow {
  package let id: PropertyID
  let description: PropertyRow
  @usableFromInline let key: SparseKey<Value>

  /// A row of a property that only painting reads, or only scripts.
  ///
  /// - Parameters:
  ///   - initial: The initial value.
  ///   - type: Grammar, computed value and serialization.
  ///   - inherited: Whether children inherit the value.
  ///   - animation: How transitions change the value.
  ///   - use: The consumer of the computed value.
  ///   - also: Aliases.
  ///   - example: A value that differs from the initial one.
  ///   - declarations: Declarations without which the example has no effect.
  ///   - surroundings: Declarations for the box around, without which it has none.
  ///
  /// Never inlined: it runs once for each row, and the initializers of the families are long without it.
  @inline(never) init(
    _ initial: Value, _ type: ValueType<Value>, inherited: Bool, _ animation: AnimationType<Value>,
    _ use: PropertyUse, also: [PropertyAlias], example: String, with declarations: String = "",
    in surroundings: String = ""
  ) {
    let id = PropertyID.next()
    let key = SparseKey(id: id, initial: initial, isInherited: inherited)
    (self.id, self.key) = (id, key)
    let (compute, text) = (type.compute, type.text)
    description = PropertyRow(
      isInherited: inherited, hasLines: false, grammar: type.grammar, use: use, also: also, logical: nil,
      set: { style, value, context in style[key] = compute(value, context) },
      copy: { style, other, _ in style[key] = other[key] },
      text: { style in text(style[key], style.text.color) },
      animation: animation.property({ $0[key] }, { value, style in style[key] = value }),
      example: PropertyExample(
        property: id, value: example, declarations: declarations, surroundings: surroundings, use: use))
  }
}

/// A property that stands for a physical one: its grammar and use are those of the physical properties.
final class LogicalRow: DescribedRow {
  let id = PropertyID.next()
  private let form: @Sendable () -> LogicalForm
  private let also: [PropertyAlias]

  /// - Parameter form: Evaluated when all rows exist, because it names other rows.
  init(_ form: @autoclosure @escaping @Sendable () -> LogicalForm, also: [PropertyAlias]) {
    (self.form, self.also) = (form, also)
  }

  var description: PropertyRow {
    let form = form()
    let physical = PropertyTable.listed[Int(form.example.rawValue)].row.description
    return PropertyRow(
      isInherited: false, hasLines: false, grammar: physical.grammar, use: physical.use, also: also,
      logical: form,
      // The cascade maps logical properties to physical ones before it stores anything.
      set: { _, _, _ in }, copy: { _, _, _ in }, text: { _ in nil },
      animation: PropertyAnimation(name: physical.animation.name, value: { _ in nil }, set: { _, _ in }),
      example: nil)
  }
}
