import HybridServer
import HybridSource
import HybridViewTree

/// The output of key results.
extension DevScreen {
  mutating func tell(_ outcome: DevOutcome) { outcome.result.show(self) }

  func clear() {
    if out.usesTerminal { out.write("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
  }

  /// One line for each key.
  func show(_ keys: [DevKey]) {
    out.write("\n")
    for key in keys { line("  " + out.bold(key.letter) + "  " + key.summary) }
    out.write("\n")
  }

  /// One line for each client, in columns.
  func show(_ clients: [ClientSummary]) {
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
