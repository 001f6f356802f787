import HybridEncoding

/// A valid value, or a part of one, that is computed and has no effect here.
struct LostValue {
  /// As in reports: `text-align: match-parent`.
  let name: String
  /// The advice to the author.
  let advice: String

  private init(_ name: String, _ advice: String) {
    self.name = name
    self.advice = advice
  }
}

extension LostValue {
  /// The lost value of a declaration of a property that otherwise has an effect; nil for none.
  init?(_ declaration: PropertyDeclaration) {
    guard case .longhand(let property) = declaration.property else { return nil }
    switch (property, declaration.value) {
    case (.writingMode, .keyword(let index)) where WritingMode.allCases[Int(index)] != .horizontalTB:
      self.init(
        "writing-mode: \(WritingMode.allCases[Int(index)].rawValue)",
        "lines are horizontal, only logical properties follow it: use 'transform: rotate(90deg)'")
    case (.textTransform, .keyword(let index)) where TextTransform.allCases[Int(index)] == .fullWidth:
      self.init("text-transform: full-width", "write the characters themselves")
    case (.textAlign, .keyword(let index)) where TextAlign.allCases[Int(index)] == .matchParent:
      self.init("text-align: match-parent", "it acts as 'start': name the side")
    case (.wordBreak, .keyword(let index)):
      let value = WordBreak.allCases[Int(index)]
      guard value == .keepAll || value == .autoPhrase else { return nil }
      self.init("word-break: \(value.rawValue)", "use 'white-space: nowrap' for what stays together")
    case (.backgroundImage, .list(let layers)):
      for case .image(.other(let value)) in layers {
        guard let advice = value.functionName.flatMap({ UnsupportedNames.advice(function: $0) }) else {
          continue
        }
        self.init("background-image: \(value.functionName ?? "")()", advice)
        return
      }
      return nil
    case (.maskImage, .list(let layers)):
      for case .image(let image) in layers {
        switch image {
        case .url, .other:
          var name = "url"
          if case .other(let value) = image { name = value.functionName ?? name }
          self.init("mask-image: \(name)()", "use a gradient, or a picture with transparent parts")
          return
        case .none, .gradient: continue
        }
      }
      return nil
    case (.transform, .list(let functions)):
      for case .transform(let function) in functions {
        let name: String
        switch function {
        case .other(let other, _): name = other
        case .matrix3D(let numbers) where !numbers.isAffine: name = "matrix3d"
        default: continue
        }
        self.init("transform: \(name)()", UnsupportedNames.advice(function: name) ?? "")
        return
      }
      return nil
    case (.content, .components(let values)):
      guard values.contains(where: \.isMadeImage) else { return nil }
      self.init("content", "use 'url()', or 'background-image'")
    default: return nil
    }
  }
}

extension [Double] {
  /// Whether the sixteen numbers of a matrix have no perspective.
  package var isAffine: Bool { count == 16 && self[3] == 0 && self[7] == 0 && self[11] == 0 && self[15] == 1 }
}

extension ComponentValue {
  /// The name of a function, in lower case.
  fileprivate var functionName: String? {
    if case .function(let name, _) = content { name.asciiLowercased } else { nil }
  }

  /// Whether it is an image that is not a file.
  fileprivate var isMadeImage: Bool {
    functionName.map { !["counter", "counters", "attr", "url", "src"].contains($0) } ?? false
  }
}
