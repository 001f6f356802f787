import HybridGeometry
import Testing

@testable import hybrid

/// A command with one option of each kind.
private enum Brew {
  enum Size: String, CaseIterable, Sendable { case small, large }
  static let cups = Option<Int?>.integer("cups", "N", in: 1...12, "how many")
  static let width = Option<Double>.points("width", default: 375, "how wide")
  static let size = Option<Size>.choice("size", "SIZE", default: .small, "how large")
  static let with = Option<[String]>.list("with", "THING", "what goes in")
  static let output = Option<String?>.text("output", short: "o", "FILE", "where to")
  static let decaf = Option<Bool>.flag("decaf", "without")
  static let command = Command(
    name: "brew", summary: "make tea",
    operands: [
      Operand(name: "POT", summary: "where"), Operand(name: "LID", count: .oneOrNone, summary: "what on"),
    ],
    options: declarations(cups, width, size, with, output, decaf),
    examples: [.init("hybrid brew pot", "tea")], run: { _ in .done })
}

@Suite struct ArgumentsTests {
  @Test func optionsHaveDefaults() throws {
    let arguments = try Arguments(["pot"], for: Brew.command)
    #expect(arguments[Brew.cups] == nil)
    #expect(arguments[Brew.width] == 375)
    #expect(arguments[Brew.size] == .small)
    #expect(arguments[Brew.with] == [])
    #expect(arguments[Brew.output] == nil)
    #expect(arguments[Brew.decaf] == false)
    #expect(arguments.operand(0) == "pot" && arguments.operand(1) == nil)
  }

  @Test(arguments: [
    ["pot", "--cups", "3"], ["--cups", "3", "pot"], ["--cups=3", "pot"],
    ["--cups", "9", "pot", "--cups", "3"],  // the last one counts
  ])
  func numberIsReadInEveryForm(_ words: [String]) throws {
    let arguments = try Arguments(words, for: Brew.command)
    #expect(arguments[Brew.cups] == 3)
    #expect(arguments.operands == ["pot"])
  }

  @Test(arguments: [["-o", "f"], ["-of"], ["--output", "f"], ["--output=f"]])
  func shortFormIsTheSameOption(_ words: [String]) throws {
    #expect(try Arguments(words + ["pot"], for: Brew.command)[Brew.output] == "f")
  }

  @Test(arguments: [
    (["--output", "-x"], "-x"),  // the word behind an option is its value whatever it looks like
    (["--output="], ""),
    (["--output=a=b"], "a=b"),
  ])
  func valueIsTakenAsItIs(_ words: [String], _ value: String) throws {
    #expect(try Arguments(words + ["pot"], for: Brew.command)[Brew.output] == value)
  }

  @Test func repeatedOptionKeepsOrder() throws {
    let arguments = try Arguments(["--with", "milk", "pot", "--with=ice"], for: Brew.command)
    #expect(arguments[Brew.with] == ["milk", "ice"])
  }

  @Test func twoDashesEndTheOptions() throws {
    #expect(try Arguments(["--", "--cups", "-h"], for: Brew.command).operands == ["--cups", "-h"])
  }

  @Test func oneDashIsAnOperand() throws {
    #expect(try Arguments(["-"], for: Brew.command).operands == ["-"])
  }

  @Test(arguments: [["--help"], ["-h"], ["--cups", "many", "-h"], ["a", "b", "c", "--help"]])
  func helpIsGivenWhateverElseIsWrong(_ words: [String]) throws {
    #expect(try Arguments(words, for: Brew.command).wantsHelp)
  }

  @Test(
    arguments: [
      ([], .missingOperand("POT")),
      (["a", "b", "c"], .extraOperand("c")),
      (["a", "--cpus", "3"], .unknownOption("--cpus", nearest: "--cups")),
      (["a", "--cpus=3"], .unknownOption("--cpus", nearest: "--cups")),
      (["a", "-cups"], .unknownOption("-cups", nearest: "--cups")),
      (["a", "--quite-other"], .unknownOption("--quite-other", nearest: nil)),
      (["a", "-q"], .unknownOption("-q", nearest: nil)),
      (["a", "--cups"], .missingValue("cups", expected: "a whole number from 1 to 12")),
      (["a", "--decaf=yes"], .valueForFlag("decaf")),
      (
        ["a", "--cups", "13"],
        .wrongValue("cups", "13", expected: "a whole number from 1 to 12", nearest: nil)
      ),
      (
        ["a", "--cups", "3.5"],
        .wrongValue("cups", "3.5", expected: "a whole number from 1 to 12", nearest: nil)
      ),
      (["a", "--cups="], .wrongValue("cups", "", expected: "a whole number from 1 to 12", nearest: nil)),
      (
        ["a", "--width", "nan"],
        .wrongValue("width", "nan", expected: "a number from 1 to 100000", nearest: nil)
      ),
      (
        ["a", "--width", "1e9"],
        .wrongValue("width", "1e9", expected: "a number from 1 to 100000", nearest: nil)
      ),
      (
        ["a", "--size", "lrge"],
        .wrongValue("size", "lrge", expected: "one of small, large", nearest: "large")
      ),
    ] as [([String], UsageError.Reason)])
  func wrongWordsAreRefused(_ words: [String], _ reason: UsageError.Reason) {
    #expect(throws: UsageError(reason, in: Brew.command)) { try Arguments(words, for: Brew.command) }
  }

  @Test(
    arguments: [
      ("rendr", .unknownCommand("rendr", nearest: "render")),
      ("serve-me", .unknownCommand("serve-me", nearest: nil)),
      ("--verison", .unknownOption("--verison", nearest: "--version")),
    ] as [(String, UsageError.Reason)])
  func wrongCommandsAreRefused(_ name: String, _ reason: UsageError.Reason) {
    #expect(throws: UsageError(reason)) { try Command.named(name, in: Command.all) }
  }

  @Test func usageErrorReadsLikeADiagnostic() {
    let error = UsageError(.unknownOption("--cpus", nearest: "--cups"), in: Brew.command)
    #expect(
      error.diagnostic.description == """
        error: 'hybrid brew' has no option '--cpus' [usage.unknown-option]
          = hint: did you mean '--cups'?
        """)
  }

  /// The parser's assumptions.
  @Test(arguments: Command.all.map(\.name))
  func declarationsAreSound(_ name: String) throws {
    let command = try Command.named(name, in: Command.all)
    let spellings = command.options.flatMap(\.spellings) + ["--help", "-h"]
    #expect(Set(spellings).count == spellings.count)
    #expect(command.operands.dropLast().allSatisfy { $0.count == .one })
    #expect(!command.examples.isEmpty)
    for text in [command.summary] + command.options.map(\.summary) + command.operands.map(\.summary) {
      #expect(!text.hasSuffix(".") && !text.isEmpty)
    }
  }
}
