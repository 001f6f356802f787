import HybridDOM
import HybridUnits

/// The image files of a page, looked up by the addresses in its elements and sheets.
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

  /// The file that an attribute of an element, or its style, names. In an element of a component or of an
  /// included file, the address is resolved relative to that file first.
  func file(_ source: String, of node: NodeID, in document: Document) -> ImageFile? {
    guard !table.isEmpty, !source.isEmpty else { return nil }
    let importer = document.path(of: node)
    return (importer == path || importer.isEmpty ? nil : table.file(source, in: importer))
      ?? table.file(source, in: path)
  }
}

extension ImageFile {
  /// The path for clients; nil for a `data:` picture.
  var shownPath: String? { path.isEmpty ? nil : path }

  /// The hash for clients; nil for a `data:` picture.
  var shownHash: String? { path.isEmpty ? nil : hash.description }

  /// The size of a picture without a given size: CSS Images 3 §5.1, the default object size being
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
