import HybridSource

extension StyleSheet {
  /// `@import` goes this deep.
  package static let importDepthLimit = 16
  /// A tree has at most this many imported sheets: a sheet that imports another twice doubles with each step.
  package static let importCountLimit = 1000

  /// Loads what the sheet imports, and what that imports, so that one tree holds everything.
  ///
  /// A sheet that imports itself, even by way of others, is reported and left out, as is what is nested too
  /// deep.
  /// - Parameter load: Gives the parsed sheet for the URL of a rule, as written, in the file at a path; nil
  ///   when there is none, which the loader reports, since it knows why.
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
