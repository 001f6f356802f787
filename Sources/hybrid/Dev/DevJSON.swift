import Glibc
import HybridEncoding
import HybridJSON
import HybridServer
import HybridSource
import HybridViewTree

/// Output for programs: one JSON object a line, as `Documentation/dev-events.schema.json` describes.
struct DevJSON: DevTerminal {
  /// The value of a line's member `event`.
  enum Kind: String, CaseIterable {
    case ready, saved, failed, fixed, note, page, script, client, painted, key, open, refused, pairing,
      built, stopped
  }

  var output = Output.standard

  func ready(_ ready: DevServer.Ready, in folder: String, after duration: Duration, hasKeys: Bool) {
    line(.ready) {
      $0.member("version", hybridVersion)
      $0.member("title", ready.title)
      $0.member("url", ready.url)
      $0.member("socket", ready.socket)
      $0.member("token", ready.token)
      $0.member("pid", Int(getpid()))
      $0.member("units", ready.unitCount)
      $0.member("templates", ready.templateCount)
      if ready.pendingCount > 0 { $0.member("pending", ready.pendingCount) }
      $0.member("device", ready.device.name)
      if let shown = ready.shown { $0.member("shown", shown) }
      if !ready.networkURLs.isEmpty { $0.strings("network", ready.networkURLs) }
      if let url = ready.playgroundURL { $0.member("playground", url) }
      if let pairing = ready.pairing {
        $0.key("pairing")
        $0.object { $0.members(of: pairing) }
      }
      $0.member("keys", hasKeys)
      $0.member("milliseconds", duration.milliseconds.rounded(toDecimals: 3))
      $0.diagnostics(ready.diagnostics)
    }
  }

  func tell(_ event: DevServer.Event, _ context: DevContext) {
    switch event {
    case .saved(let report, _):
      // The report writes its own members after `event`.
      var json = JSONWriter()
      report.write(to: &json)
      output.write(json.text + "\n")
      if report.isFixed { line(.fixed) { $0.member("revision", report.revision) } }
    case .note(let diagnostic): line(.note) { $0.diagnostics([diagnostic]) }
    case .page(let tree, let unit):
      line(.page) {
        $0.member("unit", unit)
        $0.member("device", context.device)
        $0.member("nodes", tree.nodes.count)
      }
    case .script(let entry, let unit, let diagnostic):
      line(.script) {
        $0.member("unit", unit)
        $0.key("entry")
        $0.value(entry.json)
        if let diagnostic { $0.diagnostics([diagnostic]) }
      }
    case .client(let change, let client):
      line(.client) {
        $0.member("change", change.rawValue)
        $0.key("client")
        $0.object { $0.members(of: client) }
      }
    case .painted(let client, let revision):
      line(.painted) {
        $0.member("revision", revision)
        $0.key("client")
        $0.object { $0.members(of: client) }
      }
    case .open(let path, let line, let column):
      self.line(.open) {
        $0.member("file", path)
        $0.member("line", line)
        $0.member("column", column)
      }
    case .refused(let address, let target, let status, let reason, let unreported):
      line(.refused) {
        $0.member("address", address)
        $0.member("target", target)
        $0.member("status", status)
        $0.member("reason", reason)
        if unreported > 0 { $0.member("untold", unreported) }
      }
    case .pairing(let pairing): line(.pairing) { $0.members(of: pairing) }
    case .built(let first):
      line(.built) {
        $0.member("units", first.unitCount)
        $0.diagnostics(first.diagnostics)
      }
    }
  }

  func tell(_ outcome: DevOutcome) {
    line(.key) {
      $0.member("key", outcome.pressed)
      $0.member("action", outcome.key?.action ?? DevKey.unknownAction)
      for member in outcome.result.members {
        $0.key(member.name)
        member.write(&$0)
      }
    }
  }

  func failed(_ diagnostic: Diagnostic) {
    line(.stopped) {
      $0.member("reason", "not-started")
      $0.diagnostics([diagnostic])
    }
    Output.error.report(diagnostic)
  }

  func ended(_ figures: DevFigures, because reason: DevEnd) {
    line(.stopped) {
      $0.member("reason", reason.name)
      $0.key("figures")
      $0.object {
        $0.member("saves", figures.saves)
        if let median = figures.median, let p95 = figures.p95 {
          $0.member("median", median.rounded(toDecimals: 3))
          $0.member("p95", p95.rounded(toDecimals: 3))
          $0.member("to", figures.goal.rawValue)
        }
      }
    }
  }

  func space() {}

  private func line(_ kind: Kind, _ members: (inout JSONWriter) -> Void) {
    output.line {
      $0.member("event", kind.rawValue)
      members(&$0)
    }
  }
}

extension DevEnd {
  /// The reason's name for programs.
  fileprivate var name: String {
    switch self {
    case .signal(SIGINT): "interrupted"
    case .signal(SIGHUP): "hung-up"
    case .signal: "terminated"
    case .quit: "quit"
    case .outputClosed: "output-closed"
    }
  }
}

extension JSONWriter {
  fileprivate mutating func diagnostics(_ list: [Diagnostic]) {
    key("diagnostics")
    array { for diagnostic in list { diagnostic.write(to: &$0) } }
  }

  mutating func members(of client: ClientSummary) {
    member("id", Int(clamping: client.id))
    member("name", client.name)
    member("address", client.address)
    member("device", client.device)
    if let unit = client.unit { member("unit", unit) }
    member("revision", client.revision)
    member("isBehind", client.isBehind)
    if let latency = client.latency { member("latency", latency.rounded(toDecimals: 3)) }
  }

  fileprivate mutating func members(of pairing: PairingInfo) {
    member("code", pairing.code)
    member("url", pairing.url)
    strings("addresses", pairing.addresses)
  }
}
