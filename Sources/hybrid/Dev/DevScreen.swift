import Glibc
import HybridDrawing
import HybridRuntime
import HybridScript
import HybridServer
import HybridSource
import Synchronization

/// For people: a banner, then for each save a line, what moved, and the picture.
struct DevScreen: DevTerminal {
  /// The devices that were asked for, the session's own first; none for its default.
  let devices: [Device]
  private let screen = Screen(.standard)
  private let code = LastCode()

  init(devices: [Device]) { self.devices = devices }

  func ready(_ ready: DevServer.Ready, in folder: String, after duration: Duration) {
    let out = screen.output
    let title = ready.title.isEmpty ? folder : ready.title
    out.write(
      "\n  " + out.paint("1;36", "hybrid") + " \(hybridVersion)  " + out.bold(title.withoutControls)
        + out.paint("2", " · \(counts(ready)) · ready in \(shortNumber(duration.milliseconds)) ms") + "\n\n")
    var rows = [("pages", ready.url)]
    rows += ready.networkURLs.map { ("network", $0 + " (open to everyone who can reach it)") }
    if ready.templateCount > 0 { rows.append(("playground", ready.url + ".dir")) }
    rows += [
      ("clients", ready.socket), ("terminal", "hybrid preview \(ready.url)?token=\(ready.token)"),
      ("watching", "\(folder) (\(ready.folderCount) folders); Ctrl-C ends"),
    ]
    for (name, value) in rows {
      out.write(
        "  " + out.paint("2", name + String(repeating: " ", count: 12 - name.count)) + value.withoutControls
          + "\n")
    }
    if let url = ready.playgroundURL { show(code: url, isOpen: ready.isPlaygroundOpen) }
    report(ready.diagnostics)
    if let shown = ready.shown {
      // A page that runs shows itself once it is open.
      if let tree = ready.tree { screen.show(tree, unit: shown, device: ready.device.name) }
    } else {
      out.write("\n  There is no page yet. pages/home/index.html would be shown as soon as it is saved.\n")
    }
  }

  func tell(_ event: DevServer.Event, server: DevServer) async {
    switch event {
    case .note(let diagnostic): Output.error.report(diagnostic)
    case .page(let tree, let unit): screen.show(tree, unit: unit, device: devices.first?.name ?? "")
    case .script(let entry, let unit, let diagnostic): tell(entry, of: unit, diagnostic)
    case .saved(let report, let tree):
      let out = screen.output
      let mark = report.errors.isEmpty ? out.paint("32", "✓") : out.paint("31", "✗")
      out.write("\n" + out.paint("2", clockTime()) + " \(mark) " + report.line.withoutControls + "\n")
      screen.show(moved: report.moved)
      if report.hasNewShown, server.ready.playgroundURL != nil, let url = await server.session.urlForPhones {
        show(code: url, isOpen: server.ready.isPlaygroundOpen)
      }
      self.report(report.errors + report.warnings)
      guard let tree, let shown = report.shown else { return }
      screen.show(tree, unit: shown, device: devices.first?.name ?? "")
      for device in devices.dropFirst() {
        guard let unit = await server.session.unit(named: shown) else { continue }
        screen.show(await server.session.render(unit, on: device).tree, unit: shown, device: device.name)
      }
    }
  }

  func failed(_ diagnostic: Diagnostic) { Output.error.report(diagnostic) }

  func ended() { screen.output.write("\n") }

  /// A line for what a page's scripts did; an error with its frame.
  private func tell(_ entry: PageLogEntry, of unit: String, _ diagnostic: Diagnostic?) {
    if let diagnostic { return Output.error.report(diagnostic) }
    let out = screen.output
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

  /// `6 pages, 12 templates`, without what there is none of.
  private func counts(_ ready: DevServer.Ready) -> String {
    func some(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let pages = ready.unitCount - ready.templateCount
    if ready.templateCount == 0 { return some(pages, "page") }
    return (pages == 0 ? "" : some(pages, "page") + ", ") + some(ready.templateCount, "template")
  }

  /// What a phone scans to load a template.
  private func show(code url: String, isOpen: Bool) {
    let isNew = code.url.withLock { last in
      defer { last = url }
      return last != url
    }
    guard isNew else { return }
    let out = screen.output
    out.write("\n  " + out.paint("2", "phones      ") + url + "\n")
    if !isOpen { out.write("  " + out.paint("33", "they are refused without '--playground'") + "\n") }
    do throws(QRCodeError) {
      // White on black, whatever the terminal's own colours are.
      for line in try QRCode(url).lines { out.write("  " + out.paint("38;5;231;48;5;16", line) + "\n") }
    } catch {
      Output.error.report(error.diagnostic)
    }
  }

  private func report(_ diagnostics: [Diagnostic], most: Int = 20) {
    for diagnostic in diagnostics.prefix(most) { Output.error.report(diagnostic) }
    if diagnostics.count > most {
      Output.error.write("… and \(diagnostics.count - most) more; 'hybrid check' tells all\n")
    }
  }

  /// The local time of day, as a clock on the wall shows it.
  private func clockTime() -> String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }
}

/// The address whose QR code was printed last, which need not be printed again.
private final class LastCode: Sendable {
  let url = Mutex<String?>(nil)
}
