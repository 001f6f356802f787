import Foundation
import HybridUnits
import Testing

/// `Documentation/architecture.md`, `Package.swift` and the sources agree on the targets and their imports.
@Suite struct ArchitectureTests {
  static let map = try! String(
    contentsOf: DocumentationTests.repository.appending(path: "Documentation/architecture.md"),
    encoding: .utf8)

  static let sources = DocumentationTests.repository.appending(path: "Sources")

  /// The folders of `Sources`.
  static let targets: Set<String> = Set(
    try! FileManager.default.contentsOfDirectory(atPath: sources.path).filter { !$0.hasPrefix(".") })

  /// The lines of the diagram that name targets, from the top, with those names.
  static let floors: [[String]] = {
    guard let block = map.firstMatch(of: /(?s)```text\n(.*?)```/) else { return [] }
    return block.1.split(separator: "\n").map { line in
      line.matches(of: /\b(?:hybrid-bench|hybrid|Hybrid[A-Z]\w*|C[A-Z]\w*)\b/).map { String($0.0) }
    }.filter { !$0.isEmpty }
  }()

  /// The height of a target's line; the lowest line is 0.
  static let heights: [String: Int] = Dictionary(
    floors.reversed().enumerated().flatMap { height, names in names.map { ($0, height) } },
    uniquingKeysWith: { first, _ in first })

  /// The Swift files of a target.
  static func files(of target: String) -> [URL] {
    let files = FileManager.default.enumerator(
      at: sources.appending(path: target), includingPropertiesForKeys: nil)
    return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
  }

  /// The imports of this package in a target's Swift files, each with a file that has it.
  static func imports(of target: String) throws -> [String: String] {
    var result: [String: String] = [:]
    for file in files(of: target) {
      let text = try Data(contentsOf: file)
      for (before, after) in text.occurrences(of: "import ") {
        let modifiers = before.split(separator: " ")
        guard modifiers.allSatisfy({ $0.hasPrefix("@") || Self.accessLevels.contains($0) }) else { continue }
        guard let name = after.split(separator: " ").last.map(String.init) else { continue }
        if targets.contains(name) { result[name] = file.lastPathComponent }
      }
    }
    return result
  }

  static let accessLevels: Set<Substring> = ["package", "public", "internal", "private", "fileprivate"]

  @Test func everyTargetStandsOnceInThePicture() {
    let drawn = Self.floors.flatMap(\.self)
    #expect(drawn.count == Set(drawn).count)
    #expect(Set(drawn) == Self.targets)
  }

  @Test(arguments: targets.sorted())
  func everyImportPointsDown(_ target: String) throws {
    let height = try #require(Self.heights[target])
    for (name, file) in try Self.imports(of: target) {
      let other = try #require(Self.heights[name])
      #expect(other < height, "\(target)/\(file) imports \(name), which is not below it")
    }
  }

  /// The first list after each name in `Package.swift`: the declared dependencies of a target.
  static func declaredDependencies() throws -> [String: Set<String>] {
    let package = try String(
      contentsOf: DocumentationTests.repository.appending(path: "Package.swift"), encoding: .utf8)
    var result: [String: Set<String>] = [:]
    let target = /(?:library\(|arget\(\s*name:)\s*"([\w-]+)",\s*(?:dependencies:\s*)?\[([^\]]*)\]/
    for match in package.matches(of: target) {
      result[String(match.1)] = Set(match.2.matches(of: /"([\w-]+)"/).map { String($0.1) })
    }
    return result
  }

  @Test func thePackageDeclaresWhatIsImportedAndNoMore() throws {
    let declared = try Self.declaredDependencies()
    for target in Self.targets where target.hasPrefix("Hybrid") || target.hasPrefix("hybrid") {
      let imported = try Set(Self.imports(of: target).keys)
      let extra = declared[target, default: []].subtracting(imported)
      #expect(imported.subtracting(declared[target, default: []]).isEmpty, "\(target) does not declare these")
      #expect(extra.subtracting(["HybridBrowserDriver"]).isEmpty, "\(target) does not import these")
    }
  }

  /// Whether a type of that name is declared in one of the targets.
  static func declares(_ name: String, in targets: some Sequence<String>) throws -> Bool {
    try targets.flatMap(files(of:)).contains { file in
      let text = try Data(contentsOf: file)
      return text.occurrences(of: " \(name)").contains { before, after in
        let keyword = before.split(separator: " ").last ?? ""
        let isWhole = after.first.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true
        return isWhole && Self.typeKeywords.contains(keyword)
      }
    }
  }

  static let typeKeywords: Set<Substring> = ["struct", "class", "actor", "enum", "protocol", "typealias"]

  /// Whether a path in the map exists: as written, or below `Sources`, `Documentation`, `Tests` or a target.
  static func exists(_ path: String) -> Bool {
    let roots = ["", "Sources", "Documentation", "Tests"] + targets.map { "Sources/\($0)" }
    return roots.contains {
      let root = DocumentationTests.repository.appending(path: $0)
      return FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }
  }

  @Test func everyPathOnTheMapExists() {
    for match in Self.map.matches(of: /`([\w.\/+-]+)`/) {
      let path = String(match.1)
      guard path.contains("/") || path.contains(/\.(?:md|swift|json|txt|css|js)$/) else { continue }
      guard !path.contains("NAME") else { continue }
      #expect(Self.exists(path), "`\(path)`")
    }
  }

  /// The scripts of `Tools`, with the paths that each one names in `Sources`, `Tests` or `Documentation`.
  static func pathsOfTools() throws -> [(tool: String, path: String)] {
    let folder = DocumentationTests.repository.appending(path: "Tools")
    var result: [(tool: String, path: String)] = []
    for tool in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let script = String(decoding: try Data(contentsOf: folder.appending(path: tool)), as: UTF8.self)
      for match in script.matches(of: /\b(?:Sources|Tests|Documentation)\/[\w.\/-]*\w/) {
        result.append((tool: tool, path: String(match.0)))
      }
    }
    return result
  }

