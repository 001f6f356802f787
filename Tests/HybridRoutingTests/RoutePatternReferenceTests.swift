import Foundation
import HybridJSON
import HybridTestSupport
import Testing

@testable import HybridRouting

/// Random patterns, the same in every run.
struct PatternGenerator: RandomNumberGenerator {
  private var numbers: SeededGenerator

  init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { numbers.next() }

  /// A pattern over the letters of ``text(longest:)``.
  mutating func pattern(depth: Int = 3) -> String {
    let kind = Int.random(in: 0..<(depth == 0 ? 6 : 12), using: &self)
    switch kind {
    case 0: return "a"
    case 1: return "b"
    case 2: return "\\/"
    case 3: return ["[ab]", "[^a]", "[a-b1]", "\\w", "\\d", "\\W", "[^\\d/]"].randomElement(using: &self)!
    case 4: return "."
    case 5: return ["^", "$", "", "1"].randomElement(using: &self)!
    case 6, 7: return pattern(depth: depth - 1) + pattern(depth: depth - 1)
    case 8: return "(\(pattern(depth: depth - 1))|\(pattern(depth: depth - 1)))"
    default:
      let times = ["*", "+", "?", "{2}", "{1,2}", "{0,3}", "{1,}", "*?", "+?", "??", "{0}"].randomElement(
        using: &self)!
      return "(?:\(pattern(depth: depth - 1)))\(times)"
    }
  }

  mutating func text(longest: Int = 6) -> String {
    String((0..<Int.random(in: 0...longest, using: &self)).map { _ in "aab/1".randomElement(using: &self)! })
  }
}

@Suite struct RoutePatternReferenceTests {
  /// Whole matches and searches, against Python's `re`.
  @Test func thousandsOfPatternsMatchAsElsewhere() async throws {
    var generator = PatternGenerator(seed: 7)
    var cases: [(pattern: String, texts: [String])] = []
    for _ in 0..<3_000 {
      cases.append((generator.pattern(), (0..<12).map { _ in generator.text() }))
    }
    // Possessive repetitions that are accepted; a refused one is tested elsewhere.
    for repeated in ["a*+", "[ab]++", "a?+", "\\w{1,2}+"] {
      for rest in ["b", "\\/", "/.*", "$", "(1|/)"] {
        let pattern = repeated + rest
        if (try? RoutePattern(pattern)) != nil {
          cases.append((pattern, (0..<40).map { _ in generator.text() }))
        }
      }
    }
    var json = JSONWriter()
    json.array {
      for (pattern, texts) in cases {
        $0.array {
          $0.value(pattern)
          $0.array { for text in texts { $0.value(text) } }
        }
      }
    }
    let script = """
      import json, re, sys
      for pattern, texts in json.load(sys.stdin):
        p = re.compile(pattern, re.ASCII)
        print("".join("01"[bool(p.fullmatch(t))] + "01"[bool(p.search(t))] for t in texts))
      """
    let answer = try await ChildProcess.run(
      ["/usr/bin/env"] + debianPython + ["-W", "ignore", "-c", script], input: json.text)
    let lines = String(decoding: answer.output, as: UTF8.self).split(separator: "\n")
    try #require(lines.count == cases.count)
    var matched = 0
    for ((text, texts), line) in zip(cases, lines) {
      let pattern = try RoutePattern(text)
      let mine = texts.map { (pattern.matches($0) ? "1" : "0") + (pattern.occurs(in: $0) ? "1" : "0") }
        .joined()
      #expect(mine == line, "\(text) on \(texts)")
      matched += mine.count { $0 == "1" }
    }
    // The corpus has enough matches and enough mismatches.
    #expect(matched > 10_000 && matched < 60_000)
  }

  /// Intersections and differences of two patterns, checked with every short text.
  @Test func languagesCompareAsTheirTextsDo() throws {
    var generator = PatternGenerator(seed: 11)
    var texts = [""]
    for length in 0..<5 {
      texts += texts.filter { $0.count == length }.flatMap { text in ["a", "b", "/", "1"].map { text + $0 } }
    }
    texts.removeFirst()
    var answers: [String: Int] = [:]
    for _ in 0..<600 {
      let (one, other) = (try RoutePattern(generator.pattern()), try RoutePattern(generator.pattern()))
      var budget = RouteLanguage.Budget()
      let both = RouteLanguage(one).example(alsoIn: RouteLanguage(other), &budget)
      let alone = RouteLanguage(one).example(notIn: RouteLanguage(other), &budget)
      switch both {
      case .example(let text):
        #expect(one.matches(text) && other.matches(text), "\(one.text) \(other.text) \(text)")
      case .none:
        #expect(!texts.contains { one.matches($0) && other.matches($0) }, "\(one.text) \(other.text)")
      case .undecided: Issue.record("\(one.text) \(other.text): undecided")
      }
      switch alone {
      case .example(let text):
        #expect(one.matches(text) && !other.matches(text), "\(one.text) \(other.text) \(text)")
      case .none:
        #expect(!texts.contains { one.matches($0) && !other.matches($0) }, "\(one.text) \(other.text)")
      case .undecided: Issue.record("\(one.text) \(other.text): undecided")
      }
      if case .example = both { answers["both", default: 0] += 1 }
      if case .none = alone { answers["covered", default: 0] += 1 }
      // A union contains its parts.
      let union = RouteLanguage(anyOf: [one, other])
      #expect(RouteLanguage(one).example(notIn: union, &budget) == .none)
      #expect(RouteLanguage(other).example(notIn: union, &budget) == .none)
      if case .example(let text) = union.example(&budget) {
        #expect(one.matches(text) || other.matches(text))
      }
      // A pattern as iOS matches it, at the beginning of the URI.
      if case .example(let text) = RouteLanguage(beginningWith: one).example(
        notIn: RouteLanguage(one), &budget)
      {
        #expect(!one.matches(text) && one.occurs(in: text), "\(one.text) \(text)")
      }
    }
    #expect(answers["both", default: 0] > 50 && answers["covered", default: 0] > 50, "\(answers)")
  }

  @Test func comparingStopsAtItsBudget() throws {
    // The classic example of an automaton with 2^n deterministic states.
    let one = try RoutePattern("(a|b)*a(a|b){18}")
    let other = try RoutePattern("(a|b)*b(a|b){18}")
    var budget = RouteLanguage.Budget(steps: 200_000)
    #expect(RouteLanguage(one).example(notIn: RouteLanguage(anyOf: [one, other]), &budget) == .undecided)
    #expect(budget.steps <= 0)
  }
}
