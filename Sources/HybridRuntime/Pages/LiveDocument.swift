import HybridCSS
import HybridDOM
import HybridEncoding
import HybridJSON
import HybridScript
import HybridSource
import HybridUnits

/// The document of a running page: its nodes, their origins in the template, and the changes since the last
/// layout.
///
/// Methods named `note…` mark changes for the next layout. Each mark of the tree, an attribute or a state
/// also increments ``version``.
///
/// A class, because the parts of a page share one document and it is never copied.
final class LiveDocument {
  /// The nodes, including changes by scripts and users.
  private(set) var document: Document
  /// Incremented with each change of the tree, an attribute or a state: cached look-ups are valid for one
  /// version.
  private(set) var version = 0
  /// Incremented by changes that can tie controls to other forms, groups or labels: of the tree, and of the
  /// attributes that name them.
  private(set) var formVersion = 0
  private var binding: PageBinding
  private var changes = DocumentChanges()
  private var lookups = PageLookups()
  /// Nodes that tables made. They are laid out and can be tapped; scripts do not see them.
  private var generated: Set<NodeID> = []
  /// The boxes that style sheets make.
  private var content = GeneratedContent()
  /// The changes of scripts to style sheets.
  private(set) var sheetEdits = SheetEdits()
  /// The last value of ``shown`` with its version, and its value when changes were last taken.
  private var flat: (version: Int, document: Document)?
  private var lastShown: Document?
  /// The number of nodes that scripts made in this turn.
  private var madeThisTurn = 0

  /// The document of a page before its scripts run.
  init(_ bound: BoundDocument) {
    document = bound.document
    binding = PageBinding(bound)
    changes.everything = true
    for index in document.nodes.indices { noteAttributes(of: NodeID(index)) }
  }

  // MARK: Reading

  /// A node by its number in scripts.
  func node(_ number: Int) -> NodeID? {
    number >= 0 && number < document.nodes.count ? NodeID(number) : nil
  }

  /// Whether a node is in the document, or in the shadow tree of an element that is (DOM Standard §4.8,
  /// *connected*).
  func isAttached(_ node: NodeID) -> Bool {
    var current = node
    while let parent = document.parentOrHost(of: current) { current = parent }
    return current == document.root
  }

  /// `node` and its ancestors, the innermost first; above the root of a shadow tree its host.
  func ancestors(of node: NodeID) -> [NodeID] {
    var result: [NodeID] = []
    var current: NodeID? = node
    while let node = current {
      result.append(node)
      current = document.parentOrHost(of: node)
    }
    return result
  }

  // MARK: Shadow trees

  /// Makes a shadow tree for an element; its root is a fragment.
  ///
  /// One that the page declared is emptied and given to the script (DOM Standard §4.9, *attach a shadow
  /// root*, step 4).
  func attachShadow(to host: NodeID, _ traits: ShadowTraits) throws -> NodeID {
    if let root = document.shadowRoots[host] {
      let known = document.shadowTraits[root] ?? []
      guard known.contains(.declarative), known.contains(.closed) == traits.contains(.closed) else {
        throw ScriptThrow("NotSupportedError", "the element has a shadow tree already")
      }
      while let child = document[root].firstChild { document.remove(child) }
      document.setTraits(known.subtracting(.declarative), ofShadow: root)
      noteShadowTrees()
      return root
    }
    try reserveNodes(1)
    let root = make(.document)
    document.attachShadow(root, to: host, traits)
    noteShadowTrees()
    return root
  }

  /// Makes the shadow trees that markup below a node declares.
  func attachDeclaredShadowTrees(below top: NodeID) {
    let before = document.shadowRoots.count
    document.attachDeclaredShadowTrees(in: document.nodes(in: top).filter { $0 != top })
    if document.shadowRoots.count != before { noteShadowTrees() }
  }

  private func noteShadowTrees() {
    flat = nil
    noteEverything()
    version += 1
  }

  /// Assigns nodes to a slot (HTML Standard §4.12.4, `assign()`).
  func assign(_ nodes: [NodeID], to slot: NodeID) {
    document.assign(nodes, to: slot)
    noteShadowTrees()
  }

  /// Sets the states of a custom element.
  func setCustomStates(_ states: Set<String>, of node: NodeID) {
    document.customStates[node] = states.isEmpty ? nil : states
    noteEverything()
    lookups.forgetDocument()
    version += 1
  }

  /// Notes that a script has defined a custom element.
  func defineElement(_ name: String) {
    guard document.definedElements.insert(name).inserted else { return }
    noteEverything()
    lookups.forgetDocument()
    version += 1
  }

