import Foundation
import HybridSource
import Testing

@testable import HybridCSS

/// Nothing of CSS is lost in silence: each name and value that browsers know has its effect, or exactly one
/// diagnostic that names it. The lists in `Names` are facts of the specifications and of Chromium.
@Suite struct LossSweepTests {
  private static func lines(_ name: String) throws -> [String] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Names/\(name)")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init).filter {
      !$0.hasPrefix("#")
    }
  }

  private static func warnings(_ sheet: String) -> [Diagnostic] {
    StyleSheet.parse(Source(path: "a.css", text: sheet)).diagnostics
  }

  private func warnings(_ sheet: String) -> [Diagnostic] { Self.warnings(sheet) }

  /// For each property of the list of values those of its line.
  private static func rows() throws -> [(property: String, values: [String])] {
    try lines("values.txt").map { line in
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      return (parts[0], parts[1].split(separator: " | ").map { $0.trimmingCharacters(in: .whitespaces) })
    }
  }

  @Test func everyPropertyHasAnEffectOrIsTold() throws {
    let names = try Self.lines("properties.txt")
    #expect(names.count > 600)
    var values: [String: String] = [:]  // for properties that are computed and not used, not the initial ones
    for (property, all) in try Self.rows() {
      values[property] = all.first { !warnings("a { \(property): \($0) }").isEmpty } ?? all[0]
    }
    for name in names {
      let found = PropertyName.resolve(name, dialect: .standard)
      if case .success(let property) = found,
        property.longhands.contains(where: { $0.use.advice == nil })
      {
        continue
      }
      if name.hasPrefix("-") {
        #expect(warnings("a { \(name): inherit }") == [], "\(name)")  // of another engine
        continue
      }
      let told = warnings("a { \(name): \(values[name] ?? "1px") }")
      #expect(told.count == 1 && told[0].message.contains("'\(name)'"), "\(name): \(told)")
      #expect(told.first?.hint != nil, "\(name)")
    }
  }

  @Test func everyValueHasAnEffectOrIsTold() throws {
    for (property, values) in try Self.rows() {
      for value in values {
        let text = "\(property): \(value)"
        let told = warnings("a { \(text) }")
        guard told.isEmpty else {
          #expect(told.count == 1, "\(text): \(told)")
          let message = told[0].message
          let function = value.split(separator: "(").first.map { "\($0.lowercased())()" } ?? ""
          let namesIt =
            message.contains(property) || message.contains(value)
            || value.contains("(") && message.lowercased().contains(function)
          #expect(namesIt, "\(text): \(message)")
          continue
        }
        let source = Source(path: "", text: text)
        var ignored: [Diagnostic] = []
        let read = parseDeclarationList(source, diagnostics: &ignored)
        #expect(!read.isEmpty, "\(text)")
        // What is computed and not used has its initial value.
        let initial = ComputedStyle(initial: .standard)
        for declaration in read {
          guard case .longhand(let longhand) = declaration.property, longhand.use.advice != nil
          else { continue }
          if case .wide = declaration.value { continue }
          var style = initial
          PropertyRow.of(longhand).set(&style, declaration.value, ComputationContext.initial)
          #expect(style.cssText(of: longhand) == initial.cssText(of: longhand), "\(text)")
        }
      }
    }
  }

  @Test func everyAtRuleHasAnEffectOrIsTold() throws {
    let effective: Set = [
      "charset", "container", "counter-style", "font-face", "import", "keyframes", "layer", "media",
      "namespace", "property", "starting-style", "supports",
    ]
    for rule in try Self.lines("at-rules.txt") {
      let name = String(rule.dropFirst().prefix { $0.isLetter || $0 == "-" })
      let told = warnings(rule)
      if effective.contains(name) {
        #expect(told == [], "\(rule)")
      } else {
        #expect(told.count == 1 && told[0].message.contains("'@\(name)'"), "\(rule): \(told)")
        #expect(told.first?.hint != nil, "\(rule)")
      }
    }
  }

  @Test func everyPseudoClassMatchesOrIsTold() throws {
    for name in try Self.lines("pseudo-classes.txt") {
      let selector = "a:\(name)"
      let parsed = try parseSelectorList(Source(path: "", text: selector))
      let told = warnings("\(selector) { color: red }")
      guard case .pseudoClass(let pseudo)? = parsed[0].compounds[0].simples.last else { continue }
      let bare = String(name.prefix { $0 != "(" })
      switch pseudo {
      case .never, .state(.hover):
        #expect(told.count == 1 && told[0].message.contains("':\(bare)'"), "\(selector): \(told)")
        #expect(told.first?.hint != nil, "\(selector)")
      default: #expect(told == [], "\(selector)")  // also ':visited': no link is visited
      }
    }
  }

  @Test func everyPseudoElementHasAnEffectOrIsTold() throws {
    for name in try Self.lines("pseudo-elements.txt") {
      let told = warnings("a::\(name) { content: 'x' }")
      let bare = String(name.prefix { $0 != "(" })
      // The first two have their effect in shadow trees, and nowhere else in any browser.
      guard bare != "slotted", bare != "part", PseudoElement(name: bare)?.isShown != true else {
        #expect(told == [])
        continue
      }
      #expect(told.count == 1 && told[0].message.contains("'::\(bare)"), "\(name): \(told)")
      #expect(told.first?.hint != nil, "\(name)")
    }
  }

  @Test(arguments: [
    "@media print { a { filter: blur(1px) } }", "@media (hover: hover) { a:hover { color: red } }",
    "@supports (frob: 1) { a { filter: blur(1px) } }", "a::-webkit-scrollbar { appearance: none }",
    "a:not(:fullscreen) { color: red }", "a:visited { color: red }",
  ])
  func whatAppliesToNothingLosesNothing(_ sheet: String) {
    #expect(warnings(sheet) == [])
  }

  @Test func eachThingIsToldOnce() {
    let told = warnings(
      "a:hover { will-change: top; width: anchor(top) } b:hover { will-change: auto; width: anchor(left) }")
    #expect(
      told.map(\.code) == [
        "css.unsupported-pseudo-class", "css.unsupported-property", "css.unsupported-value",
      ])
  }
}
