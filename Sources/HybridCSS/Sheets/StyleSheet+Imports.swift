import HybridSource

extension StyleSheet {
  /// The maximum depth of `@import`.
  package static let importDepthLimit = 16
  /// The maximum number of imported sheets in a tree: a sheet that imports another twice doubles it with each
  /// level.
  package static let importCountLimit = 1000

  /// Loads the imported sheets and their own imports, so that one tree holds everything.
  ///
  /// A sheet that imports itself, directly or indirectly, is reported and left out, and so is an import
  /// nested too deep.
  /// - Parameter load: Returns the parsed sheet for the URL of a rule, as written, in the file at a path; nil
  ///   when it cannot be loaded, which the loader reports because it knows the reason.
  package mutating func resolveImports(
    load: (_ url: String, _ importer: String, _ range: Range<Int>) -> StyleSheet?
  ) {
    var count = 0
    resolveImports(above: [], count: &count, load: load)
  }

  private mutating func resolveImports(
    above: [String], count: inout Int, load: (String, String, Range<Int>) -> StyleSheet?
  ) {
    let chain = above + [path]
    for index in rules.indices {
      guard case .import(var rule) = rules[index], rule.isSupported, rule.sheet == nil else { continue }
      guard count < Self.importCountLimit, var sheet = load(rule.url, path, rule.urlRange) else { continue }
      count += 1
      if chain.contains(sheet.path) {
        diagnostics.append(
          Diagnostic(
            .error, "css.import-loop", "\(sheet.path) would import itself, so it is left out",
            at: rule.location))
        continue
      }
      if chain.count > Self.importDepthLimit {
        diagnostics.append(
          Diagnostic(
            .error, "css.import-too-deep",
            "'\(rule.url)' is left out: more than \(Self.importDepthLimit) sheets import one another",
            at: rule.location))
        continue
      }
      sheet.resolveImports(above: chain, count: &count, load: load)
      rule.sheet = sheet
      rules[index] = .import(rule)
    }
  }
}
