import HybridCompiler
import HybridUnits

/// Compiles a single-file page as a project of its own.
func compiledPage(_ html: String) -> PageUnit {
  let files = ["page.html": Array(html.utf8)]
  let reader = FileReader(
    read: { path in files[path].map { .success($0) } ?? .failure(.missing) }, list: { _ in .success([]) })
  var compiler = ProjectCompiler(files: reader, name: "page", only: "page.html")
  _ = compiler.build()
  guard case .page(let unit)? = compiler.currentUnit(named: "page") else {
    fatalError("the page does not compile")
  }
  return unit
}
