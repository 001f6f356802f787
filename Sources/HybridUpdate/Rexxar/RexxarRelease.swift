import HybridRelease
package import HybridRexxar
import HybridRouting

/// The active release of an update client as a container's preset: its routes are the table, and its files
/// have their own paths.
///
/// Its contents are signed: a file belongs to the active release, or, if it is damaged, to the previous
/// release or the app's preset, as in ``UpdateClient/read(_:)``.
package struct RexxarRelease: RexxarPreset {
  private let client: UpdateClient

  /// Creates the preset of a started client.
  package init(_ client: UpdateClient) { self.client = client }

  package func read(_ path: String) async -> [UInt8]? {
    if path == RexxarContainer.tableName { return await (try? client.rexxarTable())?.encoded() }
    return (try? await client.read(path)) ?? nil
  }
}

extension UpdateClient {
  /// The table of the active release, whose version is the number of the statement that activated it; nil
  /// when no release is active.
  ///
  /// `remote_file` is the path of the unit's file, relative to the table.
  func rexxarTable() throws(Refusal) -> RexxarTable? {
    guard let slot = try store.activeSlot(), let release = try store.release(of: slot) else { return nil }
    let paths = Dictionary(release.units.map { ($0.name, $0.file.path) }) { first, _ in first }
    func items(_ kind: Route.Kind) -> [RexxarTable.Item] {
      release.routes.filter { $0.kind == kind }.compactMap { route in
        paths[route.unit].map { RexxarTable.Item(uri: route.pattern, remoteFile: $0, packInApp: true) }
      }
    }
    var table = RexxarTable()
    table.version = RexxarVersion("\(slot.number)")
    (table.items, table.partialItems) = (items(.page), items(.partial))
    return table
  }
}

extension RexxarContainer {
  /// Creates a container on the store of a started client.
  ///
  /// Its preset is the active release; hot-deployed pages are in the folder `rexxar` of the store, which
  /// updates and clean-up leave alone. A page is looked up there first, then in the active release, the
  /// previous one, and the app's preset. When the active release's number is above the version of the
  /// hot-deployed table, its table takes over and that folder is emptied: call ``chooseTable()`` after the
  /// client has activated a release.
  package init(
    client: UpdateClient, settings: Settings = Settings(),
    fetch: @escaping @Sendable (RexxarRequest) async throws -> RexxarResponse
  ) async {
    await self.init(
      preset: RexxarRelease(client), cache: RexxarFolder(client.folder + "/rexxar", files: client.files),
      settings: settings, fetch: fetch)
  }
}
