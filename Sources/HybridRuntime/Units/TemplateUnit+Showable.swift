package import HybridSource
import HybridTemplates
package import HybridUnits
package import HybridViewTree

extension TemplateUnit: ShowableUnit {
  package static var action: any UserAction.Type { TemplateAction.self }
  package static var callMembers: [String] { ["kind", "name", "component", "action", "param", "data"] }
  package static var hasConsole: Bool { false }
  package static var isExplained: Bool { false }
  package static var isLive: Bool { false }

  package func rendering(as variant: Variant, by renderer: Renderer) -> Rendering {
    scene(as: variant).rendering
  }

  package func still(as variant: Variant, by renderer: Renderer) -> any StillUnit {
    StillTemplate(variant: variant, tree: rendering(as: variant, by: renderer).tree)
  }

  package func inspect(
    _ shown: (index: Int, tree: ViewTree), as variant: Variant, by renderer: Renderer,
    sources: @escaping (String) -> Source?
  ) -> ElementInspection? {
    scene(as: variant).inspect(shown.index, limit: ElementInspection.Limits.attributes)
      .map(ElementInspection.init)
  }

  package func explain(
    _ selector: Source, as variant: Variant, by renderer: Renderer, sources: @escaping (String) -> Source?
  ) throws(SelectionError) -> ElementExplanation? { nil }

  package var asksForColorScheme: Bool { false }

  package func opened(in setting: UnitSetting, before first: String?) -> any UnitRuntime {
    let data = setting.environment.data ?? data(of: setting.environment.dataSet)
    return TemplateScene(self, on: setting.device, data: data)
  }

  package func live(
    as variant: Variant, in environment: PageEnvironment, by renderer: Renderer
  ) -> (any LiveUnit)? { nil }

  private func scene(as variant: Variant) -> TemplateScene {
    TemplateScene(self, on: variant.device, data: data(of: variant.dataSet))
  }
}

/// A template on one device. Each save renders it again as a whole.
private struct StillTemplate: StillUnit {
  static var kind: Unit.Kind { .template }
  let variant: Variant
  var tree: ViewTree

  mutating func update(to unit: Unit, by renderer: Renderer) -> ViewTreeChanges? {
    tree = renderer.render(unit, as: variant).tree
    return nil
  }
}
