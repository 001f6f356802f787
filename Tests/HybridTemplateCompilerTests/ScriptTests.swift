import HybridUnits
import Testing

@testable import HybridTemplateCompiler

private func hex(_ bytes: [UInt8]) -> String {
  bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

private func script(_ text: String) -> CompiledScript { compileScript(Array("${\(text)}".utf8)) }

/// Code as it is, and words: `this` and `cur` are 9e4e3600 and 40820100.
private let codes: [(String, String)] = [
  // `Documentation/template-format.md`, *Code*.
  ("this.a=1", "0501 ffffffff 02 9e4e3600 61000000 01000000 00"),
  (
    "this.a=(b.x+1)*2",
    "0001 ffffffff 02 62000000 78000000 01000000 00  020c 00000000 02000000"
      + "0504 ffffffff 02 9e4e3600 61000000 00000000"
  ),
  (
    "this.a=b.x?1:2",
    "06 4800 ffffffff 02 62000000 78000000 01000000 02000000 00  0504 ffffffff 02 9e4e3600 61000000 00000000"
  ),
  (
    "if(this.a>1){this.b=1}else{this.b=2}",
    "0901 ffffffff 02 9e4e3600 61000000 01000000 00  16 37000000 04 00000000"
      + "0501 ffffffff 02 9e4e3600 62000000 01000000 01  15 4b000000"
      + "0501 ffffffff 02 9e4e3600 62000000 02000000 02"
  ),
  (
    "this.a=data.color[this.cur]",
    "19 ffffffff 02 aaef2e00 632fa705 00 ffffffff 02 9e4e3600 40820100 00"
      + "0504 ffffffff 02 9e4e3600 61000000 00000000"
  ),
  ("this.doIt(1,'s')", "0f ffffffff 02 9e4e3600 161f2f00 02 01 01000000 03 73000000 00"),
  // Folding: 32 bits wrap, a float keeps comparisons floats.
  ("a=2+3*4", "0501 ffffffff 01 61000000 0e000000 00"),
  ("a=2147483647+1", "0501 ffffffff 01 61000000 00000080 00"),
  ("a=(0-2147483647-1)/-1", "0501 ffffffff 01 61000000 00000080 00"),
  ("a=-7/2", "0501 ffffffff 01 61000000 fdffffff 00"),
  ("a=-7%2", "0501 ffffffff 01 61000000 ffffffff 00"),
  ("a=1.5>1", "0502 ffffffff 01 61000000 0000803f 00"),
  ("a=7.5%2", "0502 ffffffff 01 61000000 00000000 00"),
  ("a=1&&1", "0501 ffffffff 01 61000000 00000000 00"),
  ("a=!0", "0501 ffffffff 01 61000000 01000000 00"),
  ("a=0x7f", "0501 ffffffff 01 61000000 7f000000 00"),
  ("a=#ff0000", "0501 ffffffff 01 61000000 0000ffff 00"),
  ("a=#11223344", "0501 ffffffff 01 61000000 33221144 00"),
  ("a=#fff", "0501 ffffffff 01 61000000 00000000 00"),
  ("a=1?2:3", "0501 ffffffff 01 61000000 02000000 00"),
  ("a='s'=='s'", "0501 ffffffff 01 61000000 01000000 00"),
  ("a=''", "0503 ffffffff 01 61000000 ffffffff 00"),
  // Unary.
  ("a=-b", "07 00 ffffffff 01 62000000 00 0504 ffffffff 01 61000000 00000000"),
  ("a=b*-1", "0201 ffffffff 01 62000000 ffffffff 00 0504 ffffffff 01 61000000 00000000"),
  ("a=!(b+1)", "0001 ffffffff 01 62000000 01000000 00 08 04 00000000 0504 ffffffff 01 61000000 00000000"),
  // Registers: two in one frees the last.
  (
    "a=b*c+d*e",
    "0200 ffffffff 01 62000000 ffffffff 01 63000000 00 0200 ffffffff 01 64000000 ffffffff 01 65000000 01"
      + "000f 00000000 01000000 0504 ffffffff 01 61000000 00000000"
  ),
  // Right to left: b=1 is r0.
  ("a=b=1", "0501 ffffffff 01 62000000 01000000 00 0504 ffffffff 01 61000000 00000000"),
  // Compound assignments bind least.
  ("a+=b==1", "0c01 ffffffff 01 62000000 01000000 00 1004 ffffffff 01 61000000 00000000"),
  ("a[0]+=1", "19 ffffffff 01 61000000 01 00000000 00 100c 00000000 01000000"),
  // Going on from results.
  ("f().g(1)", "0f ffffffff 01 66000000 00 00 0f 00000000 01 67000000 01 01 01000000 01"),
  (
    "a[0][1]",
    "19 ffffffff 01 61000000 01 00000000 00 19 00000000 00 01 01000000 01"
  ),
  ("f(1,-1)", "0f ffffffff 01 66000000 02 01 01000000 01 ffffffff 00"),
  ("a[-1]", "19 ffffffff 01 61000000 01 ffffffff 00"),
  // A sentence after the other; pieces of blanks are none.
  (";a=1; ;b=2;", "0501 ffffffff 01 61000000 01000000 00 0501 ffffffff 01 62000000 02000000 01"),
  // A constant condition is not tested.
  ("if(1){a=1}", "0501 ffffffff 01 61000000 01000000 00"),
  (
    "if(a){b=1}elseif(c){b=2}",
    "16 24000000 00 ffffffff 01 61000000 0501 ffffffff 01 62000000 01000000 00 15 43000000"
      + "16 43000000 00 ffffffff 01 63000000 0501 ffffffff 01 62000000 02000000 01"
  ),
]

@Test(arguments: codes.indices)
func scriptCompilesToItsCode(_ index: Int) {
  let (text, code) = codes[index]
  let result = script(text)
  #expect(hex(result.code) == code.filter { $0 != " " }, "\(text)")
  #expect(result.faults.allSatisfy { $0.fault.severity == .warning }, "\(text): \(result.faults)")
}

/// Fault, and what of the script it points at.
private let faults: [(String, ExpressionSyntaxFault, String)] = [
  ("", .empty, "${}"), (" ; \t;", .empty, "${ ; \t;}"),
  ("a=(1+2", .unclosed("("), "("), ("a=b[1", .unclosed("["), "["), ("f(1", .unclosed("("), "("),
  ("f(", .unclosed("("), "("), ("f(1,", .unclosed("("), "("), ("if(a){b=1", .unclosed("{"), "{"),
  ("a='b", .unterminatedString, "'"),
  ("a=1)", .unexpected(")"), ")"), ("a=1]", .unexpected("]"), "]"), ("{a}", .unexpected("{"), "{"),
  ("a@b", .unexpected("@"), "@"), ("a,b", .unexpected(","), ","), ("a=b?c=1:2", .unexpected("="), "="),
  ("a & b", .lonely("&"), "&"), ("a|b", .lonely("|"), "|"), ("a~b", .illegalCharacter("~"), "~"),
  ("a=\r1", .illegalCharacter("\r"), "\r"), ("a=é", .illegalCharacter("é"), "é"),
  ("a=#", .illegalCharacter("#"), "#"),
  ("a=1.2.3", .badNumber("1.2.3"), "1.2.3"), ("a=0xFFFFFFFF", .badNumber("0xFFFFFFFF"), "0xFFFFFFFF"),
  ("a=0x", .badNumber("0x"), "0x"), ("a=2147483648", .badNumber("2147483648"), "2147483648"),
  ("a='\\n'", .badEscape("\\n"), "\\n"), ("a=", .missingOperand("="), "="), ("*a", .missingOperand("*"), "*"),
  ("a=b?c", .missingColon, "?"), ("a=b:c", .missingQuestion, ":"), ("a=b?c?d:e:f", .missingQuestion, ":"),
  ("f(-1)", .callBeginsWithSymbol("-"), "-"), ("f((a))", .callBeginsWithSymbol("("), "("),
  ("f(!x)", .callBeginsWithSymbol("!"), "!"), ("f(,a)", .callBeginsWithSymbol(","), ","),
  ("f(a,)", .missingArgument, ")"), ("f(a b)", .severalValues, "a b"), ("a[]", .missingArgument, "]"),
  ("f(a;b)", .semicolonInside, ";"), (".a", .nothingToContinue("."), "."), ("a.1", .missingWord, "1"),
  ("if a{}", .missingCondition, "if"), ("if(a)b=1", .missingBody, "b"), ("f()=1", .assignsResult, "="),
  ("a=1/0", .divisionByZero, "/"), ("a=1%0", .divisionByZero, "%"), ("!-a", .missingOperand("!"), "!"),
]

@Test(arguments: faults.indices)
func badScriptIsAnErrorWithItsPlace(_ index: Int) throws {
  let (text, fault, place) = faults[index]
  let value = Array("${\(text)}".utf8)
  let found = try #require(compileScript(value).faults.first { $0.fault.severity == .error })
  #expect(found.fault == fault, "\(text)")
  #expect(String(decoding: value[found.range], as: UTF8.self) == place, "\(text)")
}

private let warnings: [(String, [ExpressionSyntaxFault])] = [
  ("a=1 b", [.operandsLost("="), .noCode]), ("a b", [.leftOver(2), .noCode]), ("a", [.noCode]),
  ("1=a", [.operandsLost("="), .noCode]),
  ("a=b+'x'-'y'", [.operandsLost("-"), .missingOperand("=")]),
  ("f().g-1", [.unaryMinus, .leftOver(2)]), ("a[0][1]-1", [.unaryMinus, .leftOver(2)]), ("a[0]-1", []),
  ("a.b-1", []),
  ("a=1||0", [.constantLogic("||")]), ("a=1.0==1", [.floatComparison]), ("a=1.5%1", [.floatModulo]),
  ("a='x'+''", [.emptyAsNull]), ("a=#12345", [.colorLength(5)]), ("if(0){a=1}", [.constantCondition(false)]),
  ("data.x=1", [.writesData("data")]), ("f();1[0]", [.continuesOther]),
]

@Test(arguments: warnings.indices)
func scriptThatDoesNotDoWhatItSeemsToIsWarnedOf(_ index: Int) {
  let (text, expected) = warnings[index]
  #expect(Set(script(text).faults.map(\.fault)) == Set(expected), "\(text)")
}

@Test func textsOfScriptsEnterTheTableWhileTheyAreRead() {
  #expect(
    script("a='x'+1.5+'y';b='\\'\\\\'").strings.map { String(decoding: $0.bytes, as: UTF8.self) } == [
      "a", "x", "x1.500000", "y", "x1.500000y", "b", "'\\",
    ])
}

