import Testing

/// A file that would cost a careless reader minutes, gigabytes, a request or a secret; `bomb.*` of
/// `Documentation/project-files.md`, *Limits*.
///
/// Each replaces a valid file of ``good``, so that a test can save it, check the result, and save the valid
/// file again.
package struct Bomb: Sendable, CustomTestStringConvertible {
  /// The reader of the file.
  package enum Place: String, Sendable, CaseIterable {
    case page = "pages/home/index.html"
    case sheet = "pages/home/style.css"
    case data = "pages/home/data.json"
    case template = "components/card.xml"
  }

  package var name: String
  package var place: Place
  /// The code of the expected report.
  package var code: String
  /// Whether it fails the unit; otherwise the report is a warning, and the page is shown without the refused
  /// part.
  package var isError: Bool
  /// Additional files: path → text.
  package var others: [String: String] = [:]
  /// A text that must never occur in a report.
  package static let secret = "hybrid-planted-secret"
  private let make: @Sendable () -> [UInt8]

  /// The bytes, created on demand, since some are large.
  package var bytes: [UInt8] { make() }
  /// The place and the defect.
  package var testDescription: String { "\(name) in \(place.rawValue)" }

  private init(
    _ name: String, _ place: Place, _ code: String, isError: Bool = true, _ others: [String: String] = [:],
    _ make: @escaping @Sendable () -> [UInt8]
  ) {
    self.name = name
    self.place = place
    self.code = code
    self.isError = isError
    self.others = others
    self.make = make
  }

  private init(
    _ name: String, _ place: Place, _ code: String, isError: Bool = true, _ others: [String: String] = [:],
    text: @escaping @Sendable () -> String
  ) {
    self.init(name, place, code, isError: isError, others) { Array(text().utf8) }
  }

  /// A valid project with a file in each place.
  package static let good = [
    Place.page.rawValue: """
    <!DOCTYPE html><html><head><title>Home</title><link rel="stylesheet" href="style.css"></head>
    <body><h1 id="title">{{ title }}</h1></body></html>

    """,
    Place.sheet.rawValue: "#title { width: 80px }\n",
    Place.data.rawValue: "{\"title\": \"Hello\"}\n",
    Place.template.rawValue: "<NText text=\"Hi\" layoutWidth=\"10\" layoutHeight=\"10\"/>\n",
  ]

  /// All bombs.
  package static let all = markup + sheets + data

  private static let markup = markup(.page) + markup(.template)

  private static func markup(_ place: Place) -> [Bomb] {
    let isPage = place == .page
    let tag = isPage ? "div" : "FrameLayout"
    @Sendable func page(_ body: String) -> String {
      isPage ? "<body>\(body)</body>" : "<NText>\(body)</NText>"
    }
    func doctype(_ subset: String, _ body: String) -> String { "<!DOCTYPE html \(subset)>\n\(page(body))" }
    let laughs = (1...9).map { number -> String in
      let laugh = String(repeating: "&a\(number - 1);", count: 10)
      return "<!ENTITY a\(number) \"\(laugh)\">"
    }.joined()
    let doctypes: [(String, String)] = [
      (
        "billion laughs",
        doctype(
          "[<!ENTITY a0 \"lol\">"
            + laughs + "]", "&a9;")
      ),
      (
        "quadratic blow-up",
        doctype(
          "[<!ENTITY a \"\(String(repeating: "x", count: 100_000))\">]",
          String(repeating: "&a;", count: 20_000))
      ),
      ("XXE of a file", doctype("[<!ENTITY a SYSTEM \"../../secret.txt\">]", "&a;")),
      ("XXE over HTTP", doctype("[<!ENTITY a SYSTEM \"http://127.0.0.1:9/\">]", "&a;")),
      ("parameter entity", doctype("[<!ENTITY % a SYSTEM \"../../secret.txt\"> %a;]", "x")),
      ("external DTD", doctype("SYSTEM \"../../secret.txt\"", "x")),
      ("entity loop", doctype("[<!ENTITY a \"&b;\"><!ENTITY b \"&a;\">]", "&a;")),
    ]
    // Templates have a separate reader with its own codes.
    let tooLarge = "template.too-large"
    let encoding = "template.encoding"
    var bombs = doctypes.map { name, text in
      Bomb(
        name, place, isPage ? "markup.doctype" : "template.document-type",
        // A reference to an entity that is never declared is an error in templates.
        isError: !isPage && text.contains("&a")
      ) {
        Array(text.utf8)
      }
    }
    func add(_ name: String, _ code: String, isError: Bool = true, _ text: @escaping @Sendable () -> String) {
      bombs.append(Bomb(name, place, code, isError: isError, text: text))
    }
    add("depth of 200,000", isPage ? "markup.too-deep" : tooLarge) {
      String(repeating: "<\(tag)>", count: 200_000)
    }
    add("200,000 attributes", isPage ? "markup.too-many-attributes" : tooLarge) {
      let attributes = (0..<200_000).map { "a\($0)=''" }
      return "<\(tag) \(attributes.joined(separator: " "))/>"
    }
    add("200,000 elements", isPage ? "markup.too-many-nodes" : tooLarge) {
      "<\(tag)>\(String(repeating: "<\(tag)></\(tag)>", count: 200_000))</\(tag)>"
    }
    add("attribute of 16 MB", "project.file-too-large") {
      "<\(tag) a='\(String(repeating: "x", count: 16 << 20))'/>"
    }
    add("NUL", isPage ? "markup.nul" : encoding) { page("a\0b") }
    add("empty", isPage ? "markup.empty" : "template.empty", isError: !isPage) { "" }
    bombs.append(
      Bomb("UTF-16", place, isPage ? "markup.encoding" : encoding, isError: !isPage) {
        [0xFF, 0xFE] + page("x").utf16.flatMap { [UInt8($0), 0] }
      })
    bombs.append(
      // Phones accept such a template all the same.
      Bomb("bad UTF-8", place, isPage ? "markup.invalid-utf8" : encoding, isError: isPage) {
        Array("<\(tag) a='".utf8) + [0xC3, 0x28] + Array("'/>".utf8)
      })
    return bombs
  }

  private static let sheets = [
    Bomb("nesting of 200,000", .sheet, "css.too-deep") { String(repeating: "a{", count: 200_000) },
    Bomb("brackets 200,000 deep", .sheet, "css.too-deep") {
      "a { width: " + String(repeating: "(", count: 200_000) + "}"
    },
    Bomb("selector list of 100,000", .sheet, "css.invalid-selector", isError: false) {
      String(repeating: "a,", count: 100_000) + "b { width: 1px }"
    },
    Bomb("import of itself", .sheet, "css.import-loop", isError: false) { "@import 'style.css';" },
    Bomb(
      "import loop", .sheet, "css.import-loop", isError: false,
      ["pages/home/loop.css": "@import 'style.css';"]
    ) { "@import 'loop.css';" },
    Bomb(
      "import chain of 40", .sheet, "css.import-too-deep", isError: false,
      sheets("c", 41) { $0 == 40 ? "" : "@import 'c\($0 + 1).css';" }
    ) { "@import 'c0.css';" },
    Bomb(
      "imports that double", .sheet, "css.too-many-imports", isError: false,
      sheets("d", 14) { $0 == 13 ? "" : "@import 'd\($0 + 1).css'; @import 'd\($0 + 1).css' print;" }
    ) { "@import 'd0.css';" },
    Bomb("calc 100 deep", .sheet, "css.too-deep", isError: false) {
      let opening = String(repeating: "calc(1px + ", count: 100)
      return "#title { width: \(opening)1px\(String(repeating: ")", count: 100)) }"
    },
    Bomb("calc 200,000 deep", .sheet, "css.too-deep") {
      "#title { width: " + String(repeating: "calc(", count: 200_000)
    },
    Bomb("var loop", .sheet, "css.variable-loop", isError: false) {
      "#title { --a: var(--b); --b: var(--a); width: var(--a) }"
    },
    Bomb("var doubling", .sheet, "css.variable-too-large", isError: false) {
      let steps = (1...40).map { "--a\($0): var(--a\($0 - 1)) var(--a\($0 - 1));" }
      return "#title { --a0: 1px; \(steps.joined()) margin: var(--a40) }"
    },
    Bomb("var chain of 50,000", .sheet, "css.variable-too-large", isError: false) {
      let steps = (1...50_000).map { "--a\($0): var(--a\($0 - 1));" }
      return "#title { --a0: 1px; \(steps.joined()) width: var(--a50000) }"
    },
    Bomb("17 MB", .sheet, "project.file-too-large") { String(repeating: "a{}\n", count: 17 << 18) },
  ]

  private static func sheets(
    _ name: String, _ count: Int, _ text: (Int) -> String
  ) -> [String: String] {
    var files: [String: String] = [:]
    for number in 0..<count { files["pages/home/\(name)\(number).css"] = text(number) }
    return files
  }

  private static let data = [
    Bomb("depth of 200,000", .data, "json.too-deep") { String(repeating: "[", count: 200_000) },
    Bomb("objects 200,000 deep", .data, "json.too-deep") { String(repeating: "{\"a\":", count: 200_000) },
    Bomb("number of 1,000,000 digits", .data, "json.number-too-long", isError: false) {
      "{\"title\": " + String(repeating: "9", count: 1_000_000) + "}"
    },
    Bomb("duplicate keys", .data, "json.duplicate-key") { "{\"title\": 1, \"title\": 2}" },
    Bomb("100,000 duplicate keys", .data, "json.duplicate-key") {
      "{" + String(repeating: "\"title\": 1,", count: 100_000) + "\"title\": 2}"
    },
    Bomb("17 MB", .data, "project.file-too-large") {
      "\"" + String(repeating: "x", count: 17 << 20) + "\""
    },
    Bomb("UTF-16", .data, "json.utf-16") { [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00] },
    Bomb("NUL", .data, "json.unexpected") { Array("{\"title\": \0}".utf8) },
    Bomb("bad UTF-8", .data, "json.invalid-utf8") { [0x22, 0xFF, 0x22] },
    Bomb("empty", .data, "json.empty") { [] },
  ]
}
