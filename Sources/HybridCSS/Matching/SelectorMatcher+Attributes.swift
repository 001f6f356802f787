import HybridEncoding

extension SelectorMatcher {
  /// Whether an element has the attribute with a matching value. Selectors 4 §6.
  func matches(_ attribute: CompiledAttribute, _ element: Int, _ tree: StyleTree) -> Bool {
    let name = treeName(tree.isHTML ? attribute.lowerName : attribute.exactName)
    for place in tree.attributes(of: element) where tree.attributeNames[place] == name {
      if attribute.test == .present { return true }
      let ignoresCase = tree.isHTML ? attribute.ignoresCaseInHTML : attribute.ignoresCase
      let value = tree.attributeValues[place]
      return ignoresCase
        ? attribute.test.holds(value.asciiLowercased.utf8, attribute.value.asciiLowercased.utf8)
        : attribute.test.holds(value.utf8, attribute.value.utf8)
    }
    return false
  }
}

extension AttributeSelector.Test {
  /// Selectors 4 §6.1 and §6.2; no value begins with, ends with or contains the empty string.
  func holds(_ value: String.UTF8View, _ wanted: String.UTF8View) -> Bool {
    switch self {
    case .present: return true
    case .equals: return value.elementsEqual(wanted)
    case .prefix: return !wanted.isEmpty && value.starts(with: wanted)
    case .suffix: return !wanted.isEmpty && value.reversed().starts(with: wanted.reversed())
    case .substring: return !wanted.isEmpty && value.count >= wanted.count && value.contains(wanted)
    case .includesWord:
      guard !wanted.isEmpty, !wanted.contains(where: \.isASCIIWhitespace) else { return false }
      return value.split(whereSeparator: \.isASCIIWhitespace).contains { $0.elementsEqual(wanted) }
    case .dashMatch:
      guard value.starts(with: wanted) else { return false }
      let next = value.dropFirst(wanted.count).first
      return next == nil || next == UInt8(ascii: "-")
    }
  }
}

extension String.UTF8View {
  /// Whether `wanted` occurs anywhere in the text. Knuth–Morris–Pratt: linear for every page and sheet.
  fileprivate func contains(_ wanted: String.UTF8View) -> Bool {
    let pattern = Array(wanted)
    var fallback = [Int](repeating: 0, count: pattern.count)
    var length = 0
    for index in pattern.indices.dropFirst() {
      while length > 0, pattern[index] != pattern[length] { length = fallback[length - 1] }
      if pattern[index] == pattern[length] { length += 1 }
      fallback[index] = length
    }
    length = 0
    for byte in self {
      while length > 0, byte != pattern[length] { length = fallback[length - 1] }
      if byte == pattern[length] { length += 1 }
      if length == pattern.count { return true }
    }
    return false
  }
}
