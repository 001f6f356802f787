import HybridCSS
import HybridDOM
import HybridMarkup
import HybridSource
import Testing

@testable import HybridRuntime

/// Which counters are in scope where: CSS Lists 3 §4.
@Suite struct CounterScopesTests {
  /// The values of a counter in each element with an id, as `counters(name, ".")` shows them.
  private static func values(_ name: String, _ css: String, _ body: String) -> [String: String] {
    let document = readHTML(Source(path: "a.html", text: "<body>\(body)")).document
    let sheet = StyleSheet.parse(
      Source(path: "a.css", text: "head { display: none } li { display: list-item } \(css)"))
    let styles = Stylist(sheets: [sheet], environment: MediaEnvironment(width: 100, height: 100))
      .styles(of: document)
    var result: [String: String] = [:]
    guard let root = document.rootElement else { return [:] }
    CounterWalk(document: document, styles: styles).run(in: root) { node, counters in
      guard let id = document[node].element?.id else { return }
      result[id] = counters.values(of: name).map(String.init).joined(separator: ".")
    }
    return result
  }

  @Test(arguments: [
    // Without a reset a counter begins with the first element that changes it, and its siblings share it.
    ("<p id=a class=i></p><p id=b class=i></p><p id=c></p>", ["a": "1", "b": "2", "c": "2"]),
    ("<div><p class=i></p></div><p id=a class=i></p>", ["a": "1"]),
    // A reset is in scope in the element and its following siblings, and in what is in them.
    ("<p class=r></p><p id=a class=i></p><div><p id=b class=i></p></div>", ["a": "1", "b": "2"]),
    ("<div><p class=r></p><p class=i></p></div><p id=a></p>", ["a": "0"]),
    // A second reset among siblings replaces the counter, one in a descendant nests.
    ("<p class=r></p><p class=i></p><p class=r></p><p id=a class=i></p>", ["a": "1"]),
    (
      "<div class=r><p id=a class=i></p><div class=r><p id=b class=i></p></div><p id=c class=i></p></div>",
      ["a": "1", "b": "1.1", "c": "2"]
    ),
    // A nested counter ends with its element.
    ("<div class=r><p id=a class='r i'></p><p id=b class=i></p></div>", ["a": "0.1", "b": "1"]),
    // Reset, then increment, then set.
    ("<p id=a class='r i s'></p>", ["a": "7"]),
    ("<p id=a class=s></p><p id=b class=i></p>", ["a": "7", "b": "8"]),
    // An element without a box changes nothing, one with 'display: contents' or 'visibility: hidden' does.
    ("<p class=i style='display: none'></p><p id=a class=i></p>", ["a": "1"]),
    ("<p class=i style='display: contents'></p><p id=a class=i></p>", ["a": "2"]),
    ("<p class=i style='visibility: hidden'></p><p id=a class=i></p>", ["a": "2"]),
    // Increments of one element add up, and a sum that overflows is ignored.
    ("<p id=a style='counter-increment: c 2 c 3'></p>", ["a": "5"]),
    (
      "<p class=r></p><p style='counter-increment: c 2147483647'></p><p id=a class=i></p>",
      ["a": "2147483647"]
    ),
    // Of several resets or sets of one counter the last one counts.
    ("<p id=a style='counter-reset: c 2 c 4'></p>", ["a": "4"]),
    ("<p id=a style='counter-set: c 2 c 4'></p>", ["a": "4"]),
  ])
  func scopes(_ body: String, _ expected: [String: String]) {
    let css = ".r { counter-reset: c } .i { counter-increment: c } .s { counter-set: c 7 }"
    let values = Self.values("c", css, body)
    for (id, value) in expected { #expect(values[id] == value, "#\(id) of \(body)") }
  }

  @Test(arguments: [
    ("<ol><li id=a><li id=b></ol>", ["a": "1", "b": "2"]),
    ("<ol start=5><li id=a><li id=b value=9><li id=c></ol>", ["a": "5", "b": "9", "c": "10"]),
    ("<ol start=' -3x'><li id=a></ol>", ["a": "-3"]), ("<ol start=x><li id=a></ol>", ["a": "1"]),
    ("<ol reversed><li id=a><li id=b><li id=c></ol>", ["a": "3", "b": "2", "c": "1"]),
    ("<ol reversed start=10><li id=a><li id=b></ol>", ["a": "10", "b": "9"]),
    ("<ol reversed><li id=a><ul><li><li></ul><li id=b></ol>", ["a": "2", "b": "1"]),
    ("<ol reversed><li style='display: none'><li id=a><li id=b></ol>", ["a": "2", "b": "1"]),
    ("<ol><li id=a><ul><li id=b></ul><li id=c></ol>", ["a": "1", "b": "1.1", "c": "2"]),
    ("<ul><li></ul><ul><li id=a></ul>", ["a": "1"]),
    // Items outside of lists count with their siblings.
    ("<ol><li><li></ol><li id=a><li id=b>", ["a": "1", "b": "2"]),
    ("<div><li></div><div><li id=a></div>", ["a": "1"]),
    ("<ol><div><li></div><div><li id=a></div></ol>", ["a": "2"]),
    ("<ol><li><ol></ol><li id=a></ol>", ["a": "2"]),
    // The author's own changes replace the implicit ones.
    ("<ol><li id=a style='counter-increment: list-item 3'><li id=b></ol>", ["a": "3", "b": "4"]),
    ("<ol><li style='counter-increment: x'><li id=a></ol>", ["a": "2"]),
    ("<ol style='counter-reset: x'><li id=a></ol>", ["a": "1"]),
    ("<ol style='counter-reset: list-item 4'><li id=a></ol>", ["a": "5"]),
    ("<ol style='counter-reset: reversed(list-item)'><li id=a><li id=b></ol>", ["a": "2", "b": "1"]),
    ("<ul style='counter-reset: reversed(list-item) 5'><li id=a><li id=b></ul>", ["a": "4", "b": "3"]),
    ("<ol><p id=a style='display: list-item'></p><li id=b></ol>", ["a": "1", "b": "2"]),
    ("<ol><li style='display: block'><li id=a></ol>", ["a": "1"]),
    // A reversed list begins with the number of its items; a reversed counter fits the number that is set.
    ("<ol reversed><li id=a><li value=4><li id=b></ol>", ["a": "3", "b": "3"]),
    (
      "<ol style='counter-reset: reversed(list-item)'><li id=a><li value=4><li id=b></ol>",
      ["a": "5", "b": "3"]
    ),
  ])
  func listItemsCount(_ body: String, _ expected: [String: String]) {
    let values = Self.values("list-item", "", body)
    for (id, value) in expected { #expect(values[id] == value, "#\(id) of \(body)") }
  }
}