  /// Changes what scripts did to style sheets.
  func editSheets(_ change: (inout SheetEdits) -> Void) {
    change(&sheetEdits)
    noteEverything()
  }

  /// Notes that the content of a `style` element changed.
  private func noteSheet(_ node: NodeID) {
    if !lookups.sheets.isEmpty, lookups.sheets.contains(node) { sheetEdits.touch(node) }
  }

  /// The document as it is shown: with shadow trees in their hosts.
  var shown: Document {
    _read {
      if document.shadowRoots.isEmpty {
        yield document
      } else {
        let now = flat.flatMap { $0.version == version ? $0.document : nil } ?? document.flattened()
        flat = (version, now)
        yield now
      }
    }
  }

  /// Whether a table made this very node.
  func isMadeByTable(_ node: NodeID) -> Bool { generated.contains(node) }

  /// Whether a node is in a row that a table made.
  func isGenerated(_ node: NodeID) -> Bool {
    guard !generated.isEmpty else { return false }
    var current: NodeID? = node
    while let above = current {
      if generated.contains(above) { return true }
      current = document[above].parent
    }
    return false
  }

  // MARK: The template

  /// The last binding of the template.
  var bound: BoundDocument { binding.bound }

  /// For each node the index of its node in the template; −1 for what scripts made.
  var origins: [Int32] { binding.origins }

  /// The node of the template that a node comes from; nil for what scripts made.
  func origin(of node: NodeID) -> NodeID? { binding.origin(of: node) }

  /// The living node of a template node; the first one if it is repeated.
  func livingNode(of template: NodeID) -> NodeID? { binding.livingNode(of: template) }

  /// The scope of the handlers around a node.
  func scope(of node: NodeID) -> (component: String?, data: JSONValue) {
    binding.scope(of: ancestors(of: node))
  }

  /// Applies the differences between the last binding and the next one to the document.
  ///
  /// - Returns: Whether nodes were added.
  func rebind(to next: BoundDocument, isSameTemplate: Bool) -> Bool {
    let current = document
    document = Document(files: [], isHTML: true)
    var reconciler = binding.reconciler(of: current, to: next, isSameTemplate: isSameTemplate)
    reconciler.run()
    document = reconciler.document
    binding.replace(with: next, live: reconciler.live, count: document.nodes.count)
    for node in reconciler.added { noteAttributes(of: node) }
    if !reconciler.changes.isEmpty {
      version += 1
      formVersion += 1
      changes.merge(reconciler.changes)
      lookups.note { $0.merge(reconciler.changes) }
    }
    return !reconciler.added.isEmpty
  }

  // MARK: Looking up

  /// The descendants of a node that a selector matches, without rows of tables; at most `limit`.
  func elements(
    matching selector: String, in top: NodeID?, _ states: [NodeID: ElementState], limit: Int = .max
  ) throws -> [NodeID] {
    let list = try lookups.selectorList(selector)
    guard let top else { return [] }
    guard document.root(of: top) == document.root else {
      return Array(document.elements(matching: list, inDetached: top, withTop: false).prefix(limit))
    }
    return try lookups.ask(selector, of: document, states) { queries, selector in
      queries.elements(
        matching: selector, below: top == document.root ? nil : top, limit: limit
      ) { !isGenerated($0) }
    }
  }

  /// Whether a selector matches a node.
  func matches(
    _ node: NodeID?, _ selector: String, _ states: [NodeID: ElementState]
  ) throws -> Bool {
    let list = try lookups.selectorList(selector)
    guard let node, document[node].element != nil else { return false }
    let top = document.root(of: node)
    guard top == document.root else {
      return document.elements(matching: list, inDetached: top, withTop: true).contains(node)
    }
    return try lookups.ask(selector, of: document, states) { $0.matches(node, $1) }
  }

  /// The first descendant of `top` in tree order with an `id`, without rows of tables.
  func element(withID id: String, in top: NodeID) -> NodeID? {
    let found = lookups.elements(withID: id) { document[$0].element?.id == id }.filter { node in
      let above = ancestors(of: node)
      return document.root(of: node) == document.root(of: top) && above.dropFirst().contains(top)
        && generated.isDisjoint(with: above)
    }
    guard found.count > 1 else { return found.first }
    return elements(in: top) { $0.id == id }.first
  }

  /// Every `id` that an element has or had, sorted.
  var ids: [String] { lookups.ids.sorted() }

