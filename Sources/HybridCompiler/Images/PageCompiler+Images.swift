import HybridCSS
import HybridDOM
import HybridJSON
import HybridSource
import HybridUnits

extension PageCompiler {
  /// The maximum number of pictures that a page takes from its data, its scripts and folders: each is an edge
  /// of the graph.
  private static let computedLimit = 1000

  /// Finds the pictures of a page: those that its markup names, and those that its data and scripts may name.
  ///
  /// URLs that are computed at run time are unknown here. So a page with such URLs includes all candidates:
  /// every text of its sample data, its props and its scripts that names an existing picture, and for a URL
  /// like `photos/{{id}}.jpg` all pictures in the folder before the first `{{`.
  mutating func readImages(of document: Document, data: JSONValue?, _ context: inout CompilerContext) {
    var isComputed = !scripts.isEmpty || !modules.isEmpty
    /// The files whose bindings name pictures: URLs in data may be relative to them too.
    var importers = [entry.path]
    let hosts = Set(components.uses.map(\.host))
    var props: [String] = []
    for id in document.nodes(in: document.root) {
      guard let element = document[id].element else { continue }
      let names = ImageAttributes.names(of: element, dialect)
      let isHost = hosts.contains(id)
      for attribute in element.attributes {
        let isAddress = names.contains(attribute.name)
        if isHost, !isAddress, ImageNames.isName(attribute.value) { props.append(attribute.value) }
        guard isAddress || attribute.name == "style" else {
          if attribute.name == "t:data" { isComputed = true }
          continue
        }
        let source = sources[Int(attribute.valueRange.file)]
        if BindingText.isPresent(in: attribute.value) {
          isComputed = true
          if !importers.contains(source.path) { importers.append(source.path) }
          if isAddress { takeFolder(of: attribute.value, in: source.path, &context) }
        } else if isAddress {
          takeImage(attribute.value, at: attribute.valueRange.range, in: source, &context)
        } else {
          for image in imageReferences(inStyle: attribute.value, dialect: dialect.css) {
            takeImage(image.url, at: attribute.valueRange.range, in: source, &context)
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
    for script in scripts { found += ImageNames.names(inScript: script.text, limit: Self.computedLimit) }
    for module in modules.modules {
      found += ImageNames.names(inScript: module.text, limit: Self.computedLimit)
    }
    for name in found.prefix(Self.computedLimit) { takeComputed(name, importers + [""], &context) }
  }

  /// A picture that markup names.
  private mutating func takeImage(
    _ written: String, at range: Range<Int>, in source: Source, _ context: inout CompilerContext
  ) {
    guard !written.isEmpty else { return }
    switch Reference.resolve(written, in: source.path) {
    case .file(let path):
      let state = take(path, written, &context)
      if images[path] == nil {
        state.reportImage(path, written: written, at: range, in: source, context.files, &reports)
      }
    case let other:
      if let image = other.imageInAddress(at: range, in: source, &reports) { images[image.key] = image }
      other.reportImage(written, at: range, in: source, &reports)
    }
  }

  /// A picture that data or a script may name: the first existing one, relative to each possible importer.
  private mutating func takeComputed(_ name: String, _ importers: [String], _ context: inout CompilerContext)
  {
    for importer in importers {
      guard case .file(let path) = Reference.resolve(name, in: importer) else { continue }
      _ = take(path, name, &context)
      if images[path] != nil { return }
    }
  }

  /// All pictures of the folder in the constant start of a bound URL.
  private mutating func takeFolder(of value: String, in importer: String, _ context: inout CompilerContext) {
    guard let start = value.firstRange(of: "{{")?.lowerBound,
      let slash = value[..<start].lastIndex(of: "/"),
      case .file(let path) = Reference.resolve(value[..<slash] + "/x", in: importer)
    else { return }
    let folder = ProjectPath.folder(of: path)
    let dependency = Dependency(folder, .imageFolder)
    guard !dependencies.contains(dependency) else { return }
    dependencies.append(dependency)
    guard case .success(let entries) = context.files.list(folder) else { return }
    let names = entries.filter { $0.kind == .file && ImageNames.isImage($0.name) }.map(\.name).sorted()
    for name in names.prefix(Self.computedLimit) {
      _ = take(ProjectPath.join(folder, name), name, &context)
    }
  }

  /// Reads a picture and adds a dependency on it, whether it exists or not.
  private mutating func take(_ path: String, _ written: String, _ context: inout CompilerContext) -> FileState
  {
    let state = context.files.loadImage(path)
    if imagePaths.insert(path).inserted { dependencies.append(Dependency(path, .image)) }
    if let file = state.imageFile(path, written: written), images[path] == nil { images[path] = file }
    return state
  }
}
