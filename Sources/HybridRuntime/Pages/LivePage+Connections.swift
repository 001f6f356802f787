package import HybridScript

/// The services for scripts beyond the page and its requests: connections, workers, databases.
extension LivePage {
  /// A file of the project, for scripts of workers.
  package func projectFile(at address: String) -> PageFile {
    ProjectAddress.path(of: address).map { environment.file($0) } ?? .missing
  }

  /// A module of the project for a worker, with all that it imports.
  package func workerModules(at address: String) -> WorkerModules? {
    let suffix = address.firstIndex { $0 == "?" || $0 == "#" }.map { String(address[$0...]) } ?? ""
    guard let path = ProjectAddress.path(of: address) else { return nil }
    let known = unit.modules.workers.first { $0.address == path + suffix }?.modules
    guard let linked = known ?? environment.workerModules(path, suffix),
      let entry = linked.scripts.first?.module
    else { return nil }
    return WorkerModules(modules: linked.modules, entry: entry)
  }

  /// One operation on the device's databases.
  package func database(_ operation: String, _ arguments: [String], owner: Int) throws -> String? {
    try environment.device.databases.perform(
      operation, arguments, by: DatabaseOwner(page: ObjectIdentifier(self), worker: owner))
  }

  package func releaseDatabases(of owner: Int) {
    environment.device.databases.release(DatabaseOwner(page: ObjectIdentifier(self), worker: owner))
  }
}
