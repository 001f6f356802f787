import HybridServer
import HybridSource
import HybridViewTree

/// The output of key results.
extension DevScreen {
  mutating func tell(_ outcome: DevOutcome) {
    switch outcome.result {
    case .reloaded(let clients):
      say(clients == 0 ? "reloaded" : "reloaded, with \(clients == 1 ? "1 client" : "\(clients) clients")")
    case .shown(let picture, let view):
      // A running page is printed when it has opened, which may take until its scripts have finished.
      if picture.tree == nil { say("\(picture.unit) on \(picture.device)") }
      show(picture, view)
    case .asked(let picture, let view): show(picture, view)
    case .screenshot(let path): say("saved \(path)")
    case .opened(let place, let editor): say("\(editor) opened \(place.path):\(place.line):\(place.column)")
    case .browser(let url): say("opened \(url)")
    case .cleared: if out.usesTerminal { out.write("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
    case .clients(let clients): show(clients)
    case .help: showHelp()
    case .quit: break
    case .unknown: say("'\(outcome.pressed)' does nothing; ? lists the keys")
    case .failed(let diagnostic): Output.error.report(diagnostic)
    }
  }

  private func showHelp() {
    out.write("\n")
    for key in DevKey.all { line("  " + out.bold(key.letter) + "  " + key.summary) }
    out.write("\n")
  }

  /// One line for each client, in columns.
  private func show(_ clients: [ClientSummary]) {
    guard !clients.isEmpty else { return say("no client is connected") }
    var rows = [["", "client", "address", "device", "unit", "revision", "save → screen"]]
    for client in clients {
      rows.append([
        client.isBehind ? "!" : "", client.name, client.address, client.device, client.unit ?? "",
        client.revision == 0 ? "" : "\(client.revision)",
        client.isBehind ? "too slow" : client.latency.map { "\(shortNumber($0)) ms" } ?? "",
      ])
    }
    // Clients choose their names, so their width is limited.
    rows = rows.map { $0.map { $0.withoutControls.fitted(to: 32) } }
    let widths = rows[0].indices.map { column in rows.map { $0[column].displayWidth }.max() ?? 0 }
    out.write("\n")
    for (index, row) in rows.enumerated() {
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: max(0, $1 - $0.displayWidth)) }
      let text = "  " + cells.joined(separator: "  ")
      line(index == 0 ? out.paint("2", text) : text)
    }
    out.write("\n")
  }

  /// Writes a line, truncated at the terminal's width.
  private func line(_ text: String) {
    out.write((out.columns.map { text.fitted(to: $0) } ?? text) + "\n")
  }
}
