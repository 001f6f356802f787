import HybridCompiler
import HybridCrypto
import HybridDist
import HybridJSON
import HybridRelease
import HybridRexxar
import HybridRouting
import HybridRuntime
import HybridSource
import HybridUpdate

/// `hybrid explain`: which route, unit, release and file serve a URI, and why.
enum ExplainCommand {
  /// The kind of request.
  enum Kind: String, CaseIterable, Sendable { case page, partial, any }

  static let kind = Option<Kind>.choice(
    "kind", "KIND", default: .any, "the kind of route: a whole screen or a part of one")
  static let dist = Option<String?>.text(
    "dist", "DIST", completion: .folder, "explain with this release instead of the project's sources")
  static let store = Option<String?>.text(
    "store", "FOLDER", completion: .folder, "explain with the releases that an app stores in this folder")
  static let pages = Option<String?>.text(
    "pages", "FILE", completion: .file,
    "the app's page cache; default: trees.sqlite beside the store")
  static let device = Option<String?>.text(
    "device", "NAME", "look up the page cache for this device, or for a size such as 320x568")
  static let json = Option<Bool>.flag("json", "print one JSON object instead of text")

  static let command = Command(
    name: "explain",
    summary: "explain which unit a URI opens",
    operands: [
      Operand(name: "URI", summary: "the whole URI, as an app opens it"),
      Operand(
        name: "DIR", count: .oneOrNone, summary: "the project; default: the current folder",
        completion: .folder),
    ],
    options: declarations(
      kind, dist, store, pages, device, VariantOptions.landscape, VariantOptions.dark,
      VariantOptions.fontScale,
      VariantOptions.rightToLeft, json),
    examples: [
      .init("hybrid explain shop://item/42", "each route in order, and why it serves the URI or not"),
      .init("hybrid explain shop://item/42 --dist dist", "also the release and the file's digest"),
      .init(
        "hybrid explain shop://item/42 --store App/hybrid", "the releases of an app, and which one it shows"),
      .init("hybrid explain shop://item/42 --kind partial --json", "for a program"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    let uri = arguments.operands[0]
    let kind = Route.Kind(rawValue: arguments[kind].rawValue)
    if let name = arguments[store], let other = arguments[dist] {
      let reason = UsageError.Reason.wrongValue(
        "dist", other, expected: "to be alone: '--store \(name)' names another place", nearest: nil)
      Output.error.report(UsageError(reason, in: command))
      return .wrongUsage
    }
    let found: Explanation
    if let store = arguments[store] {
      do throws(ReleaseFault) {
        found = try Explanation.store(
          store.withoutSlashes, uri: uri, kind: kind, pages: arguments[pages], device: try wanted(arguments))
      } catch {
        Output.error.report(error.diagnostic)
        return error.exitCode
      }
    } else if let dist = arguments[dist] {
      switch Explanation.release(dist.withoutSlashes, uri: uri, kind: kind) {
      case .success(let explanation): found = explanation
      case .failure(let fault):
        Output.error.report(fault.diagnostic)
        return fault.isEnvironment ? .environmentFailed : .projectHasErrors
      }
    } else {
      let folder = (arguments.operand(1) ?? ".").withoutSlashes
      do throws(FileFailure) {
        found = Explanation.project(try DiskFiles(root: folder), uri: uri, kind: kind)
      } catch {
        Output.error.report(Diagnostic(.error, "environment.\(error.code)", "'\(folder)': \(error.message)"))
        return .environmentFailed
      }
    }
    Output.standard.write(arguments[json] ? found.json + "\n" : found.text)
    return found.isAnswered ? .done : .projectHasErrors
  }

  /// The device to look up in the page cache, one of the project's devices.
  private static func wanted(_ arguments: Arguments) throws(ReleaseFault) -> Device {
    let devices = VariantOptions.devices(around: arguments.operand(1) ?? ".")
    do throws(DeviceFault) {
      return try devices.device(VariantOptions.request(arguments, device: arguments[device]))
    } catch {
      throw ReleaseFault(error.diagnostic(devices), .wrongUsage)
    }
  }
}

/// The answer to one URI.
struct Explanation {
  /// Why there is no answer.
  struct Fault: Error {
    var diagnostic: Diagnostic
    var isEnvironment = false
  }

  /// A file of a release.
  struct File {
    var path: String
    var digest: FileDigest
    /// The fault of the stored file; nil when it is present and intact.
    var fault: Refusal?
    /// Where the file is: a path below DIST or below an app's store, or `preset`.
    var place: String
    /// The older release from which an app reads the file, because this one is damaged.
    var stand: InstalledRelease?
  }

  var uri: String
  var kind: Route.Kind?
  var routes: [Route]
  /// The routes in the order in which they are tried.
  var tried: [(match: RouteTable.Match, verdict: RouteTable.Verdict)]
  /// The origin of the routes: `hybrid.json`, `release 12 of shop, channel production`.
  var origin: String
  var release: Release?
  /// The unit's source file; nil when the unit does not exist.
  var source: String?
  var file: File?
  /// The address from which a Rexxar container downloads the page, the page's name in the container's cache,
  /// and the fault of the page in DIST. A container derives the cache name from the absolute address; for a
  /// table with relative addresses the name is nil.
  var rexxar: (remoteFile: String, cacheName: String?, fault: String?)?
  /// The state of the app's store, when the request names a store.
  var store: StoreExplanation?

  /// The route that matches the URI.
  var match: RouteTable.Match? {
    guard case .serves? = tried.last?.verdict else { return nil }
    return tried.last?.match
  }

  /// Whether the request shows a unit.
  var isAnswered: Bool {
    match != nil && (source != nil || file.map { $0.fault == nil || $0.stand != nil } == true)
  }

  static func project(_ files: DiskFiles, uri: String, kind: Route.Kind?) -> Explanation {
    var compiler = ProjectCompiler(files: files.reader, name: ProjectPath.name(of: files.root))
    _ = compiler.build()
    let routes = compiler.config.releaseRoutes
    var result = Explanation(
      uri: uri, kind: kind, routes: routes, tried: RouteTable(routes).explanation(of: uri, kind: kind),
      origin: ProjectConfig.path)
    if let match = result.match { result.source = compiler.unit(named: match.route.unit)?.path }
    return result
  }

  static func release(_ dist: String, uri: String, kind: Route.Kind?) -> Result<Explanation, Fault> {
    func read(_ path: String) -> Result<[UInt8], Fault> {
      readNamedFile("\(dist)/\(path)").map(\.bytes).mapError {
        Fault(diagnostic: $0.diagnostic, isEnvironment: true)
      }
    }
    let (release, rollback): (Release, Rollback?)
    switch read(DistPaths.release) {
    case .failure(let fault): return .failure(fault)
    case .success(let bytes):
      do throws(Refusal) {
        (release, rollback) = try self.release(bytes, in: dist)
      } catch {
        return .failure(
          Fault(
            diagnostic: Diagnostic(.error, error.code.rawValue, "\(dist)/\(error.subject): \(error.detail)")))
      }
    }
    var result = Explanation(
      uri: uri, kind: kind, routes: release.routes,
      tried: RouteTable(release.routes).explanation(of: uri, kind: kind),
      origin: "release \(release.number) of \(release.project), channel \(release.channel)"
        + (rollback.map { ", which rollback \($0.number) goes back to" } ?? ""),
      release: release)
    guard let match = result.match, let unit = release.units.first(where: { $0.name == match.route.unit })
    else { return .success(result) }
    let path = DistPaths.file(unit.file.digest.sha256)
    var file = File(path: unit.file.path, digest: unit.file.digest, place: path)
    do throws(Refusal) {
      guard case .success(let bytes) = read(path) else {
        throw Refusal(.fileMissing, path, "is not in \(dist)")
      }
      do throws(CryptoError) {
        let sodium = try Sodium.shared()
        do throws(Refusal) { try unit.file.digest.check(bytes, as: path, sodium: sodium) } catch {
          file.fault = error
        }
      } catch {
        return .failure(
          Fault(diagnostic: Diagnostic(.error, "environment.sodium", "\(error)"), isEnvironment: true))
      }
    } catch {
      file.fault = error
    }
    result.file = file
    if case .success(let bytes) = read(DistPaths.rexxarRoutes),
      let table = RexxarTable.read(Source(path: DistPaths.rexxarRoutes, bytes: bytes)).table
    {
      let routes = table.items(match.route.kind).map {
        Route(pattern: $0.uri, kind: match.route.kind, unit: $0.remoteFile)
      }
      if let found = RouteTable(routes).route(for: uri) {
        let remote = found.route.unit
        let isWhole = remote.contains("://")
        let path = isWhole ? remote.split(separator: "/").suffix(2).joined(separator: "/") : remote
        var fault: String?
        if faultOfFileName(path) != nil {
          fault = "leads out of \(dist)"
        } else if case .success(let bytes) = read(path) {
          fault = RexxarFileCheck.fault(of: bytes, named: path)
        } else {
          fault = "is not in \(dist)"
        }
        result.rexxar = (remote, isWhole ? RexxarURL(remote).cacheName : nil, fault)
      }
    }
    return .success(result)
  }

  /// The release in a `release.json`, or the release that its rollback restores.
  private static func release(
    _ bytes: [UInt8], in dist: String
  ) throws(Refusal) -> (Release, Rollback?) {
    switch try Statement(decoding: bytes, as: DistPaths.release, kinds: [.release, .rollback]) {
    case .release(let release): return (release, nil)
    case .rollback(let rollback):
      let sodium: Sodium
      do throws(CryptoError) { sodium = try .shared() } catch {
        throw Refusal(.storeFailed, DistPaths.release, "needs libsodium: \(error)")
      }
      let found = try rollback.release(in: ReleaseFolder(dist), as: DistPaths.release, sodium: sodium)
      return (found.0, rollback)
    case .freshness, .keys: throw Refusal(.statementWrongKind, DistPaths.release, "is not a release")
    }
  }
}
