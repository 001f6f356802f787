import HybridCompression
import HybridCrypto
import HybridDOM
import HybridMarkup
import HybridRelease
import HybridRexxar
import HybridRouting
import HybridSource
import HybridUnits

/// A reader of untrusted bytes, with the properties that must hold for all inputs.
///
/// `Tools/fuzz` runs it with millions of inputs; `HybridFuzzingTests` runs it with everything in
/// `Tests/Corpus` in each test run. A new reader needs a new case here and a folder of seeds there.
package enum FuzzSubject: String, CaseIterable, Sendable {
  /// `release.json`, `releases/N.json`, `freshness.json`, `keys/N.json`.
  case manifest
  /// `release.sig`, `releases/N.sig`, `freshness.sig`, `keys/N.sig`.
  case signatures
  /// `.hybrid` archives.
  case archive
  /// `deltas/FROM-TO.zst`: 3 bytes with the expected size of the result, low byte first, then the delta.
  case delta
  /// `deltas/index.json`.
  case deltaIndex = "delta-index"
  /// Compiled pages and templates with their dependencies: `HYBU`.
  case unit
  /// Compiled VirtualView templates: `.out`.
  case template
  /// Rexxar's `routes.json`, converted to routes of a project and checked.
  case routes
  /// The pattern of a route, followed by a line feed and a URI.
  case routePattern = "route-pattern"
  /// HTML: a page in each dialect, and a fragment.
  case html

  /// The result of reading bytes.
  package enum Outcome: Hashable, Sendable {
    /// The bytes were refused.
    case refused
    /// The bytes were accepted, and encoding gives the same bytes. For formats with several encodings:
    /// decoding the encoded bytes gives the same value.
    case taken
    /// The bytes were accepted, but encoding gives others, or the reader contradicts itself: always a bug.
    case rewritten
  }

  /// Reads `bytes`. A trap, a hang or ``Outcome/rewritten`` is a bug; every other result is right.
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
    case .unit: return Self.readUnit(bytes)
    case .template:
      written = (try? Template(decoding: bytes)).map { (try? $0.encoded()) ?? [] }
    case .routes: return Self.takeRoutes(bytes)
    case .routePattern: return Self.matchPattern(bytes)
    case .html: return Self.readPage(bytes)
    }
    guard let written else { return .refused }
    return written == bytes ? .taken : .rewritten
  }

  /// A unit of an earlier version is written as one of the present version, which then stays as it is.
  private static func readUnit(_ bytes: [UInt8]) -> Outcome {
    guard let written = try? Unit(decoding: bytes).encoded() else { return .refused }
    let version = 4
    guard bytes[version] < written[version] else { return written == bytes ? .taken : .rewritten }
    return (try? Unit(decoding: written).encoded()) == written ? .taken : .rewritten
  }

  // MARK: Deltas

  /// The base of every delta in the corpus: 4,096 bytes with a long period.
  package static let deltaBase: [UInt8] = (0..<4_096).map { UInt8(truncatingIfNeeded: ($0 &* $0) >> 3) }
  /// The result of a valid delta.
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

  // MARK: HTML

  /// Elements whose content is read by rules of their own.
  private static let contexts = ["div", "table", "tr", "select", "template", "title", "script", "textarea"]

  /// Any HTML is read, in every dialect and as a fragment; all places must lie in the file.
  private static func readPage(_ bytes: [UInt8]) -> Outcome {
    let source = Source(path: "x", bytes: bytes)
    let context = HTMLFragmentContext(contexts[bytes.count % contexts.count])
    var results = [MarkupDialect.standard, .web, .native].map { readHTML(source, dialect: $0) }
    results.append(readHTMLFragment(source, in: context))
    for result in results {
      guard result.document.nodes.allSatisfy({ $0.range.range.upperBound <= bytes.count }) else {
        return .rewritten
      }
      _ = htmlListing(result.document)
      _ = result.diagnostics.map(\.description)
    }
    return results.contains(where: \.hasErrors) ? .refused : .taken
  }

  // MARK: Routes

  /// The budget for comparing patterns, so that a run takes milliseconds.
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
    // Only valid patterns are converted, and each item once.
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
    // A match of the whole text implies a match of a part.
    if pattern.matches(uri), !pattern.occurs(in: uri) { return .rewritten }
    let language = RouteLanguage(pattern)
    var budget = budget
    if case .example(let witness) = language.example(&budget), !pattern.matches(witness) { return .rewritten }
    // A language contains all of its own URIs.
    if case .example = language.example(notIn: language, &budget) { return .rewritten }
    return .taken
  }
}
