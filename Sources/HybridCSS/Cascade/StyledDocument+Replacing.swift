package import HybridDOM

extension StyledDocument {
  /// The same styles except for some elements; text and comments in those follow them.
  ///
  /// - Complexity: O(*n*) in nodes and distinct styles, which are copied without being read.
  package func replacing(_ replacements: [NodeID: ComputedStyle], in document: Document) -> StyledDocument {
    guard !replacements.isEmpty else { return self }
    var styles = styles
    var indices = indices
    styles.reserveCapacity(styles.count + replacements.count)
    for (node, style) in replacements where indices.indices.contains(node.index) {
      let number = Int32(clamping: styles.count)
      styles.append(style)
      indices[node.index] = number
      for child in document.children(of: node) where indices.indices.contains(child.index) {
        if case .element = document.nodes[child.index].content { continue }
        indices[child.index] = number
      }
    }
    return StyledDocument(
      styles: styles, indices: indices, pseudoElements: pseudoElements, counterStyles: counterStyles,
      containerSizes: containerSizes)
  }
}

/// A property of CSS, or a custom one, that changes over time.
package typealias MovingProperty = PropertyDeclaration.Property

extension PropertyDeclaration.Property {
  /// As CSS writes it.
  package var name: String {
    switch self {
    case .longhand(let property): property.name
    case .custom(let name): name
    }
  }
}

extension ComputedStyle {
  /// The value of a property that can be interpolated; nil for any other one.
  package func movingValue(of property: MovingProperty) -> TransitionValue? {
    switch property {
    case .longhand(let property): property.animation.value(self)
    case .custom(let name): custom.values[name]?.typed.map { .registered($0) }
    }
  }

  /// Sets a property to an interpolated value.
  package mutating func set(_ value: TransitionValue, of property: MovingProperty) {
    switch (property, value) {
    case (.longhand(let property), _): property.animation.set(value, &self)
    case (.custom(let name), .registered(let value)): custom.values[name] = value.customValue
    case (.custom, _): break
    }
  }

  /// Takes the value of a property from another style.
  package mutating func take(_ property: MovingProperty, from other: ComputedStyle) {
    switch property {
    case .longhand(let property): take(property, from: other)
    case .custom(let name): custom.values[name] = other.custom.values[name]
    }
  }

  /// The value as CSS writes it.
  package func text(of property: MovingProperty) -> String? {
    switch property {
    case .longhand(let property): PropertyRow.of(property).text(self)
    case .custom(let name): custom.values[name]?.values.cssText
    }
  }

  /// Takes the value of a property from another style.
  package mutating func take(_ property: PropertyID, from other: ComputedStyle) {
    PropertyRow.of(property).copy(&self, other, false)
  }

  /// Whether another style has the same value of a property.
  package func has(_ property: PropertyID, of other: ComputedStyle) -> Bool {
    let animation = property.animation
    if let value = animation.value(self) { return value == animation.value(other) }
    let text = PropertyRow.of(property).text
    return text(self) == text(other)
  }

  /// The longhands that a name in `transition-property` stands for, logical properties mapped to the physical
  /// ones of this style; empty for an unknown name. CSS Transitions 1 §2.1.
  package func longhands(named name: String) -> [PropertyID] {
    let found: [PropertyID]
    if let property = PropertyID(name: name) {
      found = [property]
    } else if let shorthand = Shorthand(name: name) {
      found = shorthand.longhands
    } else {
      return []
    }
    guard found.contains(where: \.isLogical) else { return found }
    let mapping = LogicalMapping(direction: text.direction, writingMode: text.writingMode)
    return found.map { mapping.physical($0) }
  }
}
