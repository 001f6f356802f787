import HybridJSON
import HybridSource
import HybridUnits

/// A template unit compiled from one state of its files.
struct CompiledTemplateUnit: Sendable {
  /// Nil when the template, or its data, has errors.
  var unit: TemplateUnit?
  /// The unit with each file in its last valid form, whatever errors the others have; nil when the template
  /// was never valid.
  var latest: TemplateUnit?
  var dependencies: [Dependency]
  var diagnostics: [Diagnostic]
  /// The sheets of HTML components that serve as previews.
  var sheets: [String]
  /// Whether a data set is broken, which does not make the template fail.
  var hasDataSetErrors: Bool
}

/// Compiles a template unit: the template, its data, and the templates that its items name.
///
/// Nothing throws: a unit with errors has diagnostics. An item that has errors is used in its last valid
/// form, because it is a unit of its own that reports them.
///
/// - Parameter data: The last valid sample data.
func compile(
  _ entry: TemplateEntry, _ context: inout CompilerContext, goodData data: JSONValue? = nil
) -> CompiledTemplateUnit {
  var compiler = TemplateUnitCompiler(entry: entry, goodData: data)
  return compiler.run(&context)
}

private struct TemplateUnitCompiler {
  let entry: TemplateEntry
  let goodData: JSONValue?
  var latest: TemplateUnit?
  var reports = Reports()
  var dependencies: [Dependency] = []
  var sheets: [String] = []
  /// The diagnostics of items, which do not make the unit fail.
  var itemDiagnostics: [Diagnostic] = []
  var dataSets = ReadDataSets()

  init(entry: TemplateEntry, goodData: JSONValue?) {
    self.entry = entry
    self.goodData = goodData
  }

  mutating func run(_ context: inout CompilerContext) -> CompiledTemplateUnit {
    let main = context.templates.compile(entry, &context.files)
    add(main.dependencies)
    reports.add(main.diagnostics)
    let data = readData(&context)
    add(entry.dataSets.map { Dependency($0.path, .dataSet) })
    dataSets = context.dataSets.read(entry.dataSets, &context.files)
    let folder = ProjectPath.folder(of: entry.path)
    let items = findItems(of: main.file ?? main.good, data: data ?? goodData ?? .null, in: folder, &context)
    if let good = main.file ?? main.good {
      latest = TemplateUnit(
        name: entry.name, main: good, items: items, tags: [:], previews: [:],
        data: data ?? goodData ?? .object(JSONObject()), dataPath: entry.dataPath, dataSets: dataSets.sets,
        files: [], hash: ContentHash([]))
    }
    guard let file = main.file, let data, !reports.diagnostics.hasErrors else { return finished(nil) }

    let config = context.templates.config(for: entry.path, &context.files).config
    let used = Set(([file] + items).flatMap { $0.template.nodes.map(\.component) })
    var tags: [UInt16: String] = [:]
    for component in config.components {
      if let id = UInt16(exactly: component.id), used.contains(id) { tags[id] = component.tag }
    }
    let previews = readPreviews(tags, &context)
    guard !reports.diagnostics.hasErrors else { return finished(nil) }
    let hasData = context.data != nil || context.files[entry.dataPath]?.source != nil
    var unit = TemplateUnit(
      name: entry.name, main: file, items: items, tags: tags, previews: previews.mapValues(\.preview),
      data: data, dataPath: hasData ? context.data?.path ?? entry.dataPath : nil, dataSets: dataSets.sets,
      files: files(context),
      hash: ContentHash([]))
    unit.hash = hash(of: unit, previews: previews.mapValues(\.hash))
    return finished(unit)
  }

  private func finished(_ unit: TemplateUnit?) -> CompiledTemplateUnit {
    CompiledTemplateUnit(
      unit: unit, latest: unit ?? latest, dependencies: dependencies,
      diagnostics: reports.diagnostics + itemDiagnostics + dataSets.diagnostics,
      sheets: sheets, hasDataSetErrors: dataSets.diagnostics.hasErrors)
  }

  private mutating func add(_ more: [Dependency]) {
    for dependency in more where !dependencies.contains(dependency) { dependencies.append(dependency) }
  }

  /// The existing files, the template's own first, each once.
  private func files(_ context: CompilerContext) -> [String] {
    var seen = Set<String>()
    return dependencies.map(\.path).filter { context.files[$0]?.source != nil && seen.insert($0).inserted }
  }

  // MARK: Data and items

  private mutating func readData(_ context: inout CompilerContext) -> JSONValue? {
    add([Dependency(entry.dataPath, .data)])
    let source: Source
    if let given = context.data {
      source = given
    } else {
      switch context.files.load(entry.dataPath) {
      case .present(let found, _): source = found
      case .failed(.missing): return .object(JSONObject())
      case .failed(let failure):
        reports.add([Diagnostic(.error, failure.diagnosticCode, "'\(entry.dataPath)': \(failure.message)")]
        )
        return nil
      }
    }
    let reading = readJSON(source)
    reports.add(reading.diagnostics)
    return reading.diagnostics.hasErrors ? nil : reading.value
  }

