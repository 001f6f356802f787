import HybridJSON
import HybridRuntime
import Testing

/// Answers to dialogs, as `answer VALUE` gives them.
struct DialogTests {
  private static let choice = Dialog.choice(title: "Delete?", titles: ["Archive", "Delete", "7"])
  private static let notice = Dialog.notice(title: "Saved", message: "")

  @Test(arguments: [
    ("0", DialogOutcome.button(0)), ("1", .button(1)), (" 1 ", .button(1)), ("Delete", .button(1)),
    ("delete", .button(1)), ("\"7\"", .button(2)), ("2", .button(2)), ("-1", .cancelled),
    ("cancel", .cancelled),
    ("Cancel", .cancelled),
  ])
  func buttonsAreMeantByIndexOrTitle(_ answer: String, _ outcome: DialogOutcome) throws {
    #expect(try Self.choice.outcome(of: answer) == outcome)
  }

  @Test(arguments: ["3", "8", "-2", "", "Dele", "99999999999999999999", "[0]"])
  func anUnknownButtonIsNoAnswer(_ answer: String) {
    #expect(throws: DialogFault.noButton(answer, titles: ["Archive", "Delete", "7", "Cancel"])) {
      try Self.choice.outcome(of: answer)
    }
  }

  @Test func aNoticeHasOneButtonAndNoWayToCancel() throws {
    #expect(try Self.notice.outcome(of: "ok") == .button(0))
    #expect(throws: DialogFault.noButton("cancel", titles: ["OK"])) { try Self.notice.outcome(of: "cancel") }
  }

  /// `Documentation/javascript.md`, *TokenHybrid*: −1 for cancel, a button that cancels unless told
  /// otherwise.
  @Test(arguments: [
    (#"{"actionTitles": ["a", "b"]}"#, ["a", "b", "Cancel"]),
    (#"{"actionTitles": ["a"], "cancleButton": false}"#, ["a"]),
    (#"{"actionTitles": ["a"], "cancleButton": "false"}"#, ["a"]),
    (#"{"actionTitles": ["a"], "cancelButton": 0}"#, ["a"]),
    (#"{"actionTitles": [1, true, null]}"#, ["1", "true", "", "Cancel"]),
    (#"{"actionTitles": "a", "cancleButton": false}"#, ["Cancel"]),
    ("null", ["Cancel"]), ("[1]", ["Cancel"]), ("\"title\"", ["Cancel"]),
  ])
  func settingsGiveButtons(_ settings: String, _ titles: [String]) throws {
    let dialog = Dialog.choice(.sheet, settings: try JSONValue(parsing: settings))
    #expect(dialog.buttons.map(\.title) == titles)
    #expect(dialog.buttons.filter(\.isCancel).allSatisfy { $0.index == -1 })
  }

  // MARK: Fields

  private static let input = Dialog.input(settings: [
    "title": "Sign in", "msg": "Once more",
    "textFields": [
      ["placeholder": "Name", "defaultText": "ada"], ["placeholder": "Password", "secureText": true],
      ["defaultText": 3, "secureText": "1"],
    ],
  ])

  /// a boolean `secureText` is as good as a text.
  @Test func settingsGiveFields() {
    #expect(
      Self.input.fields == [
        Dialog.Field(placeholder: "Name", text: "ada"), Dialog.Field(placeholder: "Password", isSecure: true),
        Dialog.Field(text: "3", isSecure: true),
      ])
  }

  @Test(arguments: [
    ("Bob", DialogOutcome.texts(["Bob", "", "3"])), ("", .texts(["", "", "3"])),
    (#"["Bob", "pw"]"#, .texts(["Bob", "pw", "3"])), (#"["Bob", "", ""]"#, .texts(["Bob", "", ""])),
    ("[1, true, null]", .texts(["1", "true", ""])), ("[not json", .texts(["[not json", "", "3"])),
    ("[[1]]", .texts(["[[1]]", "", "3"])), ("[]", .texts(["ada", "", "3"])), ("-1", .texts(["-1", "", "3"])),
    ("\"cancel\"", .texts(["cancel", "", "3"])), ("cancel", .cancelled),
  ])
  func fieldsAreAnsweredWithTexts(_ answer: String, _ outcome: DialogOutcome) throws {
    #expect(try Self.input.outcome(of: answer) == outcome)
  }

  @Test func moreTextsThanFieldsAreNoAnswer() {
    #expect(throws: DialogFault.tooManyTexts(4, fields: 3)) { try Self.input.outcome(of: "[1, 2, 3, 4]") }
    #expect(DialogFault.tooManyTexts(2, fields: 1).description == "2 texts for a dialog with 1 field")
  }

  /// one array, and the empty texts keep their places.
  @Test func thePageGetsOneArrayWithAllTexts() throws {
    #expect(try Self.input.outcome(of: "").texts == ["", "", "3"])
    #expect(DialogOutcome.cancelled.texts == nil)
  }

  // MARK: Pickers

  private static let colours = Dialog.picker(settings: [
    "deepth": [3], "data": [["Red", "Light Blue", "Green"]],
  ])
  private static let sizes = Dialog.picker(settings: [
    "deepth": [2, 3], "data": [["S", "M"], ["1", "2", "Thin"]],
  ])

  @Test(arguments: [
    (colours, "1", [1]), (colours, "light blue", [1]), (colours, "Green", [2]), (colours, "[2]", [2]),
    (sizes, "1", [1, 0]), (sizes, "0 2", [0, 2]), (sizes, "M Thin", [1, 2]), (sizes, "M 1", [1, 1]),
    (sizes, #"["M", "thin"]"#, [1, 2]), (sizes, "", [0, 0]),
  ])
  func rowsAreMeantByNumberOrTitle(_ dialog: Dialog, _ answer: String, _ rows: [Int]) throws {
    #expect(try dialog.outcome(of: answer) == .rows(rows))
  }

  @Test(arguments: [
    (colours, "3", DialogFault.noRow("3", column: 0, titles: ["Red", "Light Blue", "Green"])),
    (colours, "0 1", .tooManyRows(2, columns: 1)), (sizes, "0 1 1", .tooManyRows(3, columns: 2)),
    (sizes, "S Thick", .noRow("Thick", column: 1, titles: ["1", "2", "Thin"])),
    (sizes, "-2", .noRow("-2", column: 0, titles: ["S", "M"])),
  ])
  func anUnknownRowIsNoAnswer(_ dialog: Dialog, _ answer: String, _ fault: DialogFault) {
    #expect(throws: fault) { try dialog.outcome(of: answer) }
  }

  /// Column numbers as keys, row numbers as values, both texts.
  @Test func thePageGetsRowsByColumn() throws {
    #expect(try Self.sizes.outcome(of: "1 2").picked == ["0": "1", "1": "2"])
    #expect(try Self.sizes.outcome(of: "cancel").picked == nil)
  }

  @Test(arguments: [
    (#"{"data": [["a"], ["b", 2]]}"#, [["a"], ["b", "2"]]),
    (#"{"deepth": [1], "data": [["a", "b"]]}"#, [["a"]]),
    (#"{"deepth": [2, "1"], "data": [["a"]]}"#, [["a", ""], [""]]),
    (#"{"deepth": 1, "data": [["a"], ["b"]]}"#, [["a"]]),
    (#"{"deepth": [-5, 0], "data": [["a"], ["b"]]}"#, [[], []]), (#"{"deepth": -1, "data": [["a"]]}"#, []),
    (#"{"data": "a"}"#, []), ("null", []),
  ])
  func settingsGiveColumns(_ settings: String, _ columns: [[String]]) throws {
    let dialog = Dialog.picker(settings: try JSONValue(parsing: settings))
    #expect(dialog.columns == columns)
    #expect(dialog.rows == columns.map { $0.isEmpty ? -1 : 0 })
  }

  @Test func anEmptyColumnChoosesNothing() throws {
    let dialog = Dialog.picker([[], ["a"]])
    #expect(try dialog.outcome(of: "[]").picked == ["1": "0"])
    #expect(throws: DialogFault.noRow("0", column: 0, titles: [])) { try dialog.outcome(of: "0") }
    #expect(Dialog.picker([]).outcome(ofButton: 0)?.picked == [:])
  }

  @Test func hugeSettingsAreCut() {
    let long = JSONValue.string(String(repeating: "x", count: 300))
    let many = JSONValue.array([long] + Array(repeating: "x", count: 20_000))
    #expect(Dialog.choice(.alert, settings: ["actionTitles": many]).buttons.count == 101)
    let picker = Dialog.picker(settings: ["deepth": [1e300, 1e9, 9_000_000_000_000_000], "data": [many]])
    #expect(picker.columns.map(\.count) == [10_000, 10_000, 10_000])
    #expect(picker.columns[0][0].count == 201)
    #expect(Dialog.picker(settings: ["data": .array(Array(repeating: [1], count: 100))]).columns.count == 8)
  }

  // MARK: Touch ID

  @Test(arguments: [
    ("1", 1), ("ok", 1), ("TRUE", 1), ("0", 0), ("", 0), ("no", 0), ("-1", 0), ("cancel", 0),
  ])
  func aFingerIsRightOrNot(_ answer: String, _ code: Int) throws {
    let told = try Dialog.touchID(reason: "Pay").outcome(of: answer).touch
    #expect(told.count == 2)
    #expect(told.first?.int == code)
    #expect(told.last?.string?.isEmpty == false)
  }

  // MARK: Words

  @Test func faultsNameWhatThereIs() {
    #expect(DialogFault.nothingOpen.description == "no dialog is open")
    #expect(
      DialogFault.noButton("Yes", titles: ["OK", "Cancel"]).description
        == "the dialog has no button 'Yes': there are 'OK', 'Cancel'")
    #expect(
      DialogFault.noRow("9", column: 1, titles: (0..<8).map { "r\($0)" }).description
        == "column 1 of the picker has no row '9': there are 'r0', 'r1', 'r2', 'r3', 'r4', 'r5' and 2 more")
  }
}
