import HybridSource

/// A unit's information about one image file: enough to lay out the picture, and to request its bytes.
package struct ImageFile: Hashable, Sendable {
  /// The format, determined by the first bytes and not by the name.
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    case png = 0
    case jpeg = 1
    case gif = 2
    case webp = 3
    case svg = 4

    /// The MIME type (MIME Sniffing Standard §4.6, RFC 7303 for SVG).
    package var contentType: String {
      switch self {
      case .png: "image/png"
      case .jpeg: "image/jpeg"
      case .gif: "image/gif"
      case .webp: "image/webp"
      case .svg: "image/svg+xml"
      }
    }

    /// The endings of file names, in lower case.
    package var endings: [String] {
      switch self {
      case .png: ["png"]
      case .jpeg: ["jpg", "jpeg"]
      case .gif: ["gif"]
      case .webp: ["webp"]
      case .svg: ["svg"]
      }
    }

    /// The format of files whose names have the ending, in lower case.
    package init?(ending: String) {
      guard let kind = Self.byEnding[ending] else { return nil }
      self = kind
    }

    private static let byEnding = Dictionary(
      uniqueKeysWithValues: allCases.flatMap { kind in kind.endings.map { ($0, kind) } })
  }

  /// The source as first written.
  package var source: String
  /// The file, relative to the project; empty for an embedded picture (`data:`).
  package var path: String
  /// Natural width in points; nil for an SVG that has none.
  package var width: Double?
  /// Natural height in points; nil for an SVG that has none.
  package var height: Double?
  /// Natural width over natural height, which an SVG may have even without them; nil when it has none.
  package var ratio: Double?
  /// The hash of the bytes.
  package var hash: ContentHash
  /// The format.
  package var kind: Kind

  /// The identifier within a unit: the path, or the `data:` URL.
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

/// The image files of a unit, looked up by references as written in pages.
package struct ImageTable: Hashable, Sendable {
  /// By path; pictures without a path by their URLs.
  private var files: [String: ImageFile]

  /// A table of files; among files with one path the first counts.
  package init(_ files: [ImageFile] = []) {
    self.files = Dictionary(files.map { ($0.key, $0) }) { first, _ in first }
  }

  /// Whether the table is empty.
  package var isEmpty: Bool { files.isEmpty }

  /// The file at a path of the project.
  package subscript(path path: String) -> ImageFile? { files[path] }

  /// The file that `reference` names in the file at `importer`.
  ///
  /// A reference that leads nowhere from there is also resolved against the project's folder, because pages
  /// of several folders share data and scripts. Nil for a file on another host, a missing one, or one that is
  /// not an image.
  package func file(_ reference: String, in importer: String) -> ImageFile? {
    guard !files.isEmpty else { return nil }
    if reference.hasPrefix("data:") { return files[reference] }
    for base in [importer, ""] {
      if case .file(let path) = Reference.resolve(reference, in: base), let file = files[path] { return file }
    }
    return nil
  }
}
