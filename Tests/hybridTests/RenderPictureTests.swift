import Foundation
import HybridDrawing
import HybridGeometry
import HybridTestSupport
import Testing

/// `hybrid render --format png` and `svg` through the real command.
@Suite struct RenderPictureTests {
  private static let page = """
    <style>body { margin: 0; background: #102030 } div { width: 50px; height: 20px; \
    background: #ff0000 }</style>
    <div></div><p id="word">hello</p><script>document.getElementById("word").onclick = () => \
    alert("Really?")</script>
    """

  private static func render(_ words: String...) async throws -> (HybridCommand.Result, TemporaryProject) {
    let project = try TemporaryProject(["pages/home/index.html": page])
    let all = ["render", "pages/home/index.html", "--width", "200", "--height", "300"] + words
    return (try await HybridCommand.run(all, in: project.folder), project)
  }

  private static func bitmap(_ project: TemporaryProject, _ name: String) throws -> Bitmap {
    try Bitmap(png: Array(Data(contentsOf: project.folder.appending(path: name))))
  }

  @Test(arguments: [("1", 1), ("2.0", 2), ("3", 3)])
  func aPNGHasSoManyPixelsForEachPoint(_ scale: String, _ factor: Int) async throws {
    let (result, project) = try await Self.render("--format", "png", "--scale", scale, "-o", "home.png")
    #expect(result.status == 0, "\(result.errors)")
    let bitmap = try Self.bitmap(project, "home.png")
    // As wide as the screen, and as high as the page.
    #expect(bitmap.width == 200 * factor && bitmap.height > 20 * factor)
    #expect(bitmap[49 * factor, 19 * factor] == RGBA(255, 0, 0))
    #expect(bitmap[199 * factor, bitmap.height - 1] == RGBA(16, 32, 48))
  }

  @Test func aDialogThatIsOpenIsInThePicture() async throws {
    let (result, project) = try await Self.render(
      "--format", "png", "--scale", "1", "--do", "tap #word", "-o", "home.png")
    #expect(result.status == 0, "\(result.errors)")
    let bitmap = try Self.bitmap(project, "home.png")
    // It dims what is behind it.
    #expect(bitmap[49, 19] != RGBA(255, 0, 0))
  }

  @Test func anSVGGoesToStandardOutput() async throws {
    let (result, _) = try await Self.render("--format", "svg")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("<?xml") && result.output.contains("width=\"200\""))
  }

  @Test(arguments: ["0", "0.4", "4.1", "-1", "nan", "big"])
  func scalesThatMakeNoPictureAreWrongUsage(_ scale: String) async throws {
    let (result, _) = try await Self.render("--format", "png", "--scale=\(scale)", "-o", "home.png")
    #expect(result.status == 2)
    #expect(result.errors.contains("a number from 0.5 to 4"))
  }

  @Test func aPageThatIsTooLargeSaysHowLargeItMayBe() async throws {
    let project = try TemporaryProject(["pages/home/index.html": "<div style='height:50000px'></div>"])
    let result = try await HybridCommand.run(
      ["render", "pages/home/index.html", "--format", "png", "-o", "home.png"], in: project.folder)
    #expect(result.status == 1)
    #expect(result.errors.contains("[picture.size]") && result.errors.contains("32767"))
  }

  @Test func aTerminalIsNotFilledWithBytes() async throws {
    let project = try TemporaryProject(["pages/home/index.html": Self.page])
    let shell = try PseudoTerminal(
      URL(filePath: "/bin/sh"),
      ["-c", "\(BuiltCommand.url.path) render pages/home/index.html --format png; echo ended $?"],
      in: project.folder, columns: 100, rows: 40)
    try await shell.says("ended 2")
    #expect(shell.output.contains("-o page.png") && !shell.output.contains("IHDR"))
  }
}
