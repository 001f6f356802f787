package import HybridSource
package import HybridUnits
package import HybridViewTree

/// A unit that can be shown: `hybrid dev` lays it out and runs it for clients, `render` and `test` drive it
/// on a virtual clock.
///
/// Each kind of unit conforms in a file of its own and has its case in ``HybridUnits/Unit/showable``; nothing
/// else that shows units depends on their kind.
package protocol ShowableUnit: CompiledUnit {
  // MARK: The features of a kind

  /// The actions of its users.
  static var action: any UserAction.Type { get }
  /// The members of a line of its log that a scenario may name in `calls`.
  static var callMembers: [String] { get }
  /// Whether it has a console; then the kind of a line of its log is `call` or `console`.
  static var hasConsole: Bool { get }
  /// Whether ``explain(_:as:by:sources:)`` has an answer.
  static var isExplained: Bool { get }
  /// Whether a client can have it run for itself, as a ``LiveUnit``.
  static var isLive: Bool { get }

  // MARK: Without a user

  /// Its tree and the diagnostics of its data, before its scripts run.
  func rendering(as variant: Variant, by renderer: Renderer) -> Rendering
  /// The same as ``rendering(as:by:)``, laid out so that saves can update it.
  func still(as variant: Variant, by renderer: Renderer) -> any StillUnit
  /// The complete description of a node; nil if it is not an element.
  ///
  /// - Parameter shown: The node's index in a tree with numbered nodes, as rendered before.
  func inspect(
    _ shown: (index: Int, tree: ViewTree), as variant: Variant, by renderer: Renderer,
    sources: @escaping (String) -> Source?
  ) -> ElementInspection?
  /// How an element got its size and position; nil if its kind is not explained.
  func explain(
    _ selector: Source, as variant: Variant, by renderer: Renderer, sources: @escaping (String) -> Source?
  ) throws(SelectionError) -> ElementExplanation?
  /// Whether a device with dark colours may show it differently.
  var asksForColorScheme: Bool { get }

  // MARK: With a user

  /// Opens it on a virtual clock and settles.
  ///
  /// - Parameter first: The first action, in words. If it waits, animations do not run to their end before
  ///   it.
  func opened(in setting: UnitSetting, before first: String?) -> any UnitRuntime
  /// Makes it run for one client, in real time; nil for a kind that is laid out again after each save.
  func live(as variant: Variant, in environment: PageEnvironment, by renderer: Renderer) -> (any LiveUnit)?
}

extension Unit {
  /// The unit as one that can be shown. A new kind of unit adds its case here.
  package var showable: any ShowableUnit {
    switch self {
    case .page(let page): page
    case .template(let template): template
    }
  }

  /// Whether a client can have the unit run for itself.
  package var isLive: Bool { kind.showable.isLive }
}

extension Unit.Kind {
  /// The type that shows units of this kind. A new kind of unit adds its case here.
  package var showable: any ShowableUnit.Type {
    switch self {
    case .page: PageUnit.self
    case .template: TemplateUnit.self
    }
  }
}

/// A unit on one device, before its scripts run, updated from save to save.
package protocol StillUnit: Sendable {
  /// The kind of the unit and of its saved versions.
  static var kind: Unit.Kind { get }
  /// The device and data set that it is laid out for.
  var variant: Variant { get }
  /// The current tree, without node numbers.
  var tree: ViewTree { get }

  /// Updates it to a saved version, which has to be of its kind.
  ///
  /// - Returns: The changes of ``tree``; nil if it has different nodes.
  mutating func update(to unit: Unit, by renderer: Renderer) -> ViewTreeChanges?
}