  /// A name in capitals in a path stands for any name.
  @Test func everyPathOfTheToolsExists() throws {
    let paths = try Self.pathsOfTools()
    #expect(paths.contains { $0.tool == "embed-page" && $0.path == "Sources/HybridBrowser/Page" })
    for (tool, path) in paths where !path.contains(/\/[A-Z]+$/) {
      let file = DocumentationTests.repository.appending(path: path)
      #expect(FileManager.default.fileExists(atPath: file.path), "Tools/\(tool): \(path)")
    }
  }

  @Test func everyTypeOnTheMapExists() throws {
    let tests = try FileManager.default.contentsOfDirectory(
      atPath: DocumentationTests.repository.appending(path: "Tests").path)
    for match in Self.map.matches(of: /`([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)`/) {
      let name = String(match.1)
      guard !Self.targets.contains(name), !tests.contains(name), !Self.exists(name) else { continue }
      #expect(try Self.declares(name, in: Self.targets), "`\(name)`")
    }
  }

  /// In the table of targets, the names in brackets after a subject are folders, files or types of that
  /// target.
  @Test func everyTargetHasItsRowInTheTable() throws {
    var rows: [String: Substring] = [:]
    for match in Self.map.matches(of: /(?m)^\| ((?:`[\w-]+`(?:, )?)+) \| (.*) \|$/) {
      for name in match.1.matches(of: /`([\w-]+)`/) { rows[String(name.1)] = match.2 }
    }
    let undescribed = Self.targets.filter { !$0.hasPrefix("C") && rows[$0] == nil }
    #expect(undescribed.isEmpty)
    for (target, row) in rows where Self.targets.contains(target) {
      for match in row.matches(of: /\(`([A-Z]\w*)`\)/) {
        let folder = Self.sources.appending(path: "\(target)/\(match.1)").path
        let isFolder = FileManager.default.fileExists(atPath: folder)
        #expect(try isFolder || Self.declares(String(match.1), in: [target]), "\(target): `\(match.1)`")
      }
    }
  }
}

/// Code asks for elements by `ElementName`, which knows namespaces and does not compile when misspelled.
@Suite struct ElementNameUseTests {
  /// The targets whose code asks for elements. Tree construction (`HybridMarkup`) has tags of its own.
  static let targets = [
    "HybridDOM", "HybridCSS", "HybridUnits", "HybridCompiler", "HybridRuntime", "HybridRexxar",
    "HybridServer",
  ]

  static let names = Set(
    (ElementReference.html + ElementReference.all(in: .native)).map { $0.name.lowercased() }
      + ["svg", "tspan", "text", "foreignObject"])

  /// The texts of a line of code that are compared with the name of an element.
  static func comparedNames(in line: Substring) -> [String] {
    let equal = line.matches(of: /(\w*)[)}\]?! ]*\.name (?:==|!=) "(\w+)"/).compactMap { match in
      ["attribute", "event"].contains(match.1) ? nil : String(match.2)
    }
    let among = line.matches(of: /\[("[^\]]*")\]\.contains\((?!event)[\w.?$\[\]]*\.name\)/).flatMap { match in
      match.1.matches(of: /"(\w+)"/).map { String($0.1) }
    }
    let switched = line.matches(of: /switch [\w.?$\[\]]*lement\??\.name \{/).map { _ in "html" }
    return (equal + among + switched).filter(names.contains)
  }

  @Test func elementsAreComparedByElementName() throws {
    for file in Self.targets.flatMap(ArchitectureTests.files(of:)) {
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let found = Self.comparedNames(in: line)
        #expect(found.isEmpty, "\(file.lastPathComponent):\(index + 1)")
      }
    }
  }

  @Test(arguments: [
    #"if element.name == "details" {"#, #"first { document[$0].element?.name != "legend" }"#,
    #"parent.flatMap { document[$0].element }?.name == "details" ? 1 : 2"#,
    #"if ["td", "th"].contains(element.name) {"#, "switch element.name {",
    "switch document[child].element?.name {",
  ])
  func comparisonsOfTextAreFound(_ line: String) {
    #expect(!Self.comparedNames(in: line[...]).isEmpty)
  }

  @Test(arguments: [
    #"if attribute.name == "style" {"#, #"event.name == "input""#, #"$0.name == "aria-label""#,
    #"if ["tap", "input"].contains(event.name) {"#,
    "if element.elementName == .details {",
  ])
  func otherComparisonsAreNot(_ line: String) {
    #expect(Self.comparedNames(in: line[...]).isEmpty)
  }
}

extension Data {
  /// The context of a text: the parts of its line before and after it.
  fileprivate func occurrences(of text: String) -> [(before: String, after: String)] {
    var result: [(before: String, after: String)] = []
    var start = startIndex
    while let range = range(of: Data(text.utf8), in: start..<endIndex) {
      let first = self[..<range.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? startIndex
      let last = self[range.upperBound...].firstIndex(of: UInt8(ascii: "\n")) ?? endIndex
      result.append(
        (
          String(decoding: self[first..<range.lowerBound], as: UTF8.self),
          String(decoding: self[range.upperBound..<last], as: UTF8.self)
        ))
      start = range.upperBound
    }
    return result
  }
}
