import HybridSource
package import HybridUnits

/// Links a module of the project with all that it imports, for a worker. A worker has no import map (HTML
/// Standard §8.1.6.1).
///
/// Nothing is reported: a module that cannot run throws why, as it does in a browser.
///
/// - Parameters:
///   - suffix: What follows the path in the URL.
///   - read: Reads a file of the project.
/// - Returns: Nil if there is no such file.
package func linkWorker(
  _ path: String, suffix: String, reading read: @escaping @Sendable (String) -> Result<[UInt8], FileFailure>
) -> PageModules? {
  var context = CompilerContext(FileStore(FileReader(read: read, list: { _ in .failure(.missing) })))
  guard case .present(let source, _) = context.files.load(path) else { return nil }
  var linker = ModuleLinker()
  linker.addFile(path, suffix: suffix, written: path, at: 0..<0, in: source, node: nil, &context)
  linker.follow(&context)
  return linker.linked()
}
