import HybridDOM
import HybridJSON
import HybridMarkup
import HybridSource
import HybridUnits

/// The HTML components of a project by name: `components/NAME.html`, at any depth, is used as `<NAME>`.
struct ComponentLibrary: Sendable {
  /// The folder that components are in.
  static let folder = "components"
  /// The maximum depth of folders.
  private static let depthLimit = 16

  /// The file of each component, by name.
  private(set) var paths: [String: String] = [:]
  private var isListed = false
  private var parsed: [PageDialect: [String: ParsedComponent]] = [:]
  /// Files whose names cannot be component names.
  private(set) var reserved: [(path: String, name: String)] = []
  /// Files whose name belongs to another file, with that file.
  private(set) var duplicates: [(path: String, other: String)] = []

  /// A library that has not listed the folder.
  init() {}

  /// A library with the paths of a past state: the folder is not listed.
  init(paths: [String: String]) {
    self.paths = paths
    isListed = true
  }

  /// The file that would define `name` as a component.
  static func expectedPath(_ name: String) -> String { ProjectPath.join(folder, name + ".html") }

  /// All names, sorted.
  var names: [String] { paths.keys.sorted() }

  /// All files, sorted.
  var files: [String] { paths.values.sorted() }

  /// The file of a component; nil when there is none of this name.
  mutating func path(of name: String, _ files: FileStore) -> String? {
    if !isListed { _ = rescan(files) }
    return paths[name]
  }

  /// Lists the folder again.
  /// - Returns: The names whose file changed, each with its old file.
  mutating func rescan(_ files: FileStore) -> [String: String?] {
    let before = paths
    paths = [:]
    reserved = []
    duplicates = []
    isListed = true
    for path in list(files) {
      let name = PageEntry.stem(of: ProjectPath.name(of: path)).lowercased()
      if ElementNames.isKnown(name) {
        reserved.append((path, name))
      } else if let other = paths[name] {
        duplicates.append((path, other))
      } else {
        paths[name] = path
      }
    }
    var changed: [String: String?] = [:]
    for name in Set(before.keys).union(paths.keys) where before[name] != paths[name] {
      changed[name] = .some(before[name])
    }
    return changed
  }

  /// Every HTML file of the folder, the nearest first, then by path.
  private func list(_ files: FileStore) -> [String] {
    var found: [(depth: Int, path: String)] = []
    var folders = [(Self.folder, 0)]
    while let (folder, depth) = folders.popLast() {
      guard case .success(let entries) = files.list(folder) else { continue }
      for entry in entries {
        let path = ProjectPath.join(folder, entry.name)
        switch entry.kind {
        case .file where PageEntry.isHTML(entry.name) && !entry.name.hasPrefix("_"):
          found.append((depth, path))
        case .folder where depth < Self.depthLimit && !PageEntry.isIgnored(folder: entry.name):
          folders.append((path, depth + 1))
        default: break
        }
      }
    }
    return found.sorted { ($0.depth, $0.path) < ($1.depth, $1.path) }.map(\.path)
  }

  /// The component in the file at `path` as pages of `dialect` use it; nil when it cannot be read.
  mutating func component(
    _ path: String, in dialect: PageDialect, _ partials: inout PartialLibrary, _ files: inout FileStore
  ) -> ParsedComponent? {
    if let component = parsed[dialect]?[path] { return component }
    guard let markup = partials.markup(path, in: dialect, &files) else { return nil }
    let component = ParsedComponent(markup)
    parsed[dialect, default: [:]][path] = component
    return component
  }

  /// Adds the components of a fork that are missing here.
  mutating func absorb(_ fork: ComponentLibrary) {
    for (dialect, others) in fork.parsed {
      parsed[dialect, default: [:]].merge(others) { known, _ in known }
    }
  }

  /// Discards the component in the file at `path`.
  mutating func forget(_ path: String) {
    for dialect in parsed.keys { parsed[dialect]?[path] = nil }
  }

  /// The diagnostics of file names; `previews` are files with another use.
  func diagnostics(except previews: Set<String>) -> [Diagnostic] {
    reserved.filter { !previews.contains($0.path) }.map { path, name in
      Diagnostic(
        .warning, "component.reserved-name", "'\(path)' is not a component: <\(name)> is already an element",
        hint: "give the file another name, such as 'my-\(name).html'")
    }
      + duplicates.map { path, other in
        Diagnostic(
          .warning, "component.duplicate-name",
          "'\(other)' and '\(path)' are the same component; the first one is used")
      }
  }
}

/// One parsed component.
struct ParsedComponent: Sendable {
  var markup: ParsedMarkup
  /// The content of its element, in order.
  var content: [NodeID] = []
  /// The default values of props, by their camel-case names.
  var defaults = JSONObject()
  /// Whether it may have sheets of its own, so that its elements need to be marked.
  var hasSheets = false
  /// The names of its slots; the default one is empty.
  var slots: Set<String> = []

  /// The attribute of a top-level `template` that declares the props.
  static let props = "props"

  init(_ markup: ParsedMarkup) {
    self.markup = markup
    let document = markup.document
    for node in markup.content {
      guard let element = document[node].element, element.elementName == .template,
        let props = element.attribute(Self.props)
      else {
        content.append(node)
        continue
      }
      content += document.children(of: node)
      readDefaults(props)
    }
    for element in document.nodes.lazy.compactMap(\.element) {
      switch element.elementName {
      case .style, .svgStyle, .link, .include: hasSheets = true
      case .slot: slots.insert(element["name"] ?? "")
      default: break
      }
    }
    // White space around the visible content would appear between the component and its neighbours.
    func isShown(_ node: NodeID) -> Bool {
      !document[node].isBlank && document[node].elementName?.isResource != true
    }
    let first = content.firstIndex(where: isShown) ?? content.endIndex
    let last = content.lastIndex(where: isShown) ?? content.startIndex
    content = content.indices.filter {
      (first...max(first, last)).contains($0) || !document[content[$0]].isBlank
    }
    .map { content[$0] }
  }

  private mutating func readDefaults(_ attribute: Attribute) {
    let reading = readJSON(Source(path: markup.source.path, text: attribute.value))
    guard case .object(let object)? = reading.value else {
      var report = DiagnosticCollector(markup.source)
      let reason =
        reading.diagnostics.first?.message
        ?? reading.value?.mismatch("an object") ?? "this is nothing, and an object is expected"
      report.error(
        "component.props", "the props are not JSON: \(reason)", at: attribute.valueRange.range,
        hint: #"write them as <template props='{"amount": 1}'></template>"#)
      markup.diagnostics += report.diagnostics
      return
    }
    for (name, value) in object { defaults[name.camelCased] = value }
  }
}
