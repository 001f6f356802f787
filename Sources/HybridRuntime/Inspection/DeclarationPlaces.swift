import HybridCSS
import HybridDOM
import HybridSource
import HybridUnits

/// Finds the source text and place of a page's rules and attributes.
struct DeclarationPlaces {
  private let page: PageUnit
  private let stage: LaidOutPage
  /// Project files that the unit does not contain: the sources of elements.
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

  /// A place in the file of an element; the element's own place if the file is not available.
  func place(of range: SourceRange, at node: NodeID) -> SourceLocation? {
    source(of: range).map { $0.location(of: range.range.lowerBound) }
      ?? page.place(of: stage.bound.origins[node.index])
  }

  /// Whether an attribute differs from the source, or was set by a script.
  func isBound(_ attribute: Attribute) -> Bool {
    guard let source = source(of: attribute.valueRange) else { return false }
    return source.text(in: attribute.valueRange.range) != attribute.value
  }

  /// The place of a declaration in a `style` attribute; the place of the attribute if data or references make
  /// its text differ from the source.
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
