/// The severity of a diagnostic.
public enum Severity: String, Hashable, Sendable, CaseIterable {
  /// The unit cannot be used; the exit code is 1.
  case error
  /// Something does not behave as its author expects.
  case warning
  /// Additional information about another diagnostic.
  case note
}

/// One report for the template author: the place, the fault, its reason, and the fix where there is one.
///
/// A diagnostic is self-contained: it includes the quoted line, so it can be printed or sent after the file
/// is gone.
///
///     card.css:3:12: error: 'pxx' is not a length unit here [css.unknown-unit]
///     3 |   width: 12pxx;
///       |            ^~~
///       = hint: did you mean 'px'?
public struct Diagnostic: Hashable, Sendable {
  /// Error, warning or note.
  public var severity: Severity
  /// A stable name such as `css.unknown-unit`. Once released it never changes its meaning.
  public var code: String
  /// One sentence without a full stop.
  public var message: String
  /// The place; nil when it concerns no particular file.
  public var location: SourceLocation?
  /// The quoted line, with the underlined part.
  public var frame: Frame?
  /// The fix, if it is certain.
  public var hint: String?

  /// The line of a diagnostic, shortened to about a hundred characters around the place.
  public struct Frame: Hashable, Sendable {
    /// The text of the line, or the shown part of it.
    public var text: String
    /// Characters of ``text`` before the first underlined one.
    public var start: Int
    /// How many characters are underlined; at least one.
    public var length: Int

    /// A frame from its parts.
    public init(text: String, start: Int, length: Int) {
      self.text = text
      self.start = start
      self.length = length
    }
  }

  /// A diagnostic from its parts.
  public init(
    _ severity: Severity, _ code: String, _ message: String, at location: SourceLocation? = nil,
    frame: Frame? = nil,
    hint: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.location = location
    self.frame = frame
    self.hint = hint
  }

  /// A diagnostic about the bytes `range` of `source`.
  public init(
    _ severity: Severity, _ code: String, _ message: String, at range: Range<Int>, in source: Source,
    hint: String? = nil
  ) {
    let offset = min(max(range.lowerBound, 0), source.bytes.count)
    self.init(
      severity, code, message, at: source.location(of: offset),
      frame: Frame(range, in: source, lineStart: source.lineStart(of: offset).start), hint: hint)
  }

  /// A diagnostic about the bytes `range` of `source`, with known lines.
  package init(
    _ severity: Severity, _ code: String, _ message: String, at range: Range<Int>, in source: Source,
    lines: LineTable, hint: String? = nil
  ) {
    let offset = min(max(range.lowerBound, 0), source.bytes.count)
    self.init(
      severity, code, message, at: source.location(of: offset, lines: lines),
      frame: Frame(range, in: source, lineStart: lines.line(of: offset).start), hint: hint)
  }

  /// An error about the bytes `range` of `source`.
  public static func error(
    _ code: String, _ message: String, at range: Range<Int>, in source: Source, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(.error, code, message, at: range, in: source, hint: hint)
  }

  /// A warning about the bytes `range` of `source`.
  public static func warning(
    _ code: String, _ message: String, at range: Range<Int>, in source: Source, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(.warning, code, message, at: range, in: source, hint: hint)
  }
}

extension Diagnostic.Frame {
  /// The maximum number of characters shown on either side of the place; a minified file is one line.
  private static let reach = 60

  /// Quotes the line that `range` starts in; the underline stops at the end of that line.
  init(_ range: Range<Int>, in source: Source, lineStart: Int) {
    let offset = source.startOfScalar(at: min(max(range.lowerBound, 0), source.bytes.count))
    // A character rarely takes more than eight bytes; longer ones only shorten the window. Bytes further away
    // are not examined.
    let window = Self.reach * 8
    let lineStart = min(source.startOfText(inLineAt: lineStart), offset)
    let from = max(lineStart, source.startOfScalar(at: max(offset - window, 0)))
    let limit = source.startOfScalar(at: min(offset + window, source.bytes.count))
    let to = source.lineEnd(from: offset, limit: limit)
    let before = Array(source.text(in: from..<offset))
    let after = Array(source.text(in: offset..<to))
    let marked = source.text(in: offset..<min(max(range.upperBound, offset), to)).count

    let cutBefore = before.count > Self.reach || from > lineStart
    let cutAfter = after.count > Self.reach || to == limit && limit < source.bytes.count
    let left = (cutBefore ? "…" : "") + String(before.suffix(Self.reach))
    let right = String(after.prefix(Self.reach)) + (cutAfter ? "…" : "")
    self.init(text: left + right, start: left.count, length: min(max(marked, 1), Self.reach))
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The whole report, without colour and without a newline at the end.
  public var description: String { formatted() }

  /// The whole report, without a newline at the end.
  ///
  /// Control characters of the quoted text are shown as visible symbols, so that a hostile template cannot
  /// control the terminal.
  /// - Parameter color: Whether to use ANSI colours.
  public func formatted(color: Bool = false) -> String {
    func paint(_ code: String, _ text: String) -> String { color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
    let tint = severity == .error ? "1;31" : severity == .warning ? "1;33" : "1;36"
    var text = ""
    if let location { text += paint("1", location.description.withoutControls) + ": " }
    text += paint(tint, severity.rawValue) + ": " + message.withoutControls + " " + paint("2", "[\(code)]")
    let gutter = String(location?.line ?? 0)
    if let frame {
      // The underline is as wide as the shown text; control characters are shown as symbols.
      let shown = frame.text.map { $0 == "\t" ? "\t" : String($0).withoutControls }
      let margin = String(repeating: " ", count: gutter.count)
      let padding = shown.prefix(frame.start).map { $0 == "\t" ? "\t" : $0.blanks }.joined()
      let width = max(shown.dropFirst(frame.start).prefix(frame.length).reduce(0) { $0 + $1.displayWidth }, 1)
      let underline = "^" + String(repeating: "~", count: width - 1)
      text += "\n" + paint("2", "\(gutter) |") + " " + shown.joined()
      text += "\n" + paint("2", "\(margin) |") + " " + padding + paint(tint, underline)
    }
    if let hint {
      text +=
        "\n" + String(repeating: " ", count: gutter.count) + " = " + paint("1", "hint:") + " "
        + hint.withoutControls
    }
    return text
  }
}
