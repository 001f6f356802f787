import Foundation
import HybridViewTree
import Testing

@testable import HybridCSS
@testable import HybridRuntime

/// `Documentation/css.md` says for each property whether it has an effect; pages that use the properties one
/// by one agree.
@Suite struct DocumentedPropertiesTests {
  /// The longhands whose value one of these readers uses, from the last column of the table.
  static func documented(usedBy readers: Set<String>) throws -> [String] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Documentation/css.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "\n### ").first { $0.hasPrefix("Longhands\n") })
    return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { line -> [String] in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let names = cells.first, let reader = cells.last, readers.contains(reader) else { return [] }
      return names.matches(of: /`([a-z-]+)`/).map { String($0.1) }
    }
  }

  private static let shown: Set = ["layout", "painting"]
  private static let notShown: Set = ["transitions", "animations", "containers", "scripts"]

  @Test func everyPropertyIsDocumentedOnce() throws {
    let all = try Self.documented(usedBy: Self.shown) + Self.documented(usedBy: Self.notShown)
    #expect(Set(all).count == all.count)
    #expect(Set(all) == Set(PropertyID.allCases.map(\.name)))
  }

  @Test func everyPseudoClassThatMatchesIsDocumented() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Documentation/css.md")
    let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").filter {
      $0.hasPrefix("| `:")
    }
    let documented = Set(rows.flatMap { $0.matches(of: /`:([a-z-]+(?:\(\))?)`/).map { String($0.1) } })
    let simple = SelectorParser.simplePseudoClasses.filter {
      $0.value != .never && !$0.key.hasPrefix("-webkit-")
    }
    let functions = SelectorParser.functions.filter { !$0.hasPrefix("-webkit-") }.map { $0 + "()" }
    // Parsed, but without effect here.
    let idle: Set = ["hover", "visited", "active-view-transition-type()"]
    #expect(documented == Set(simple.keys).union(functions).subtracting(idle).union(["host()"]))
  }

  @Test func whatIsComputedOnlyChangesNothing() throws {
    let bare = try Self.tree("", "")
    var seen: Set<String> = []
    let examples = Self.examples(usedBy: Self.notShown).map { (property: $0.name, value: $0.example.value) }
    for (property, value) in Self.idle + examples {
      seen.insert(property)
      #expect(try Self.tree("", "\(property): \(value)") == bare, "\(property)")
    }
    #expect(try Set(Self.documented(usedBy: Self.notShown)) == seen)
  }

  @Test func whatIsDrawnShows() throws {
    var seen: Set<String> = []
    let examples = Self.examples(usedBy: Self.shown).map { name, example in
      Probe(parent: example.surroundings, target: example.declarations, values: [name: example.value])
    }
    for probe in Self.probes + examples {
      let bare = try Self.tree(probe.parent, probe.target)
      for (property, value) in probe.values {
        seen.insert(property)
        let isOfParent = probe.isOfParent
        let parent = isOfParent ? "\(probe.parent); \(property): \(value)" : probe.parent
        let target = isOfParent ? probe.target : "\(probe.target); \(property): \(value)"
        #expect(try Self.tree(parent, target) != bare, "\(property): \(value)")
      }
    }
    #expect(try Set(Self.documented(usedBy: Self.shown)) == seen)
  }

  /// The examples of the rows of sparse properties, by name.
  private static func examples(usedBy readers: Set<String>) -> [(name: String, example: PropertyExample)] {
    PropertyTable.examples.filter { readers.contains($0.use.name) }.map { ($0.property.name, $0) }
  }

  // MARK: The page

  /// The view tree of a page whose `#target` stands in `#parent`, each with declarations.
  private static func tree(_ parent: String, _ target: String) throws -> ViewTree {
    let html = """
      <html><head><link rel="stylesheet" href="style.css"></head><body>
      <div id="float"></div>
      <div id="parent"><p id="target">Several  words and averyveryverylongwordindeed <b>that\twrap</b></p>\
      <p id="next">next</p>
      <svg id="shapes"><text>a</text></svg>
      <img id="picture" src="a.png"><progress value="0.5"></progress><input type="checkbox"></div></body>\
      </html>
      """
    // The pinned fonts have one width and no axes: those of the page are asked for them.
    let css = """
      @font-face { font-family: Own; src: local("DejaVu Sans") }
      #float { float: left; width: 40px; height: 60px }
      #parent { width: 120px; \(parent) }
      #target { \(target) }
      #target::before { content: inherit }
      #target b::before { content: open-quote counter(list-item) }
      #picture { width: 40px; height: 20px; \(target) }
      #shapes { position: absolute; width: 9px; height: 9px }
      progress, input, #shapes text { \(target) }
      """
    return try PageRig(html, files: ["style.css": css], opens: false).page.tree
  }

  private struct Probe {
    var parent = ""
    var target = ""
    var isOfParent = false
    var values: [String: String]
  }

  private static let sides = ["top", "right", "bottom", "left"]
  private static let ends = ["block-start", "block-end", "inline-start", "inline-end"]
  private static let corners = [
    "top-left", "top-right", "bottom-right", "bottom-left", "start-start", "start-end", "end-start",
    "end-end",
  ]

  private static func each(_ names: [String], _ value: String) -> [String: String] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, value) })
  }

  private static let probes: [Probe] = [
    Probe(
      target: "outline: 2px solid red",
      values: [
        "outline-width": "3px", "outline-style": "dashed", "outline-color": "blue", "outline-offset": "3px",
      ]),
    Probe(
      target: "contain: size; width: fit-content",
      values: ["contain-intrinsic-inline-size": "70px", "contain-intrinsic-block-size": "70px"]),
    Probe(target: "background: red; padding: 5px", values: ["background-clip": "content-box"]),
    Probe(values: [
      "font-size": "30px", "line-height": "50px", "direction": "rtl", "color": "red",
      "font-family": "monospace",
      "font-weight": "300", "font-style": "italic", "letter-spacing": "3px", "word-spacing": "9px",
      "text-align": "right", "text-transform": "uppercase", "text-indent": "20px", "text-wrap-mode": "nowrap",
      "white-space-collapse": "preserve", "word-break": "break-all", "overflow-wrap": "anywhere",
      "visibility": "hidden", "display": "none", "position": "absolute", "float": "right", "clear": "both",
      "width": "70px", "height": "70px", "min-width": "300px", "min-height": "300px", "max-width": "30px",
      "max-height": "10px", "inline-size": "70px", "block-size": "70px", "min-inline-size": "300px",
      "min-block-size": "300px", "max-inline-size": "30px", "max-block-size": "10px",
      "background-color": "red", "opacity": "0.5", "text-decoration-line": "underline",
      "box-shadow": "1px 2px 3px red", "transform": "rotate(5deg)",
      "background-image": "linear-gradient(red, blue)",
      "overflow-x": "scroll", "overflow-y": "scroll",
      "overflow-inline": "scroll", "overflow-block": "scroll",
    ]),
    Probe(
      values: each(sides.map { "margin-\($0)" } + sides.map { "padding-\($0)" }, "33px")
        .merging(each(ends.map { "margin-\($0)" } + ends.map { "padding-\($0)" }, "33px")) { a, _ in a }),
    Probe(parent: "display: table", isOfParent: true, values: ["border-spacing": "9px"]),
    Probe(
      parent: "display: table; border: 4px solid", isOfParent: true, values: ["border-collapse": "collapse"]),
    Probe(
      parent: "display: table", target: "display: table-cell", isOfParent: true,
      values: ["table-layout": "fixed"]),
    Probe(
      parent: "display: table", target: "display: table-caption", values: ["caption-side": "bottom"]),
    Probe(
      parent: "} #float { float: none; display: table-cell; border: 1px solid", isOfParent: true,
      values: ["empty-cells": "hide"]),
    Probe(target: "display: list-item", values: ["list-style-type": "square"]),
    Probe(target: "display: inline", values: ["vertical-align": "9px"]),
    Probe(target: "width: 70px; padding: 5px", values: ["box-sizing": "border-box"]),
    Probe(target: "width: 70px", values: ["aspect-ratio": "3"]),
    Probe(target: "margin-inline-start: 20px", values: ["writing-mode": "vertical-rl"]),
    Probe(target: "position: relative", values: each(sides + ends.map { "inset-\($0)" }, "9px")),
    Probe(target: "position: relative", values: ["z-index": "3"]),
    Probe(target: "transform: rotate(5deg)", values: ["transform-origin": "0 0"]),
    Probe(
      target:
        """
        border: 2px solid; padding: 3px; background: linear-gradient(red, blue) no-repeat; \
        background-size: 20px 20px
        """,
      values: [
        "background-position-x": "9px", "background-position-y": "9px", "background-size": "30px 30px",
        "background-repeat": "repeat", "background-origin": "content-box",
      ]),
    Probe(
      target: "border: 2px solid",
      values: [String: String](
        (sides + ends).flatMap { side in
          [
            ("border-\(side)-width", "5px"), ("border-\(side)-style", "dashed"),
            ("border-\(side)-color", "red"),
          ]
        }, uniquingKeysWith: { a, _ in a })),
    Probe(target: "border: 2px solid", values: each(corners.map { "border-\($0)-radius" }, "4px")),
    Probe(target: "white-space: nowrap; overflow: hidden", values: ["text-overflow": "ellipsis"]),
    Probe(values: ["line-clamp": "1"]),
    Probe(
      parent: "display: flex; height: 300px", isOfParent: true,
      values: [
        "flex-direction": "column", "flex-wrap": "wrap", "align-items": "center", "row-gap": "9px",
        "column-gap": "9px",
      ].filter { $0.key != "row-gap" }),
    Probe(
      parent: "display: flex; width: 400px", target: "width: 50px", isOfParent: true,
      values: ["justify-content": "end"]),
    Probe(
      parent: "display: flex; flex-wrap: wrap; height: 300px", isOfParent: true,
      values: ["align-content": "end", "row-gap": "9px"]),
    Probe(
      parent: "display: flex; width: 400px; height: 300px", target: "width: 50px",
      values: ["flex-grow": "1", "flex-basis": "90px", "order": "3", "align-self": "end"]),
    Probe(parent: "display: flex; width: 100px", target: "width: 200px", values: ["flex-shrink": "0"]),
    Probe(
      parent: "display: grid; width: 300px; height: 300px", isOfParent: true,
      values: [
        "grid-template-columns": "90px 90px", "grid-template-rows": "90px 90px",
        "grid-template-areas": "'a b' 'c d'", "grid-auto-columns": "90px", "grid-auto-rows": "90px",
        "grid-auto-flow": "column", "justify-items": "end",
      ]),
    Probe(
      parent: "display: grid; width: 300px; grid-template-columns: 90px 90px; grid-auto-rows: 120px",
      values: [
        "grid-row-start": "3", "grid-row-end": "4", "grid-column-start": "2", "grid-column-end": "4",
        "justify-self": "end",
      ]),
  ]

  /// One value for each property of a group that has no effect.
  private static let idle: [(property: String, value: String)] = [
    ("background-attachment", "fixed"),
    ("transition-property", "width"), ("transition-duration", "1s"), ("transition-timing-function", "linear"),
    ("transition-delay", "1s"), ("transition-behavior", "allow-discrete"),
    ("animation-timeline", "scroll()"), ("animation-range-start", "10%"), ("animation-range-end", "exit"),
    ("scroll-timeline-name", "--a"), ("scroll-timeline-axis", "x"), ("view-timeline-name", "--a"),
    ("view-timeline-axis", "x"), ("view-timeline-inset", "10px"), ("timeline-scope", "--a"),
    ("animation-name", "a"), ("animation-duration", "1s"),
    ("animation-timing-function", "linear"), ("animation-delay", "1s"), ("animation-iteration-count", "2"),
    ("animation-direction", "reverse"), ("animation-fill-mode", "both"), ("animation-play-state", "paused"),
  ]
}
