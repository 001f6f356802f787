import HybridEncoding

/// An `@property` rule. CSS Properties and Values 1 §3.
package struct PropertyRule: Hashable, Sendable {
  package let registration: RegisteredProperty
  /// The bytes of the at-keyword and the name.
  package let range: Range<Int>

  /// The name of the property, with `--`.
  package var name: String { registration.name }

  /// Its descriptors.
  static let descriptors = ["syntax", "inherits", "initial-value"]
}

extension SheetParser {
  /// An `@property` rule; the next token is its `{`. Nil for one that registers nothing.
  mutating func parseProperty(_ prelude: [ComponentValue], _ range: Range<Int>) -> PropertyRule? {
    let found = descriptorsByName()
    guard prelude.trimmed.count == 1, let name = prelude.trimmed.first?.ident else {
      reports.add("css.invalid-property-rule", "'@property' takes the name of a custom property", at: range)
      return nil
    }
    func fail(_ message: String, _ place: Range<Int>?) -> PropertyRule? {
      reports.add("css.invalid-property-rule", message, at: place ?? range)
      return nil
    }
    guard let syntax = found["syntax"]?.value.trimmed, syntax.count == 1,
      case .token(.string(let text)) = syntax.first?.content
    else {
      return fail("'@property \(name)' needs a 'syntax' in quotes", found["syntax"]?.range)
    }
    let words = ["true": true, "false": false]
    guard let inherits = found["inherits"]?.value.trimmed, inherits.count == 1,
      let isInherited = inherits.first?.ident.flatMap({ words[$0.asciiLowercased] })
    else {
      return fail(
        "'@property \(name)' needs 'inherits: true' or 'inherits: false'", found["inherits"]?.range)
    }
    do throws(RegisteredProperty.Fault) {
      let registration = try RegisteredProperty(
        name, syntax: text, isInherited: isInherited, initial: found["initial-value"]?.value)
      return PropertyRule(registration: registration, range: range)
    } catch {
      switch error {
      case .name: return fail("'@property' takes a name that begins with '--'", nil)
      case .syntax:
        return fail("'\(text)' is not a syntax of CSS Properties and Values", found["syntax"]?.range)
      case .initial:
        return fail(
          "'@property \(name)' needs an 'initial-value' that matches its 'syntax' and does not depend on the "
            + "element",
          found["initial-value"]?.range)
      }
    }
  }

  /// The declarations of a block with descriptors, by name in lower case; the last of a name counts.
  private mutating func descriptorsByName() -> [String: Declaration] {
    var found: [String: Declaration] = [:]
    parseDescriptors { parser, declaration in
      let name = declaration.name.asciiLowercased
      if PropertyRule.descriptors.contains(name) {
        found[name] = declaration
      } else {
        parser.reports.add(
          "css.invalid-property-rule", "'@property' has no '\(declaration.name)'", at: declaration.range)
      }
    }
    return found
  }
}
