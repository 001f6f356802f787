import HybridCompiler
import HybridEncoding
import HybridRexxar
import HybridRouting
import HybridSource
import HybridUnits

/// The session's state of routes between two requests of a container.
final class RexxarRoutes {
  /// A published page: the hash of its unit, and the path with the hash of its bytes.
  private struct PublishedPage {
    var hash: ContentHash
    var path: String
  }

  /// By unit.
  private var pages: [String: PublishedPage] = [:]
  /// `hybrid.json`, if its routes were not checked since it was saved.
  private var unchecked: Source?
  private var good: [Route] = []
  /// The last saved text, parsed on demand: the routes of most projects are never requested.
  private var unread: Source?

  /// Sets the current `hybrid.json`; nil if there is none.
  func take(_ source: Source?) {
    read()
    (unread, unchecked) = (source, source)
    if source == nil { (good, pages) = ([], [:]) }
  }

  /// The routes of the last `hybrid.json` without errors, those with valid patterns.
  func routes() -> [Route] {
    read()
    return good
  }

  /// `hybrid.json`, once after each save of it.
  func takeUnchecked() -> Source? { unchecked.take() }

  /// The published path of a page, if the page is unchanged.
  func path(of unit: String, hash: ContentHash?) -> String? {
    pages[unit].flatMap { $0.hash == hash ? $0.path : nil }
  }

  /// Records the published path of a page.
  func note(_ path: String, of unit: String, hash: ContentHash) {
    pages[unit] = PublishedPage(hash: hash, path: path)
  }

  private func read() {
    guard let source = unread else { return }
    unread = nil
    let (config, diagnostics) = ProjectConfig.read(source)
    let new = config.releaseRoutes
    guard !diagnostics.contains(where: { $0.severity == .error }),
      new.allSatisfy({ (try? RoutePattern($0.pattern)) != nil })
    else { return }
    good = new
    let units = Set(new.map(\.unit))
    pages = pages.filter { units.contains($0.key) }
  }
}

extension DevSession {
  /// Reports the faults of the routes to the terminal, once after each save of `hybrid.json`.
  func tellRouteFaults() async {
    guard let source = rexxar.takeUnchecked() else { return }
    for fault in await routeFaults(in: source, units: unitNames) { tell(fault) }
  }

  /// Rexxar's table of the routes, with the last valid version of each page; nil without routes.
  ///
  /// It has no version, so that containers accept every table. The session handles other work between two
  /// pages.
  ///
  /// - Parameter base: The prefix of the addresses of pages, ending in `/`.
  func rexxarTable(base: String) async -> [UInt8]? {
    let routes = rexxar.routes()
    guard !routes.isEmpty else { return nil }
    var table = RexxarTable()
    var paths: [String: String?] = [:]
    for route in routes {
      let path: String?
      if let known = paths[route.unit] {
        path = known
      } else {
        path = rexxarPath(of: route.unit)
        paths[route.unit] = .some(path)
        await Task.yield()
      }
      if let path {
        table.append(route, remoteFile: base + path.percentEncoded(keeping: .unreservedPath))
      }
    }
    return table.encoded()
  }

  /// The current path of a page; nil for a template, and for a unit that was never valid.
  private func rexxarPath(of unit: String) -> String? {
    if let path = rexxar.path(of: unit, hash: state.compiler.hash(of: unit)) { return path }
    guard let page = state.lastValid(unit)?.webPage else { return nil }
    let path = rexxarFile(of: page, named: unit).path
    rexxar.note(path, of: unit, hash: page.hash)
    return path
  }

  private func rexxarFile(of page: PageUnit, named name: String) -> RexxarFile {
    // Only pictures that the compiler found in the page are read, by the rules of the project.
    RexxarFile(page, named: name) { try? files.read($0).get() }
  }

  /// The bytes of a page at a path of the table; nil if they have changed since.
  func rexxarPage(at path: String) -> [UInt8]? {
    guard let name = RexxarFile.unit(of: path), rexxar.routes().contains(where: { $0.unit == name }),
      let page = state.lastValid(name)?.webPage
    else { return nil }
    let file = rexxarFile(of: page, named: name)
    return file.path == path ? file.bytes : nil
  }
}

/// The faults of the routes of a `hybrid.json`. Comparing many patterns is slow, so saves do not wait for it.
@concurrent private func routeFaults(in source: Source, units: [String]) async -> [Diagnostic] {
  ProjectConfig.read(source).config.checkedRoutes(in: source, units: units)
}
