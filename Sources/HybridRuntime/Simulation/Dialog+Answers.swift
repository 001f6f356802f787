import HybridEncoding
import HybridJSON
import HybridSource

/// Answers in their written form: `answer VALUE`.
extension Dialog {
  /// The outcome of the dialog for an answer.
  ///
  /// - Buttons: an index, −1 for the one that cancels, a title in whatever case, or `cancel`. A title that is
  ///   a number is written in quotes.
  /// - Fields: the text of the first one, or a JSON array with the texts of all; those that it does not reach
  ///   stay as they are. `cancel` cancels.
  /// - Pickers: a row for each column, by number or title, separated by blanks or as a JSON array; −1 or
  ///   `cancel` cancels.
  /// - Touch ID: `1`, `ok` or `true` is the right finger, and anything else a refusal.
  package func outcome(of answer: String) throws(DialogFault) -> DialogOutcome {
    switch kind {
    case .alert, .sheet: try button(answer)
    case .input: try texts(answer)
    case .picker: try rows(answer)
    case .touchID:
      ["1", "ok", "true", "yes"].contains(answer.trimmed.lowercased()) ? .button(0) : .cancelled
    }
  }

  private func button(_ answer: String) throws(DialogFault) -> DialogOutcome {
    let text = answer.trimmed
    let title = text.quotedText
    if title == nil, let index = Int(text), let place = buttons.firstIndex(where: { $0.index == index }) {
      return outcome(ofButton: place) ?? .cancelled
    }
    let wanted = title ?? text
    let place =
      buttons.firstIndex { $0.title == wanted }
      ?? buttons.firstIndex { $0.title.lowercased() == wanted.lowercased() }
    if let place, let outcome = outcome(ofButton: place) { return outcome }
    if isCancel(text), canCancel { return .cancelled }
    throw .noButton(answer, titles: buttons.map(\.title))
  }

  private func texts(_ answer: String) throws(DialogFault) -> DialogOutcome {
    if answer.trimmed.lowercased() == "cancel", canCancel { return .cancelled }
    let given = answer.listedTexts ?? [answer.quotedText ?? answer]
    guard given.count <= max(fields.count, 1) else { throw .tooManyTexts(given.count, fields: fields.count) }
    var texts = fields.map(\.text)
    for (index, text) in given.enumerated() where texts.indices.contains(index) { texts[index] = text }
    return .texts(texts)
  }

  private func rows(_ answer: String) throws(DialogFault) -> DialogOutcome {
    let text = answer.trimmed
    if isCancel(text), canCancel { return .cancelled }
    var pieces = text.listedTexts ?? [text.quotedText ?? text]
    if text.listedTexts == nil, columns.count != 1 || row(text, column: 0) == nil {
      pieces = text.split(separator: " ").map(String.init)
    }
    guard pieces.count <= columns.count else { throw .tooManyRows(pieces.count, columns: columns.count) }
    var rows = rows
    for (column, piece) in pieces.enumerated() {
      guard let row = row(piece, column: column) else {
        throw .noRow(piece, column: column, titles: columns[column])
      }
      rows[column] = row
    }
    return .rows(rows)
  }

  /// The row for a number or a title; numbers take precedence.
  func row(_ text: String, column: Int) -> Int? {
    guard columns.indices.contains(column) else { return nil }
    if let number = Int(text), columns[column].indices.contains(number) { return number }
    return columns[column].firstIndex(of: text)
      ?? columns[column].firstIndex { $0.lowercased() == text.lowercased() }
  }

  private func isCancel(_ text: String) -> Bool {
    text == "-1" || text == "−1" || text.lowercased() == "cancel"
  }
}

/// Why an answer is invalid. The dialog stays open.
package enum DialogFault: Error, Hashable, Sendable {
  case nothingOpen
  case noButton(String, titles: [String])
  case tooManyTexts(Int, fields: Int)
  /// Columns count from 0.
  case noRow(String, column: Int, titles: [String])
  case tooManyRows(Int, columns: Int)
}

extension DialogFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nothingOpen: "no dialog is open"
    case .noButton(let answer, let titles):
      "the dialog has no button '\(answer.cut(to: 40))': " + Self.choices(titles)
    case .tooManyTexts(let count, let fields):
      "\(count) texts for a dialog with \(counted(fields, "field"))"
    case .noRow(let answer, let column, let titles):
      "column \(column) of the picker has no row '\(answer.cut(to: 40))': " + Self.choices(titles)
    case .tooManyRows(let count, let columns):
      "\(count) rows for a picker with \(counted(columns, "column"))"
    }
  }

  private static func choices(_ titles: [String]) -> String {
    guard !titles.isEmpty else { return "it is empty" }
    let shown = titles.prefix(6).map { "'\($0.cut(to: 40))'" }.joined(separator: ", ")
    return "there \(titles.count == 1 ? "is" : "are") \(shown)"
      + (titles.count > 6 ? " and \(titles.count - 6) more" : "")
  }
}

extension String {
  fileprivate var trimmed: String { String(trimming(while: \.isWhitespace)) }

  /// The text of a JSON string; nil for anything else.
  fileprivate var quotedText: String? {
    guard trimmed.hasPrefix("\""), let value = try? JSONValue(parsing: trimmed) else { return nil }
    return value.string
  }

  /// The members of a JSON array of texts, numbers and truth values; nil for anything else.
  fileprivate var listedTexts: [String]? {
    guard trimmed.hasPrefix("["), let list = try? JSONValue(parsing: trimmed).array else { return nil }
    guard list.allSatisfy({ $0.array == nil && $0.object == nil }) else { return nil }
    return list.map(\.shownText)
  }
}

extension JSONValue {
  /// The form shown in a dialog: texts without quotes, nothing for null.
  var shownText: String {
    switch self {
    case .null: ""
    case .string(let text): text
    default: text()
    }
  }
}
