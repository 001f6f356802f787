import Glibc
import HybridDrawing
import HybridEncoding
import HybridScript
import HybridServer
import HybridSource
import HybridViewTree

/// Output for people: a banner, then for each save a summary line, the moved nodes and the picture.
struct DevScreen: DevTerminal {
  let screen = Screen(.standard)
  /// Whether keys are read.
  private(set) var hasKeys = false
  var out: Output { screen.output }

  mutating func ready(
    _ ready: DevServer.Ready, in folder: String, after duration: Duration, hasKeys: Bool
  ) {
    self.hasKeys = hasKeys
    let title = ready.title.isEmpty ? folder : ready.title
    out.write(
      "\n  " + out.paint("1;36", "hybrid") + " \(hybridVersion)  " + out.bold(title.withoutControls)
        + out.paint("2", " · \(counts(ready)) · ready in \(shortNumber(duration.milliseconds)) ms") + "\n\n")
    var rows = [("pages", ready.url)]
    if ready.templateCount > 0 { rows.append(("playground", ready.url + ".dir")) }
    rows += [
      ("clients", ready.socket), ("terminal", "hybrid preview \(ready.url)?token=\(ready.token)"),
      (
        "watching",
        "\(folder) (\(ready.folderCount) folders); Ctrl-C ends" + (hasKeys ? ", ? lists the keys" : "")
      ),
    ]
    for (name, value) in rows { row(name, value) }
    if let pairing = ready.pairing {
      show(pairing)
    } else {
      row("phones", "cannot reach this server; '--host' lets them connect")
    }
    if let url = ready.playgroundURL { showPlayground(url, isOpen: ready.isPlaygroundOpen) }
    report(ready.diagnostics)
    if let shown = ready.shown {
      // A running page is printed when it has opened.
      if let tree = ready.tree { screen.show(tree, unit: shown, device: ready.device.name) }
    } else {
      out.write("\n  There is no page yet. Save pages/home/index.html to show it.\n")
    }
  }

  mutating func tell(_ event: DevServer.Event, _ context: DevContext) {
    switch event {
    case .note(let diagnostic): Output.error.report(diagnostic)
    case .page: for picture in context.pictures { show(picture, context.view) }
    case .script(let entry, let unit, let diagnostic): tell(entry, of: unit, diagnostic)
    case .open(let path, let line, let column): say("a client requested \(path):\(line):\(column)")
    case .client(let change, let client): tell(change, client)
    case .painted: break
    case .refused(let address, let target, let status, let reason, let unreported):
      let others = unreported > 0 ? " (and \(unreported) more)" : ""
      warn("refused \(address)\(target.isEmpty ? "" : " " + target): \(status), \(reason)\(others)")
    case .pairing(let pairing): show(pairing)
    case .built(let first): report(first.diagnostics)
    case .saved(let report, _): tell(report, context)
    }
  }

  mutating func failed(_ diagnostic: Diagnostic) { Output.error.report(diagnostic) }

  mutating func ended(_ figures: DevFigures, because reason: DevEnd) {
    // The terminal echoes `^C` on this line.
    out.write("\n")
    if figures.saves > 0 { out.write("  " + figures.line + "\n") }
  }

  func space() { out.write("\n") }

  // MARK: Saves

  private func tell(_ report: SaveReport, _ context: DevContext) {
    let mark = report.errors.isEmpty ? out.paint("32", "✓") : out.paint("31", "✗")
    let time = clockTime()
    let line = report.line.withoutControls
    let figures = context.figures.line
    // The figures of all saves follow on the same line where there is room.
    let room = (out.columns ?? 0) - time.count - 3 - line.displayWidth
    let behind =
      context.figures.saves > 1 && room > figures.displayWidth + 3 ? out.paint("2", " · " + figures) : ""
    out.write("\n" + out.paint("2", time) + " \(mark) " + line + behind + "\n")
    for line in report.details { out.write(out.paint("2", "  " + line.withoutControls) + "\n") }
    screen.show(moved: report.moved)
    if let url = context.playgroundURL { showPlayground(url, isOpen: context.isPlaygroundOpen) }
    self.report(report.errors + report.warnings)
    for picture in context.pictures { show(picture, context.view) }
  }

  /// Prints a picture, or its tree.
  func show(_ picture: DevPicture, _ view: DevView) {
    guard let tree = picture.tree else { return }
    switch view {
    case .text: screen.show(tree, unit: picture.unit, device: picture.device)
    case .tree: screen.show(listing: tree, unit: picture.unit, device: picture.device)
    }
  }

  /// Prints a log entry of a page's script; an error with its source frame.
  private func tell(_ entry: PageLogEntry, of unit: String, _ diagnostic: Diagnostic?) {
    if let diagnostic { return Output.error.report(diagnostic) }
    switch entry {
    case .call(let module, let method, let arguments):
      let list = arguments.map { $0.text() }.joined(separator: ", ")
      out.write(out.paint("2", "  \(unit) · \(module).\(method)(\(list.prefix(400)))".withoutControls) + "\n")
    case .console(let level, let text):
      let color = level == "error" ? "31" : level == "warning" ? "33" : "0"
      out.write(out.paint(color, "  \(unit) › \(text.prefix(4000))".withoutControls) + "\n")
    case .error: break
    }
  }

  private func tell(_ change: DevServer.ClientChange, _ client: ClientSummary) {
    let name = String(client.name.prefix(80))
    switch change {
    case .joined: say("\(name) connected from \(client.address), device \(client.device)")
    case .left: say("\(name) disconnected")
    case .behind: warn("\(name) is too slow for the updates; it gets the whole page when it is ready")
    }
  }

  // MARK: Lines

  /// Prints an informational line.
  func say(_ text: String) { out.write(out.paint("2", "  · " + text.withoutControls) + "\n") }

  func warn(_ text: String) { out.write("  " + out.paint("33", "· " + text.withoutControls) + "\n") }

  /// One line of the banner.
  func row(_ name: String, _ value: String) {
    let blanks = String(repeating: " ", count: max(1, 12 - name.count))
    out.write("  " + out.paint("2", name + blanks) + value.withoutControls + "\n")
  }

  func report(_ diagnostics: [Diagnostic], most: Int = 20) {
    for diagnostic in diagnostics.prefix(most) { Output.error.report(diagnostic) }
    if diagnostics.count > most {
      Output.error.write("… and \(diagnostics.count - most) more; 'hybrid check' prints all\n")
    }
  }

  /// The counts: `6 pages, 12 templates`; kinds that do not occur are omitted.
  private func counts(_ ready: DevServer.Ready) -> String {
    let pages = ready.unitCount - ready.templateCount
    if ready.templateCount == 0 { return counted(pages, "page") }
    return (pages == 0 ? "" : counted(pages, "page") + ", ") + counted(ready.templateCount, "template")
  }

  /// The local time of day.
  private func clockTime() -> String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }
}
