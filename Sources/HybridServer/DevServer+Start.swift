import HybridConcurrency
import HybridDrawing
import HybridSocket

extension DevServer {
  /// Builds the project and serves it.
  package static func start(_ options: Options) async throws(StartError) -> DevServer {
    // Fonts take longer to load than a page to compile, and another core has time for them.
    _ = startThread { try? TextMetrics.prepare() }
    let parts = try await DevServerParts(options)
    let server = try parts.listen()
    let router = SessionRouter(parts, server)
    await parts.session.serve(at: server.port) { router.pass($0) }
    let networkWatch = parts.access.follow(server)
    let ready = await parts.ready(at: server.port)
    let info = InfoFile.write(root: options.root, url: ready.url, socket: ready.socket, token: ready.token)
    return DevServer(
      parts, server: server, networkWatch: networkWatch, infoFile: info, ready: ready, tasks: parts.begin())
  }
}
