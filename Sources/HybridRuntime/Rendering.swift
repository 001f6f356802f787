package import HybridJSON
package import HybridReload
package import HybridSource
package import HybridUnits
import HybridCSS
import HybridDOM

/// A unit with its data, styled and laid out for a device, and what went wrong on the way.
package struct Rendering: Sendable {
  /// What clients show.
  package var tree: ViewTree
  /// What the data did to the template.
  package var diagnostics: [Diagnostic]
}

/// Renders units. Sheets that many pages share are indexed once and kept.
package struct Renderer: Sendable {
  /// A renderer that has seen nothing yet.
  package init() {}

  /// Binds, styles and lays out a page for a device. Nothing is read from disk or from the network.
  ///
  /// - Parameter data: Takes the place of the unit's own sample data.
  package func render(_ page: PageUnit, on device: Device, data: JSONValue? = nil) -> Rendering {
    let bound = bind(page.document, data: data ?? page.data)
    let dialect: Dialect = page.dialect == .native ? .native : .standard
    let environment = MediaEnvironment(
      width: device.viewport.width, height: device.viewport.height,
      colorScheme: device.prefersDark ? .dark : .light)
    let stylist = Stylist(
      sheets: sheets(of: page, dialect: dialect), environment: environment, dialect: dialect)
    let styles = stylist.styles(of: bound.document)
    var builder = BoxBuilder(document: bound.document, styles: styles, dialect: dialect)
    var boxes = builder.build()
    boxes.layOut(width: device.viewport.width, height: device.viewport.height)
    var viewTree = ViewTreeBuilder(
      document: bound.document, styles: styles, boxes: boxes,
      key: { node in
        guard let element = bound.document[node].element else { return "" }
        let turn = bound.key(of: node)
        let name = element.id.map { "#" + $0 } ?? element.name
        return turn.isEmpty ? name : "\(name)[\(turn)]"
      },
      place: { node in page.place(of: bound.origins[node.index]) })
    let tree = viewTree.build(viewport: device.viewport)
    let diagnostics = bound.faults.map { fault in
      Diagnostic(.warning, "data.binding", fault.message, at: page.location(of: fault.node))
    }
    return Rendering(tree: tree, diagnostics: diagnostics)
  }

  private func sheets(of page: PageUnit, dialect: Dialect) -> [Stylist.Sheet] {
    let own = UserAgentSheets.sheet(for: dialect)
    return [own] + page.sheets.map { Stylist.Sheet($0.sheet, media: $0.media, origin: .author) }
  }
}
