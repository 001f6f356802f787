/// Tests texts against the `pattern` of fields, in a context that no page can change.
///
/// HTML Standard §4.10.5.3.6: the pattern is a regular expression with the flag `v` that has to match the
/// whole value. The context is made for the first test; a matcher belongs to one thread at a time.
package final class PatternMatcher {
  private enum State {
    case unused
    case ready(ScriptContext, ScriptObject)
    /// There is no JavaScriptCore.
    case unavailable
  }

  private var state = State.unused

  package init() {}

  /// Whether a whole text matches a pattern; nil if the pattern is not a regular expression, takes too long,
  /// or cannot be tested here. Then it counts as absent.
  package func matches(_ pattern: String, _ text: String) -> Bool? {
    if case .unused = state { open() }
    guard case .ready(let context, let test) = state else { return nil }
    return try? context.call(test, [.string(pattern), .string(text)]).bool
  }

  private func open() {
    let limits = ScriptLimits(turn: .milliseconds(500), memory: 32 << 20)
    guard let context = try? ScriptContext(limits: limits),
      let test = try? context.evaluate(Self.script, path: "hybrid:patterns").object
    else {
      state = .unavailable
      return
    }
    state = .ready(context, test)
  }

  // A pattern must be valid by itself: `a)(b` is not, although brackets around it would make it so.
  private static let script = """
    (() => {
      const known = new Map();
      return (pattern, text) => {
        let expression = known.get(pattern);
        if (expression === undefined) {
          try {
            new RegExp(pattern, "v");
            expression = new RegExp(`^(?:${pattern})$`, "v");
          } catch { expression = null; }
          if (known.size > 200) known.clear();
          known.set(pattern, expression);
        }
        return expression === null ? null : expression.test(text);
      };
    })()
    """
}
