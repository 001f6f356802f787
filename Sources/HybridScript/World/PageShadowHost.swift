package import HybridJSON

/// The host of shadow trees and style sheets for scripts (DOM Standard §4.8, CSSOM 1 §6).
package protocol PageShadowHost: AnyObject {
  /// Makes a shadow tree for an element; its root is a node of kind ``PageNodeKind/fragment``.
  ///
  /// - Parameter traits: 1 closed, 2 delegates focus, 4 serializable, 8 clonable, 16 slots assigned by
  ///   scripts.
  func attachShadow(to host: Int, traits: Int) throws -> Int
  /// Makes the shadow trees that `template` elements below a node declare.
  func attachDeclaredShadowTrees(below node: Int)
  /// The markup inside a node with the shadow trees that are serializable, or named.
  func markup(ofInside node: Int, serializable: Bool, roots: [Int]) -> String
  /// All shadow trees, the oldest hosts first.
  var shadowTrees: [PageShadowTree] { get }
  /// Assigns nodes to a slot of a shadow tree whose slots scripts fill.
  func assign(_ nodes: [Int], to slot: Int)
  /// Sets the states that `:state()` matches.
  func setCustomStates(_ states: [String], of node: Int)
  /// Notes that a script has defined a custom element (`:defined`).
  func defineElement(_ name: String)

  /// The rules of a sheet: arrays of kind, prelude, declarations and rules.
  func rules(of sheet: String) -> JSONValue
  /// The text of the sheet of a `style` or `link`; nil without a sheet.
  func sheetText(of node: Int) -> String?
  /// Another number each time the element has another sheet.
  func sheetVersion(of node: Int) -> Int
  /// Sets what rules of scripts made of the sheet of an element.
  func setSheetText(_ text: String, of node: Int)
  /// Sets the text of a sheet that a `link` has loaded.
  func loadSheet(_ text: String, of node: Int)
  /// Turns the sheet of an element off or on.
  func setSheetDisabled(_ isDisabled: Bool, of node: Int)
  /// Sets the text of a constructed sheet.
  func setConstructedSheet(_ number: Int, _ text: String)
  /// Sets the constructed sheets of the document or of a shadow tree.
  func adoptSheets(_ numbers: [Int], in root: Int)
  /// Rules have changed: ``PageWorld/flushSheets()`` passes their texts on before the next layout.
  func sheetsChanged()
  /// The value of a declaration in a declaration list; empty without one.
  func declaration(_ property: String, in text: String) -> String
  /// A declaration list with one declaration set, or without a value removed.
  func setDeclaration(_ property: String, _ value: String, isImportant: Bool, in text: String) -> String
}

/// One shadow tree.
package struct PageShadowTree: Hashable, Sendable {
  package var host: Int
  package var root: Int
  /// See ``PageShadowHost/attachShadow(to:traits:)``; 32 for one that the page declared.
  package var traits: Int

  package init(host: Int, root: Int, traits: Int) {
    (self.host, self.root, self.traits) = (host, root, traits)
  }
}
