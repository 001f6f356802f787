@preconcurrency import Dispatch
import Glibc
import HybridCrypto
import HybridDist
import HybridJSON
import HybridPublishing
import HybridSocket
import HybridSource
import HybridSystem

/// `hybrid serve`: serves a DIST on this machine for tests, with simulated network faults.
enum ServeCommand {
  static let port = Option<Int?>.integer(
    "port", "N", in: 1...65_535, default: "a free port", "listen on this port of 127.0.0.1")
  static let fault = Option<[String]>.list(
    "fault", "FAULT", "simulate a fault: slow, cut, corrupt, stale or status, with :PATHS:VALUE")
  static let json = Option<Bool>.flag("json", "print the address and each request as a JSON object")

  static let command = Command(
    name: "serve",
    summary: "serve a release to clients on this machine, with faults on demand",
    operands: [
      Operand(name: "DIST", summary: "the output folder of 'hybrid package'", completion: .folder)
    ],
    options: declarations(port, fault, json),
    examples: [
      .init("hybrid serve dist --port 8800", "print the size of each request"),
      .init("hybrid serve dist --fault 'cut:files/*:0.5'", "reset the connection in the middle of each file"),
      .init(
        "hybrid serve dist --fault slow --fault 'corrupt:deltas/*'", "16 KiB/s, and deltas with a wrong bit"),
      .init("hybrid serve dist --fault stale", "a host that withholds new releases"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    let folder = (arguments.operand(0) ?? ".").withoutSlashes
    let asJSON = arguments[json]
    var faults: [ServeFault] = []
    for text in arguments[fault] {
      guard let read = ServeFault(text) else {
        Output.error.report(
          UsageError(.wrongValue("fault", text, expected: ServeFault.form, nearest: nil), in: command))
        return .wrongUsage
      }
      faults.append(read)
    }
    guard FileStatus.isFolder(folder) else {
      Output.error.report(Diagnostic(.error, "environment.not-a-folder", "'\(folder)' is not a folder"))
      return .environmentFailed
    }
    do {
      let handler = DistHandler(ReleaseFolder(folder), faults: faults, sodium: try .shared())
      guard
        let relay = FaultRelay(
          port: arguments[port] ?? 0, faults: handler.faults, served: { report($0, asJSON: asJSON) })
      else {
        Output.error.report(
          Diagnostic(
            .error, "environment.cannot-listen",
            "port \(arguments[port] ?? 0) cannot be listened on: \(SystemError.last.message)"))
        return .environmentFailed
      }
      var configuration = HTTPServerConfiguration()
      configuration.allowedHosts = ["127.0.0.1:\(relay.port)", "localhost:\(relay.port)"]
      let server = try HTTPServer(configuration: configuration) { handler.answer($0) }
      relay.start(to: server.port)
      let url = "http://127.0.0.1:\(relay.port)"
      if asJSON {
        Output.standard.line { $0.member("url", url) }
      } else {
        Output.standard.write(
          "'\(folder)' is at \(url); type a fault and Enter to add it, 'none' to remove all; Ctrl-C quits\n")
      }
      readFaults(handler)
      return runBlocking {
        await Interruption().wait()
        server.stop()
        return .done
      }
    } catch {
      Output.error.report(
        Diagnostic(.error, "environment.cannot-serve", "'\(folder)' cannot be served: \(error)"))
      return .environmentFailed
    }
  }

  /// Reads faults from standard input while serving, one for each line.
  private static func readFaults(_ handler: DistHandler) {
    DispatchQueue(label: "hybrid.serve.input").async {
      while let line = readLine() {
        if line == "none" {
          handler.add(nil)
        } else if let fault = ServeFault(line) {
          handler.add(fault)
        } else {
          Output.error.write("'\(line)' is not a fault: \(ServeFault.form)\n")
          continue
        }
        Output.error.write("\(line)\n")
      }
    }
  }

  private static func report(_ served: FaultRelay.Served, asJSON: Bool) {
    if asJSON {
      Output.standard.line {
        $0.member("cut", served.isCut)
        $0.member("method", served.method)
        $0.member("path", served.path)
        $0.member("received", served.received)
        $0.member("sent", served.sent)
        $0.member("status", served.status)
      }
    } else {
      // Request data may contain control characters; they are removed before printing.
      let (method, path) = (served.method.withoutControls, served.path.withoutControls)
      Output.standard.write(
        "\(served.status) \(method) \(path)  \(served.received) bytes in, \(served.sent) out"
          + (served.isCut ? ", cut\n" : "\n"))
    }
  }
}
