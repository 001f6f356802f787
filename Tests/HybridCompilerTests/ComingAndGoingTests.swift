import HybridCompiler
import HybridSource
import HybridTestSupport
import HybridUnits
import Testing

/// After files and folders were removed, restored and changed, a compiler has the same state as a new one.
struct ComingAndGoingTests {
  private static let project = [
    "pages/home/index.html": """
    <link rel=stylesheet href="/shared/base.css"><link rel=stylesheet href=style.css>
    <include src="/partials/tab.html"></include><h1>{{ title }}</h1><x-card></x-card>

    """,
    "pages/home/style.css": "h1 { width: 10px }\n", "pages/home/data.json": "{\"title\": \"Home\"}\n",
    "pages/cart.html": """
    <link rel=stylesheet href="/shared/base.css"><include src="/partials/tab.html"></include><p>Cart</p>

    """,
    "shared/base.css": "@import 'tokens.css';\nbody { margin: var(--edge) }\n",
    "shared/tokens.css": ":root { --edge: 8px }\n",
    "partials/tab.html": "<nav>Tabs <include src=\"part.html\"></include></nav>\n",
    "partials/part.html": "<b>Part</b>\n", "components/x-card.html": "<i>Card</i>\n",
  ]
  private static let folders = ["pages", "pages/home", "shared", "partials", "components"]

  /// The possible results of a save: a different text, or one with an error.
  private static func variants(of path: String) -> [String] {
    guard let text = project[path] else { return [] }
    if path.hasSuffix(".css") { return [text + "p { height: 3px }\n", text + "p {\n"] }
    return path.hasSuffix(".json")
      ? ["{\"title\": \"Other\"}\n", "{"] : [text + "<p>more</p>\n", text + "</b>\n"]
  }

  /// All folders that contain files.
  private static func folders(of files: MemoryFiles) -> Set<String> {
    folders.reduce(into: []) { result, folder in
      if project.keys.contains(where: { ProjectPath.isInside($0, folder) && files[$0] != nil }) {
        result.insert(folder)
      }
    }
  }

  private func expectAsNew(_ compiler: inout ProjectCompiler, _ files: MemoryFiles, _ step: String) {
    var fresh = ProjectCompiler(files: files.reader, name: "shop")
    _ = fresh.build()
    #expect(compiler.unitNames == fresh.unitNames, "\(step)")
    // A hint's suggestion dates from the time of the error.
    let (told, wanted) = (compiler.check(), fresh.check())
    #expect(told.map(\.code) == wanted.map(\.code), "\(step)")
    #expect(told.map(\.location) == wanted.map(\.location), "\(step)")
    for name in fresh.unitNames {
      #expect(
        Set(compiler.dependencies(of: name)) == Set(fresh.dependencies(of: name)), "\(name) after \(step)")
      #expect(
        compiler.currentUnit(named: name)?.encoded() == fresh.currentUnit(named: name)?.encoded(),
        "\(name) after \(step)")
    }
  }

  @Test(arguments: [
    ["partials", "pages"], ["shared", "pages"], ["partials/tab.html", "pages/home", "pages"],
    ["components", "shared", "pages", "partials", "pages"],
  ])
  func whatComesBackBeforeItsPagesIsUsedAgain(_ order: [String]) {
    let files = MemoryFiles(Self.project)
    var compiler = ProjectCompiler(files: files.reader, name: "shop")
    _ = compiler.build()
    for place in order {
      let paths = Self.project.keys.filter { ProjectPath.isInside($0, place) }
      for path in paths { files[path] = nil }
      _ = compiler.apply([place])
      expectAsNew(&compiler, files, "\(place) went")
      for path in paths { files[path] = Self.project[path] }
      _ = compiler.apply([place])
      expectAsNew(&compiler, files, "\(place) came back")
    }
    files["shared/tokens.css"] = ":root { --edge: 9px }\n"
    #expect(compiler.apply(["shared/tokens.css"]).changed.map(\.name) == ["cart", "home"])
    files["partials/part.html"] = "<b>Another</b>\n"
    #expect(compiler.apply(["partials/part.html"]).changed.map(\.name) == ["cart", "home"])
  }

  @Test(arguments: 1...24)
  func anyOrderOfSavesMovesAndDeletionsEndsAsANewCompilerBegins(_ seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let files = MemoryFiles(Self.project)
    var compiler = ProjectCompiler(files: files.reader, name: "shop")
    _ = compiler.build()
    for number in 0..<40 {
      var step = "seed \(seed), step \(number): "
      if dice.next(below: 3) == 0 {
        let folder = Self.folders[dice.next(below: Self.folders.count)]
        let paths = Self.project.keys.filter { ProjectPath.isInside($0, folder) }.sorted()
        let isThere = paths.contains { files[$0] != nil }
        let before = Self.folders(of: files)
        for path in paths { files[path] = isThere ? nil : Self.project[path] }
        let others = before.symmetricDifference(Self.folders(of: files)).subtracting([folder]).sorted()
        _ = compiler.apply(others + (dice.next(below: 2) == 0 ? [folder] : paths + [folder]))
        step += "\(folder) \(isThere ? "went" : "came")"
      } else {
        let path = Self.project.keys.sorted()[dice.next(below: Self.project.count)]
        let texts: [String?] = Self.variants(of: path) + [Self.project[path], nil]
        let before = Self.folders(of: files)
        files[path] = texts[dice.next(below: texts.count)]
        // As a watcher does, reports folders that appear or disappear, but not folders with a changed file.
        _ = compiler.apply(before.symmetricDifference(Self.folders(of: files)).sorted() + [path])
        step += path
      }
      expectAsNew(&compiler, files, step)
    }
  }
}
