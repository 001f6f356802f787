package import HybridSource
package import HybridUnits
package import HybridViewTree

extension PageUnit: ShowableUnit {
  package static var action: any UserAction.Type { PageAction.self }
  package static var callMembers: [String] { ["kind", "module", "method", "args"] }
  package static var hasConsole: Bool { true }
  package static var isExplained: Bool { true }
  package static var isLive: Bool { true }

  package func rendering(as variant: Variant, by renderer: Renderer) -> Rendering {
    renderer.render(self, on: variant.device, data: data(of: variant.dataSet))
  }

  package func still(as variant: Variant, by renderer: Renderer) -> any StillUnit {
    StillPage(self, as: variant, by: renderer)
  }

  package func inspect(
    _ shown: (index: Int, tree: ViewTree), as variant: Variant, by renderer: Renderer,
    sources: @escaping (String) -> Source?
  ) -> ElementInspection? {
    renderer.inspect(shown.index, of: shown.tree, in: self, as: variant, sources: sources)
  }

  package func explain(
    _ selector: Source, as variant: Variant, by renderer: Renderer, sources: @escaping (String) -> Source?
  ) throws(SelectionError) -> ElementExplanation? {
    try renderer.explain(
      selector, in: self, on: variant.device, data: data(of: variant.dataSet), sources: sources)
  }

  /// Whether a sheet or a script contains the words of a colour scheme query.
  package var asksForColorScheme: Bool {
    sheets.contains { ($0.media ?? "").contains("color-scheme") || $0.source.asksForColorScheme }
      || scripts.contains { $0.text.contains("color-scheme") }
  }

  package func opened(in setting: UnitSetting, before first: String?) -> any UnitRuntime {
    var environment = setting.environment
    environment.address = ProjectAddress.base + path
    let page = LivePage(self, on: setting.device, in: environment, renderer: setting.renderer)
    let driver = PageDriver(page, responses: setting.responses)
    driver.open(before: first.flatMap { try? PageAction(parsing: $0) })
    return driver
  }

  package func live(
    as variant: Variant, in environment: PageEnvironment, by renderer: Renderer
  ) -> (any LiveUnit)? {
    LivePage(self, on: variant.device, in: environment, renderer: renderer)
  }
}

extension SheetSource {
  fileprivate var asksForColorScheme: Bool {
    let words = source.bytes[range ?? 0..<source.bytes.count]
    return words.contains("color-scheme") || words.contains("light-dark(")
      || imports.contains { $0?.asksForColorScheme ?? false }
  }
}

extension ArraySlice<UInt8> {
  /// Whether these bytes contain the UTF-8 of a text.
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard count >= wanted.count, let first = wanted.first else { return false }
    return (startIndex...(endIndex - wanted.count)).contains { start in
      self[start] == first && self[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
