import Foundation
import HybridBrowser
import HybridBrowserDriver
import HybridJSON
import HybridTestSupport
import Testing

@testable import HybridServer

/// A server, and a stage in a real browser that shows its page.
///
/// The page is the server's own with a different first module, which creates only a stage, as `window.stage`.
struct StageRig {
  let rig: ServerRig
  let page: BrowserPage
  private let files: TemporaryProject

  private static let main = """
    import { Stage } from '../stage/stage.js';
    const token = document.querySelector('meta[name="hybrid-token"]').content;
    const host = document.getElementById('app');
    document.body.style.margin = 0;
    window.stage = new Stage(host, { token, name: 'test' });
    window.told = [];
    for (const type of ['state', 'shown', 'painted', 'failed', 'fixed', 'log', 'faults', 'update', 'pick',
      'hover', 'changed']) {
      stage.addEventListener(type, ({ detail }) => told.push([type, detail]));
    }
    window.find = id => [...stage.tree.values()].find(node => node.id === id);
    window.box = id => stage.elementFor(find(id).n);
    window.field = id => box(id).querySelector('.field');
    window.middle = id => {
      const { x, y, width, height } = box(id).getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    stage.connect();
    """

  /// The project for new users, copied so that nothing is written beside it.
  static func sample() throws -> TemporaryProject {
    let source = URL(filePath: folderOfTests()).appending(path: "../../../Sample").standardizedFileURL
    let project = try TemporaryProject()
    let paths = try #require(FileManager.default.enumerator(atPath: source.path)).compactMap { $0 as? String }
    for path in paths where !path.hasPrefix(".") {
      // A folder is no data.
      guard let data = try? Data(contentsOf: source.appending(path: path)) else { continue }
      try project.write(path, bytes: Array(data))
    }
    return project
  }

  /// Serves a project, and waits until the first unit is shown.
  init(
    _ project: TemporaryProject, adjusting adjust: (inout DevServer.Options) -> Void = { _ in }
  ) async throws {
    files = try TemporaryProject()
    for name in BrowserFiles().names {
      try files.write(name, bytes: try #require(BrowserFiles().file(named: name)).bytes)
    }
    try files.write("app/main.js", Self.main)
    let folder = files.path
    rig = try await ServerRig(serving: project) {
      $0.previewFolder = folder
      adjust(&$0)
    }
    page = try await Browser.shared().open(width: 800, height: 900)
    try await page.open("http://127.0.0.1:\(rig.port)/")
    let isShown = try await page.wait(for: "window.stage?.unit")
    try #require(isShown, "nothing is shown: \(page.problems)")
    page.forgetProblems()
  }

  /// Ends page and server.
  func end() {
    page.close()
    rig.server.stop()
  }

  /// Shows a unit and waits for it.
  func show(_ unit: String) async throws {
    let name = JSONValue.string(unit).script
    // The server answers with a tree even if the unit is already shown; a test that continues before it
    // arrives would mistake it for another message.
    let trees = "told.filter(([type]) => type === 'changed').length"
    let before = try await page.evaluate(
      "(() => { const count = \(trees); stage.show({ unit: \(name) }); return count })()")
    let isShown = try await page.wait(for: "stage.unit === \(name) && \(trees) > \(before.script)")
    try #require(isShown, "\(unit) is not shown")
  }

  /// Clicks in the middle of the node with an `id`.
  func click(_ id: String) async throws {
    let place = try await page.evaluate("middle(\(JSONValue.string(id).script))")
    try await page.click(x: try #require(place[0]?.number), y: try #require(place[1]?.number))
  }
}
