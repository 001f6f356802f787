package import HybridLayout

/// Computed values from the text of longhands, limited to those of layout cases. HybridCSS handles style
/// sheets.
extension LayoutStyle {
  /// Applies the declarations of one node; invalid ones are added to `faults`.
  package mutating func apply(
    _ declarations: [CaseDeclaration], in range: Range<Int>, faults: inout [CaseFault]
  ) {
    // Logical sides depend on direction and writing mode, so those come first; where a case has a side in
    // both forms, the logical one is the tested one.
    for pass in 0..<3 {
      for index in range {
        let declaration = declarations[index]
        let isFirst = declaration.name == "direction" || declaration.name == "writing-mode"
        let sides = isFirst ? nil : CaseProperty.logical[declaration.name]
        guard pass == (isFirst ? 0 : sides == nil ? 1 : 2) else { continue }
        do throws(CaseFault) {
          try apply(sides.map { $0.physical(direction, writingMode) } ?? declaration.name, declaration.value)
        } catch {
          var fault = error
          fault.declaration = index
          faults.append(fault)
        }
      }
    }
  }

  private mutating func apply(_ name: String, _ value: String) throws(CaseFault) {
    guard let property = CaseProperty.all[name] else {
      throw CaseFault(.unknownProperty(known: CaseProperty.names))
    }
    do throws(CaseFault) {
      let words = CaseValue.trimmed(Substring(value))
      guard !words.isEmpty else { throw CaseFault(.badForm("")) }
      try property.apply(&self, words)
    } catch {
      var fault = error
      fault.expected = property.expected
      throw fault
    }
  }
}
