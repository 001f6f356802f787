import Glibc
import HybridCompiler
import HybridCrypto
import HybridDist
import HybridJSON
import HybridPackaging
import HybridPublishing
import HybridRelease
import HybridSource
import HybridSystem

/// `hybrid verify`: reports everything that is wrong with a published release.
enum VerifyCommand {
  static let keys = Option<String?>.text(
    "keys", "FILE", completion: .file, "the key set that your apps embed, such as keys/1.json")
  static let json = Option<Bool>.flag("json", "print one JSON object instead of text")

  static let command = Command(
    name: "verify",
    summary: "check a packaged release: its signatures and files",
    operands: [
      Operand(
        name: "DIST|URL|FILE", summary: "a DIST folder, the URL of a published release, or a .hybrid file",
        completion: .file)
    ],
    options: declarations(keys, json),
    examples: [
      .init("hybrid verify DIST --keys keys/1.json", "exits with 1 if anything is wrong"),
      .init(
        "hybrid verify https://cdn.example.com/app", "like an app; unreferenced files are not checked"),
      .init("hybrid verify release.hybrid", "the one-file form"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    do throws(ReleaseFault) {
      let report = try verify(arguments.operand(0) ?? "", keys: arguments[keys])
      if arguments[json] { Output.standard.line(report.write) } else { print(report) }
      // Faults of this machine or the network say nothing about the release.
      guard !report.isGood else { return .done }
      return report.findings.allSatisfy { $0.exitCode == .environmentFailed }
        ? .environmentFailed : .projectHasErrors
    } catch {
      Output.error.report(error.diagnostic)
      return error.exitCode
    }
  }

  private static func verify(_ place: String, keys: String?) throws(ReleaseFault) -> VerificationReport {
    let sodium = try releaseSodium()
    let trust = try keys.map { path throws(ReleaseFault) in
      let bytes = try readBytes(path, atMost: ReleaseLimits().statementBytes)
      return try refusing { () throws(Refusal) in try Trust(embedded: bytes, as: path, sodium: sodium) }
    }
    if HTTPHost.isAddress(place) {
      let host = try refusing { () throws(Refusal) in try HTTPHost(place) }
      return verifyDistribution(
        host, names: nil, trust: trust, now: .now, zstd: try releaseZstd(), sodium: sodium)
    }
    guard let status = FileStatus(at: place) else {
      throw ReleaseFault(
        environment: "missing-file", "'\(place)' cannot be read: \(SystemError.last.message)")
    }
    guard status.kind == .folder else {
      let bytes = try readBytes(place, atMost: ReleaseLimits().totalBytes)
      return verifyArchive(
        bytes, as: ProjectPath.name(of: place), trust: trust, now: .now, sodium: sodium)
    }
    let source = ReleaseFolder(place.withoutSlashes)
    let names = try refusing { () throws(Refusal) in try source.names() }
    return verifyDistribution(
      source, names: names, trust: trust, now: .now, zstd: try releaseZstd(), sodium: sodium,
      presetTemplates: EmbeddedTemplates.plist)
  }

  private static func readBytes(_ path: String, atMost limit: Int) throws(ReleaseFault) -> [UInt8] {
    guard let place = DiskFiles.realPath(path) else {
      throw ReleaseFault(environment: "missing-file", "'\(path)' is not there")
    }
    let folder = ProjectPath.folder(of: place)
    return try refusing { () throws(Refusal) in
      try ReleaseFolder(folder.isEmpty ? "/" : folder).read(ProjectPath.name(of: place), atMost: limit)
    }
  }

  private static func print(_ report: VerificationReport) {
    for finding in report.findings { Output.error.report(finding.diagnostic) }
    for note in report.notes { Output.error.report(Diagnostic(.note, "verify.note", note)) }
    var line = report.project.map { "'\($0)'" } ?? "an unknown project"
    if let channel = report.channel { line += ", \(channel)" }
    if let newest = report.newest {
      line += ": newest is \(newest)"
      if report.release != newest {
        line +=
          report.release.map { ", which goes back to \($0)" } ?? ", which goes back to each app's preset"
      }
    }
    if let keys = report.keys { line += "; key set \(keys)" }
    line += "; \(counted(report.files, "file")), \(report.bytes) bytes"
    if report.deltas > 0 { line += "; \(counted(report.deltas, "delta"))" }
    line += report.isGood ? ": all good" : ": \(counted(report.findings.count, "fault"))"
    Output.standard.write(line + "\n")
  }
}

extension VerificationReport {
  /// Writes one JSON object; release-keys.md describes its members.
  func write(to json: inout JSONWriter) {
    json.member("ok", isGood)
    if let project { json.member("project", project) }
    if let channel { json.member("channel", channel) }
    if let newest { json.member("newest", newest) }
    if let release { json.member("release", release) }
    if let keys { json.member("keys", keys) }
    json.member("files", files)
    json.member("bytes", bytes)
    json.member("deltas", deltas)
    json.key("findings")
    json.array { json in
      for finding in findings {
        json.object {
          $0.member("code", finding.code.rawValue)
          $0.member("file", finding.subject)
          $0.member("detail", finding.detail)
          if let hint = finding.code.hint { $0.member("hint", hint) }
        }
      }
    }
    json.key("notes")
    json.array { for note in notes { $0.value(note) } }
  }
}
