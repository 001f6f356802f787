import Foundation
import HybridBrowserDriver
import HybridJSON
import HybridSource
import HybridTestSupport
import Testing

/// Frames of pages with style sheets that nobody here wrote, beside those of a browser: the share of elements
/// within 1 px never falls below the one in ``floors``.
///
/// Left out of the count: line breaks. Animations and transforms are off, since frames are those of the
/// layout; both sides have the same fonts.
@Suite(
  .serialized, .suiteTimeLimit,
  .enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell"))
struct SheetFrameTests {
  private static let widths = [390, 1024]

  /// The percentages that were reached, by library: at each width as the page is, and without generated
  /// content. They only rise.
  private static let floors: [String: [Double]] = [
    "bootstrap3": [100, 100, 100, 100], "bootstrap4": [99.6, 99.6, 99.6, 99.6],
    "bootstrap5": [100, 100, 100, 100], "bulma": [100, 100, 100, 100], "foundation": [100, 100, 100, 100],
    "material": [100, 100, 100, 100], "milligram": [93.6, 95.7, 93.6, 95.7],
    "normalize": [96.7, 100, 96.7, 100], "pico": [100, 100, 100, 100], "skeleton": [100, 100, 100, 100],
    "spectre": [100, 100, 100, 100],
  ]

  @Test(arguments: StyleLibrary.all.filter(\.isInstalled))
  func framesAreThoseOfABrowser(_ library: StyleLibrary) async throws {
    var reached: [Double] = []
    var lines: [String] = []
    for hasContent in [true, false] {
      for width in Self.widths {
        let result = try await compare(library, width: width, hasContent: hasContent)
        reached.append((result.share * 10).rounded(.down) / 10)
        if hasContent { lines += result.differences.map { "\(width): \($0)" } }
      }
    }
    let floor = try #require(Self.floors[library.name], "reached \(reached)")
    for (reached, floor) in zip(reached, floor) {
      #expect(reached >= floor, "\(reached) of \(floor): \(lines.joined(separator: "\n"))")
    }
  }

  private struct Comparison {
    var share: Double
    var differences: [String]
  }

  private func compare(
    _ library: StyleLibrary, width: Int, hasContent: Bool
  ) async throws -> Comparison {
    let markup = Self.prepared(try library.page(), hasContent: hasContent)
    let project = try TemporaryProject([
      "hybrid.json": "{}", "pages/home/index.html": markup, "lib/\(library.name).css": try library.text(),
      "browser.html": markup.replacingOccurrences(of: "\"/lib/", with: "\"lib/"),
    ])
    let result = try await HybridCommand.run(
      ["render", "pages/home/index.html", "--width", "\(width)", "--height", "800", "--format", "json"],
      in: project.folder)
    #expect(result.status == 0, "\(result.errors)")
    var frames: [String: [Double]] = [:]
    let rendered = readJSON(Source(path: "render", bytes: Array(result.output.utf8))).value
    Self.collect(try #require(rendered, "\(result.errors)"), into: &frames)

    let page = try await Browser.shared().open(width: width, height: 800)
    try await page.call(
      "Page.setFontFamilies",
      [
        "fontFamilies": [
          "standard": "DejaVu Sans", "sansSerif": "DejaVu Sans", "serif": "DejaVu Serif",
          "fixed": "DejaVu Sans Mono",
        ]
      ])
    try await page.call("Page.setFontSizes", ["fontSizes": ["standard": 16, "fixed": 13]])
    try await page.open(project.file("browser.html").absoluteString)
    let expected = try await page.evaluate(Self.measured).array ?? []
    #expect(expected.count > 50)
    var differences: [String] = []
    for element in expected {
      let id = element[0]?.string ?? ""
      let want = (element[2]?.array ?? []).compactMap(\.number)
      let got = frames[id]
      if let got, zip(got, want).allSatisfy({ abs($0 - $1) <= 1 }) { continue }
      differences.append("\(element[1]?.string ?? "")#\(id) \(got.map { "\($0)" } ?? "none") for \(want)")
    }
    let share = 100 * Double(expected.count - differences.count) / Double(max(expected.count, 1))
    return Comparison(share: share, differences: differences)
  }

  /// The frames of everything that is laid out, relative to the parent's border box.
  private static let measured = """
    [...document.querySelectorAll("[id]")].filter((element) => element.getClientRects().length > 0
      && !["br", "wbr"].includes(element.localName) && element.checkVisibility())
      .map((element) => {
        const frame = element.getBoundingClientRect(), parent = element.parentElement.getBoundingClientRect();
        return [element.id, element.localName,
          [frame.left - parent.left, frame.top - parent.top, frame.width, frame.height]];
      })
    """

  private static func collect(_ json: JSONValue, into frames: inout [String: [Double]]) {
    if let id = json["id"]?.string, frames[id] == nil, let frame = json["frame"]?.array {
      frames[id] = frame.compactMap(\.number)
    }
    for child in json["children"]?.array ?? json.array ?? [] { collect(child, into: &frames) }
  }

  /// A page whose elements have ids, with the fonts of this machine, without what frames do not show.
  private static func prepared(_ markup: String, hasContent: Bool) -> String {
    let fonts = "<style>html, button, input, select, textarea { font-family: sans-serif }</style>"
    let still = "animation: none !important; transition: none !important; transform: none !important"
    // More specific than any rule of a library.
    let all = "*:not(#none):not(#none)"
    var sheet = "\(all), \(all)::before, \(all)::after { \(still) }"
    if !hasContent { sheet += " \(all)::before, \(all)::after { content: none !important }" }
    guard let body = markup.range(of: "<body") else { return markup }
    let head = markup[..<body.lowerBound]
      .replacingOccurrences(of: "<link rel", with: "\(fonts)\n<link rel")
      .replacingOccurrences(of: "</head>", with: "<style>\(sheet)</style></head>")
    var result = head
    var count = 0
    var rest = markup[body.lowerBound...]
    while let start = rest.firstIndex(of: "<") {
      result += rest[..<start]
      rest = rest[start...]
      let end = rest.firstIndex(of: ">") ?? rest.endIndex
      let tag = rest[..<end]
      rest = rest[end...]
      guard tag.dropFirst().first?.isLowercase == true, !tag.contains(" id=") else {
        result += tag
        continue
      }
      count += 1
      let name = tag.prefix { !$0.isWhitespace }
      result += "\(name) id=\"e\(count)\"\(tag.dropFirst(name.count))"
    }
    return result + rest
  }
}
