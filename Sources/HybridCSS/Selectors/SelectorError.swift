package import HybridSource

/// Why a selector is invalid, and where.
package struct SelectorError: Error, Hashable, Sendable {
  /// The alternatives; only ``diagnostic(in:)`` puts them into words.
  package enum Reason: Hashable, Sendable {
    case empty
    case expectedCompound(after: String)
    case unexpected(String)
    case invalidName(String)
    case attribute
    case unknownPseudoClass(String)
    case unknownPseudoElement(String)
    case needsArgument(String)
    case takesNoArgument(String)
    case emptyArgument(String)
    case nestedHas
    case anPlusB(String)
    case combinator
    case misplacedPseudoElement
    case afterPseudoElement
    case undeclaredNamespace(String)
    case tooMany
  }

  package var reason: Reason
  package var range: Range<Int>
}

extension SelectorError {
  /// The error as a warning that the rule is dropped, with the nearest known name where there is one.
  package func diagnostic(in source: Source) -> Diagnostic {
    var code = "css.invalid-selector"
    var hint: String?
    let message: String
    switch reason {
    case .empty: message = "a selector is missing here"
    case .expectedCompound(let after): message = "a selector must follow \(after)"
    case .unexpected(let text): message = "'\(text)' is not allowed here in a selector"
    case .invalidName(let name):
      message = "'\(name)' is not a name that a selector can have"
      let digit = name.utf8.dropFirst().first
      if let digit, digit >= 0x30, digit <= 0x39 {
        hint =
          """
          a name that starts with a digit is written with an escape: \
          '\(name.prefix(1))\\3\(Character(Unicode.Scalar(digit))) …'
          """
      }
    case .attribute:
      message = "this is not an attribute selector"
      hint = "write [name], [name=word] or [name=\"any text\"]"
    case .unknownPseudoClass(let name):
      code = "css.unknown-pseudo-class"
      message = "there is no pseudo-class ':\(name)'"
      let known = SelectorParser.simplePseudoClasses.keys.sorted() + SelectorParser.functions.sorted()
      if SelectorParser.pseudoElements.contains(name) {
        hint = "did you mean '::\(name)'?"
      } else {
        hint = nearest(to: name, in: known).map { "did you mean ':\($0)'?" }
      }
    case .unknownPseudoElement(let name):
      code = "css.unknown-pseudo-element"
      message = "there is no pseudo-element '::\(name)'"
      if SelectorParser.simplePseudoClasses[name] != nil {
        hint = "did you mean ':\(name)'?"
      } else {
        hint = nearest(to: name, in: SelectorParser.pseudoElements.sorted()).map { "did you mean '::\($0)'?" }
      }
    case .needsArgument(let name):
      message = "':\(name)' needs an argument in parentheses"
      hint = "write ':\(name)(…)'"
    case .takesNoArgument(let name): message = "':\(name)' takes no argument"
    case .emptyArgument(let name): message = "':\(name)()' needs an argument"
    case .nestedHas: message = "':has()' is not allowed inside ':has()'"
    case .anPlusB(let name):
      message = "':\(name)()' takes 'odd', 'even', a number or an expression such as '2n + 1'"
    case .combinator: message = "only selectors without combinators are allowed in these parentheses"
    case .misplacedPseudoElement: message = "a pseudo-element is not allowed in these parentheses"
    case .afterPseudoElement: message = "nothing of this kind can follow a pseudo-element"
    case .undeclaredNamespace(let prefix): message = "the namespace '\(prefix)' is not declared"
    case .tooMany: message = "a rule can have \(SelectorParser.listLimit) selectors at most"
    }
    return .warning(code, message, at: range, in: source, hint: hint)
  }
}