  /// The templates that the data and the templates name, and for a template with its own folder all others in
  /// it; a template comes before those that name it, because a phone loads them in this order.
  private mutating func findItems(
    of main: TemplateFile?, data: JSONValue, in folder: String, _ context: inout CompilerContext
  ) -> [TemplateFile] {
    var items: [TemplateFile] = []
    var seen: Set<String> = [entry.path]
    // A template is listed after all that it names, on the second visit of its stack element.
    var stack: [(file: TemplateFile?, entry: TemplateEntry)] = []
    func wanted(_ entries: [TemplateEntry]) {
      for entry in entries.sorted(by: { $0.path > $1.path }) where !seen.contains(entry.path) {
        stack.append((nil, entry))
      }
    }
    // Accessed in place: a second reference would make the next change copy the whole library.
    if entry.isMain { wanted(context.templates.templates(in: folder)) }
    let types = dataSets.sets.reduce(into: data.itemTypes) { $0.formUnion($1.data.itemTypes) }
    wanted(types.sorted().compactMap { context.templates.template($0, for: folder) })
    if let main { wanted(main.namedTypes.compactMap { context.templates.template($0, for: folder) }) }
    while let (file, entry) = stack.popLast() {
      if let file {
        items.append(file)
        continue
      }
      guard seen.insert(entry.path).inserted else { continue }
      let item = context.templates.compile(entry, &context.files)
      add([Dependency(entry.path, .item)] + item.dependencies.filter { $0.kind == .config })
      if context.templates.reportsItems { itemDiagnostics += item.diagnostics }
      guard let good = item.good else { continue }
      stack.append((good, entry))
      wanted(good.namedTypes.compactMap { context.templates.template($0, for: folder) })
    }
    return items
  }

  // MARK: Previews

  /// Reads the previews in `hybrid.json` of components that this template uses.
  private mutating func readPreviews(
    _ tags: [UInt16: String], _ context: inout CompilerContext
  ) -> [UInt16: (preview: ComponentPreview, hash: ContentHash)] {
    var previews: [UInt16: (preview: ComponentPreview, hash: ContentHash)] = [:]
    for (id, tag) in tags.sorted(by: { $0.key < $1.key }) {
      guard let component = context.previews[tag] else { continue }
      add([Dependency(ProjectConfig.path, .config)])
      switch component.preview {
      case .box(let label, let width, let height):
        let words = "\(label ?? "") \(width ?? -1) \(height ?? -1)"
        previews[id] = (.box(label: label, width: width, height: height), ContentHash(Array(words.utf8)))
      case .html(let path):
        let page = HybridCompiler.compile(PageEntry(name: tag, path: path), &context)
        // A preview is bound to the component's attributes, for which there is no sample data.
        add(page.dependencies.filter { $0.kind != .data && $0.kind != .dataSet })
        if case .failed(let failure) = context.files.load(path),
          let config = context.files[ProjectConfig.path]?.source
        {
          // The path is reported at the place of the reference.
          let near = failure == .missing ? context.files.suggestion(for: path, written: path) : nil
          reports.add(
            .error, failure.diagnosticCode, "'\(path)': \(failure.message)", at: component.range,
            in: config, hint: near.map { "did you mean '\($0)'?" })
        } else {
          reports.add(page.diagnostics.filter { $0.severity == .error })
        }
        sheets += page.sheets
        previews[id] = (.page(page.unit), page.unit.hash)
      }
    }
    return previews
  }

  // MARK: Hash

  /// The hash of all displayed content: the file of an item with errors does not count.
  private func hash(of unit: TemplateUnit, previews: [UInt16: ContentHash]) -> ContentHash {
    var hasher = ContentHasher()
    hasher.combine(unit.name)
    for file in [unit.main] + unit.items {
      hasher.combine(file.path)
      hasher.combine(file.out)
      for place in file.places { hasher.combine(UInt64(place.line) << 32 | UInt64(place.column)) }
    }
    for (id, tag) in unit.tags.sorted(by: { $0.key < $1.key }) {
      hasher.combine(UInt64(id))
      hasher.combine(tag)
    }
    for (id, hash) in previews.sorted(by: { $0.key < $1.key }) {
      hasher.combine(UInt64(id))
      hasher.combine(hash)
    }
    hasher.combine(unit.data.text())
    if !unit.dataSets.isEmpty { hasher.combine(dataSets.hash.finalize()) }
    return hasher.finalize()
  }
}

extension TemplateFile {
  /// The strings of the template that may be types of items.
  var namedTypes: [String] { template.strings.map(\.text).sorted() }
}

extension TemplateUnit {
  /// Whether it uses, or could use, a template of one of these types.
  func mayUse(_ types: Set<String>) -> Bool {
    !types.isDisjoint(with: data.itemTypes)
      || dataSets.contains { !types.isDisjoint(with: $0.data.itemTypes) }
      || ([main] + items).contains { file in file.template.strings.contains { types.contains($0.text) } }
  }
}

extension JSONValue {
  /// Every text under a key `type`, at any depth.
  package var itemTypes: Set<String> {
    var types: Set<String> = []
    var stack = [self]
    while let value = stack.popLast() {
      switch value {
      case .array(let elements): stack.append(contentsOf: elements)
      case .object(let members):
        for (key, member) in members {
          if key == "type", let type = member.string { types.insert(type) } else { stack.append(member) }
        }
      default: continue
      }
    }
    return types
  }
}
