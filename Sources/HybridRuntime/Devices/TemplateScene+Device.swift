package import HybridJSON
package import HybridTemplates
package import HybridUnits

extension TemplateScene {
  /// Opens a unit on a device.
  ///
  /// - Parameter data: Takes the place of the unit's own sample data.
  package init(_ unit: TemplateUnit, on device: Device, data: JSONValue? = nil) {
    var screen = TemplateScreen()
    screen.platform = device.platform
    screen.size = device.viewport
    screen.isRightToLeft = device.isRightToLeft
    screen.fontScale = device.fontScale
    screen.prefersDark = device.prefersDark
    var items: [String: Template] = [:]
    var origins: [String: TemplateOrigin] = [:]
    for file in unit.items + [unit.main] {
      items[file.template.name] = file.template
      origins[file.template.name] = TemplateOrigin(path: file.path, places: file.places)
    }
    self.init(
      template: unit.main.template, items: items, data: data ?? unit.data, screen: screen, tags: unit.tags,
      origins: origins, standIns: ComponentStandIn.standIns(for: unit.previews, on: screen))
  }
}
