import HybridCSS
import HybridDOM
import HybridJSON
import HybridSource
import HybridUnits

/// The pictures of a page itself; those of linked sheets are with the sheets.
struct PageImageFinder {
  /// By ``ImageFile/key``.
  private(set) var files: [String: ImageFile] = [:]
  /// The files of all pictures so far, whether they exist or not.
  private var paths: Set<String> = []

  /// The maximum number of pictures that a page takes from its data, its scripts and folders: each is an edge
  /// of the graph.
  private static let computedLimit = 1000

  /// Finds the pictures of a page: those that its markup names, and those that its data and scripts may name.
  ///
  /// URLs that are computed at run time are unknown here. So a page with such URLs includes all candidates:
  /// every text of its sample data, its props and its scripts that names an existing picture, and for a URL
  /// like `photos/{{id}}.jpg` all pictures in the folder before the first `{{`.
  mutating func read(
    _ document: Document, _ components: PageComponents, _ scripts: PageScripts, data: JSONValue?,
    _ page: inout PageReading, _ context: inout CompilerContext
  ) {
    var isComputed = !scripts.isEmpty
    /// The files whose bindings name pictures: URLs in data may be relative to them too.
    var importers = [page.entry.path]
    let hosts = Set(components.uses.map(\.host))
    var props: [String] = []
    for id in document.nodes(in: document.root) {
      guard let element = document[id].element else { continue }
      let names = ImageAttributes.names(of: element, page.dialect)
      let isHost = hosts.contains(id)
      for attribute in element.attributes {
        let isAddress = names.contains(attribute.name)
        if isHost, !isAddress, ImageNames.isName(attribute.value) { props.append(attribute.value) }
        guard isAddress || attribute.name == "style" else {
          if attribute.name == "t:data" { isComputed = true }
          continue
        }
        let source = page.sources[Int(attribute.valueRange.file)]
        if BindingText.isPresent(in: attribute.value) {
          isComputed = true
          if !importers.contains(source.path) { importers.append(source.path) }
          if isAddress { takeFolder(of: attribute.value, in: source.path, &page, &context) }
        } else if isAddress {
          takeImage(attribute.value, at: attribute.valueRange.range, in: source, &page, &context)
        } else {
          for image in imageReferences(inStyle: attribute.value, dialect: page.dialect.css) {
            takeImage(image.url, at: attribute.valueRange.range, in: source, &page, &context)
          }
        }
      }
    }
    guard isComputed else { return }
    var found = props
    for use in components.uses {
      found += ImageNames.names(in: .object(use.defaults), limit: Self.computedLimit)
    }
    if let data { found += ImageNames.names(in: data, limit: Self.computedLimit) }
    for text in scripts.texts { found += ImageNames.names(inScript: text, limit: Self.computedLimit) }
    for name in found.prefix(Self.computedLimit) { takeComputed(name, importers + [""], &page, &context) }
  }

  /// A picture that markup names.
  private mutating func takeImage(
    _ written: String, at range: Range<Int>, in source: Source, _ page: inout PageReading,
    _ context: inout CompilerContext
  ) {
    guard !written.isEmpty else { return }
    switch Reference.resolve(written, in: source.path) {
    case .file(let path):
      let state = take(path, written, &page, &context)
      if files[path] == nil {
        state.reportImage(path, written: written, at: range, in: source, context.files, &page.reports)
      }
    case let other:
      if let image = other.imageInAddress(at: range, in: source, &page.reports) { files[image.key] = image }
      other.reportImage(written, at: range, in: source, &page.reports)
    }
  }

  /// A picture that data or a script may name: the first existing one, relative to each possible importer.
  private mutating func takeComputed(
    _ name: String, _ importers: [String], _ page: inout PageReading, _ context: inout CompilerContext
  ) {
    for importer in importers {
      guard case .file(let path) = Reference.resolve(name, in: importer) else { continue }
      _ = take(path, name, &page, &context)
      if files[path] != nil { return }
    }
  }

  /// All pictures of the folder in the constant start of a bound URL.
  private mutating func takeFolder(
    of value: String, in importer: String, _ page: inout PageReading, _ context: inout CompilerContext
  ) {
    guard let start = value.firstRange(of: "{{")?.lowerBound,
      let slash = value[..<start].lastIndex(of: "/"),
      case .file(let path) = Reference.resolve(value[..<slash] + "/x", in: importer)
    else { return }
    let folder = ProjectPath.folder(of: path)
    guard page.dependOnce(on: folder, .imageFolder) else { return }
    guard case .success(let entries) = context.files.list(folder) else { return }
    let names = entries.filter { $0.kind == .file && ImageNames.isImage($0.name) }.map(\.name).sorted()
    for name in names.prefix(Self.computedLimit) {
      _ = take(ProjectPath.join(folder, name), name, &page, &context)
    }
  }

  /// Reads a picture and adds a dependency on it, whether it exists or not.
  private mutating func take(
    _ path: String, _ written: String, _ page: inout PageReading, _ context: inout CompilerContext
  ) -> FileState {
    let state = context.files.loadImage(path)
    addDependency(on: path, &page)
    if let file = state.imageFile(path, written: written), files[path] == nil { files[path] = file }
    return state
  }

  /// Adds the pictures of a `style` element.
  mutating func add(_ sheet: ResolvedSheet, _ page: inout PageReading) {
    for image in sheet.images { files[image.key] = files[image.key] ?? image }
    for path in sheet.imagePaths { addDependency(on: path, &page) }
  }

  private mutating func addDependency(on path: String, _ page: inout PageReading) {
    if paths.insert(path).inserted { page.depend(on: path, .image) }
  }
}
