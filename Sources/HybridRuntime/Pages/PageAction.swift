package import HybridSource

/// A user action on a page, in the syntax of `render --do` and scenarios.
///
///     try PageAction(parsing: "type #name Ada Lovelace")
package enum PageAction: Hashable, Sendable {
  /// A tap on the first shown match.
  case tap(String)
  /// Text at the end of a field; what follows the verb is a selector, then the text.
  case type(String)
  /// Ticks a box or turns a switch over.
  case toggle(String)
  /// Chooses by index, from 0: a title, a dot, an option, a row.
  case select(String, Int)
  /// Chooses files of the project in a field; what follows the verb is a selector, then the paths.
  case choose(String)
  /// Scrolls to an offset from the top, in points; below 0 pulls down, past the end pulls up.
  case scroll(String, Double)
  /// Answers the oldest dialog or picker that is open.
  case answer(String)
  /// Advances the page's clock by seconds.
  case wait(Double)

  /// The verbs, for messages.
  package static let names = ["tap", "type", "toggle", "select", "choose", "scroll", "answer", "wait"]

  /// Reads an action.
  package init(parsing text: String) throws(PageActionError) {
    let text = text.drop { $0 == " " }
    let verb = String(text.prefix { $0 != " " })
    let rest = String(text.dropFirst(verb.count).drop { $0 == " " })
    switch verb {
    case "tap", "toggle":
      guard !rest.isEmpty else { throw PageActionError(.missingSelector(verb)) }
      self = verb == "tap" ? .tap(rest.trimmedEnd) : .toggle(rest.trimmedEnd)
    case "type":
      guard rest.contains(" ") else { throw PageActionError(.missingSelector(verb)) }
      self = .type(rest)
    case "choose":
      guard rest.trimmedEnd.contains(" ") else { throw PageActionError(.missingSelector(verb)) }
      self = .choose(rest.trimmedEnd)
    case "select":
      let (selector, number) = try Self.selectorAndNumber(rest, verb)
      guard let index = Int(exactly: number) else { throw PageActionError(.missingNumber(verb)) }
      self = .select(selector, index)
    case "scroll":
      let (selector, offset) = try Self.selectorAndNumber(rest, verb)
      self = .scroll(selector, offset)
    case "answer": self = .answer(rest)
    case "wait":
      guard let time = Double(rest.trimmedEnd), (0...86_400).contains(time) else {
        throw PageActionError(.missingNumber(verb))
      }
      self = .wait(time)
    default: throw PageActionError(.unknownAction(verb, nearest: nearest(to: verb, in: Self.names)))
    }
  }

  private static func selectorAndNumber(_ rest: String, _ verb: String) throws(PageActionError) -> (
    String, Double
  ) {
    let rest = rest.trimmedEnd
    guard let blank = rest.lastIndex(of: " "), let number = Double(rest[rest.index(after: blank)...]),
      number.isFinite
    else { throw PageActionError(.missingNumber(verb)) }
    return (String(rest[..<blank]).trimmedEnd, number)
  }
}

/// Why an action cannot be performed.
package struct PageActionError: Error, Hashable, Sendable {
  /// The fact.
  package enum Reason: Hashable, Sendable {
    case unknownAction(String, nearest: String?)
    case missingSelector(String)
    case missingNumber(String)
    case selection(SelectionError)
    /// The selected element is not shown.
    case notShown(String)
    /// The selected element does not fit the action.
    case unsuitable(String, element: String, wants: String)
    case noItem(String, Int, count: Int)
    /// There is no such file in the project.
    case noFile(String)
    /// The field takes one file only.
    case oneFile(String)
    /// The answer does not fit the open dialog.
    case answer(DialogFault)
  }

  package var reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  /// The error in words, at the wrong part of the action if known.
  package var diagnostic: Diagnostic {
    switch reason {
    case .selection(let error): return error.diagnostic
    case .unknownAction(let name, let nearest):
      return Diagnostic(
        .error, "render.unknown-action", "there is no action '\(name)'",
        hint: nearest.map { "did you mean '\($0)'?" }
          ?? "there are \(PageAction.names.joined(separator: ", "))")
    case .missingSelector(let verb):
      return Diagnostic(
        .error, "render.unknown-action",
        verb == "type"
          ? "'type' needs a selector and a text, such as 'type #name Ada'"
          : verb == "choose"
            ? "'choose' needs a selector and a file, such as 'choose #photo assets/tea.png'"
            : "'\(verb)' needs a selector, such as '\(verb) #buy'")
    case .missingNumber(let verb):
      let needs =
        switch verb {
        case "wait": "a time in seconds, 0 to 86400"
        case "select": "a selector and the index of an item, such as 'select #sizes 2'"
        default: "a selector and an offset in points, such as '\(verb) #list 200'"
        }
      return Diagnostic(.error, "render.unknown-action", "'\(verb)' needs \(needs)")
    case .notShown(let selector):
      return Diagnostic(
        .error, "render.impossible-action", "the element that '\(selector)' matches is not shown")
    case .unsuitable(let selector, let element, let wants):
      return Diagnostic(
        .error, "render.impossible-action", "'\(selector)' is \(element), and the action needs \(wants)")
    case .noItem(let selector, let index, let count):
      return Diagnostic(
        .error, "render.impossible-action",
        count == 0
          ? "'\(selector)' has no items"
          : "'\(selector)' has no item \(index): it has \(count), from 0 to \(count - 1)")
    case .noFile(let path):
      return Diagnostic(.error, "render.impossible-action", "there is no file '\(path)' in the project")
    case .oneFile(let selector):
      return Diagnostic(
        .error, "render.impossible-action", "'\(selector)' takes one file: it has no attribute 'multiple'")
    case .answer(let fault): return Diagnostic(.error, "render.impossible-action", fault.description)
    }
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
