/// The conditions of an `@container` rule, separated by commas: one of them must hold. CSS Conditional 5 §5.
package struct ContainerConditionList: Hashable, Sendable {
  /// In the order written; at least one.
  package var conditions: [ContainerCondition]
  /// The list as written.
  package var text: String
}

/// The container that is asked, and what it is asked for.
package struct ContainerCondition: Hashable, Sendable {
  /// The name of the container; nil for the nearest one that can answer.
  package var name: String?
  /// Nil asks only whether there is a container with the name.
  package var query: ContainerQuery?

  /// The axes in which the container must be one. CSS Conditional 5 §5.1, *container name and type*.
  var axes: ContainerAxes = []
  /// Whether the query asks for custom properties.
  var asksForStyle = false

  init(name: String?, query: ContainerQuery?) {
    (self.name, self.query) = (name, query)
    for feature in query?.features ?? [] {
      switch feature {
      case .size(let feature): axes.formUnion(feature.axes)
      case .style: asksForStyle = true
      }
    }
  }
}

/// The axes along which a container's size can be asked for. Lines are horizontal here.
struct ContainerAxes: OptionSet, Hashable, Sendable {
  let rawValue: UInt8
  static let width = ContainerAxes(rawValue: 1)
  static let height = ContainerAxes(rawValue: 2)
}

/// Features in brackets, and how they are combined. CSS Conditional 5 §5, `<container-query>`.
package typealias ContainerQuery = FeatureCondition<ContainerFeature>

/// A feature of a container that a query can test.
package enum ContainerFeature: Hashable, Sendable {
  /// A feature of its size.
  case size(MediaFeature)
  /// `style()`
  case style(StyleFeature)

  /// Whether the feature holds; nil if the container cannot be asked for it.
  func evaluate(_ container: AskedContainer) -> Bool? {
    switch self {
    case .size(let feature): feature.evaluate(container)
    case .style(let feature): feature.evaluate(container)
    }
  }
}

/// A custom property that `style()` asks for. CSS Conditional 5 §5.3, *Style Container Features*.
package enum StyleFeature: Hashable, Sendable {
  /// `style(--name)`: it has a value.
  case exists(String)
  /// `style(--name: value)`: it has this value. An empty list stands for `initial`: it has none.
  case equals(String, [ComponentValue])
  /// `style(--name > value)`: all comparisons must hold.
  case range([Comparison])

  /// Two values and what must hold between them.
  package struct Comparison: Hashable, Sendable {
    var left: [ComponentValue]
    var sign: MediaFeature.Comparison.Operator
    var right: [ComponentValue]
  }
}

/// The used size of a container's content box, in CSS px.
package struct ContainerSize: Hashable, Sendable {
  /// The width; nil if it cannot be asked for.
  package var width: Double?
  /// The height; nil if it cannot be asked for.
  package var height: Double?

  package init(width: Double?, height: Double?) { (self.width, self.height) = (width, height) }
}

/// The features of a container that queries test.
struct AskedContainer {
  /// Its size; nil for a container without a box.
  var size: ContainerSize?
  /// Its custom properties.
  var custom: CustomProperties
  /// The basis of relative lengths in the condition: the container itself.
  var lengths: LengthContext
}

extension MediaFeature {
  /// The axes that the feature is about.
  var axes: ContainerAxes {
    switch self {
    case .boolean(let name), .keyword(let name, _), .range(let name, _):
      switch name {
      case .width, .inlineSize: .width
      case .height, .blockSize: .height
      default: [.width, .height]
      }
    }
  }

  /// Whether the feature holds; nil for a container without this size.
  func evaluate(_ container: AskedContainer) -> Bool? {
    let (width, height) = (container.size?.width, container.size?.height)
    if axes.contains(.width), width == nil { return nil }
    if axes.contains(.height), height == nil { return nil }
    let extent = axes.contains(.width) ? width ?? 0 : height ?? 0
    switch self {
    case .boolean(.aspectRatio): return width ?? 0 > 0 && height ?? 0 > 0
    case .boolean(.orientation): return true
    case .boolean: return extent > 0
    case .keyword(_, let keyword):
      return (height ?? 0 >= width ?? 0 ? "portrait" : "landscape") == keyword
    case .range(_, let comparisons):
      return comparisons.allSatisfy { comparison in
        switch comparison.value {
        case .ratio(0, 0): false
        case .ratio(let x, let y): comparison.operator.holds((width ?? 0) * y, (height ?? 0) * x)
        case .length(let length):
          comparison.operator.holds(extent, length.computed(in: container.lengths).resolved(against: 0))
        case .number(let number): comparison.operator.holds(extent, number)
        }
      }
    }
  }
}

extension StyleFeature {
  func evaluate(_ container: AskedContainer) -> Bool? {
    switch self {
    case .exists(let name): return container.custom.values[name] != nil
    case .equals(let name, let values):
      let value = container.custom.values[name]?.values ?? []
      if values.isEmpty { return container.custom.values[name] == nil }
      guard let wanted = container.replaced(values) else { return false }
      // The same apart from their places in a sheet.
      return value.cssText == wanted.cssText
    case .range(let comparisons):
      for comparison in comparisons {
        guard let left = container.quantity(comparison.left),
          let right = container.quantity(comparison.right), left.kind == right.kind
        else { return false }
        if !comparison.sign.holds(left.value, right.value) { return false }
      }
      return true
    }
  }
}

/// The type of a quantity; only quantities of one type can be compared.
private enum QuantityKind { case number, percentage, length, angle, time }

extension AskedContainer {
  /// Values with `var()` replaced by the container's own custom properties; nil if one is missing.
  fileprivate func replaced(_ values: [ComponentValue]) -> [ComponentValue]? {
    guard case .some = values.substitutions else { return Array(values.trimmed) }
    var resolver = CustomPropertyResolver(inherited: custom, declared: [:], budget: 10_000)
    return resolver.substituted(values).map { Array($0.trimmed) }
  }

  /// The number, length, percentage, angle or time that values stand for: one that can be compared. A name
  /// stands for the custom property.
  fileprivate func quantity(_ values: [ComponentValue]) -> (value: Double, kind: QuantityKind)? {
    var values = values
    if values.count == 1, let name = values[0].ident, name.hasPrefix("--") {
      guard let known = custom.values[name] else { return nil }
      values = known.values
    }
    guard let values = replaced(values) else { return nil }
    func read(_ take: (inout ValueReader) -> Double?) -> Double? {
      var reader = ValueReader(values, dialect: .standard)
      return take(&reader).flatMap { reader.isAtEnd ? $0 : nil }
    }
    if let number = read({ $0.takeNumber() }) { return (number, .number) }
    if let percentage = read({ $0.takePercentage() }) { return (percentage, .percentage) }
    let length = read { $0.takeLength(.negative)?.computed(in: lengths).points }
    if let length { return (length, .length) }
    if let angle = read({ $0.takeAngle() }) { return (angle, .angle) }
    return read { $0.takeTime(nonNegative: false) }.map { ($0, .time) }
  }
}
