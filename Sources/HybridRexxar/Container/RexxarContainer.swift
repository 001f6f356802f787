import HybridEncoding
package import HybridRouting
import HybridSource

/// A request of a container to a host.
package struct RexxarRequest: Hashable, Sendable {
  /// The absolute URL.
  package var url: String
  /// Sent as `User-Agent` when it is not nil.
  package var userAgent: String?
}

/// The response of a host, after redirects.
package struct RexxarResponse: Hashable, Sendable {
  /// The status code.
  package var status: Int
  /// The `Content-Type` header; nil without one.
  package var contentType: String?
  /// The content.
  package var body: [UInt8]

  /// Creates a response.
  package init(status: Int, contentType: String? = nil, body: [UInt8]) {
    (self.status, self.contentType, self.body) = (status, contentType, body)
  }
}

/// An event of a container. The names are those of Rexxar's log (`Documentation/rexxar.md`), so that existing
/// log readers keep working.
package struct RexxarEvent: Error, Hashable, Sendable {
  /// The kind of event.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case noRoutesURL = "no_routes_map_url"
    case routesFailed = "downloading_routes_error"
    case fileFailed = "downloading_HTML_file_error"
    case fileInvalid = "validating_HTML_file_error"
    case cacheFailed = "failed_to_create_cache_directory_error"
    case noRoute = "no_remote_html_for_uri"
    case noLocalFile = "no_local_html_for_uri"
    case missingForGood = "webview_load_404"
    case wrongStatus = "webview_load_not_200"
  }

  /// The kind of event.
  package var kind: Kind
  /// The address or URI concerned.
  package var subject: String
  /// A message without a full stop.
  package var detail: String
  /// The version of the active table.
  package var version: String?
  /// The status of a response.
  package var status: Int?
}

