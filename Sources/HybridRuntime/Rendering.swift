import HybridCSS
import HybridDOM
import HybridDrawing
import HybridGeometry
package import HybridJSON
import HybridSource
package import HybridUnits
package import HybridViewTree
import Synchronization

/// Renders units: binds, styles and lays out. Nothing is read from disk or from the network.
///
/// Safe to use from any thread; sheets shared by many pages are prepared for matching once and cached.
package final class Renderer: Sendable {
  private let ruleSets = Mutex<[SheetKey: (source: SheetSource, ruleSet: RuleSet)]>([:])

  /// Identifies a sheet; only the latest version of its text is cached.
  private struct SheetKey: Hashable {
    var path: String
    var range: Range<Int>?
    var scope: String?
    /// The dialects support different properties, so each has its own rules.
    var dialect: PageDialect
  }

  /// The maximum number of cached sheets. A project has a handful; beyond the limit the cache is cleared.
  private static let sheetLimit = 256

  /// A renderer with an empty cache.
  package init() {}

  /// A page as `device` shows it.
  ///
  /// - Parameter data: Replaces the unit's own sample data.
  package func render(_ page: PageUnit, on device: Device, data: JSONValue? = nil) -> Rendering {
    let stage = layOut(page, on: device, data: data)
    return Rendering(
      tree: viewTree(of: stage, of: page, viewport: device.viewport),
      diagnostics: diagnostics(of: stage, of: page))
  }

  /// The view tree of a laid-out page, for clients.
  func viewTree(of stage: LaidOutPage, of page: PageUnit, viewport: Size<Double>) -> ViewTree {
    var builder = treeBuilder(of: page, stage.bound, styles: stage.styles, boxes: stage.boxes)
    return builder.build(viewport: viewport)
  }

  /// The builder for the nodes of a laid-out page.
  func treeBuilder(
    of page: PageUnit, _ bound: BoundDocument, styles: StyledDocument, boxes: Boxes
  ) -> ViewTreeBuilder {
    ViewTreeBuilder(
      document: bound.document.flattened(), styles: styles, boxes: boxes,
      key: { node in
        guard let element = bound.document[node].element else { return "" }
        if element.isPseudoElement { return element.name }
        let turn = bound.key(of: node)
        let name = element.id.map { "#" + $0 } ?? element.name
        return turn.isEmpty ? name : "\(name)[\(turn)]"
      },
      place: { page.place(of: bound.origins[$0.index])?.description })
  }

  /// The diagnostics of binding the data to a page.
  func diagnostics(of stage: LaidOutPage, of page: PageUnit) -> [Diagnostic] {
    page.diagnostics(of: stage.bound)
  }

  /// The page bound, styled and laid out.
  func layOut(_ page: PageUnit, on device: Device, data: JSONValue?) -> LaidOutPage {
    var bound = bound(page, on: device, data: data)
    let stylist = stylist(for: page, on: device, showing: bound)
    let states = stylist.formStates(of: bound.document)
    var styler = LiveStyles(stylist, bound.document, states: states)
    var generated = GeneratedContent()
    _ = bound.generate { generated.update(&$0, &styler, after: nil) }
    let styles = styler.styled
    var builder = BoxBuilder(
      document: bound.document.flattened(), styles: styles, dialect: Dialect(page.dialect),
      images: PageImages(page))
    var boxes = builder.build()
    boxes.layOut(width: device.viewport.width, height: device.viewport.height)
    _ = boxes.settleContainers(&styler, states: states, viewport: device.viewport) {
      (bound.document, bound.document.flattened())
    } generate: { styler, restyled in
      bound.generate { generated.update(&$0, &styler, after: GeneratedContent.Cause(restyled)) }
    }
    return LaidOutPage(bound: bound, stylist: stylist, styles: styler.styled, boxes: boxes, states: states)
  }

  /// The page bound to its data for a device.
  func bound(_ page: PageUnit, on device: Device, data: JSONValue? = nil) -> BoundDocument {
    var bound = bind(page.document, components: page.components, data: data ?? page.data).read(on: device)
    bound.document.attachDeclaredShadowTrees()
    return bound
  }

  /// The page bound to the data of a variant.
  func bound(_ page: PageUnit, as variant: Variant) -> BoundDocument {
    bound(page, on: variant.device, data: page.data(of: variant.dataSet))
  }

  /// A unit as `device` shows it.
  package func render(_ unit: Unit, on device: Device) -> Rendering { render(unit, as: Variant(device)) }

  /// The sheets of a page as a device shows it.
  ///
  /// - Parameters:
  ///   - bound: Where sheets in shadow trees are; without it they count for rules only.
  ///   - registered: The custom properties that scripts registered.
  func stylist(
    for page: PageUnit, on device: Device, showing bound: BoundDocument? = nil,
    registered: [RegisteredProperty] = []
  ) -> Stylist {
    let environment = device.mediaEnvironment
    var author: [RuleSet] = []
    var shadow = ShadowSheets()
    for sheet in page.sheets(in: environment) {
      let ruleSet = ruleSet(of: sheet, page.dialect)
      guard sheet.scope == RuleSet.shadowScope else {
        author.append(ruleSet)
        continue
      }
      guard let bound else {
        shadow.add(ruleSet, to: page.document.root)
        continue
      }
      for root in bound.shadowRoots(with: sheet) { shadow.add(ruleSet, to: root) }
    }
    return stylist(author: author, shadow: shadow, page, environment, registered: registered)
  }

  /// A stylist for rule sets of a page.
  func stylist(
    author: [RuleSet], shadow: ShadowSheets, _ page: PageUnit, _ environment: MediaEnvironment,
    registered: [RegisteredProperty] = []
  ) -> Stylist {
    let dialect = Dialect(page.dialect)
    return Stylist(
      userAgent: UserAgentSheets.ruleSets(for: dialect), author: author, shadow: shadow,
      fonts: FontFiles(page.fonts, measuring: TextMetrics.measures), environment: environment,
      dialect: dialect, registered: registered)
  }

  func ruleSet(of sheet: PageSheet, _ dialect: PageDialect) -> RuleSet {
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

extension Device {
  /// The environment of media queries.
  var mediaEnvironment: MediaEnvironment {
    MediaEnvironment(
      width: viewport.width, height: viewport.height, colorScheme: prefersDark ? .dark : .light,
      textZoom: fontScale)
  }
}

/// A laid-out page, before a view tree is built for clients.
struct LaidOutPage: Sendable {
  var bound: BoundDocument
  var stylist: Stylist
  var styles: StyledDocument
  var boxes: Boxes
  /// The states of elements, and the declarations that an inspector tries on them; a page that does not run
  /// has the states of forms only.
  var states: [NodeID: ElementState] = [:]
  var overrides: [NodeID: String] = [:]
}

extension Dialect {
  init(_ dialect: PageDialect) { self = dialect == .native ? .native : .standard }
}

extension BoundDocument {
  /// The shadow trees that have the element of a sheet in them, each as often as it is there.
  fileprivate func shadowRoots(with sheet: PageSheet) -> [NodeID] {
    guard let node = sheet.node, !document.shadowRoots.isEmpty else { return [] }
    return origins.indices.filter { origins[$0] == node }.compactMap { index in
      var top = NodeID(index)
      while let parent = document[top].parent { top = parent }
      return document.shadowHosts[top] == nil ? nil : top
    }
  }
}

extension PageUnit {
  /// The sheets whose `media` attributes match: the author's rule sets of a stylist, in this order.
  func sheets(in environment: MediaEnvironment) -> [PageSheet] {
    sheets.filter { $0.mediaQueries.matches(environment) }
  }

  /// The diagnostics of binding data to the template.
  func diagnostics(of bound: BoundDocument) -> [Diagnostic] {
    bound.faults.map { Diagnostic(.warning, "data.unusable-value", $0.message, at: place(of: $0.node)) }
  }
}
