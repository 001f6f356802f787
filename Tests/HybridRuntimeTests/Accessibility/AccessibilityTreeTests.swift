import Foundation
import HybridCSS
import HybridTestSupport
import HybridUnits
import HybridViewTree
import Testing

@testable import HybridRuntime

/// Paragraphs of HTML, each followed by an arrow and its accessibility tree: `Golden/accessibility.txt`. Each
/// agrees with Chromium's own tree except for the differences in `Documentation/accessibility.md`.
/// `HYBRID_UPDATE_GOLDENS=1 swift test` rewrites the trees.
@Test func rolesNamesAndStatesAreThoseOfBrowsers() throws {
  let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../Golden/accessibility.txt")
  let text = try String(contentsOf: file, encoding: .utf8)
  var told = ""
  for paragraph in text.split(separator: "\n\n") {
    let html = String(paragraph.split(separator: "\n→\n")[0]).trimmingCharacters(in: .newlines)
    let unit = try PageRig.unit("<!doctype html><title>T</title>" + html)
    let listing = Renderer().render(unit, on: Device(width: 375, height: 667)).tree.accessibilityListing
    told += html + "\n→\n" + listing + "\n"
  }
  if ProcessInfo.processInfo.environment["HYBRID_UPDATE_GOLDENS"] == "1" {
    try Data(told.utf8).write(to: file)
  } else {
    #expect(told.split(separator: "\n\n") == text.split(separator: "\n\n"))
  }
}

@Test func elementsThatArePartOfANameHaveRows() {
  for name in HTMLRoles.partOfName {
    #expect(ElementReference.roles(in: .standard)[name.name] != nil, "\(name)")
  }
}

/// The document's title is that of its first `title` of HTML, wherever it is.
@Test func aPageIsNamedByItsTitle() throws {
  let unit = try PageRig.unit("<!doctype html><svg><title>Drawing</title></svg><p>x</p><title>T</title>")
  let tree = Renderer().render(unit, on: Device(width: 375, height: 667)).tree
  #expect(tree.nodes.first?.accessibility?.label == "T")
}
