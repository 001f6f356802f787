import HybridRelease
package import HybridRexxar
import HybridRouting

/// The active release of an update client as a container's preset: its routes are the table, its files lie
/// below their paths.
///
/// What it gives was signed: a file is that of the active release, or, when it is damaged, that of the
/// previous one or of the app's preset, as ``UpdateClient/read(_:)`` says.
package struct RexxarRelease: RexxarPreset {
  private let client: UpdateClient

  /// That of a client which was started.
  package init(_ client: UpdateClient) { self.client = client }

  package func read(_ path: String) async -> [UInt8]? {
    if path == RexxarContainer.tableName { return await (try? client.rexxarTable())?.encoded() }
    return (try? await client.read(path)) ?? nil
  }
}

extension UpdateClient {
  /// The table of the active release, with the number of the statement that made it active as its version;
  /// nil when none is active.
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
  /// A container on the store of a client that was started.
  ///
  /// Its preset is the active release; pages that are deployed hot lie in the folder `rexxar` of the store,
  /// which updates and clean-up leave alone. So a page is looked for there, then in the active release, the
  /// previous one, the app's preset. The active release's table takes over, and that folder is emptied, once
  /// its number is above the version of the hot one: call ``chooseTable()`` when the client has activated a
  /// release.
  package init(
    client: UpdateClient, settings: Settings = Settings(),
    fetch: @escaping @Sendable (RexxarRequest) async throws -> RexxarResponse
  ) async {
    await self.init(
      preset: RexxarRelease(client), cache: RexxarFolder(client.folder + "/rexxar", files: client.files),
      settings: settings, fetch: fetch)
  }
}
