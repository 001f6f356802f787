import HybridSource
import HybridViewTree

/// A preview without a terminal: each change is printed below the previous output.
struct PlainPreview {
  private let screen = Screen(.standard)
  private var wasConnected: Bool?

  /// Prints the pages of `source` until it ends.
  static func run(_ source: any PreviewSource) async {
    var preview = PlainPreview()
    for await update in source.updates {
      preview.show(update)
      if case .page(let page) = update, let revision = page.revision { source.painted(revision) }
    }
  }

  private mutating func show(_ update: PreviewUpdate) {
    switch update {
    case .page(let page): screen.show(page.tree, unit: page.unit, device: page.device)
    case .connected:
      // The first connection is expected, so it is not reported.
      if wasConnected == false { say("connected again") }
      wasConnected = true
    case .disconnected(let reason):
      say("no connection (\(reason)); trying again")
      wasConnected = false
    case .failed(let diagnostics): for diagnostic in diagnostics { Output.error.report(diagnostic) }
    case .fixed: say("fixed")
    case .log(_, let text): say(text)
    }
  }

  private func say(_ text: String) {
    screen.output.write(screen.output.paint("2", "· " + text.withoutControls) + "\n")
  }
}
