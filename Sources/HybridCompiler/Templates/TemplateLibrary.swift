package import HybridSource
import HybridTemplateCompiler
package import HybridUnits

/// Every template of a project, compiled once, and every `config.properties`, read once.
struct TemplateLibrary: Sendable {
  /// The result of compiling one file.
  struct Compiled: Sendable {
    /// The current template; nil when the file has errors.
    var file: TemplateFile?
    /// The last template without errors.
    var good: TemplateFile?
    var diagnostics: [Diagnostic]
    /// Its dependencies.
    var dependencies: [Dependency]
    /// The line that lists it, if its file is missing.
    var listing: Diagnostic?
  }

  /// A `config.properties`.
  struct Config: Sendable {
    var config: TemplateConfig
    var diagnostics: [Diagnostic]
    /// The paths that were searched, the one that was found last.
    var dependencies: [Dependency]
  }

  static let configName = "config.properties"

  /// Whether a unit reports the diagnostics of its items, because these are not units.
  var reportsItems = false

  private var compiled: [String: Compiled] = [:]
  private var configs: [String: (config: TemplateConfig, diagnostics: [Diagnostic])] = [:]
  /// Templates by their types; several may claim one.
  private var byType: [String: [TemplateEntry]] = [:]
  private var byFolder: [String: [TemplateEntry]] = [:]

  /// Replaces the list of templates.
  /// - Returns: The types that now refer to other templates.
  mutating func setEntries(_ entries: [TemplateEntry]) -> Set<String> {
    let before = byType
    byType = Dictionary(grouping: entries, by: \.type)
    byFolder = Dictionary(grouping: entries) { ProjectPath.folder(of: $0.path) }
    let paths = Set(entries.map(\.path))
    for path in compiled.keys where !paths.contains(path) { compiled[path] = nil }
    var changed = Set<String>()
    for (type, entries) in byType where before[type] != entries { changed.insert(type) }
    for type in before.keys where byType[type] == nil { changed.insert(type) }
    return changed
  }

  /// The template that `type` refers to for a template in `folder`: the nearest one; among equally near ones
  /// the first by path.
  func template(_ type: String, for folder: String) -> TemplateEntry? {
    guard let entries = byType[type] else { return nil }
    if entries.count == 1 { return entries[0] }
    var around = folder
    while true {
      if let near = entries.first(where: { ProjectPath.isInside($0.path, around) }) { return near }
      if around.isEmpty { return nil }
      around = ProjectPath.folder(of: around)
    }
  }

  /// The templates directly in a folder.
  func templates(in folder: String) -> [TemplateEntry] { byFolder[folder] ?? [] }

  /// The names of all types, sorted.
  var types: [String] { byType.keys.sorted() }

  /// The current template of a file.
  mutating func compile(_ entry: TemplateEntry, _ files: inout FileStore) -> Compiled {
    if let known = compiled[entry.path], known.dependencies.first?.path == entry.path,
      known.listing == entry.listing,
      known.file.map({
        $0.template.name == entry.type && $0.template.version == UInt16(truncatingIfNeeded: entry.version)
      }) ?? true
    {
      return known
    }
    let config = config(for: entry.path, &files)
    var result = Compiled(
      good: compiled[entry.path]?.good, diagnostics: config.diagnostics,
      dependencies: [Dependency(entry.path, .entry)] + config.dependencies,
      listing: entry.listing)
    switch files.load(entry.path) {
    case .failed(let failure):
      result.diagnostics.append(
        Diagnostic(
          .error, failure.diagnosticCode, "'\(entry.path)': \(failure.message)",
          at: entry.listing?.location, frame: entry.listing?.frame))
    case .present(let source, _) where TemplateEntry.isCompiled(entry.path):
      do throws(TemplateCodingError) {
        result.file = try TemplateFile(path: entry.path, out: source.bytes)
        result.good = result.file
      } catch {
        result.diagnostics.append(error.diagnostic(of: entry.path))
      }
    case .present(let source, _) where !config.diagnostics.hasErrors:
      let template = compileTemplate(source, name: entry.type, version: entry.version, config: config.config)
      result.diagnostics += template.diagnostics
      guard let made = template.template, !template.hasErrors else { break }
      do throws(TemplateCodingError) {
        result.file = try TemplateFile(path: entry.path, template: made, places: template.places)
        result.good = result.file
      } catch {
        result.diagnostics.append(error.diagnostic(of: entry.path))
      }
    case .present: break
    }
    compiled[entry.path] = result
    return result
  }

  /// The configuration for a file: the nearest in the folders around it, else the one of virtualview_tools.
  mutating func config(for path: String, _ files: inout FileStore) -> Config {
    var tried: [Dependency] = []
    var folder = ProjectPath.folder(of: path)
    while true {
      let place = ProjectPath.join(folder, Self.configName)
      tried.append(Dependency(place, .config))
      if let known = configs[place] {
        return Config(config: known.config, diagnostics: known.diagnostics, dependencies: tried)
      }
      switch files.load(place) {
      case .present(let source, _):
        let read = TemplateConfig.read(source)
        configs[place] = read
        return Config(config: read.config, diagnostics: read.diagnostics, dependencies: tried)
      case .failed(.missing): break
      case .failed(let failure):
        let fault = Diagnostic(.error, failure.diagnosticCode, "'\(place)': \(failure.message)")
        return Config(config: .standard, diagnostics: [fault], dependencies: tried)
      }
      guard !folder.isEmpty else { return Config(config: .standard, diagnostics: [], dependencies: tried) }
      folder = ProjectPath.folder(of: folder)
    }
  }

  /// Discards the results from the file at `path`; the last valid form of a template stays.
  mutating func forget(_ path: String) {
    if ProjectPath.name(of: path) == Self.configName {
      configs[path] = nil
      for (path, template) in compiled where template.dependencies.contains(where: { $0.kind == .config }) {
        compiled[path]?.dependencies = []
      }
    } else {
      compiled[path]?.dependencies = []
    }
  }
}

extension TemplateCodingError {
  /// The fault as a diagnostic in the file `path`.
  package func diagnostic(of path: String) -> Diagnostic {
    let place = offset > 0 ? " at byte \(offset)" : ""
    return Diagnostic(.error, "template.coding", "'\(path)'\(place): \(message)")
  }
}
