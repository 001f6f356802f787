import HybridCompiler
import HybridRuntime
import HybridUnits
import Testing

/// A page without scripts on a screen of 320 × 480 points, as it is opened.
func makePage(_ html: String, device: SimulatedDevice) throws -> LivePage {
  let files = ["page.html": Array(html.utf8)]
  let reader = FileReader(
    read: { path in files[path].map { .success($0) } ?? .failure(.missing) }, list: { _ in .success([]) })
  var compiler = ProjectCompiler(files: reader, name: "page", only: "page.html")
  _ = compiler.build()
  let found = compiler.currentUnit(named: "page")
  guard case .page(let unit) = try #require(found) else { throw NoPage() }
  let page = LivePage(
    unit, on: Device(width: 320, height: 480), in: PageEnvironment(address: "page.html", device: device),
    renderer: Renderer())
  page.open()
  return page
}

private struct NoPage: Error {}