/// The tables and files of a Rexxar container, on any storage: it chooses the table, locates pages and
/// performs hot deployment.
///
/// It behaves as Rexxar on iOS (`Documentation/rexxar.md`), without its faults: an update downloads and
/// checks all its files before its table becomes active, and replacing the table's file is the only switch. A
/// failed update changes nothing and reports the reason.
package actor RexxarContainer {
  /// The options of `RXRConfig` that the core needs (`Documentation/rexxar.md`).
  package struct Settings: Sendable {
    /// The address of the table; nil for none.
    package var routesURL: String?
    /// Query parameters of the table's request, appended to its own query.
    package var parameters: [(name: String, value: String)] = []
    /// Sent with each request.
    package var userAgent: String?
    /// Whether the cache is used; without it, pages come from the network alone.
    package var usesCache = true
    /// Whether tables that are not newer are accepted; for development.
    package var ignoresVersion = false
    /// The maximum number of reloads of one address after a 404.
    package var reloadLimit = 2
    /// An additional check of downloaded files.
    package var validator: (@Sendable (_ url: String, _ bytes: [UInt8]) -> Bool)?
    /// Called for every failure.
    package var log: (@Sendable (RexxarEvent) -> Void)?

    /// Creates settings with Rexxar's defaults.
    package init(routesURL: String? = nil) { self.routesURL = routesURL }
  }

  /// The outcome of an update.
  package enum Outcome: Hashable, Sendable {
    /// The new table is active, with its files.
    case updated(version: String?)
    /// The host's table is not newer.
    case cancelled
    /// Nothing changed.
    case failed(RexxarEvent)
  }

  /// The location of a page.
  package enum Page: Hashable, Sendable {
    /// A file on this device.
    case local(url: String, bytes: [UInt8], from: Place)
    /// An address for the web view to load.
    case remote(url: String)
    /// No route serves the URI.
    case none
  }

  /// The location of a file: the cache, or the preset, which is a folder or the active release.
  package enum Place: String, Hashable, Sendable { case cache, preset }

  /// The file name of the table in both places.
  package static let tableName = RexxarTable.fileName
  /// The maximum size of a file, in bytes.
  package static let largestFile = 16 << 20

  /// The active table; nil when there is none.
  package private(set) var table: RexxarTable?
  /// The place from which it was read.
  package private(set) var tablePlace: Place?

  private let preset: any RexxarPreset
  private let cache: any RexxarFiles
  private let settings: Settings
  private let fetch: @Sendable (RexxarRequest) async throws -> RexxarResponse
  private var routes = RouteTable([])
  private var running: Task<Outcome, Never>?
  private var reloads: [String: Int] = [:]

  /// Creates a container and chooses its table.
  package init(
    preset: any RexxarPreset, cache: any RexxarFiles, settings: Settings = Settings(),
    fetch: @escaping @Sendable (RexxarRequest) async throws -> RexxarResponse
  ) async {
    (self.preset, self.cache, self.settings, self.fetch) = (preset, cache, settings, fetch)
    await chooseTable()
  }

  /// Chooses the active table (`Documentation/rexxar.md`): at launch, and when the preset has changed, as
  /// after the activation of a release.
  package func chooseTable() async {
    let built = Self.table(await preset.read(Self.tableName))
    // A running update relies on the choice at its start.
    while let running { _ = await running.value }
    let cached = Self.table(cache.read(Self.tableName))
    let choice = Self.choice(cached: cached, preset: built)
    if choice == .preset, cached != nil {
      for name in cache.names() { cache.remove(name) }
    }
    table = choice == .cache ? cached : built
    tablePlace = choice
    routes = Self.routes(of: table)
  }

  /// The table to use at launch (`Documentation/rexxar.md`). When the preset wins over a cached table, the
  /// cache is emptied.
  package static func choice(cached: RexxarTable?, preset: RexxarTable?) -> Place? {
    guard let cached else { return preset == nil ? nil : .preset }
    guard let new = preset?.version else { return .cache }
    guard let old = cached.version else { return .preset }
    return old < new ? .preset : .cache
  }

  private static func table(_ bytes: [UInt8]?) -> RexxarTable? {
    bytes.flatMap { RexxarTable.read(Source(path: tableName, bytes: $0)).table }
  }

  private static func routes(of table: RexxarTable?) -> RouteTable {
    RouteTable(
      [Route.Kind.page, .partial].flatMap { kind in
        (table?.items(kind) ?? []).map { Route(pattern: $0.uri, kind: kind, unit: $0.remoteFile) }
      })
  }

  private func tell(_ kind: RexxarEvent.Kind, _ subject: String, _ detail: String, status: Int? = nil)
    -> RexxarEvent
  {
    let event = RexxarEvent(
      kind: kind, subject: subject, detail: detail, version: table?.version?.description, status: status)
    settings.log?(event)
    return event
  }

  private var base: RexxarURL? { settings.routesURL.map { RexxarURL($0) } }

  // MARK: Pages

  /// The address of the HTML file for a URI, from the first matching route of its kind; nil for none.
  package func remoteFile(for uri: String, kind: Route.Kind? = nil) -> String? {
    routes.route(for: uri, kind: kind).map { RexxarURL($0.route.unit, relativeTo: base).description }
  }

  /// Locates a page: in the cache, in the preset, or on the network.
  package func page(for uri: String, kind: Route.Kind? = nil) async -> Page {
    guard let url = remoteFile(for: uri, kind: kind) else {
      _ = tell(.noRoute, uri, "no route serves this URI")
      return .none
    }
    guard settings.usesCache else { return .remote(url: url) }
    if let found = await localFile(url) { return .local(url: url, bytes: found.bytes, from: found.place) }
    _ = tell(.noLocalFile, uri, "the web view loads \(url)")
    return .remote(url: url)
  }

  /// A file on this device, from the cache or else the preset. A damaged file is ignored, and removed from
  /// the cache.
  package func localFile(_ address: String) async -> (bytes: [UInt8], place: Place)? {
    let url = RexxarURL(address, relativeTo: base)
    if let bytes = cache.read(url.cacheName) {
      if RexxarFileCheck.fault(of: bytes, named: url.path) == nil { return (bytes, .cache) }
      cache.remove(url.cacheName)
    }
    let (exact, short) = url.presetPaths(table: base)
    for path in exact + (short.map { [$0] } ?? []) {
      guard let bytes = await preset.read(path), RexxarFileCheck.fault(of: bytes, named: url.path) == nil
      else { continue }
      // Other addresses may end the same way; only a hash in the name proves that the file belongs to this
      // one.
      if path == short, RexxarFileCheck.hash(in: path) == nil, hasTwin(of: url, at: path) { continue }
      return (bytes, .preset)
    }
    return nil
  }

  private func hasTwin(of url: RexxarURL, at path: String) -> Bool {
    routes.routes.contains { route in
      let other = RexxarURL(route.unit, relativeTo: base)
      return other.description != url.description && other.presetPaths(table: base).short == path
    }
  }

  /// Handles a page for which the network returned a status other than 200.
  ///
  /// - Returns: Whether to load the page again: after a 404, if the table was refreshed and the limit is not
  ///   reached.
  package func pageFailed(_ url: String, status: Int) async -> Bool {
    guard status == 404 else {
      if status != 200 { _ = tell(.wrongStatus, url, "the host answered \(status)", status: status) }
      return false
    }
    guard reloads[url, default: 0] < settings.reloadLimit else {
      _ = tell(.missingForGood, url, "it was loaded \(settings.reloadLimit) times again", status: 404)
      return false
    }
    reloads[url, default: 0] += 1
    if case .failed = await update() { return false }
    return true
  }

  // MARK: Hot deployment

  /// Downloads the table and its files, then activates the table. Callers during a running update get its
  /// outcome.
  package func update() async -> Outcome {
    if let running { return await running.value }
    let task = Task {
      defer { running = nil }
      return await updateOnce()
    }
    running = task
    return await task.value
  }

  private func updateOnce() async -> Outcome {
    guard var url = settings.routesURL else {
      return .failed(tell(.noRoutesURL, "", "no address of a table is set"))
    }
    for (name, value) in settings.parameters {
      url += url.contains("?") ? "&" : "?"
      url += name.percentEncoded(keeping: .unreserved) + "=" + value.percentEncoded(keeping: .unreserved)
    }
    let answer: RexxarResponse
    do {
      answer = try await fetch(RexxarRequest(url: url, userAgent: settings.userAgent))
    } catch {
      return .failed(tell(.routesFailed, url, "\(error)"))
    }
    guard answer.status == 200 else {
      return .failed(tell(.routesFailed, url, "the host answered \(answer.status)", status: answer.status))
    }
    let (read, diagnostics) = RexxarTable.read(Source(path: Self.tableName, bytes: answer.body))
    guard let new = read, !new.items.isEmpty || !new.partialItems.isEmpty else {
      return .failed(tell(.routesFailed, url, diagnostics.first?.message ?? "the table has no routes"))
    }
    if !settings.ignoresVersion, let held = table?.version, let version = new.version, version <= held {
      return .cancelled
    }
    var written: [String] = []
    func undo() { for name in written { cache.remove(name) } }
    var asked: Set<String> = []
    for item in new.items + new.partialItems where item.packInApp {
      let file = RexxarURL(item.remoteFile, relativeTo: base)
      guard asked.insert(file.description).inserted, await localFile(file.description) == nil
      else { continue }
      do throws(RexxarEvent) {
        let bytes = try await fetchFile(file)
        // Stored under the address in the routes, even after redirects.
        do throws(RexxarFileFault) { try cache.write(bytes, to: file.cacheName) } catch {
          throw tell(.cacheFailed, file.description, error.detail)
        }
        written.append(file.cacheName)
      } catch {
        undo()
        return .failed(error)
      }
    }
    do throws(RexxarFileFault) { try cache.write(answer.body, to: Self.tableName) } catch {
      undo()
      return .failed(tell(.cacheFailed, Self.tableName, error.detail))
    }
    table = new
    tablePlace = .cache
    routes = Self.routes(of: new)
    clean()
    return .updated(version: new.version?.description)
  }

  private func fetchFile(_ file: RexxarURL) async throws(RexxarEvent) -> [UInt8] {
    let answer: RexxarResponse
    do {
      answer = try await fetch(RexxarRequest(url: file.description, userAgent: settings.userAgent))
    } catch {
      throw tell(.fileFailed, file.description, "\(error)")
    }
    guard answer.status == 200 else {
      throw tell(.fileFailed, file.description, "the host answered \(answer.status)", status: answer.status)
    }
    guard answer.body.count <= Self.largestFile else {
      throw tell(.fileInvalid, file.description, "it has \(answer.body.count) bytes")
    }
    if let fault = RexxarFileCheck.fault(of: answer.body, named: file.path) {
      throw tell(.fileInvalid, file.description, fault)
    }
    if settings.validator?(file.description, answer.body) == false {
      throw tell(.fileInvalid, file.description, "the app's validator does not take it")
    }
    return answer.body
  }

  /// Removes pages that no route names any more.
  private func clean() {
    let named = Set(routes.routes.map { RexxarURL($0.unit, relativeTo: base).cacheName })
    for name in cache.names() where name.hasSuffix(".html") && !named.contains(name) { cache.remove(name) }
  }

  // MARK: Static files

  /// Answers a page's request for a file (`Documentation/rexxar.md`) from this device or the network; nil for
  /// a request that the container does not handle.
  package func staticFile(_ url: String, userAgent: String, isMarked: Bool = false) async throws
    -> RexxarResponse?
  {
    guard
      RexxarInterceptor.takes(
        RexxarURL(url), userAgent: userAgent, isMarked: isMarked, usesCache: settings.usesCache)
    else { return nil }
    if let found = await localFile(url) { return RexxarResponse(status: 200, body: found.bytes) }
    let answer = try await fetch(RexxarRequest(url: url, userAgent: userAgent))
    let address = RexxarURL(url)
    if answer.status == 200, RexxarInterceptor.keeps(answer.contentType),
      answer.body.count <= Self.largestFile,
      RexxarFileCheck.fault(of: answer.body, named: address.path) == nil
    {
      // A cache write failure does not prevent the answer.
      do throws(RexxarFileFault) { try cache.write(answer.body, to: address.cacheName) } catch {
        _ = tell(.cacheFailed, url, error.detail)
      }
    }
    return answer
  }
}

/// Decides which requests of a page are answered from the cache (`Documentation/rexxar.md`).
package enum RexxarInterceptor {
  /// The headers of every file answered here.
  package static let headers = [
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Origin, X-Requested-With, Content-Type",
  ]

  /// Whether a request is handled.
  package static func takes(_ url: RexxarURL, userAgent: String, isMarked: Bool, usesCache: Bool) -> Bool {
    usesCache && !isMarked && ["http", "https"].contains(url.scheme) && userAgent.hasPrefix("Mozilla")
      && ["js", "css", "html"].contains(url.pathExtension)
  }

  /// Whether a response of this `Content-Type` is stored. A captive portal's page in place of a picture or of
  /// API data is not.
  package static func keeps(_ contentType: String?) -> Bool {
    let type = (contentType ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    return [
      "application/javascript", "application/x-javascript", "text/javascript", "text/css", "text/html",
    ].contains(type)
  }
}
