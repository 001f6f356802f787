import HybridCompiler
import HybridSource
import HybridUnits

/// Explains to the author why a saved file changed nothing.
struct UnusedFile {
  let compiler: ProjectCompiler
  let files: FileReader

  /// `no page links it; pages/home/style.css has a similar name`.
  func reason(for path: String) -> String {
    if let rule = DeniedFiles.rule(for: path) { return FileFailure.denied(by: rule.pattern).message }
    let state = files.read(path)
    switch state {
    case .failure(.missing): return "it is gone"
    case .failure(let failure): return failure.message
    case .success:
      return [missingUse(of: path), similar(to: path)].compactMap(\.self).joined(separator: "; ")
    }
  }

  /// Whether it is a snapshot of `hybrid test --update`, which no unit uses and which is not reported.
  static func isSnapshot(_ path: String) -> Bool { ProjectPath.isInside(path, "snapshots") }

  /// The file that would have to name it.
  private func missingUse(of path: String) -> String {
    let name = ProjectPath.name(of: path)
    let ending = name.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
    if path.hasSuffix(".scenario.json") { return "'hybrid test' reads it, and no page does" }
    let isComponent = ProjectPath.isInside(path, "components")
    switch ending {
    case "css": return "no page links it"
    case "js": return "no page loads it"
    case "html", "htm":
      return isComponent
        ? "no page has an element of its name" : "no page includes it, and it is not in a folder of pages"
    case "json": return "its name is not that of a page's or template's data"
    case "xml": return "templates are in 'components' or 'templates'"
    case _ where ImageFile.Kind(ending: ending) != nil: return "pictures are looked up when they are shown"
    default: return "no page reads it"
    }
  }

  /// A file that pages do name and that this one may have been meant to be.
  private func similar(to path: String) -> String? {
    let used = compiler.graph.usedFiles(in: [""]).map(\.path).filter { $0 != path }
    let name = ProjectPath.name(of: path)
    let byName = Dictionary(grouping: used) { ProjectPath.name(of: $0) }
    guard let near = byName[name] != nil ? name : nearest(to: name, in: byName.keys.sorted()),
      let found = byName[near]?.sorted().first
    else { return nil }
    if case .failure(.missing) = files.read(found) {
      let asker = compiler.graph.units(dependingOn: [found]).first?.unit
      return asker.map { "\($0) refers to '\(found)', which does not exist" }
    }
    return near == name ? "'\(found)' has the same name" : "'\(found)' has a similar name"
  }
}
