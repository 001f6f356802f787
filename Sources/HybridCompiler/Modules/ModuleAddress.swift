import HybridSource

/// The address to which the specifier of an `import` resolves without import maps (HTML Standard §8.1.5.2,
/// *Resolving module specifiers*).
enum ModuleAddress: Hashable, Sendable {
  /// A file of the project, and what follows its path: `?v=2`.
  case file(String, suffix: String)
  /// Another host, or another scheme.
  case remote(String)
  /// A path that leads out of the project.
  case outside
  /// A name that only an import map can resolve.
  case bare(String)
  /// A name that an import map blocks.
  case blocked

  /// A specifier in the file `importer`.
  init(_ specifier: String, in importer: String) {
    let isPath = specifier.hasPrefix("./") || specifier.hasPrefix("../") || specifier.hasPrefix("/")
    if isPath && !specifier.hasPrefix("//") {
      switch Reference.resolve(specifier, in: importer) {
      case .file(let path): self = .file(path, suffix: Self.suffix(of: specifier))
      case .remote(let url): self = .remote(url)
      case .outside: self = .outside
      case .empty: self = .file("", suffix: "")
      }
    } else if specifier.hasPrefix("hybrid://project/") {
      self.init(String(specifier.dropFirst("hybrid://project".count)), in: importer)
    } else if specifier.hasPrefix("//") {
      self = .remote(specifier)
    } else if case .remote(let url) = Reference.resolve(specifier, in: importer) {
      self = .remote(url)
    } else {
      self = .bare(specifier)
    }
  }

  /// The query and the fragment of a URL: its text after the path.
  static func suffix(of url: String) -> String {
    guard let start = url.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return "" }
    return String(url[start...])
  }

  /// The address as a key of an import map; nil without one.
  var key: String? {
    switch self {
    case .file(let path, let suffix): "/" + path + suffix
    case .remote(let url): url
    case .bare(let name): name
    case .outside, .blocked: nil
    }
  }
}
