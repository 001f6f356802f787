import HybridCSS
import HybridDOM
import HybridGeometry
package import HybridJSON
package import HybridReload
import HybridSource
package import HybridUnits
import Synchronization

/// Renders units: binds, styles and lays out. Nothing is read from disk or from the network.
///
/// Safe to use from any thread; sheets that many pages share are made ready for matching once and kept.
package final class Renderer: Sendable {
  private let ruleSets = Mutex<[SheetKey: (source: SheetSource, ruleSet: RuleSet)]>([:])

  /// Which sheet it is; of its text the last form is kept.
  private struct SheetKey: Hashable {
    var path: String
    var range: Range<Int>?
    var scope: String?
    /// Properties that one dialect drops are in the other's rules.
    var dialect: PageDialect
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
  func viewTree(of stage: LaidOutPage, of page: PageUnit, viewport: Size<Double>) -> ViewTree {
    var builder = treeBuilder(of: page, stage.bound, styles: stage.styles, boxes: stage.boxes)
    return builder.build(viewport: viewport)
  }

  /// What makes the nodes of a page that is laid out.
  func treeBuilder(
    of page: PageUnit, _ bound: BoundDocument, styles: StyledDocument, boxes: Boxes
  ) -> ViewTreeBuilder {
    ViewTreeBuilder(
      document: bound.document, styles: styles, boxes: boxes,
      key: { node in
        guard let element = bound.document[node].element else { return "" }
        let turn = bound.key(of: node)
        let name = element.id.map { "#" + $0 } ?? element.name
        return turn.isEmpty ? name : "\(name)[\(turn)]"
      },
      place: { page.place(of: bound.origins[$0.index])?.description })
  }

  /// What the data did to a page.
  func diagnostics(of stage: LaidOutPage, of page: PageUnit) -> [Diagnostic] {
    page.diagnostics(of: stage.bound)
  }

  /// The page bound, styled and laid out.
  func layOut(_ page: PageUnit, on device: Device, data: JSONValue?) -> LaidOutPage {
    let bound = bound(page, on: device, data: data)
    let stylist = stylist(for: page, on: device)
    let styles = stylist.styles(of: bound.document)
    var builder = BoxBuilder(
      document: bound.document, styles: styles, dialect: Dialect(page.dialect), images: PageImages(page))
    var boxes = builder.build()
    boxes.layOut(width: device.viewport.width, height: device.viewport.height)
    return LaidOutPage(bound: bound, stylist: stylist, styles: styles, boxes: boxes)
  }

  /// The page with its data in it, as a device reads it.
  func bound(_ page: PageUnit, on device: Device, data: JSONValue? = nil) -> BoundDocument {
    bind(page.document, components: page.components, data: data ?? page.data).read(on: device)
  }

  /// The page with the data in it that it is looked at with.
  func bound(_ page: PageUnit, as variant: Variant) -> BoundDocument {
    bound(page, on: variant.device, data: page.data(of: variant.dataSet))
  }

  /// A unit as `device` shows it.
  package func render(_ unit: Unit, on device: Device) -> Rendering { render(unit, as: Variant(device)) }

  func stylist(for page: PageUnit, on device: Device) -> Stylist {
    let environment = MediaEnvironment(
      width: device.viewport.width, height: device.viewport.height,
      colorScheme: device.prefersDark ? .dark : .light, textZoom: device.fontScale)
    let sheets = page.sheets(in: environment)
    let dialect = Dialect(page.dialect)
    return Stylist(
      userAgent: UserAgentSheets.ruleSets(for: dialect), author: sheets.map { ruleSet(of: $0, page.dialect) },
      environment: environment, dialect: dialect)
  }

  private func ruleSet(of sheet: PageSheet, _ dialect: PageDialect) -> RuleSet {
    ruleSets.withLock { known in
      let source = sheet.source
      let key = SheetKey(path: source.source.path, range: source.range, scope: sheet.scope, dialect: dialect)
      if let last = known[key], last.source == source { return last.ruleSet }
      if known.count >= Self.sheetLimit { known = [:] }
      let ruleSet = RuleSet(sheet.sheet, scope: sheet.scope)
      known[key] = (source, ruleSet)
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
  /// What people do to elements, and what somebody tries on them; both empty for a page that does not run.
  var states: [NodeID: ElementState] = [:]
  var overrides: [NodeID: String] = [:]
}

extension Dialect {
  init(_ dialect: PageDialect) { self = dialect == .native ? .native : .standard }
}

extension PageUnit {
  /// The sheets whose `media` attributes hold: the author's rule sets of a stylist, in this order.
  func sheets(in environment: MediaEnvironment) -> [PageSheet] {
    sheets.filter { $0.mediaQueries.matches(environment) }
  }

  /// What the data of a binding did to the template.
  func diagnostics(of bound: BoundDocument) -> [Diagnostic] {
    bound.faults.map { Diagnostic(.warning, "data.unusable-value", $0.message, at: place(of: $0.node)) }
  }
}
