package import HybridJSON

/// Dialogs as pages describe them (`Documentation/javascript.md`, *TokenHybrid*). Members of the wrong kind
/// count as missing ones.
extension Dialog {
  /// `token.alert(title, message)`: one button, and no callback.
  package static func notice(title: String, message: String) -> Dialog {
    choice(title: title, message: message, titles: ["OK"], cancel: nil)
  }

  /// `token.alertTitles` and `token.showSheetView`: `{title, msg, actionTitles, cancleButton}`. One without
  /// any button gets a cancel button, so that it can be closed.
  package static func choice(_ kind: Kind, settings: JSONValue) -> Dialog {
    let titles = settings["actionTitles"]?.array?.map(\.shownText) ?? []
    let cancels = settings.flag("cancleButton") ?? settings.flag("cancelButton") ?? true
    return choice(
      kind, title: settings.text("title"), message: settings.text("msg"), titles: titles,
      cancel: cancels || titles.isEmpty ? "Cancel" : nil)
  }

  /// `token.alertInput`: `{title, msg, textFields: [{placeholder, defaultText, secureText}]}`.
  package static func input(settings: JSONValue) -> Dialog {
    let fields = settings["textFields"]?.array?.map { field in
      Field(
        placeholder: field.text("placeholder"), text: field.text("defaultText"),
        isSecure: field.flag("secureText") ?? false)
    }
    return input(title: settings.text("title"), message: settings.text("msg"), fields: fields ?? [])
  }

  /// `token.pickData`: `{deepth: [how many rows], data: [[title]]}`, a member a column. `deepth` may be
  /// missing, or hold how many columns there are; rows without a title are empty ones.
  package static func picker(settings: JSONValue) -> Dialog {
    let titles = settings["data"]?.array?.map { $0.array?.map(\.shownText) ?? [$0.shownText] } ?? []
    guard let depth = settings["deepth"] ?? settings["depth"] else { return picker(titles) }
    guard let counts = depth.array?.map({ Int(fitting: $0) }) else {
      return picker(Int(fitting: depth).map { Array(titles.prefix(max($0, 0))) } ?? titles)
    }
    let columns = counts.prefix(mostColumns).enumerated().map { column, count in
      let rows = column < titles.count ? titles[column] : []
      let wanted = min(max(count ?? rows.count, 0), mostRows)
      return Array(rows.prefix(wanted)) + Array(repeating: "", count: max(wanted - rows.count, 0))
    }
    return picker(columns)
  }
}

extension DialogOutcome {
  /// The argument of `feedBack` of `token.alertTitles` and `token.showSheetView`: the index of the button, −1
  /// for cancel.
  package var index: JSONValue {
    if case .button(let index) = self { .number(Double(index)) } else { -1 }
  }

  /// The argument of `feedBack` of `token.alertInput`: one array with the texts of all fields, including
  /// empty ones, so that they keep their indices (`Documentation/javascript.md`, *TokenHybrid*). Nil for
  /// cancel, which does not call it.
  package var texts: JSONValue? {
    if case .texts(let texts) = self { .array(texts.map { .string($0) }) } else { nil }
  }

  /// The argument of `finish` of `token.pickData`: the row number for each column number,
  /// both as texts. Nil for cancel, which does not call it.
  package var picked: JSONValue? {
    guard case .rows(let rows) = self else { return nil }
    let chosen = rows.enumerated().filter { $0.element >= 0 }
    return .object(JSONObject(chosen.map { (String($0.offset), .string(String($0.element))) }))
  }

  /// The arguments of the callback of `token.requestTouchID`: a code, 1 if the finger matches and 0
  /// otherwise, and a message.
  package var touch: [JSONValue] {
    self == .cancelled ? [0, "the finger was not recognised"] : [1, "the finger was recognised"]
  }
}

extension JSONValue {
  /// A member as text; empty when it is missing.
  func text(_ key: String) -> String { self[key]?.shownText ?? "" }

  /// A member as a truth value, also when it is written as text or number; nil for anything else.
  func flag(_ key: String) -> Bool? {
    switch self[key] {
    case .bool(let value): value
    case .number(let number): number != 0
    case .string("true"), .string("1"), .string("yes"): true
    case .string("false"), .string("0"), .string("no"), .string(""): false
    default: nil
    }
  }
}

extension Int {
  /// A whole number, also when it is written as text; nil for anything else.
  fileprivate init?(fitting value: JSONValue) {
    guard let number = value.int ?? value.string.flatMap({ Int($0) }) else { return nil }
    self = number
  }
}
