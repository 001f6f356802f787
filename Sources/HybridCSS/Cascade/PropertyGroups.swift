extension PropertyID {
  /// The group of ``ComputedStyle`` that holds the property.
  enum Group { case text, box, flex, grid, border, visual, motion }

  /// The group that holds the property; a logical one belongs to none.
  var group: Group {
    switch rawValue {
    case ...Self.accentColor.rawValue: .text
    case ...Self.verticalAlign.rawValue: .box
    case ...Self.columnGap.rawValue: .flex
    case ...Self.gridColumnEnd.rawValue: .grid
    case ...Self.outlineOffset.rawValue: .border
    case ...Self.unicodeBidi.rawValue: .visual
    default: .motion
    }
  }
}

extension ComputedStyle {
  /// Takes one property from the parent, or from the initial style.
  mutating func copy(_ property: PropertyID, from other: ComputedStyle, isInitial: Bool) {
    switch property.group {
    case .text: text.copy(property, from: other.text)
    case .box: box.copy(property, from: other.box)
    case .flex: flex.copy(property, from: other.flex)
    case .grid: grid.copy(property, from: other.grid)
    case .border: border.copy(property, from: other.border, isInitial: isInitial)
    case .visual: visual.copy(property, from: other.visual)
    case .motion: motion.copy(property, from: other.motion)
    }
  }

  /// Sets one property to the computed form of `value`.
  mutating func set(
    _ property: PropertyID, to value: SpecifiedValue, parent: ComputedStyle, in context: ComputationContext
  ) {
    switch property.group {
    case .text: text.set(property, to: value, parent: parent.text, in: context)
    case .box: box.set(property, to: value, in: context)
    case .flex: flex.set(property, to: value, in: context)
    case .grid: grid.set(property, to: value, in: context)
    case .border: border.set(property, to: value, in: context)
    case .visual: visual.set(property, to: value, in: context)
    case .motion: motion.set(property, to: value)
    }
  }
}
