import Foundation
import HybridDrawing
import HybridTestSupport
import Testing

private let chartLibrary = try? String(
  contentsOfFile: "/usr/share/javascript/chart.js/chart.js", encoding: .utf8)

/// Chart.js of Debian, unmodified, draws its charts on a `canvas`.
@Suite(
  .serialized, .suiteTimeLimit,
  .enabled(if: chartLibrary != nil, "not installed: libjs-chart.js"))
struct ChartTests {
  private static func page(_ type: String, animation: String = "false") -> String {
    """
    <!DOCTYPE html><meta charset=utf-8><style>body { margin: 8px }</style>
    <div style="width: 360px"><canvas id=chart>Sales</canvas></div>
    <script src=chart.js></script>
    <script>
    new Chart(document.getElementById("chart"), {
      type: "\(type)",
      data: {
        labels: ["January", "February", "March"],
        datasets: [{
          label: "Sales", data: [12, 19, 7], borderColor: "#00f", backgroundColor: ["#f00", "#0f0", "#00f"],
        }],
      },
      options: { animation: \(animation), plugins: { legend: { display: true } } },
    });
    </script>
    """
  }

  private static func bitmap(_ page: String, _ arguments: String...) async throws -> Bitmap {
    let project = try TemporaryProject(["index.html": page, "chart.js": try #require(chartLibrary)])
    let result = try await HybridCommand.run(
      [
        "render", "index.html", "--width", "390", "--height", "420", "--format", "png", "--scale", "1", "-o",
        "chart.png",
      ] + arguments, in: project.folder)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.output)\(result.errors)")
    return try Bitmap(png: Array(Data(contentsOf: project.file("chart.png"))))
  }

  /// How many pixels are nearly of a color.
  private static func count(_ red: Int, _ green: Int, _ blue: Int, in bitmap: Bitmap) -> Int {
    stride(from: 0, to: bitmap.pixels.count, by: 4).reduce(0) { sum, place in
      let far =
        zip(bitmap.pixels[place..<place + 3], [red, green, blue]).map { abs(Int($0) - $1) }.max() ?? 255
      return far < 40 ? sum + 1 : sum
    }
  }

  @Test(arguments: [
    // Pixels of red, green and blue: bars are as high as their values, a line is thin.
    ("bar", 3_000..<20_000, 5_000..<25_000, 500..<15_000), ("line", 0..<400, 0..<400, 300..<3_000),
    ("doughnut", 8_000..<30_000, 12_000..<40_000, 4_000..<20_000),
  ])
  func aChartIsDrawn(
    _ type: String, _ red: Range<Int>, _ green: Range<Int>, _ blue: Range<Int>
  ) async throws {
    let bitmap = try await Self.bitmap(Self.page(type))
    let counts = [
      Self.count(255, 0, 0, in: bitmap), Self.count(0, 255, 0, in: bitmap), Self.count(0, 0, 255, in: bitmap),
    ]
    #expect(red.contains(counts[0]) && green.contains(counts[1]) && blue.contains(counts[2]), "\(counts)")
  }

  /// An animation ends with the picture of a chart without one, and is on its way before.
  @Test func aChartMovesOnTheClockOfThePage() async throws {
    let page = Self.page("bar", animation: "{ duration: 1000 }")
    let still = try await Self.bitmap(Self.page("bar"))
    #expect(try await Self.bitmap(page) == still)
    let early = try await Self.bitmap(page, "--do", "wait 0.2")
    #expect(early != still)
    #expect(Self.count(255, 0, 0, in: early) > 0)
    #expect(try await Self.bitmap(page, "--do", "wait 0.2") == early)
  }
}
