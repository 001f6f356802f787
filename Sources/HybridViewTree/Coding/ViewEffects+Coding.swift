import HybridGeometry
import HybridUnits

extension ViewEffects {
  mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try coder.list(&shapes, ViewShape(path: "", frame: .zero)) { coder, shape throws(UnitCodingError) in
      try shape.code(with: &coder)
    }
    let none = ViewOutline(width: 0, style: .none, color: .transparent, offset: 0)
    try coder.optional(&outline, none) { coder, line throws(UnitCodingError) in
      try coder.number(&line.width)
      try line.style.code(with: &coder)
      try coder.color(&line.color)
      try coder.number(&line.offset)
    }
    try coder.optional(&notch, .zero) { coder, notch throws(UnitCodingError) in
      try notch.code(with: &coder)
    }
    try coder.optional(&ground, .zero) { coder, ground throws(UnitCodingError) in
      try ground.code(with: &coder)
    }
    try coder.flag(&coversText)
    try coder.list(&filters, .blur(0)) { coder, filter throws(UnitCodingError) in
      try filter.code(with: &coder)
    }
    try coder.list(&backdrop, .blur(0)) { coder, filter throws(UnitCodingError) in
      try filter.code(with: &coder)
    }
    try coder.optional(&clip)
    try coder.flag(&clipIsEvenOdd)
    try coder.list(&masks, .blank) { coder, mask throws(UnitCodingError) in try mask.code(with: &coder) }
    try coder.optional(&blend)
    try coder.optional(&frame, .blank) { coder, frame throws(UnitCodingError) in
      try frame.code(with: &coder)
    }
    try coder.optional(&escapes)
    try coder.list(&fonts, DefinedFace(family: "")) { coder, face throws(UnitCodingError) in
      try face.code(with: &coder)
    }
  }
}

extension ViewShape {
  fileprivate mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try coder.text(&path)
    try coder.color(&fill)
    try coder.color(&stroke)
    try coder.number(&width)
    try coder.text(&sign)
    try frame.code(with: &coder)
  }
}

extension Filter {
  private enum Case: CaseIterable { case color, blur, shadow }

  fileprivate mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    var kind = Kind.brightness
    var amount = 0.0
    var shadow = Shadow(offset: .zero, color: .transparent)
    var which: Case
    switch self {
    case .color(let own, let value): (which, kind, amount) = (.color, own, value)
    case .blur(let deviation): (which, amount) = (.blur, deviation)
    case .shadow(let own): (which, shadow) = (.shadow, own)
    }
    try coder.choice(&which)
    switch which {
    case .color:
      try coder.choice(&kind)
      try coder.number(&amount)
      self = .color(kind, amount)
    case .blur:
      try coder.number(&amount)
      self = .blur(amount)
    case .shadow:
      try shadow.code(with: &coder)
      self = .shadow(shadow)
    }
  }
}

extension ViewFrame {
  fileprivate static var blank: Self {
    ViewFrame(
      size: Size(width: 0, height: 0), area: .zero, slices: [0, 0, 0, 0], widths: [0, 0, 0, 0],
      repetition: ["stretch", "stretch"], fills: false)
  }

  fileprivate mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try coder.optional(&gradient, .blank) { coder, gradient throws(UnitCodingError) in
      try gradient.code(with: &coder)
    }
    try coder.text(&source)
    try coder.optional(&path)
    try coder.optional(&hash)
    try size.code(with: &coder)
    try area.code(with: &coder)
    for index in 0..<4 { try coder.number(&slices[index]) }
    for index in 0..<4 { try coder.number(&widths[index]) }
    for index in 0..<2 { try coder.text(&repetition[index]) }
    try coder.flag(&fills)
  }
}
