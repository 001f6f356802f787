import Foundation
import HybridJSON
import HybridSource
import HybridTemplateCompiler
import HybridTestSupport
import HybridUnits
import Testing

@testable import HybridTemplates

/// Templates of other projects, each from its source and from the original compiler's output.
@Suite struct ConformanceTreesTests {
  private struct Pair {
    var id: String
    var source: Template
    var compiled: Template
  }

  private static func pairs() throws -> [Pair] {
    let folder = try #require(conformanceFolder?.appending(path: "virtualview"))
    func source(_ path: String) throws -> Source {
      Source(path: path, bytes: Array(try Data(contentsOf: folder.appending(path: path))))
    }
    var configs: [String: TemplateConfig] = [:]
    let manifest = readJSON(try source("manifest.json")).value
    return try (manifest?["entries"]?.array ?? []).map { entry in
      func text(_ key: String) throws -> String { try #require(entry[key]?.string) }
      let path = try text("config")
      let config = try configs[path] ?? TemplateConfig.read(source(path)).config
      configs[path] = config
      let compiled = compileTemplate(
        try source(text("xml")), name: try text("template_name"),
        version: try #require(entry["version"]?.int),
        config: config)
      return Pair(
        id: try text("id"), source: try #require(compiled.template),
        compiled: try Template(decoding: source(text("out")).bytes))
    }
  }

  /// `hybrid render` draws the same for `.xml` and `.out`, down to the last node and event.
  @Test(.enabled(if: conformanceFolder != nil), arguments: TemplatePlatform.allCases)
  func sourceAndCompiledFormAreShownAlike(_ platform: TemplatePlatform) throws {
    let pairs = try Self.pairs()
    #expect(pairs.count >= 100)
    let data: JSONValue = [
      "title": "t", "visible": "visible", "color": [-1], "imgUrl": "a.png",
      "items": [["type": "GridItem", "title": "a"]], "data": [["type": "PageItem", "title": "b"]],
    ]
    func scene(_ template: Template, _ items: [Template]) -> TemplateScene {
      let named = Dictionary(items.map { ($0.name, $0) }) { $1 }
      var scene = TemplateScene(template: template, items: named, data: data, screen: .phone(platform))
      try? scene.perform(.tap("60,20"))
      return scene
    }
    for pair in pairs {
      let source = scene(pair.source, pairs.map(\.source))
      let compiled = scene(pair.compiled, pairs.map(\.compiled))
      #expect(source.rendering.tree == compiled.rendering.tree, "\(pair.id)")
      #expect(source.log == compiled.log, "\(pair.id)")
      #expect(source.diagnostics.map(\.message) == compiled.diagnostics.map(\.message), "\(pair.id)")
    }
  }
}
