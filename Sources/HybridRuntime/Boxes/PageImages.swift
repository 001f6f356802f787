import HybridDOM
import HybridUnits

/// The image files of a page, asked for as its elements and sheets name them.
struct PageImages: Hashable {
  private let table: ImageTable
  /// The page's own file.
  private let path: String

  /// No images.
  init() {
    table = ImageTable()
    path = ""
  }

  /// The images of a page.
  init(_ page: PageUnit) {
    table = ImageTable(page.images)
    path = page.path
  }

  /// What an attribute of an element, or its style, names. An element of a component or of an included file
  /// counts from its own file first.
  func file(_ source: String, of node: NodeID, in document: Document) -> ImageFile? {
    guard !table.isEmpty, !source.isEmpty else { return nil }
    let importer = document.path(of: node)
    return (importer == path || importer.isEmpty ? nil : table.file(source, in: importer))
      ?? table.file(source, in: path)
  }
}

extension ImageFile {
  /// The path as clients are told it; nil for a picture in its own address.
  var shownPath: String? { path.isEmpty ? nil : path }

  /// The hash as clients are told it.
  var shownHash: String? { path.isEmpty ? nil : hash.description }

  /// The natural size of a picture that nothing else sizes: CSS Images 3 §5.1, the default object size being
  /// 300 × 150.
  var objectSize: (width: Double, height: Double) {
    switch (width, height, ratio) {
    case (let width?, let height?, _): (width, height)
    case (let width?, nil, let ratio?): (width, width / ratio)
    case (nil, let height?, let ratio?): (height * ratio, height)
    case (let width?, nil, nil): (width, 150)
    case (nil, let height?, nil): (300, height)
    case (nil, nil, let ratio?): ratio > 2 ? (300, 300 / ratio) : (150 * ratio, 150)
    case (nil, nil, nil): (300, 150)
    }
  }
}
