import Glibc
import HybridJSON
import HybridReload
import HybridServer
import HybridSource

/// For programs: one JSON object a line.
struct DevJSON: DevTerminal {
  func ready(_ ready: DevServer.Ready, in folder: String, after duration: Duration) {
    line {
      $0.member("event", "ready")
      $0.member("version", hybridVersion)
      $0.member("title", ready.title)
      $0.member("url", ready.url)
      $0.member("socket", ready.socket)
      $0.member("token", ready.token)
      $0.member("pid", Int(getpid()))
      $0.member("units", ready.unitCount)
      $0.member("templates", ready.templateCount)
      if let shown = ready.shown { $0.member("shown", shown) }
      if let url = ready.playgroundURL { $0.member("playground", url) }
      $0.member("milliseconds", (duration.milliseconds * 1000).rounded() / 1000)
      $0.key("diagnostics")
      $0.array { for diagnostic in ready.diagnostics { diagnostic.write(to: &$0) } }
    }
  }

  func tell(_ event: DevServer.Event, server: DevServer) async {
    var json = JSONWriter()
    switch event {
    case .saved(let report, _): report.write(to: &json)
    case .note(let diagnostic): write(diagnostic, event: "note", to: &json)
    case .page: return
    case .script(let entry, let unit, let diagnostic):
      json.object {
        $0.member("event", "script")
        $0.member("unit", unit)
        $0.key("entry")
        $0.value(entry.json)
        if let diagnostic {
          $0.key("diagnostics")
          $0.array { diagnostic.write(to: &$0) }
        }
      }
    }
    Output.standard.write(json.text + "\n")
  }

  func failed(_ diagnostic: Diagnostic) {
    var json = JSONWriter()
    write(diagnostic, event: "stopped", to: &json)
    Output.standard.write(json.text + "\n")
    Output.error.report(diagnostic)
  }

  func ended() { line { $0.member("event", "stopped") } }

  private func write(_ diagnostic: Diagnostic, event: String, to json: inout JSONWriter) {
    json.object {
      $0.member("event", event)
      $0.key("diagnostics")
      $0.array { diagnostic.write(to: &$0) }
    }
  }

  private func line(_ members: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    json.object(members)
    Output.standard.write(json.text + "\n")
  }
}
