import Testing

@testable import HybridRouting

@Suite struct RoutePatternTests {
  @Test(arguments: [
    // Rexxar's demo and fixture tables.
    (#"douban://douban.com/rexxar_demo[/]?.*"#, "douban://douban.com/rexxar_demo", true),
    (#"douban://douban.com/rexxar_demo[/]?.*"#, "douban://douban.com/rexxar_demo/list?a=b", true),
    (#"douban://douban.com/rexxar_demo[/]?.*"#, "x-douban://douban.com/rexxar_demo", false),
    (#"douban://partial.douban.com/rexxar_demo/_.*"#, "douban://partial.douban.com/rexxar_demo/_feed", true),
    (
      #"douban://douban.com/subject_collection/(\w+)[/]?.*"#, "douban://douban.com/subject_collection/123",
      true
    ),
    (#"douban://douban.com/subject_collection/(\w+)[/]?.*"#, "douban://douban.com/foo", false),
    // The whole URI must match.
    ("shop://home", "shop://home", true), ("shop://home", "shop://home/", false),
    ("shop://home", "ashop://home", false), ("", "", true), ("", "a", false),
    // Alternatives and groups.
    ("a|bc|", "bc", true), ("a|bc|", "", true), ("(a|b)c", "bc", true), ("(?:a|b)c", "ac", true),
    ("(?<name>a)b", "ab", true), ("x(|a)y", "xy", true),
    // Repetitions, greedy, lazy and possessive.
    ("a*b", "aaab", true), ("a+", "", false), ("a??b", "b", true), ("a{2,3}", "a", false),
    ("a{2,3}", "aaa", true),
    ("a{2,3}", "aaaa", false), ("a{2,}", "aaaaaa", true), ("a{3}?", "aaa", true), (#"\d++/x"#, "123/x", true),
    ("(a*)*b", "aab", true), ("(a*)+", "", true), ("(a|b*){0,2}c", "bbbac", true),
    // Classes.
    ("[a-c-]+", "ab-c", true), ("[^/]+", "ab/c", false), (#"[\w.-]+"#, "a_1.B-", true),
    (#"[\]\[]"#, "]", true),
    (#"[^\d]"#, "1", false), ("[a^]", "^", true), ("[&]", "&", true), ("[.]", "x", false),
    // Escapes.
    (#"\d\D\w\W\s\S"#, "1a_- x", true), (#"\.\/\?\u0041\x42"#, "./?AB", true), (#"\w"#, "é", false),
    ("größe🙂", "größe🙂", true), (".", "🙂", true), (".", "\n", false), (#"\_\-\:"#, "_-:", true),
    // Anchors.
    ("^a$", "a", true), ("(^a|b)c$", "ac", true), ("a$b", "ab", false), ("a^b", "ab", false),
    (#"\Aa\z"#, "a", true),
    ("(^)*a", "a", true),
  ])
  func wholeURIsMatch(_ pattern: String, _ uri: String, _ expected: Bool) throws {
    #expect(try RoutePattern(pattern).matches(uri) == expected)
  }

  @Test(arguments: [
    ("home", "shop://home/1", true), ("^home", "shop://home", false), ("home$", "shop://home", true),
    ("home$", "shop://home/", false), ("x*", "", true), ("^$", "a", false),
  ])
  func partsAreFoundAsOnIOS(_ pattern: String, _ uri: String, _ expected: Bool) throws {
    #expect(try RoutePattern(pattern).occurs(in: uri) == expected)
  }

  @Test(arguments: [
    ("a)", RoutePattern.Fault.Reason.strayClosing(")"), 1..<2), ("(a", .unclosedGroup, 0..<1),
    ("[a", .unclosedClass, 0..<1), ("[]", .emptyClass, 0..<2), ("[^]", .emptyClass, 0..<3),
    ("[b-a]", .rangeBackwards, 1..<4), (#"[a-\d]"#, .rangeOfClass, 1..<5), (#"[\d-a]"#, .rangeOfClass, 1..<4),
    ("[a[b]]", .nestedClass, 2..<3), ("[[:alpha:]]", .namedClass, 1..<2),
    ("[a&&b]", .classOperator("&&"), 2..<4),
    ("*a", .nothingToRepeat, 0..<1), ("a**", .nothingToRepeat, 2..<3), ("^*", .nothingToRepeat, 1..<2),
    ("a|?", .nothingToRepeat, 2..<3), ("{2}", .nothingToRepeat, 0..<1), ("a{,3}", .repetition, 1..<2),
    ("a{x}", .repetition, 1..<2), ("a{2", .repetition, 1..<3), ("a{3,2}", .repetitionBackwards, 1..<6),
    ("a{1001}", .tooManyTimes, 2..<6), ("a{99999999999999999999}", .tooManyTimes, 2..<6),
    ("a}", .strayClosing("}"), 1..<2),
    (#"a\"#, .escapeAtEnd, 1..<2), (#"\u00g0"#, .escapeIncomplete, 0..<4),
    (#"\ud800"#, .escapeIncomplete, 0..<6),
    (#"\x4"#, .escapeIncomplete, 0..<3), (#"é\y"#, .unknownEscape("y"), 2..<4),
    (#"(a)\1"#, .backReference, 3..<5),
    (#"\k<a>"#, .backReference, 0..<2), ("(?=a)", .look, 0..<3), ("(?!a)", .look, 0..<3),
    ("(?<=a)", .look, 0..<4),
    ("(?<!a)", .look, 0..<4), ("(?>a)", .atomic, 0..<3), ("(?i)a", .flags, 0..<3),
    ("(?#a)", .unknownGroup, 0..<2),
    (#"a\b"#, .wordBoundary, 1..<3), (#"\p{L}"#, .namedClass, 0..<2), (#"\Qa\E"#, .quoting, 0..<2),
    ("a*+a", .possessive, 2..<3), ("(ab)*+", .possessive, 5..<6), (#"\w++\d"#, .possessive, 3..<4),
  ])
  func whatIsNoPatternSaysWhyAndWhere(
    _ pattern: String, _ reason: RoutePattern.Fault.Reason, _ range: Range<Int>
  ) {
    let fault = #expect(throws: RoutePattern.Fault.self) { try RoutePattern(pattern) }
    #expect(fault?.reason == reason)
    #expect(fault?.range == range)
    #expect(fault?.message.isEmpty == false)
  }

  @Test func hostilePatternsAreRefusedBeforeTheyGrow() {
    let hostile: [(String, RoutePattern.Fault.Reason)] = [
      (String(repeating: "a", count: 2_001), .tooLong),
      (String(repeating: "(", count: 1_000), .tooDeep),
      ("((a{1000}){1000}){1000}", .tooLarge),
      ("((((){1000}){1000}){1000}){1000}", .tooLarge),
      ("(((a?){100}){100}){100}", .tooLarge),
    ]
    for (pattern, reason) in hostile {
      let fault = #expect(throws: RoutePattern.Fault.self) { try RoutePattern(pattern) }
      #expect(fault?.reason == reason)
    }
  }

  /// Each of these would take a backtracking engine longer than the age of the universe.
  @Test(arguments: [
    "(a+)+$", "([a-zA-Z]+)*x", "(a|aa)+x", "(a|a?)+x", "(.*a){20}x", "(a*)*(a*)*(a*)*x", "((a+)+)+x",
    "(a?){60}(a{60})*x",
  ])
  func stepsGrowInStepWithTheURI(_ text: String) throws {
    let pattern = try RoutePattern(text)
    for length in [1_000, 8_000] {
      let uri = String(repeating: "a", count: length) + "!"
      var steps = 0
      #expect(!pattern.program.matches(uri.unicodeScalars, anywhere: false, steps: &steps))
      #expect(steps <= pattern.program.code.count * (length + 2))
    }
  }
}
