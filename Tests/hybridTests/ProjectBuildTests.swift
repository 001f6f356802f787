import Foundation
import HybridSource
import HybridTestSupport
import HybridUnits
import Testing

@testable import hybrid

/// `hybrid build` of a project without a list.
@Suite struct ProjectBuildTests {
  private static func project(_ more: [String: String] = [:]) throws -> TemporaryProject {
    var files = [
      "components/card.xml": "<NText text=\"card\"/>",
      "components/shop/row-item.xml": "<NText text=\"row\"/>",
      "components/tall/tall.xml": "<Ours size=\"3\"/>",
      "components/tall/config.properties": "VIEW_ID_Ours=1200\nsize=Int\n",
      "pages/home/index.html": "<link rel=\"stylesheet\" href=\"../../app.css\"><p>Hello</p>",
      "pages/shop/product.html": "<p>Product</p>", "app.css": "p { color: red }",
    ]
    files.merge(more) { $1 }
    return try TemporaryProject(files)
  }

  private static func build(_ project: TemporaryProject, _ more: String...) async throws
    -> HybridCommand.Result
  {
    try await HybridCommand.run(["build"] + more, in: project.folder)
  }

  private static func tree(_ project: TemporaryProject) -> [String] {
    let paths = FileManager.default.enumerator(atPath: project.file("build").path)?.compactMap {
      $0 as? String
    }
    return (paths ?? []).filter { URL(filePath: $0).pathExtension != "" }.sorted()
  }

  @Test func everyTemplateAndPageIsBuilt() async throws {
    let project = try Self.project()
    let result = try await Self.build(project)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("3 templates, 2 pages: 5 built, 0 unchanged, 0 failed, 0 errors · "))
    #expect(
      Self.tree(project) == [
        "java/CARD.java", "java/SHOP_ROW_ITEM.java", "java/TALL.java", "out/card.out",
        "out/shop_row_item.out",
        "out/tall.out", "sign/card.md5", "sign/shop_row_item.md5", "sign/tall.md5", "txt/card.txt",
        "txt/shop_row_item.txt", "txt/tall.txt", "units/home.unit", "units/shop/product.unit",
      ])
    func template(_ name: String) throws -> Template {
      try Template(decoding: [UInt8](Data(contentsOf: project.file("build/out/\(name).out"))))
    }
    // Items name the type inside, which is that of the XML file.
    #expect(try template("shop_row_item").name == "row-item" && template("card").version == 1)
    #expect(try template("tall").nodes.first?.component == 1200)
    let unit = try Unit(decoding: [UInt8](Data(contentsOf: project.file("build/units/shop/product.unit"))))
    #expect(unit.name == "shop/product")
  }

  @Test func onlyWhatChangedIsBuilt() async throws {
    let project = try Self.project()
    _ = try await Self.build(project)
    let before = OutputStamp(of: project.file("build/units/home.unit").path)
    func built() async throws -> String? {
      try await Self.build(project).output.firstMatch(of: /: (\d+) built/).map { String($0.1) }
    }
    #expect(try await built() == "0")
    #expect(OutputStamp(of: project.file("build/units/home.unit").path) == before)
    try project.write("app.css", "p { color: blue }")
    #expect(try await built() == "1")
    try project.write("components/card.xml", "<NText text=\"other\"/>")
    try project.remove("build/units/shop/product.unit")
    #expect(try await built() == "2")
    try project.write("components/tall/config.properties", "VIEW_ID_Ours=1201\nsize=Int\n")
    #expect(try await built() == "1")
  }

  @Test func jobsMakeNoDifference() async throws {
    var files: [String: String] = [:]
    for index in 0..<40 {
      files["components/c\(index).xml"] = "<NText text=\"\(index)\"/>"
      files["pages/p\(index).html"] = "<p>\(index)</p>"
    }
    let one = try Self.project(files)
    let two = try Self.project(files)
    #expect(try await Self.build(one, "--jobs", "1").status == 0)
    #expect(try await Self.build(two, "--jobs", "7").status == 0)
    #expect(Self.tree(one).count == 43 * 4 + 42 && Self.tree(one) == Self.tree(two))
    for path in Self.tree(one) {
      let same =
        try Data(contentsOf: one.file("build/" + path)) == Data(contentsOf: two.file("build/" + path))
      #expect(same, "\(path)")
    }
  }

  @Test func whatFailsLeavesItsOldFilesAndStopsNoOther() async throws {
    let project = try Self.project()
    _ = try await Self.build(project)
    let before = try Data(contentsOf: project.file("build/out/card.out"))
    let page = try Data(contentsOf: project.file("build/units/home.unit"))
    try project.write("components/card.xml", "<NText textSize=\"x\"/>")
    try project.write("app.css", "p { width: 12px")
    try project.write("pages/home/index.html", "<p>{{ item. }}</p>")
    try project.write("pages/shop/product.html", "<p>Newer</p>")
    let result = try await Self.build(project)
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix("3 templates, 2 pages: 1 built, 2 unchanged, 2 failed, "), "\(result.output)")
    #expect(
      result.errors.contains("components/card.xml:1:") && result.errors.contains("pages/home/index.html:1:"))
    #expect(try Data(contentsOf: project.file("build/out/card.out")) == before)
    #expect(try Data(contentsOf: project.file("build/units/home.unit")) == page)
  }

  @Test(
    arguments: [
      (
        ["components/shop_card.xml": "<NText/>", "components/shop/card.xml": "<NText/>"], 1,
        "would both be written to"
      ),
      (["components/Card.xml": "<NText/>"], 1, "'build/java/CARD.java'"),
      (["components/tall/config.properties": "VIEW_ID_Ours=x\n"], 1, "[config.bad-component]"),
      (["hybrid.json": "{\"titel\": \"\"}"], 1, "did you mean 'title'?"),
      (["build": ""], 3, "cannot be made"),
      ([".hybrid": ""], 3, "cannot be made"),
    ] as [([String: String], Int32, String)])
  func whatCannotBeBuiltIsSaid(_ files: [String: String], _ status: Int32, _ message: String) async throws {
    let result = try await Self.build(Self.project(files))
    #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
  }

  @Test(
    arguments: [
      ("empty", 1, "there is nothing to build in 'empty'"), ("gone", 3, "'gone': there is no such file"),
      ("card.xml", 3, "'hybrid compile card.xml' compiles one template"), ("", 3, "there is no such file"),
      ("pipe", 3, "it is not a folder"),
    ] as [(String, Int32, String)])
  func wrongFoldersAreSaid(_ folder: String, _ status: Int32, _ message: String) async throws {
    let project = try TemporaryProject(["empty/.keep": "", "card.xml": "<NText/>"])
    #expect(mkfifo(project.file("pipe").path, 0o600) == 0)
    let result = try await Self.build(project, folder)
    #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
  }
}
