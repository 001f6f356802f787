import HybridSource

/// One image file of a project as a unit knows it: enough to lay out its picture, and to ask for its bytes.
package struct ImageFile: Hashable, Sendable {
  /// What is in the file, told by its first bytes and not by its name.
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    case png = 0
    case jpeg = 1
    case gif = 2
    case webp = 3
    case svg = 4

    /// The type that browsers know it by (MIME Sniffing Standard §4.6, RFC 7303 for SVG).
    package var contentType: String {
      switch self {
      case .png: "image/png"
      case .jpeg: "image/jpeg"
      case .gif: "image/gif"
      case .webp: "image/webp"
      case .svg: "image/svg+xml"
      }
    }
  }

  /// As it was written where it is named first.
  package var source: String
  /// The file, relative to the project; empty for a picture that is written into its address (`data:`).
  package var path: String
  /// Natural width in points; nil for an SVG that has none.
  package var width: Double?
  /// Natural height in points; nil for an SVG that has none.
  package var height: Double?
  /// Natural width over natural height, which an SVG may have without either; nil when it has none.
  package var ratio: Double?
  /// Stands for the bytes.
  package var hash: ContentHash
  /// What is in the file.
  package var kind: Kind

  /// What tells it from the others of a unit: its path, or its address.
  package var key: String { path.isEmpty ? source : path }

  /// An image file.
  package init(
    source: String, path: String, width: Double?, height: Double?, ratio: Double? = nil, hash: ContentHash,
    kind: Kind
  ) {
    self.source = source
    self.path = path
    self.width = width
    self.height = height
    if let ratio {
      self.ratio = ratio
    } else if let width, let height, width > 0, height > 0 {
      self.ratio = width / height
    }
    self.hash = hash
    self.kind = kind
  }
}

/// The image files of a unit, asked for as pages write them.
package struct ImageTable: Hashable, Sendable {
  /// By path; pictures without one by their addresses.
  private var files: [String: ImageFile]

  /// A table of files; of two with one path the first counts.
  package init(_ files: [ImageFile] = []) {
    self.files = Dictionary(files.map { ($0.key, $0) }) { first, _ in first }
  }

  /// Whether there are none.
  package var isEmpty: Bool { files.isEmpty }

  /// The file at a path of the project.
  package subscript(path path: String) -> ImageFile? { files[path] }

  /// The file that `reference` names where it is written in the file at `importer`.
  ///
  /// What leads nowhere from there is looked for from the project's folder as well: data and scripts are
  /// shared by pages of several folders. Nil for what is on another host, missing, or no image.
  package func file(_ reference: String, in importer: String) -> ImageFile? {
    guard !files.isEmpty else { return nil }
    if reference.hasPrefix("data:") { return files[reference] }
    for base in [importer, ""] {
      if case .file(let path) = Reference.resolve(reference, in: base), let file = files[path] { return file }
    }
    return nil
  }
}
