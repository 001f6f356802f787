import HybridCompression
import HybridCrypto
import HybridRelease
import HybridRexxar
import HybridRouting
import HybridSource
import HybridUnits

/// A reader of bytes that strangers make, and what has to hold for any bytes at all.
///
/// `Tools/fuzz` throws bytes at it by the million; `HybridFuzzingTests` gives it everything in `Tests/Corpus`
/// with every run of the tests. A new reader is a new case here and a folder of seeds there.
package enum FuzzSubject: String, CaseIterable, Sendable {
  /// `release.json`, `releases/N.json`, `freshness.json`, `keys/N.json`.
  case manifest
  /// `release.sig`, `releases/N.sig`, `freshness.sig`, `keys/N.sig`.
  case signatures
  /// `.hybrid` archives.
  case archive
  /// `deltas/FROM-TO.zst`: 3 bytes how long the result is said to be, low byte first, then the delta.
  case delta
  /// `deltas/index.json`.
  case deltaIndex = "delta-index"
  /// Compiled pages and templates with all they need: `HYBU`.
  case unit
  /// Compiled VirtualView templates: `.out`.
  case template
  /// `routes.json` of Rexxar, taken over as routes of a project and checked.
  case routes
  /// The pattern of a route, and behind a line feed a URI.
  case routePattern = "route-pattern"

  /// What a reader did with bytes.
  package enum Outcome: Hashable, Sendable {
    /// Refused them.
    case refused
    /// Took them, and writes the same bytes again. Of what may be written in several ways: what it writes, it
    /// takes as the same.
    case taken
    /// Took them, and writes others, or contradicts itself: never right.
    case rewritten
  }

  /// Reads `bytes`. A trap, a hang or ``Outcome/rewritten`` is a bug; everything else is right.
  package func read(_ bytes: [UInt8]) -> Outcome {
    let written: [UInt8]?
    switch self {
    case .manifest:
      written = try? Statement(decoding: bytes, as: "x", kinds: Set(Statement.Kind.allCases)).encoded()
    case .signatures:
      written = try? SignatureFile(decoding: bytes, as: "x").encoded()
    case .archive:
      written = (try? Archive(bytes, as: "x")).map { archive in
        var writer = ArchiveWriter()
        for name in archive.names { writer.add(name, archive.bytes(of: name) ?? []) }
        return (try? writer.finish()) ?? []
      }
    case .delta:
      return Self.applyDelta(bytes)
    case .deltaIndex:
      written = try? DeltaIndex(decoding: bytes).encoded()
    case .unit:
      written = try? Unit(decoding: bytes).encoded()
    case .template:
      written = (try? Template(decoding: bytes)).map { (try? $0.encoded()) ?? [] }
    case .routes: return Self.takeRoutes(bytes)
    case .routePattern: return Self.matchPattern(bytes)
    }
    guard let written else { return .refused }
    return written == bytes ? .taken : .rewritten
  }

  // MARK: Deltas

  /// What every delta of the corpus is applied to: 4,096 bytes that repeat, but not soon.
  package static let deltaBase: [UInt8] = (0..<4_096).map { UInt8(truncatingIfNeeded: ($0 &* $0) >> 3) }
  /// What a right one makes of it.
  package static let deltaResult: [UInt8] =
    Array(deltaBase[1_000...]) + Array("changed".utf8) + Array(deltaBase[..<900])

  private static func applyDelta(_ bytes: [UInt8]) -> Outcome {
    guard bytes.count >= 3, let sodium = try? Sodium.shared(), let zstd = try? Zstd.shared() else {
      return .refused
    }
    let size = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
    let expected = FileDigest(size: size, sha256: sodium.sha256(deltaResult))
    guard
      let result = try? Delta.apply(
        Array(bytes[3...]), to: deltaBase, expecting: expected, as: "x", zstd: zstd, sodium: sodium)
    else { return .refused }
    return result == deltaResult ? .taken : .rewritten
  }

  // MARK: Routes

  /// What comparing patterns may cost, so that a run takes milliseconds.
  private static var budget: RouteLanguage.Budget { RouteLanguage.Budget(steps: 200_000) }

  private static func takeRoutes(_ bytes: [UInt8]) -> Outcome {
    let source = Source(path: "x", bytes: bytes)
    guard let table = RexxarTable.read(source).table else { return .refused }
    let written = table.encoded()
    let again = RexxarTable.read(Source(path: "x", bytes: written))
    guard again.table == table, again.diagnostics.isEmpty, again.table?.encoded() == written else {
      return .rewritten
    }
    let taken = RexxarImport(table, source: source, units: ["demo"], budget: budget)
    let findings = checkRoutes(taken.routes, units: nil, budget: budget)
    // Only what is a pattern is taken over, each item once.
    let areRoutes = !findings.contains { $0.code == .badPattern }
    let count = table.items.count + table.partialItems.count
    return areRoutes && taken.routes.count <= count ? .taken : .rewritten
  }

  private static func matchPattern(_ bytes: [UInt8]) -> Outcome {
    let parts = bytes.split(separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
    let text = String(decoding: parts.first ?? [], as: UTF8.self)
    guard let pattern = try? RoutePattern(text) else { return .refused }
    let uri = String(
      String(decoding: parts.count > 1 ? parts[1] : [], as: UTF8.self).unicodeScalars.prefix(400))
    // Where the whole matches, a part does.
    if pattern.matches(uri), !pattern.occurs(in: uri) { return .rewritten }
    let language = RouteLanguage(pattern)
    var budget = budget
    if case .example(let witness) = language.example(&budget), !pattern.matches(witness) { return .rewritten }
    // Nothing that it matches is not matched by it.
    if case .example = language.example(notIn: language, &budget) { return .rewritten }
    return .taken
  }
}
