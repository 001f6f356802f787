import HybridCSS
import HybridCompiler
import HybridCrypto
import HybridDOM
import HybridEncoding
import HybridRelease
import HybridSource
import HybridUnits

/// A unit of a release.
struct PackagedUnit: Hashable, Sendable {
  var name: String
  var kind: ReleaseUnit.Kind
  /// The project file that defines the unit.
  var source: String
  var digest: FileDigest
  /// The CRC-32, for archives.
  var checksum: UInt32
  var requirements: Requirements
  /// The images that it may show, and the files that its scripts read by name.
  var images: [String]
  /// The source maps of its scripts and sheets.
  var maps: [SHA256Digest]
  /// Warnings, which each run reports again.
  var warnings: [Diagnostic]
  /// All files that it was built from, and files that were looked up and missing.
  var inputs: [String]

  /// Its file in the release.
  var file: ReleaseFile {
    ReleaseFile(path: "units/\(name).\(kind == .page ? "unit" : "out")", digest: digest)
  }
}

/// The result of building a unit.
enum UnitOutcome: Sendable {
  case made(PackagedUnit, [UInt8], maps: [SHA256Digest: [UInt8]])
  case failed([Diagnostic])
}

/// Builds units for releases.
struct UnitMaker: Sendable {
  let sodium: Sodium
  let minifies: Bool

  func make(_ name: String, _ compiler: inout ProjectCompiler) -> UnitOutcome {
    let unit = compiler.unit(named: name)
    let diagnostics = compiler.diagnostics(of: name)
    guard let entry = compiler.entry(of: name), let unit, !compiler.isFailed(name), !diagnostics.hasErrors
    else { return .failed(diagnostics) }
    let bytes: [UInt8]
    let kind: ReleaseUnit.Kind
    var images: [String] = []
    var maps: [SHA256Digest: [UInt8]] = [:]
    switch unit {
    case .page(let page):
      kind = .page
      let files = Set(page.images.map(\.path)).union(page.scriptFiles.keys)
      images = files.filter { !$0.isEmpty }
      var packaged = page
      if minifies { (packaged, maps) = page.minified(sodium) }
      bytes = Unit.page(packaged).encoded()
    case .template(let template):
      (kind, bytes) = (.template, template.main.out)
    }
    if let what = privateKey(in: bytes) {
      return .failed([
        Diagnostic(
          .error, RefusalCode.filePrivateKey.rawValue, "'\(entry.path)': there is \(what) in this unit",
          hint: "remove it, and treat the key as public")
      ])
    }
    let packaged = PackagedUnit(
      name: name, kind: kind, source: entry.path, digest: FileDigest(of: bytes, sodium: sodium),
      checksum: CRC32.checksum(bytes), requirements: Requirements(of: unit),
      images: images.sorted(), maps: maps.keys.sorted(), warnings: diagnostics,
      inputs: inputs(of: name, compiler.graph))
    return .made(packaged, bytes, maps: maps)
  }

  /// All files of the unit, including its sheets and their imports.
  private func inputs(of name: String, _ graph: DependencyGraph) -> [String] {
    var seen = Set<String>()
    var waiting = graph.dependencies(of: .unit(name))
    while let dependency = waiting.popLast() {
      guard dependency.kind != .folder, dependency.kind != .imageFolder,
        seen.insert(dependency.path).inserted
      else { continue }
      waiting += graph.dependencies(of: .file(dependency.path))
    }
    return seen.sorted()
  }
}

extension Requirements {
  /// The requirements of a unit.
  init(of unit: Unit) {
    self.init()
    switch unit {
    case .page(let page):
      var elements = Set<String>()
      for node in page.document.nodes(in: page.document.root) {
        guard let element = page.document[node].element else { continue }
        // Other names are components, which are part of the page.
        if ElementNames.isKnown(element.name.lowercased()) { elements.insert(element.name) }
      }
      self.elements = elements.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      var modules = Set<String>()
      for script in page.scripts { modules.formUnion(NativeModuleNames.names(in: script.text)) }
      for module in page.modules.modules { modules.formUnion(NativeModuleNames.names(in: module.text)) }
      for node in page.document.nodes(in: page.document.root) {
        guard let element = page.document[node].element else { continue }
        for attribute in element.attributes
        where attribute.name.hasPrefix("on") || attribute.name.hasPrefix("@") {
          modules.formUnion(NativeModuleNames.names(in: attribute.value))
        }
      }
      self.modules = modules.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    case .template(let template):
      let main = template.main.template
      let names = TemplateNames(main, tags: template.tags)
      elements = Set(main.nodes.map { names.tag(of: $0.component) }).sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
      attributes = Set(main.attributes.compactMap { names.text(of: $0.key) }).sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
    }
  }

  /// The union of several requirements.
  static func union(_ all: some Sequence<Requirements>) -> Requirements {
    var (elements, attributes, modules) = (Set<String>(), Set<String>(), Set<String>())
    var seen = Set<Requirements>()
    for one in all where seen.insert(one).inserted {
      elements.formUnion(one.elements)
      attributes.formUnion(one.attributes)
      modules.formUnion(one.modules)
    }
    var result = Requirements()
    func sorted(_ names: Set<String>) -> [String] {
      names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
    result.elements = sorted(elements)
    result.attributes = sorted(attributes)
    result.modules = sorted(modules)
    return result
  }
}

/// The kind of private key in bytes, in words. A cheap test comes first, since almost no file contains one.
func privateKey(in bytes: [UInt8]) -> String? {
  guard
    bytes.contains(sequence: "PRIVATE") || bytes.contains(sequence: PrivateKeyFile.kind)
  else { return nil }
  return privateKeyKind(in: bytes)
}
