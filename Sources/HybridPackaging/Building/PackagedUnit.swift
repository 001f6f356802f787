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
  /// The images that it may show, its fonts, and the files that its scripts read by name.
  var images: [String]
  /// The source maps of its scripts and sheets.
  var maps: [SHA256Digest]
  /// Warnings, which each run reports again.
  var warnings: [Diagnostic]
  /// All files that it was built from, and the missing files that it refers to.
  var inputs: [String]

  /// Its file in the release.
  var file: ReleaseFile {
    ReleaseFile(path: "units/\(name).\(kind.fileExtension)", digest: digest)
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
    let packed = unit.packable.packed(minifies: minifies, sodium)
    let bytes = packed.bytes
    if let what = privateKey(in: bytes) {
      return .failed([
        Diagnostic(
          .error, RefusalCode.filePrivateKey.rawValue, "'\(entry.path)': there is \(what) in this unit",
          hint: "remove it, and treat the key as public")
      ])
    }
    let packaged = PackagedUnit(
      name: name, kind: unit.kind.inReleases, source: entry.path,
      digest: FileDigest(of: bytes, sodium: sodium),
      checksum: CRC32.checksum(bytes), requirements: unit.packable.requirements,
      images: packed.images.sorted(), maps: packed.maps.keys.sorted(), warnings: diagnostics,
      inputs: inputs(of: name, compiler.graph))
    return .made(packaged, bytes, maps: packed.maps)
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
    result.elements = sorted(elements)
    result.attributes = sorted(attributes)
    result.modules = sorted(modules)
    return result
  }

  /// Names in the order of their bytes.
  static func sorted(_ names: Set<String>) -> [String] {
    names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// The kind of private key in bytes, in words. A cheap test comes first, since almost no file contains one.
func privateKey(in bytes: [UInt8]) -> String? {
  guard
    bytes.contains(sequence: "PRIVATE") || bytes.contains(sequence: PrivateKeyFile.kind)
  else { return nil }
  return privateKeyKind(in: bytes)
}
