import HybridUnits

extension ProjectCompiler {
  /// The files of HTML components that neither a unit nor `hybrid.json` uses, sorted.
  package var unusedComponents: [String] {
    let previews = config.components.compactMap { component in
      if case .html(let path) = component.preview { path } else { nil }
    }
    return context.components.files.filter { !graph.isUsedNow($0) && !previews.contains($0) }.sorted()
  }
}
