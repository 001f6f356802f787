/// A user action on a shown template: `tap #buy`, `long-tap #buy`, `select Page 2`, `scroll Scroller 200`,
/// `wait 3000`.
///
///     try TemplateAction(parsing: "tap 'Buy now'")  // .tap("'Buy now'")
package enum TemplateAction: Hashable, Sendable {
  /// A tap in the middle of the selected component, or at `x,y`.
  case tap(String)
  /// A long press.
  case longTap(String)
  /// Turns to an item, counted from 0.
  case select(String, Int)
  /// Scrolls by points, relative to the current offset.
  case scroll(String, Double)
  /// Advances the time by milliseconds.
  case wait(Double)

  /// The names of all actions, for messages.
  package static let names = ["tap", "long-tap", "select", "scroll", "wait"]

  /// Parses an action in its command line form.
  package init(parsing text: String) throws(TemplateActionError) {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    let verb = words.first.map(String.init) ?? ""
    let rest = words.count > 1 ? String(words[1].drop { $0 == " " }) : ""
    func selectorAndNumber() throws(TemplateActionError) -> (String, Double) {
      guard let blank = rest.lastIndex(of: " "),
        let number = Double(rest[rest.index(after: blank)...]), number.isFinite
      else { throw TemplateActionError(.missingNumber(verb)) }
      var selector = rest[..<blank]
      while selector.last == " " { selector.removeLast() }
      return (String(selector), number)
    }
    switch verb {
    case "tap", "long-tap":
      guard !rest.isEmpty else { throw TemplateActionError(.missingSelector(verb)) }
      self = verb == "tap" ? .tap(rest) : .longTap(rest)
    case "select":
      let (selector, number) = try selectorAndNumber()
      guard let item = Int(exactly: number), item >= 0 else {
        throw TemplateActionError(.missingNumber(verb))
      }
      self = .select(selector, item)
    case "scroll":
      let (selector, points) = try selectorAndNumber()
      self = .scroll(selector, points)
    case "wait":
      guard let time = Double(rest), (0...3_600_000).contains(time) else {
        throw TemplateActionError(.missingNumber(verb))
      }
      self = .wait(time)
    default: throw TemplateActionError(.unknownAction(verb))
    }
  }
}

/// The reason why an action cannot be performed.
package struct TemplateActionError: Error, Hashable, Sendable {
  /// The fact.
  package enum Reason: Hashable, Sendable {
    case unknownAction(String)
    case missingSelector(String)
    case missingNumber(String)
    case badSelector(String)
    case notFound(String, nearest: String?)
    case notShown(String)
    case unsuitable(String, component: String, wants: String)
    case noItem(String, Int, count: Int)
  }

  /// The fact.
  package var reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  /// One sentence for the author of the action.
  package var message: String {
    switch reason {
    case .unknownAction(let name):
      "there is no action '\(name)': expected \(TemplateAction.names.joined(separator: ", "))"
    case .missingSelector(let verb):
      "'\(verb)' needs what to touch, such as '\(verb) #buy' or '\(verb) 100,200'"
    case .missingNumber(let verb):
      switch verb {
      case "wait": "'wait' needs a time in milliseconds, 0 to 3600000"
      case "select": "'select' needs what to turn and the number of an item, such as 'select Page 2'"
      default: "'\(verb)' needs what to move and a number of points, such as '\(verb) Scroller 200'"
      }
    case .badSelector(let text):
      """
      '\(text)' is not a selector: expected '#name', a tag or a text in quotes, \
      with an optional '[n]' after it
      """
    case .notFound(let text, let nearest):
      "nothing is found by '\(text)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .notShown(let text): "what '\(text)' finds is not shown"
    case .unsuitable(let text, let component, let wants):
      "'\(text)' finds \(component), and the action needs \(wants)"
    case .noItem(let text, let item, let count):
      switch count {
      case 0: "'\(text)' has no items"
      case 1: "'\(text)' has no item \(item): there is 1, with the number 0"
      default: "'\(text)' has no item \(item): there are \(count), with the numbers 0 to \(count - 1)"
      }
    }
  }
}
