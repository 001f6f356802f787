/// The alignments that a property takes. CSS Box Alignment 3 §5, §6 and §7.
enum AlignmentGrammar {
  case justifyContent, alignContent, justifyItems, alignItems, justifySelf, alignSelf

  var isContent: Bool { self == .justifyContent || self == .alignContent }
  /// Only the inline axis has `left` and `right`.
  var isJustify: Bool { self == .justifyContent || self == .justifyItems || self == .justifySelf }

  /// The keywords that cannot be combined with others.
  var whole: [AlignmentKeyword] {
    switch self {
    case .justifyContent, .alignContent: [.normal, .stretch, .spaceBetween, .spaceAround, .spaceEvenly]
    case .justifyItems, .alignItems: [.normal, .stretch]
    case .justifySelf, .alignSelf: [.auto, .normal, .stretch]
    }
  }

  /// The positions, which may follow `safe` or `unsafe`.
  var positions: [AlignmentKeyword] {
    [.center, .start, .end, .flexStart, .flexEnd] + (isContent ? [] : [.selfStart, .selfEnd])
      + (isJustify ? [.left, .right] : [])
  }

  /// TokenHybrid's meaning of words that CSS does not have for the property.
  func nativeFallback(for name: String) -> AlignmentKeyword? {
    switch (self, name) {
    case (.alignItems, "auto"), (.alignItems, "space-between"), (.alignItems, "space-around"): .stretch
    case (.alignSelf, "space-between"), (.alignSelf, "space-around"): .auto
    case (.alignContent, "auto"): .flexStart
    default: nil
    }
  }

  var names: [String] {
    let baseline = self == .justifyContent ? [] : ["baseline", "first", "last"]
    let legacy = self == .justifyItems ? ["legacy"] : []
    return (whole + positions).map(\.rawValue) + ["safe", "unsafe"] + baseline + legacy
  }
}

extension ValueReader {
  /// An alignment. CSS Box Alignment 3 §4.
  mutating func takeAlignment(_ grammar: AlignmentGrammar) -> Alignment? {
    guard let name = peekIdent else { return nil }
    if dialect == .native, let fallback = grammar.nativeFallback(for: name) {
      advance()
      return Alignment(fallback)
    }
    if let keyword = AlignmentKeyword(rawValue: name) {
      if grammar.whole.contains(keyword) || grammar.positions.contains(keyword) {
        advance()
        // `left legacy`
        if grammar == .justifyItems, [.left, .right, .center].contains(keyword) { _ = take(ident: "legacy") }
        return Alignment(keyword)
      }
    }
    guard ["safe", "unsafe", "baseline", "first", "last", "legacy"].contains(name) else { return nil }
    return attempt { reader in
      reader.advance()
      switch name {
      case "safe", "unsafe":
        guard let keyword = reader.take(AlignmentKeyword.self), grammar.positions.contains(keyword) else {
          return nil
        }
        return Alignment(keyword, safety: name == "safe" ? .safe : .unsafe)
      case "baseline" where grammar != .justifyContent: return Alignment(.baseline)
      case "first" where grammar != .justifyContent && reader.take(ident: "baseline"):
        return Alignment(.baseline)
      case "last" where grammar != .justifyContent && reader.take(ident: "baseline"):
        return Alignment(.lastBaseline)
      case "legacy" where grammar == .justifyItems:
        for keyword in [AlignmentKeyword.left, .right, .center] where reader.take(ident: keyword.rawValue) {
          return Alignment(keyword)
        }
        return Alignment(.legacy)
      default: return nil
      }
    }
  }
}
