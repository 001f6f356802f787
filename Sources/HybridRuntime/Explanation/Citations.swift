import HybridCSS
import HybridDOM
import HybridEncoding
import HybridLayout
import HybridLayoutStyles
import HybridSource
import HybridUnits

/// Finds the declarations behind a page's values, with their places.
struct Citations {
  private let page: PageUnit
  private let stage: LaidOutPage
  private let dialect: Dialect
  private let places: DeclarationPlaces
  private var trace: StyleTrace

  init(_ page: PageUnit, _ stage: LaidOutPage, sources: @escaping (String) -> Source?) {
    self.page = page
    self.stage = stage
    places = DeclarationPlaces(page, stage, sources: sources)
    dialect = Dialect(page.dialect)
    trace = StyleTrace(
      stage.stylist, stage.bound.document, styles: stage.styles, states: stage.states,
      overrides: stage.overrides)
  }

  /// `button#buy`, or the tag with its first class.
  func label(of node: NodeID) -> String {
    guard let element = stage.bound.document[node].element else { return "the page" }
    if let id = element.id { return "\(element.writtenName)#\(id)" }
    return element.classes.first.map { "\(element.writtenName).\($0)" } ?? element.writtenName
  }

  /// The place of an element's start tag.
  func place(of node: NodeID) -> SourceLocation? { page.place(of: stage.bound.origins[node.index]) }

  /// The declaration that the value of a property comes from.
  /// - Parameters:
  ///   - subject: The explained element; citations of other elements carry their label.
  ///   - isOnlyIfDeclared: Whether to return nil for an undeclared value or one of 0.
  mutating func citation(
    _ property: PropertyID, of node: NodeID, subject: NodeID, isOnlyIfDeclared: Bool = false
  ) -> Citation? {
    let value = stage.styles[node].cssText(of: property)
    if isOnlyIfDeclared, value == "0px" || value == "0%" { return nil }
    let element = node == subject ? nil : label(of: node)
    // The ratio of a picture is natural and has no declaration.
    if property == .aspectRatio, stage.styles[node].box.aspectRatio.ratio == nil { return nil }
    switch trace.origin(of: property, at: node) {
    case .declared(let declaration): return citation(declaration, property, at: node, element: element)
    case .inherited(let declaration, let ancestor):
      var citation = citation(declaration, property, at: ancestor, element: element)
      citation.inheritedFrom = label(of: ancestor)
      return citation
    case .initial:
      guard !isOnlyIfDeclared else { return nil }
      let text = value.map { "\(property.name): \($0)" } ?? property.name
      return Citation(property: property.name, text: text, element: element, origin: .initial)
    }
  }

  /// The attribute that gives an element's natural size; nil without it.
  func citation(attribute name: String, of node: NodeID) -> Citation? {
    guard let attribute = stage.bound.document[node].element?.attribute(name) else { return nil }
    let place = places.place(of: attribute.nameRange, at: node)
    return Citation(
      property: name, text: "\(attribute.writtenName)=\"\(attribute.value)\"", origin: .attribute,
      location: place)
  }

  private func citation(
    _ traced: TracedDeclaration, _ property: PropertyID, at node: NodeID, element: String?
  ) -> Citation {
    let range = traced.declaration.range
    if let name = traced.attribute, name != "style", let citation = citation(attribute: name, of: node) {
      return citation
    }
    if traced.isOverride {
      let text = Source(path: "", text: stage.overrides[node] ?? "").text(in: range)
      return Citation(property: property.name, text: shortened(text), element: element, origin: .edit)
    }
    guard let path = traced.path else {
      let attribute = stage.bound.document[node].element?.attribute("style")
      let text = Source(path: "", text: attribute?.value ?? "").text(in: range)
      let place = attribute.flatMap { places.place(of: range, in: $0, at: node) }
      return Citation(
        property: property.name, text: shortened(text), element: element, origin: .styleAttribute,
        location: place)
    }
    if traced.origin == .userAgent {
      let source = UserAgentSheets.source(for: dialect)
      return Citation(
        property: property.name, text: shortened(source.text(in: range)), element: element,
        origin: .userAgent)
    }
    let source = places.sheet(path)
    return Citation(
      property: property.name, text: source.map { shortened($0.text(in: range)) } ?? property.name,
      element: element, origin: .author, location: source?.location(of: range.lowerBound),
      selector: traced.selectors.flatMap { selectors in source.map { shortened($0.text(in: selectors)) } })
  }
}

/// The text on one line, truncated to a readable length.
private func shortened(_ text: String) -> String {
  text.collapsingWhitespace.shortened(to: 60)
}