  /// The descendants of `top` that pass a test, in tree order, without rows of tables.
  func elements(in top: NodeID, where test: (Element) -> Bool) -> [NodeID] {
    document.nodes(in: top).filter { node in
      guard node != top, let element = document[node].element else { return false }
      return test(element) && !isGenerated(node)
    }
  }

  /// The elements that an attribute pins to a scroller.
  var pinnedElements: [NodeID] {
    lookups.pinned.filter { isAttached($0) && document[$0].element?.pinnedTo != nil }
  }

  /// Every `style` and `link` element that is or was in the document.
  var sheetElements: Set<NodeID> { lookups.sheets }

  // MARK: Changing nodes

  /// Makes a node without a parent.
  func make(_ content: Node.Content) -> NodeID {
    let node = document.makeNode(content, range: SourceRange(0..<0))
    binding.grow(to: document.nodes.count)
    noteAttributes(of: node)
    return node
  }

  /// Makes an element without a parent.
  func makeElement(_ name: String, in namespace: Namespace = .html) -> NodeID {
    make(
      .element(
        Element(
          name: document.isHTML && namespace == .html ? name.asciiLowercased : name, writtenName: name,
          startTag: SourceRange(0..<0), namespace: namespace)
      ))
  }

  /// Makes a copy, without a parent, of a subtree of another document.
  ///
  /// - Parameter nodes: For each node of `other`, the node of this document whose template origin the copy
  ///   takes. Without it copies have no origin.
  func copy(_ top: NodeID, of other: Document, from nodes: [NodeID]? = nil) -> NodeID {
    var made: [NodeID: NodeID] = [:]
    for node in Array(other.nodes(in: top)) {
      let copy = make(other[node].content)
      document[copy].range = other[node].range
      if let nodes { binding.setOrigin(binding.origin(of: nodes[node.index]), of: copy) }
      made[node] = copy
      if let root = other.shadowRoots[node], let traits = other.shadowTraits[root], traits.contains(.clonable)
      {
        document.attachShadow(self.copy(root, of: other, from: nodes), to: copy, traits)
        noteShadowTrees()
      }
      if node != top, let parent = other[node].parent, let above = made[parent] {
        document.append(copy, to: above)
      }
    }
    return made[top] ?? document.root
  }

  /// The key of an attribute (DOM Standard §4.9, *get an attribute by name*): names of HTML are in lower
  /// case, those of SVG and MathML, and of documents that are not HTML, as written.
  func key(of name: String, on element: Element) -> String {
    guard document.isHTML, element.namespace == .html else { return name }
    return element.attributes.contains { $0.name == name } ? name : name.asciiLowercased
  }

  /// Sets, or with nil removes, an attribute by its name in any spelling.
  func set(_ name: String, to value: String?, of node: NodeID) {
    guard var element = document[node].element else { return }
    let key = key(of: name, on: element)
    if let index = element.attributes.firstIndex(where: { $0.name == key }) {
      guard element.attributes[index].value != value else { return }
      if let value { element.attributes[index].value = value } else { element.attributes.remove(at: index) }
    } else if let value {
      let nowhere = SourceRange(0..<0)
      element.attributes.append(
        Attribute(name: key, writtenName: name, value: value, nameRange: nowhere, valueRange: nowhere))
    } else {
      return
    }
    document[node].element = element
    if key == "id" || key == "pinto" || key == "pin-to" { noteAttributes(of: node) }
    if key == "media" || key == "type" || key == "disabled", lookups.sheets.contains(node) {
      sheetEdits.note(node)
    }
    if key == "href" || key == "rel", lookups.sheets.contains(node) { sheetEdits.noteLink(node) }
    version += 1
    if Self.formAttributes.contains(key) { formVersion += 1 }
    changes.attributes[node, default: []].insert(key)
    lookups.note { $0.attributes.insert(node) }
  }

  /// The attributes that ``formVersion`` depends on.
  private static let formAttributes: Set<String> = [
    "checked", "disabled", "for", "form", "id", "multiple", "name", "selected", "size", "type",
  ]

  /// Sets the data of a text or a comment.
  func setData(_ text: String, of node: NodeID) {
    switch document[node].content {
    case .text(let old):
      guard old != text else { return }
      document[node].content = .text(text)
      changes.texts.insert(node)
      lookups.note { $0.text.insert(node) }
      version += 1
      if let parent = document[node].parent { noteSheet(parent) }
    case .comment: document[node].content = .comment(text)
    default: break
    }
  }

