import Foundation
import HybridCSS
import HybridSource
import HybridUnits
import Testing

@testable import HybridCompiler

/// Nothing of HTML is lost in silence: each element and attribute that browsers know has its effect, or
/// exactly one diagnostic that names it. The lists in `Names` are those of the HTML Standard.
@Suite struct MarkupSweepTests {
  private static func lines(_ name: String) throws -> [String] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Names/\(name)")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init).filter {
      !$0.hasPrefix("#")
    }
  }

  private static func documentation() throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(
      contentsOf: root.appendingPathComponent("Documentation/elements.md"), encoding: .utf8)
  }

  /// What the compiler tells of losses in a page.
  private func told(_ markup: String) -> [Diagnostic] {
    let (compiler, _) = ProjectCompiler.built(MemoryFiles(["pages/home/index.html": markup]))
    return compiler.check().filter { $0.code.hasPrefix("page.unsupported") }
  }

  /// Elements that only show their content, or that browsers style, here as there.
  private static let plain: Set = [
    "acronym", "basefont", "bdi", "bdo", "blink", "caption", "col", "colgroup",
    "data", "dir", "isindex", "keygen", "listing", "menuitem", "multicol",
    "nextid", "nobr", "noembed", "noframes", "output", "plaintext", "q", "spacer", "strike", "table",
    "tbody", "td", "tfoot", "th", "thead", "tr", "tt", "xmp",
  ]

  @Test func everyElementHasAnEffectOrIsTold() throws {
    let names = try Self.lines("elements.txt")
    #expect(Set(names + ["include"]) == Set(ElementReference.html.map(\.name)))
    for name in names {
      // A part of a table stands nowhere else, and a frame only in a frameset.
      let row = MarkupLosses.elementRows[name]
      let isPart = row.map { $0.name != name } ?? false
      let inner = isPart ? "<\(row?.name ?? "")><\(name)></\(row?.name ?? "")>" : "<\(name)></\(name)>"
      let found = told(name.hasPrefix("frame") ? "<html>\(inner)" : "<body>\(inner)")
      if row == nil {
        #expect(found == [], "\(name)")
        let isKnown = ElementReference.named(name, in: .standard) != nil || Self.plain.contains(name)
        #expect(isKnown, "\(name)")
      } else {
        #expect(found.count == 1 && found[0].message.contains("<\(name)>"), "\(name): \(found)")
        #expect(found.first?.hint != nil, "\(name)")
      }
    }
  }

  @Test func everyAttributeHasAnEffectOrIsTold() throws {
    for line in try Self.lines("attributes.txt") {
      let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
      let (name, element) = (parts[0], parts[1])
      let value = parts.count > 2 ? parts[2] : ""
      let advice = MarkupLosses.advice(attribute: name, value: value, of: element)
      if advice != nil {
        var check = MarkupLossCheck()
        var reports = Reports()
        let source = Source(path: "a.html", text: "<\(element) \(name)=\"\(value)\">")
        let document = ParsedMarkup(partial: source, in: .web).document
        for node in document.nodes(in: document.root) {
          if let element = document[node].element { check.check(element, [source], &reports) }
        }
        let found = reports.diagnostics.filter { $0.code == "page.unsupported-attribute" }
        // The reader leaves tags of a whole page out of a fragment.
        if ["html", "head", "body", "frame", "frameset"].contains(element) { continue }
        #expect(found.count == 1 && found[0].message.contains("'\(name)"), "\(line): \(found)")
        #expect(found.first?.hint != nil, "\(line)")
        continue
      }
      let reference = ElementReference.named(element, in: .standard)
      let known =
        ElementReference.common(in: .standard).map(\.name) + (reference?.attributes.map(\.name) ?? [])
        + PresentationalAttribute.hints.filter { $0.belongs(to: element) }.map(\.name)
      #expect(known.contains(name) || MarkupLosses.quiet.contains(name), "\(line)")
    }
  }

  @Test func eachThingIsToldOnceInAFile() {
    let found = told(
      "<body><iframe frameborder=1></iframe><iframe frameborder=2></iframe>"
        + "<svg><textPath></textPath><textPath></textPath><set></set><animate></animate><set2></set2></svg>"
        + "<svg><use href='#a'></use><image href=data:a></image><use href=a.svg#b></use>"
        + "<use xlink:href=b></use>"
        + "<foreignObject><p cutoff=1><zzz></zzz></foreignObject></svg>")
    #expect(found.filter { $0.message.hasPrefix("<iframe>") }.count == 1)
    #expect(found.filter { $0.message.hasPrefix("'frameborder'") }.count == 1)
    #expect(found.filter { $0.message.hasPrefix("<textPath>") }.count == 1)
    #expect(found.filter { $0.message.hasPrefix("<foreignObject>") }.count == 1)
    #expect(found.filter { $0.message.hasPrefix("<animate> (with <set>") }.count == 1)
    #expect(found.filter { $0.message.hasPrefix("'href'") }.count == 1 && found.count == 7, "\(found)")
  }

  @Test func nativePagesHaveTheirOwnElements() {
    #expect(told("<html html-identify><body><table></table><image></image>") == [])
  }

  @Test func whatIsToldIsDocumented() throws {
    let text = try Self.documentation()
    for row in MarkupLosses.elements {
      #expect(text.contains("| `\(row.name)` |") || text.contains("`\(row.name)` "), "\(row.name)")
    }
    for row in MarkupLosses.attributes {
      for name in row.names { #expect(text.contains("`\(name)`"), "\(name)") }
    }
  }
}
