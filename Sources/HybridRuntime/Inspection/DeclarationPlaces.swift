import HybridCSS
import HybridDOM
import HybridSource
import HybridUnits

/// Finds what was written, and where, for the rules and attributes of a page.
struct DeclarationPlaces {
  private let page: PageUnit
  private let stage: LaidOutPage
  /// Files of the project that the unit does not hold: those that elements stand in.
  private let sources: (String) -> Source?
  /// The sheets, with those they import.
  private let sheets: [String: Source]

  init(_ page: PageUnit, _ stage: LaidOutPage, sources: @escaping (String) -> Source?) {
    self.page = page
    self.stage = stage
    self.sources = sources
    sheets = page.sheetsByPath
  }

  /// A sheet of the page by its path.
  func sheet(_ path: String) -> Source? { sheets[path] }

  /// A place in the file of an element; the element's own when the file is not at hand.
  func place(of range: SourceRange, at node: NodeID) -> SourceLocation? {
    source(of: range).map { $0.location(of: range.range.lowerBound) }
      ?? page.place(of: stage.bound.origins[node.index])
  }

  /// Whether an attribute is not what is written, or was made by a script.
  func isBound(_ attribute: Attribute) -> Bool {
    guard let source = source(of: attribute.valueRange) else { return false }
    return source.text(in: attribute.valueRange.range) != attribute.value
  }

  /// The place of a declaration in a `style` attribute: of the attribute where its text is other than what is
  /// written.
  func place(of range: Range<Int>, in attribute: Attribute, at node: NodeID) -> SourceLocation? {
    var place = attribute.valueRange
    if let source = source(of: place), source.text(in: place.range) == attribute.value {
      place.start += Int32(range.lowerBound)
    }
    return self.place(of: place, at: node)
  }

  private func source(of range: SourceRange) -> Source? {
    let files = stage.bound.document.files
    let file = Int(range.file)
    return files.indices.contains(file) ? sources(files[file]) : nil
  }
}
