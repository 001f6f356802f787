import HybridRelease
import HybridRexxar
import HybridRouting
import HybridSocket
import HybridTestSupport
import HybridUnits
import HybridUpdateFaults
import Synchronization
import Testing

@testable import HybridUpdate

/// Files in memory, as a container's folder.
final class MemoryRexxarFiles: RexxarFiles, RexxarPreset {
  private let state: Mutex<[String: [UInt8]]>
  private let isFull = Mutex(false)

  init(_ files: [String: String] = [:]) { state = Mutex(files.mapValues { Array($0.utf8) }) }

  func read(_ path: String) -> [UInt8]? { state.withLock { $0[path] } }
  func write(_ bytes: [UInt8], to path: String) throws(RexxarFileFault) {
    if isFull.withLock({ $0 }) { throw RexxarFileFault(detail: "there is no room") }
    state.withLock { $0[path] = bytes }
  }
  func remove(_ path: String) { state.withLock { $0[path] = nil } }
  func names() -> [String] { state.withLock { $0.keys.sorted() } }
  func fill() { isFull.withLock { $0 = true } }
}

/// A host that answers what it is given, on loopback.
final class RexxarHost: Sendable {
  private let shared: Shared
  private let server: HTTPServer
  var port: Int { server.port }

  init(_ answers: [String: String] = [:]) throws {
    let shared = Shared(
      Dictionary(
        uniqueKeysWithValues: answers.map { path, text in
          (
            path,
            .text(text, contentType: path.hasSuffix(".js") ? "text/javascript; charset=utf-8" : "text/html")
          )
        }))
    self.shared = shared
    server = try HTTPServer { request in shared.answer(request) }
  }

  private final class Shared: Sendable {
    let answers: Mutex<[String: HTTPResponse]>
    let asked = Mutex<[String]>([])
    init(_ answers: [String: HTTPResponse]) { self.answers = Mutex(answers) }
    func answer(_ request: HTTPRequest) -> HTTPResponse {
      asked.withLock { $0.append(request.target) }
      return answers.withLock { $0[request.path] } ?? .text("nothing here", status: 404)
    }
  }

  subscript(path: String) -> HTTPResponse? {
    get { shared.answers.withLock { $0[path] } }
    set { shared.answers.withLock { $0[path] = newValue } }
  }

  /// The targets that were asked for, in order.
  var requests: [String] { shared.asked.withLock { $0 } }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  @Sendable static func fetch(_ request: RexxarRequest) async throws -> RexxarResponse {
    let headers: HTTPHeaders = request.userAgent.map { ["User-Agent": $0] } ?? [:]
    let answer = try await HTTPClient.fetch(
      HTTPClientRequest(
        url: request.url, headers: headers, timeout: suiteDeadline, followsRedirect: { _ in true }))
    return RexxarResponse(
      status: answer.status, contentType: answer.headers.values(of: "Content-Type").first, body: answer.body)
  }
}

/// A table as a host has it.
func table(version: String?, _ items: [(uri: String, file: String)], packed: Bool = true) -> String {
  var table = RexxarTable()
  table.version = version.flatMap { RexxarVersion($0) }
  table.items = items.map { .init(uri: $0.uri, remoteFile: $0.file, packInApp: packed) }
  return String(decoding: table.encoded(), as: UTF8.self)
}

/// The name of a page with its hash.
func hashed(_ name: String, _ html: String) -> String {
  "\(name)-\(MD5.hex(Array(html.utf8)).prefix(10)).html"
}

/// A page of a preset.
struct RexxarPage: Sendable {
  var uri: String
  var name: String
  var html: String

  /// That of the suite's fixture (`Documentation/rexxar.md`).
  static let fixture = RexxarPage(
    uri: #"douban://douban.com/subject_collection/(\w+)[/]?.*"#, name: "subject_collection",
    html: "<html>preset</html>")

  /// Where its file is, in a folder and in a release.
  var path: String { "units/\(name).html" }
}

/// What a container stands on. The suite runs on both.
enum RexxarGroundKind: CaseIterable, Sendable {
  /// Two folders.
  case folders
  /// The store of an update client.
  case store
}

/// The preset and the cache of a container.
final class RexxarGround {
  let preset: any RexxarPreset
  let cache: any RexxarFiles
  /// The version of the preset's table.
  let version: String
  /// One below it.
  let older: String
  private let project: TemporaryProject?
  let trial: Trial?

  /// - Parameters:
  ///   - pages: The preset's; it has no table without any.
  ///   - cached: What the cache has.
  init(
    _ kind: RexxarGroundKind, _ pages: [RexxarPage] = [.fixture], cached: [String: String] = [:]
  ) async throws {
    switch kind {
    case .folders:
      let project = try TemporaryProject()
      (version, older) = ("6.4.0", "6.3.0")
      if !pages.isEmpty {
        try project.write(
          "preset/routes.json", table(version: version, pages.map { ($0.uri, $0.path) }))
        for page in pages { try project.write("preset/\(page.path)", page.html) }
      }
      preset = RexxarFolder(project.path + "/preset")
      cache = RexxarFolder(project.path + "/cache")
      (self.project, trial) = (project, nil)
    case .store:
      (version, older) = ("6", "5.9")
      var maker = try ReleaseMaker()
      var image = SimulatedDisk.Image()
      if !pages.isEmpty {
        try maker.publish(
          6, Dictionary(uniqueKeysWithValues: pages.map { ($0.path, Array($0.html.utf8)) }),
          routes: pages.map { Route(pattern: $0.uri, kind: .page, unit: $0.name) })
        image = try app(maker, preset: 6)
      }
      let trial = try Trial(maker, image: image, preset: !pages.isEmpty)
      try await trial.client.start()
      preset = RexxarRelease(trial.client)
      cache = RexxarFolder("/data/store/rexxar", files: trial.disk)
      (project, self.trial) = (nil, trial)
    }
    for (name, text) in cached { try cache.write(Array(text.utf8), to: name) }
  }

  func container(
    _ host: RexxarHost? = nil, _ change: (inout RexxarContainer.Settings) -> Void = { _ in }
  ) async -> RexxarContainer {
    var settings = RexxarContainer.Settings(routesURL: host?.url("/routes.json"))
    change(&settings)
    if let trial { return await trial.container(settings) }
    return await RexxarContainer(preset: preset, cache: cache, settings: settings) { [project] request in
      // The folders are there as long as the container is.
      defer { withExtendedLifetime(project) {} }
      return try await RexxarHost.fetch(request)
    }
  }
}

extension Trial {
  /// A container on the client's store. It keeps this, whose file system the client's database needs.
  func container(_ settings: RexxarContainer.Settings = .init()) async -> RexxarContainer {
    await RexxarContainer(client: client, settings: settings) { request in
      defer { withExtendedLifetime(self) {} }
      return try await RexxarHost.fetch(request)
    }
  }
}
