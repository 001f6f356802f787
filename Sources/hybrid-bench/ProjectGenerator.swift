import Foundation

/// Generates a project of any size for benchmarks: pages like those of a shop, with shared style sheets, a
/// partial and data.
///
/// Equal sizes give equal files, byte for byte, on every machine.
struct ProjectGenerator {
  /// The number of pages.
  var units: Int
  /// The number of list rows on each page; a page has about four elements per row.
  var rows = 6

  /// The style sheet that pages share. Benchmarks save it and the two files below.
  static let sharedSheet = "css/shop.css"
  /// Imported by ``sharedSheet``.
  static let importedSheet = "css/tokens.css"
  /// Included by every tenth page.
  static let partial = "partials/footer.html"

  /// The HTML file of a page.
  func page(_ number: Int) -> String { "pages/\(name(number))/index.html" }
  /// The sample data of a page.
  func data(_ number: Int) -> String { "pages/\(name(number))/data.json" }
  /// The style sheet of this page alone.
  func sheet(_ number: Int) -> String { "pages/\(name(number))/page.css" }
  /// The picture in this row of every page.
  static func picture(_ row: Int) -> String { "assets/product\(row).svg" }
  /// The unit's name.
  func name(_ number: Int) -> String { "section\(number / 100)/page\(number)" }

  /// All files with their contents; `pages/…` in numerical order.
  var files: [(path: String, text: String)] {
    var files: [(path: String, text: String)] = [
      ("hybrid.json", #"{"title": "Generated"}"# + "\n"), (Self.importedSheet, tokens),
      (Self.sharedSheet, shared),
      (
        Self.partial,
        "<footer class=\"foot\"><p>Generated for a benchmark</p><a href=\"/\">Home</a></footer>\n"
      ),
    ]
    for row in 0..<rows {
      files.append(
        (
          Self.picture(row),
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"96\" height=\"96\">"
            + "<circle cx=\"48\" cy=\"48\" r=\"\(row + 20)\"/></svg>\n"
        ))
    }
    for number in 0..<units {
      files.append((page(number), html(number)))
      files.append((data(number), json(number)))
      files.append((sheet(number), ".page\(number) .row { padding: \(number % 9)px; }\n"))
    }
    return files
  }

  /// Writes the project to `folder`, which is created if missing.
  func write(to folder: URL) throws {
    for (path, text) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  private func html(_ number: Int) -> String {
    let footer = number % 10 == 0 ? "  <include src=\"/\(Self.partial)\"></include>\n" : ""
    let cards = (0..<rows).map { row in
      """
          <div class="card">
            <img src="/\(Self.picture(row))" alt="Product \(row)">
            <div class="text"><span class="price">{{ items[\(row)].price }}</span>\
      <b>{{ items[\(row)].name }}</b></div>
          </div>

      """
    }.joined()
    return """
      <!DOCTYPE html>
      <html>
      <head>
        <title>Page \(number)</title>
        <link rel="stylesheet" href="/\(Self.sharedSheet)">
        <link rel="stylesheet" href="page.css">
      </head>
      <body class="page\(number)">
        <h1>{{ title }}</h1>
        <ul class="list">
          <li class="row" t:for="item in items"><span>{{ index }}</span>\
      <a href="{{ item.link }}">{{ item.name }}</a></li>
        </ul>
        <section class="cards">
      \(cards)  </section>
      \(footer)</body>
      </html>

      """
  }

  private func json(_ number: Int) -> String {
    let items = (0..<rows).map { row in
      #"    {"name": "Product \#(number * rows + row)", "price": \#(row + 1).5, "link": "/product/\#(row)"}"#
    }
    return "{\n  \"title\": \"Page \(number)\",\n  \"items\": [\n\(items.joined(separator: ",\n"))\n  ]\n}\n"
  }

  private var tokens: String {
    ":root {\n" + (0..<40).map { "  --space-\($0): \($0)px;\n" }.joined() + "}\n"
  }

  private var shared: String {
    let rules = (0..<120).map { index in
      """
      .block\(index) > .item { margin: \(index % 12)px; padding: 4px 8px; color: #336699; \
      font-size: \(12 + index % 8)px; }
      """
    }
    return """
      @import "tokens.css";
      body { display: flex; flex-direction: column; gap: 8px; }
      .list { display: flex; flex-direction: column; }
      .row { display: flex; justify-content: space-between; padding: var(--space-8); }
      .card { display: flex; border-radius: 8px; background: #fafafa; }
      .card img { width: 48px; height: 48px; }
      .price { font-weight: bold; }
      .foot { padding: var(--space-12); }
      \(rules.joined(separator: "\n"))

      """
  }
}