  /// Puts a node before `sibling`, or last, without a mark: ``noteChildren(of:)`` marks all of a parent's
  /// children at once.
  func insert(_ node: NodeID, before sibling: NodeID?, in parent: NodeID) {
    if lookups.sheets.contains(node) { sheetEdits.note(node) }
    document.insert(node, before: sibling, in: parent)
  }

  /// Removes a node from its parent, without a mark; see ``insert(_:before:in:)``.
  func remove(_ node: NodeID) { document.remove(node) }

  // MARK: Generated content

  /// Changes the boxes that style sheets make, which scripts do not see. Their places in the template are
  /// those of their elements.
  func generate(_ styler: inout LiveStyles, after cause: GeneratedContent.Cause?) -> GeneratedContent.Changes
  {
    let before = document.nodes.count
    let changes = content.update(&document, &styler, after: cause)
    if !document.generated.isEmpty { flat = nil }
    guard document.nodes.count > before else { return changes }
    binding.grow(to: document.nodes.count)
    for index in before..<document.nodes.count {
      let node = NodeID(index)
      binding.setOrigin(binding.origin(of: document.originatingElement(of: node)), of: node)
    }
    return changes
  }

  // MARK: Rows of tables

  /// Hides a node, with all below it, from scripts.
  func hideFromScripts(_ node: NodeID) { generated.insert(node) }

  /// Removes a node that a table made from the document.
  func removeGenerated(_ node: NodeID) {
    generated.remove(node)
    if let parent = document[node].parent { noteRows(of: parent) }
    document.remove(node)
    version += 1
    formVersion += 1
  }

  // MARK: Limits

  /// The maximum number of nodes that a page may make in total.
  static let nodeLimit = 2_000_000
  /// The maximum number of nodes that a page may make in one turn.
  static let turnNodeLimit = 100_000

  /// Counts nodes that a script is about to make. A script that makes too many is stopped while they can
  /// still be laid out.
  func reserveNodes(_ count: Int) throws {
    guard document.nodes.count + count <= Self.nodeLimit else {
      throw ScriptThrow("RangeError", "the page has made more than \(Self.nodeLimit) nodes")
    }
    madeThisTurn += count
    guard madeThisTurn <= Self.turnNodeLimit else {
      throw ScriptThrow("RangeError", "more than \(Self.turnNodeLimit) nodes were made in one turn")
    }
  }

  /// Resets the count of nodes for the next turn.
  func endTurn() { madeThisTurn = 0 }

  // MARK: Changes

  /// Whether anything has changed since the last layout.
  var hasChanges: Bool { !changes.isEmpty }

  /// Whether the whole page has to be styled and laid out again.
  var changesEverything: Bool { changes.everything }

  /// The changes since the last call.
  func takeChanges() -> DocumentChanges {
    defer { changes = DocumentChanges() }
    guard !document.shadowRoots.isEmpty else { return changes }
    // Which boxes have other children is known by what is shown: slots show children of their hosts.
    if let lastShown { changes.children.formUnion(shown.parentsWithOtherChildren(than: lastShown)) }
    lastShown = shown
    return changes
  }

  /// Marks a change of a node's child list.
  func noteChildren(of node: NodeID) {
    version += 1
    formVersion += 1
    noteSheet(node)
    changes.children.insert(node)
    lookups.note { $0.children.insert(node) }
  }

  /// Marks a change of a state that selectors match, such as `:focus`.
  func noteState(of node: NodeID) {
    version += 1
    changes.states.insert(node)
    lookups.note { $0.states.insert(node) }
  }

  /// Marks a change of the value, choice, indicator, pin or tap handling of an element.
  func noteControl(of node: NodeID) { changes.controls.insert(node) }

  /// Marks an element as scrolled.
  func noteScroll(of node: NodeID) { changes.scrolled.insert(node) }

  /// Marks a change of a table's rows.
  func noteRows(of table: NodeID) {
    changes.children.insert(table)
    lookups.note { $0.children.insert(table) }
  }

  /// Marks elements advanced by transitions and CSS animations.
  func noteMoved(_ nodes: Set<NodeID>) { changes.moved.formUnion(nodes) }

  /// Marks a change of the declarations tried on an element.
  func noteEdit(of node: NodeID) { changes.edited.insert(node) }

  /// Marks that the whole page has to be styled and laid out again: another viewport, other sheets.
  func noteEverything() { changes.everything = true }

  private func noteAttributes(of node: NodeID) {
    if let element = document[node].element { lookups.note(node, element) }
  }
}
