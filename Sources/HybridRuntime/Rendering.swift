import HybridCSS
import HybridDOM
package import HybridJSON
package import HybridReload
package import HybridSource
package import HybridUnits
import Synchronization

/// A unit with its data, styled and laid out for a device, and what went wrong on the way.
package struct Rendering: Sendable {
  /// What clients show.
  package var tree: ViewTree
  /// What the data did to the template.
  package var diagnostics: [Diagnostic]
}

/// Renders units: binds, styles and lays out. Nothing is read from disk or from the network.
///
/// Safe to use from any thread; sheets that many pages share are made ready for matching once and kept.
package final class Renderer: Sendable {
  private let ruleSets = Mutex<[SheetKey: RuleSet]>([:])

  private struct SheetKey: Hashable {
    var source: SheetSource
    var scope: String?
  }

  /// Sheets kept at most. A project has a handful; a renderer that has seen more starts anew.
  private static let sheetLimit = 256

  /// A renderer that has seen nothing yet.
  package init() {}

  /// A page as `device` shows it.
  ///
  /// - Parameter data: Takes the place of the unit's own sample data.
  package func render(_ page: PageUnit, on device: Device, data: JSONValue? = nil) -> Rendering {
    let stage = layOut(page, on: device, data: data)
    return Rendering(
      tree: viewTree(of: stage, of: page, viewport: device.viewport),
      diagnostics: diagnostics(of: stage, of: page))
  }

  /// What clients show of a page that is laid out.
  func viewTree(of stage: LaidOutPage, of page: PageUnit, viewport: ViewSize) -> ViewTree {
    let bound = stage.bound
    var builder = ViewTreeBuilder(
      document: bound.document, styles: stage.styles, boxes: stage.boxes,
      key: { node in
        guard let element = bound.document[node].element else { return "" }
        let turn = bound.key(of: node)
        let name = element.id.map { "#" + $0 } ?? element.name
        return turn.isEmpty ? name : "\(name)[\(turn)]"
      },
      place: { page.place(of: bound.origins[$0.index])?.description })
    return builder.build(viewport: viewport)
  }

  /// What the data did to a page.
  func diagnostics(of stage: LaidOutPage, of page: PageUnit) -> [Diagnostic] {
    page.diagnostics(of: stage.bound)
  }

  /// The page bound, styled and laid out.
  func layOut(_ page: PageUnit, on device: Device, data: JSONValue?) -> LaidOutPage {
    let bound = bind(page.document, components: page.components, data: data ?? page.data)
    let stylist = stylist(for: page, on: device)
    let styles = stylist.styles(of: bound.document)
    var builder = BoxBuilder(document: bound.document, styles: styles, dialect: Dialect(page.dialect))
    var boxes = builder.build()
    boxes.layOut(width: device.viewport.width, height: device.viewport.height)
    return LaidOutPage(bound: bound, stylist: stylist, styles: styles, boxes: boxes)
  }

  /// A unit as `device` shows it.
  package func render(_ unit: Unit, on device: Device) -> Rendering {
    switch unit {
    case .page(let page): render(page, on: device)
    case .template(let template): TemplateScene(template, on: device).rendering
    }
  }

  func stylist(for page: PageUnit, on device: Device) -> Stylist {
    let environment = MediaEnvironment(
      width: device.viewport.width, height: device.viewport.height,
      colorScheme: device.prefersDark ? .dark : .light)
    let sheets = page.sheets.filter { sheet in
      guard let media = sheet.media else { return true }
      let source = Source(path: page.path, text: media)
      var ignored: [Diagnostic] = []  // the compiler has reported them
      return MediaQueryList(parseComponentValues(source)[...], in: source, diagnostics: &ignored).matches(
        environment)
    }
    let dialect = Dialect(page.dialect)
    return Stylist(
      userAgent: UserAgentSheets.ruleSets(for: dialect), author: sheets.map { ruleSet(of: $0) },
      environment: environment, dialect: dialect)
  }

  private func ruleSet(of sheet: PageSheet) -> RuleSet {
    ruleSets.withLock { known in
      let key = SheetKey(source: sheet.source, scope: sheet.scope)
      if let ruleSet = known[key] { return ruleSet }
      if known.count >= Self.sheetLimit { known = [:] }
      let ruleSet = RuleSet(sheet.sheet, scope: sheet.scope)
      known[key] = ruleSet
      return ruleSet
    }
  }
}

/// What a page is before clients are told of it.
struct LaidOutPage: Sendable {
  var bound: BoundDocument
  var stylist: Stylist
  var styles: StyledDocument
  var boxes: Boxes
}

extension Dialect {
  init(_ dialect: PageDialect) { self = dialect == .native ? .native : .standard }
}

extension PageUnit {
  /// What the data of a binding did to the template.
  func diagnostics(of bound: BoundDocument) -> [Diagnostic] {
    bound.faults.map { Diagnostic(.warning, "data.unusable-value", $0.message, at: place(of: $0.node)) }
  }
}
