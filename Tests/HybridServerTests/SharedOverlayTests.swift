import HybridCompiler
import HybridTestSupport
import Testing

@testable import HybridServer

struct SharedOverlayTests {
  private func overlay() throws -> (SharedOverlay, TemporaryProject) {
    let project = try TemporaryProject(["a.css": "own", "pages/home/index.html": "home"])
    return (SharedOverlay(over: try DiskFiles(root: project.path).reader), project)
  }

  private func names(_ overlay: SharedOverlay, _ folder: String) -> Set<String>? {
    (try? overlay.reader.list(folder).get()).map { Set($0.map(\.name)) }
  }

  @Test func `another's version is read instead of the disk's, until the own one counts again`() throws {
    let (overlay, project) = try overlay()
    defer { withExtendedLifetime(project) {} }
    #expect(overlay.cover("a.css", with: Array("other".utf8)))
    #expect(!overlay.cover("a.css", with: Array("other".utf8)))
    #expect(try overlay.reader.read("a.css").get() == Array("other".utf8))
    overlay.uncover("a.css")
    #expect(try overlay.reader.read("a.css").get() == Array("own".utf8))
  }

  @Test func `what is on the disk already is not kept twice`() throws {
    let (overlay, project) = try overlay()
    defer { withExtendedLifetime(project) {} }
    #expect(!overlay.cover("a.css", with: Array("own".utf8)))
    #expect(overlay.count == 0)
  }

  @Test func `new files appear in their folders, and removed ones go`() throws {
    let (overlay, project) = try overlay()
    defer { withExtendedLifetime(project) {} }
    #expect(names(overlay, "pages/new") == nil)
    #expect(overlay.cover("pages/new/deep/index.html", with: []))
    #expect(names(overlay, "pages") == ["home", "new"])
    #expect(names(overlay, "pages/new") == ["deep"])
    #expect(names(overlay, "pages/new/deep") == ["index.html"])
    #expect(overlay.cover("a.css", with: nil))
    #expect(names(overlay, "") == ["pages"])
    #expect(overlay.reader.read("a.css") == .failure(.missing))
    overlay.uncover("pages/new/deep/index.html")
    overlay.uncover("a.css")
    #expect(names(overlay, "pages") == ["home"])
    #expect(names(overlay, "") == ["a.css", "pages"])
  }
}
