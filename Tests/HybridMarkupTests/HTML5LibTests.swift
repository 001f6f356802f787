import Foundation
import HybridDOM
import HybridSource
import HybridTestSupport
import Testing

@testable import HybridMarkup

/// The tests of html5lib, which are not part of the repository: `HYBRID_CONFORMANCE` names their folder.
@Suite(.enabled(if: conformanceFolder != nil, "HYBRID_CONFORMANCE names no folder with the cases"))
struct HTML5LibTests {
  @Test func treesAreThoseOfTheStandard() throws {
    let folder = try #require(conformanceFolder).appendingPathComponent("html5lib/tree-construction")
    var right = 0
    var total = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    where name.hasSuffix(".dat") {
      let text = try String(decoding: Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
      for test in treeTests(text) {
        let source = Source(path: "a.html", text: test.data)
        let result =
          test.context.map { readHTMLFragment(source, in: $0) } ?? readHTML(source, dialect: .standard)
        let listing = htmlListing(result.document)
        total += 1
        if listing == test.expected {
          right += 1
        } else if ProcessInfo.processInfo.environment["HYBRID_SHOW"] != nil {
          print(
            """
            == \(name)\n\(test.data.debugDescription)\n\(test.context.map { "\($0)" } ?? "")\n-- \
            want\n\(test.expected)\n-- got\n\(listing)
            """
          )
        }
      }
    }
    print("\(right) of \(total)")
    #expect(Double(right) >= 0.995 * Double(total))
  }
}

struct TreeTest {
  var data: String
  var context: HTMLFragmentContext?
  var expected: String
}

func treeTests(_ text: String) -> [TreeTest] {
  var tests: [TreeTest] = []
  var parts: [String: [String]] = [:]
  var part = ""
  func finish() {
    let expected = (parts["#document"] ?? []).joined(separator: "\n")
    var trimmed = expected[...]
    while trimmed.last == "\n" { trimmed.removeLast() }
    if !trimmed.isEmpty, parts["#script-off"] == nil {
      var context: HTMLFragmentContext?
      if let name = parts["#document-fragment"]?.first {
        let words = name.split(separator: " ").map(String.init)
        context =
          words.count == 1
          ? HTMLFragmentContext(name)
          : HTMLFragmentContext(words[1], namespace: words[0] == "svg" ? .svg : .mathML)
      }
      tests.append(
        TreeTest(
          data: (parts["#data"] ?? []).joined(separator: "\n"), context: context, expected: String(trimmed)))
    }
    parts = [:]
  }
  let names = [
    "#data", "#errors", "#new-errors", "#document-fragment", "#document", "#script-on", "#script-off",
  ]
  for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
    if line == "#data", part.isEmpty || part == "#document" {
      if !part.isEmpty { finish() }
      part = line
      parts[part] = []
    } else if names.dropFirst().contains(line), part != "#document" {
      part = line
      parts[part] = []
    } else {
      parts[part, default: []].append(line)
    }
  }
  finish()
  return tests
}