@Test func deepAndEndlessScriptsAreRefused() {
  #expect(script(String(repeating: "f(a,", count: 5_000)).faults.first?.fault.code == .tooLarge)
  #expect(script(String(repeating: "(", count: 50_000)).faults.first?.fault == .unclosed("("))
  #expect(
    script("a=" + String(repeating: "'xxxxxxxxxx'+", count: 5_000) + "'x'").faults.first?.fault.code
      == .tooLarge)
  #expect(script(String(repeating: "a=b+1;", count: 300)).faults.first?.fault.code == .tooLarge)
  let words = script("a" + String(repeating: ".b", count: 200) + "=1").faults.first?.fault
  #expect(words == .tooLarge("words in a path", 201, limit: 127))
}

@Test func placeInAScriptCountsReferencesOfXML() {
  let lexed = compiled(#"<NText onClick="${a=b&gt;1;&#99;=&quot;}"/>"#)
  #expect(lexed.reports == ["1:34 error expression.bad-token"])
}

@Test func twoScriptsOfOneTextAreTwoEntries() {
  let result = compiled(#"<NText onClick="${a=1}" onScroll="${a=1}"/>"#)
  #expect(result.template?.expressions.count == 2)
  #expect(Set(result.template?.expressions.map(\.id) ?? []) == [StringID("${a=1}")])
}
