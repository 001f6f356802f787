import Foundation
import HybridBrowserDriver
import HybridJSON
import HybridTestSupport
import Testing

/// Pictures of small pages beside those of a browser with the same fonts at one pixel per point: one page for
/// each control and each property of paint. Adding a case is adding a page in `Pages` and its limits.
///
/// The distance of two pictures is that of their colors, 0 to 255, smoothed over 8 × 8 pixels, so that the
/// grey edges of letters hardly count: the mean over the picture, and the greatest of a block.
/// `.build/pictures/index.html` shows what was compared.
@Suite(
  .serialized, .suiteTimeLimit,
  .enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell"))
struct PaintComparisonTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let width = 390
  private static let height = 600

  /// The greatest mean and the greatest block of each page, which only fall.
  private static let limits: [(name: String, mean: Double, block: Double)] = {
    let text =
      (try? String(contentsOf: folder.appendingPathComponent("Pages/limits.txt"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, let mean = Double(words[1]), let block = Double(words[2]) else { return nil }
      return (String(words[0]), mean, block)
    }
  }()

  @Test func everyPageHasLimits() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appendingPathComponent("Pages").path
    ).filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }
    #expect(names.sorted() == Self.limits.map(\.name).sorted())
    #expect(names.count >= 60)
  }

  @Test func picturesAreThoseOfABrowser() async throws {
    let report = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent(".build/pictures")
    try FileManager.default.createDirectory(at: report, withIntermediateDirectories: true)
    let page = try await Browser.shared().open(width: Self.width, height: Self.height)
    defer { page.close() }
    var rows: [String] = []
    for (name, mean, block) in Self.limits {
      let file = Self.folder.appendingPathComponent("Pages/\(name).html")
      let own = report.appendingPathComponent("\(name)-own.png")
      let result = try await HybridCommand.run(
        [
          "render", file.path, "--width", "\(Self.width)", "--height", "\(Self.height)", "--format", "png",
          "--scale", "1", "-o", own.path,
        ], in: report)
      #expect(result.status == 0, "\(name): \(result.errors)")
      try await page.open(file.absoluteString)
      let other = try await page.screenshot()
      try other.write(to: report.appendingPathComponent("\(name)-browser.png"))
      let distance = try await distance(try Data(contentsOf: own), other, on: page)
      let isNear = distance.mean <= mean && distance.block <= block
      #expect(isNear, "\(name): \(distance.mean) of \(mean), \(distance.block) of \(block)")
      rows.append(
        "<tr><td>\(name)<br>\(distance.mean)<br>\(distance.block)<td><img src=\(name)-browser.png>"
          + "<td><img src=\(name)-own.png>")
    }
    let table = "<!DOCTYPE html><table border><tr><th>page, mean, block<th>browser<th>here"
    try (table + rows.joined()).write(
      to: report.appendingPathComponent("index.html"), atomically: true, encoding: .utf8)
  }

  /// The distance of two pictures, which the browser decodes.
  private func distance(
    _ first: Data, _ second: Data, on page: BrowserPage
  ) async throws -> (mean: Double, block: Double) {
    let numbers = try await page.evaluate(
      """
      (async () => {
        const read = async text => {
          const image = new Image();
          image.src = 'data:image/png;base64,' + text;
          await image.decode();
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [\(Self.width), \(Self.height)];
          const context = canvas.getContext('2d', {willReadFrequently: true});
          context.fillStyle = 'white';
          context.fillRect(0, 0, canvas.width, canvas.height);
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, canvas.width, canvas.height).data;
        };
        const one = await read('\(first.base64EncodedString())');
        const other = await read('\(second.base64EncodedString())');
        const across = Math.floor(\(Self.width) / 8);
        const blocks = new Float64Array(across * Math.floor(\(Self.height) / 8) * 3);
        for (let y = 0; y < Math.floor(\(Self.height) / 8) * 8; y += 1) {
          for (let x = 0; x < across * 8; x += 1) {
            for (let part = 0; part < 3; part += 1) {
              const place = (y * \(Self.width) + x) * 4 + part;
              blocks[((y >> 3) * across + (x >> 3)) * 3 + part] += (one[place] - other[place]) / 64;
            }
          }
        }
        let [sum, most] = [0, 0];
        for (let index = 0; index < blocks.length; index += 3) {
          const far = Math.max(...[0, 1, 2].map(part => Math.abs(blocks[index + part])));
          sum += far;
          most = Math.max(most, far);
        }
        return [sum / (blocks.length / 3), most].map(value => Math.round(value * 100) / 100);
      })()
      """)
    return (numbers[0]?.number ?? 255, numbers[1]?.number ?? 255)
  }
}
