import HybridJSON
import HybridUnits

// Members of a component that an expression reads, writes and calls (`Documentation/template-data.md`,
// *Expressions*).
extension TemplateRuntime {
  /// The value of a word: a getter of the component, else a user variable; nil if neither exists.
  func member(_ word: StringID, of index: Int) -> ExpressionValue? {
    let component = tree.components[index]
    if component.kind == .page {
      switch word {
      case TemplateKey.currentPosition: return .int(AttributeValue.int32(component.position))
      case TemplateKey.previousPosition: return .int(AttributeValue.int32(component.previousPosition))
      case TemplateKey.total: return .int(Int32(truncatingIfNeeded: itemRoots(of: index).count))
      default: break
      }
    }
    switch component.attributes[word] {
    case .int(let value), .rpInt(let value): return .int(value)
    case .float(let value), .rpFloat(let value): return .float(value)
    case .text(let text): return .text(text)
    case .object(let value): return ExpressionValue(value)
    case nil: return component.variables[word]
    }
  }

  /// Sets a word by the component's setter of that name and type, else as a user variable.
  mutating func setMember(_ word: StringID, of index: Int, to value: ExpressionValue, for source: Int) {
    let kind = tree.components[index].kind
    if let type = kind.bindingType(of: word, on: platform) ?? kind.scriptType(of: word) {
      if let attribute = AttributeValue(value, setting: type) {
        tree.set(attribute, for: word, of: index)
        setNeedsLayout()
        return
      }
      let name = template(of: source).text(of: word, on: platform)
      report(
        "script.wrong-type",
        "'\(name)' of \(tag(of: index)) takes no \(value.kind.withoutArticle): a variable is set instead",
        at: source)
    }
    tree.setVariable(value, for: word, of: index)
  }

  /// Calls a method; nil when the component has none of that name for these arguments.
  mutating func call(
    _ method: String, of index: Int, _ arguments: [ExpressionValue], for source: Int
  ) -> ExpressionValue? {
    switch (tree.components[index].kind, method, arguments.count) {
    case (.progress, "setProgress", 2):
      guard let current = arguments[0].float, let total = arguments[1].float, total > 0 else { return nil }
      tree.setProgress((current: Double(current), total: Double(total)), of: index)
      setNeedsLayout()
      return .null
    case (.vh, "setData", 2):
      guard case .int(let count) = arguments[0], case .text(let type) = arguments[1] else { return nil }
      let item: JSONValue = .object(JSONObject([("type", .string(type))]))
      let items = [JSONValue](repeating: item, count: min(max(Int(count), 0), Limit.items))
      requestItems(.array(items), of: index)
      return .null
    default: break
    }
    // `setText('x')` is `text = 'x'`, and `getText()` reads it.
    guard let name = method.attributeName else { return nil }
    let word = StringID(name)
    if method.hasPrefix("get"), arguments.isEmpty { return member(word, of: index) ?? .null }
    guard method.hasPrefix("set"), arguments.count == 1,
      let type = tree.components[index].kind.bindingType(of: word, on: platform),
      let attribute = AttributeValue(arguments[0], setting: type)
    else { return nil }
    tree.set(attribute, for: word, of: index)
    setNeedsLayout()
    return .null
  }

  /// The children that were made from data.
  func itemRoots(of container: Int) -> [Int] {
    tree.components[container].children.filter { !tree.components[$0].key.isEmpty }
  }
}

extension AttributeValue {
  /// A value given to a setter; nil when the setter takes another type.
  init?(_ value: ExpressionValue, setting type: BindingType) {
    switch (type, value) {
    case (.string, .text(let text)), (.any, .text(let text)): self = .text(text)
    case (.float, .int(let number)), (.any, .int(let number)): self = .int(number)
    case (.float, .float(let number)), (.any, .float(let number)): self = .float(number)
    case (.int, .int(let number)), (.color, .int(let number)), (.boolean, .int(let number)),
      (.visibility, .int(let number)), (.gravity, .int(let number)), (.textStyle, .int(let number)):
      self = .int(number)
    case (.object, .json(let value)), (.any, .json(let value)): self = .object(value)
    default: return nil
    }
  }
}

extension ComponentKind {
  /// Attributes that have a setter but cannot be bound.
  func scriptType(of word: StringID) -> BindingType? {
    word == TemplateKey.orientation ? .int : nil
  }
}

extension String {
  /// `textColor` of `setTextColor` and `getTextColor`.
  fileprivate var attributeName: String? {
    guard utf8.count > 3, hasPrefix("set") || hasPrefix("get") else { return nil }
    let name = dropFirst(3)
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  /// `number` of `a number`.
  fileprivate var withoutArticle: String {
    hasPrefix("a ") ? String(dropFirst(2)) : hasPrefix("an ") ? String(dropFirst(3)) : self
  }
}
