import Glibc
import HybridCompiler
import HybridConcurrency
import HybridCrypto
import HybridJSON
import HybridPackaging
import HybridPublishing
import HybridRelease
import HybridSource
import Synchronization

/// `hybrid package`: packages a project as a release in the folder DIST.
enum PackageCommand {
  static let output = Option<String?>.text(
    "output", short: "o", "DIR", completion: .folder,
    "the folder of releases; default: 'dist' beside the project's sources")
  static let number = Option<Int?>.integer(
    "number", "N", in: 1...Int(Int32.max), default: "one more than the newest",
    "the number of the new release")
  static let created = Option<String?>.text(
    "created", "TIME", "release time; default: SOURCE_DATE_EPOCH, then the last commit, then 1980")
  static let mandatory = Option<Bool>.flag("mandatory", "apps with an older release must update")
  static let channel = Option<String?>.text("channel", "NAME", "the channel; default: the project's channel")
  static let rollout = Option<Int?>.integer(
    "rollout", "PERCENT", in: 0...100, "the percentage of apps that get the release; needs a freshness key")
  static let base = Option<String?>.text(
    "base", "URL", "the base URL of the files in Rexxar's routes.json; default: relative to it")
  static let keep = Option<Int?>.integer(
    "keep", "N", in: 1...100_000, "remove all but the newest N releases, and the files that only they need")
  static let noMinify = Option<Bool>.flag("no-minify", "do not minify style sheets, scripts and JSON")
  static let unsigned = Option<Bool>.flag("unsigned", "do not sign, even if keys are available")
  static let passphraseFile = Option<String?>.text(
    "passphrase-file", "FILE", completion: .file,
    "read the passphrase from its first line; default: HYBRID_PASSPHRASE, then a prompt")
  static let force = Option<Bool>.flag("force", "rebuild every unit")
  static let timings = Option<Bool>.flag("timings", "print the time of each part")
  static let json = Option<Bool>.flag("json", "print one JSON object per line")

  static let command = Command(
    name: "package",
    summary: "make a release of a project: content-addressed files and a signed statement",
    operands: [
      Operand(
        name: "DIR", count: .oneOrNone, summary: "the project; default: the current folder",
        completion: .folder)
    ],
    options: declarations(
      output, number, created, mandatory, channel, rollout, base, keep, noMinify, unsigned, passphraseFile,
      BuildCommand.jobs, force, timings, json),
    examples: [
      .init("hybrid package Sample -o DIST", "the next release, or the same one if nothing changed"),
      .init("hybrid package --mandatory", "apps with an older release must update"),
      .init("hybrid package --rollout 10", "for 10 % of apps; 'hybrid keys fresh' raises it"),
      .init("hybrid package --unsigned", "for testing, or for signing on another machine"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    do throws(ReleaseFault) {
      return try PackageRun(arguments).run()
    } catch {
      Output.error.report(error.diagnostic, asJSON: arguments[json])
      return error.exitCode
    }
  }
}

/// One run of `hybrid package`.
private struct PackageRun {
  let arguments: Arguments
  let folder: String
  let dist: String
  let sodium: Sodium
  let files: DiskFiles

  init(_ arguments: Arguments) throws(ReleaseFault) {
    self.arguments = arguments
    folder = (arguments.operand(0) ?? ".").withoutSlashes
    dist = (arguments[PackageCommand.output] ?? (folder == "." ? "dist" : "\(folder)/dist")).withoutSlashes
    sodium = try releaseSodium()
    do throws(FileFailure) {
      files = try DiskFiles(root: folder)
    } catch {
      throw ReleaseFault(environment: error.code, "'\(folder)': \(error.message)")
    }
  }

  private var isJSON: Bool { arguments[PackageCommand.json] }

  func run() throws(ReleaseFault) -> ExitCode {
    let options = try options()
    let progress = LazyProgress()
    let packager = Packager(files: files, dist: dist, options: options, sodium: sodium) { _, total in
      progress.step(total)
    }
    let keys = try signingKeys()
    var passphrases = try Passphrases(file: arguments[PackageCommand.passphraseFile])
    let interruption = WritingInterruption { WritingGate.shared.close() }
    // A function and not a closure at the call: the Swift 6.3 compiler crashes on a closure that throws
    // another error type inside.
    func sign(
      _ statement: [UInt8], _ subject: String, _ existing: SignatureFile
    ) throws(PackageFault) -> SignatureFile {
      guard let keys else { return existing }
      progress.end()
      // The passphrase prompt owns the terminal and restores it before the process ends.
      interruption?.pause()
      defer { interruption?.resume() }
      do throws(ReleaseFault) {
        return try keys.ring.sign(
          statement, as: .release, of: keys.current, subject: subject, adding: existing, with: &passphrases)
      } catch {
        let isOfMachine = error.exitCode == .environmentFailed
        throw PackageFault(isOfMachine ? .environment : .project, [error.diagnostic])
      }
    }
    let report: PackageReport
    do throws(PackageFault) {
      interruption?.resume()
      defer {
        interruption?.pause()
        progress.end()
      }
      report = try packager.run(signing: keys == nil ? nil : sign)
    } catch {
      for diagnostic in error.diagnostics { Output.error.report(diagnostic, asJSON: isJSON) }
      return switch error.kind {
      case .project: .projectHasErrors
      case .environment: .environmentFailed
      case .usage: .wrongUsage
      }
    }
    for diagnostic in report.warnings { Output.error.report(diagnostic, asJSON: isJSON) }
    let freshness = try freshen(report, keys, &passphrases, interruption)
    if isJSON { writeJSON(report, freshness) } else { write(report, freshness, hasKeys: keys != nil) }
    return .done
  }

  private func options() throws(ReleaseFault) -> PackageOptions {
    var options = PackageOptions()
    options.number = arguments[PackageCommand.number]
    options.isMandatory = arguments[PackageCommand.mandatory]
    options.keep = arguments[PackageCommand.keep]
    if let base = arguments[PackageCommand.base] {
      guard base.hasPrefix("https://") || base.hasPrefix("http://"), !base.contains(where: \.isWhitespace)
      else {
        throw ReleaseFault(
          usage: "wrong-value", "'--base' needs an address such as https://cdn.example.com/app, not '\(base)'"
        )
      }
      options.base = base
    }
    options.minifies = !arguments[PackageCommand.noMinify]
    options.jobs = arguments[BuildCommand.jobs] ?? coreCount
    options.usesCache = !arguments[PackageCommand.force]
    options.tool = BuildCache.tool
    options.created = try created()
    if let channel = arguments[PackageCommand.channel] {
      guard isReleaseIdentifier(channel) else {
        throw ReleaseFault(
          usage: "wrong-value", "'\(channel)' is not a valid channel name",
          hint: "1 to 100 letters, digits, '.', '-' and '_', the first a letter or a digit")
      }
      options.channel = channel
    }
    return options
  }

  /// The release time. It depends on nothing of this machine: equal sources give equal bytes everywhere.
  private func created() throws(ReleaseFault) -> ReleaseTime {
    if let text = arguments[PackageCommand.created] {
      if let time = ReleaseTime(text) { return time }
      throw ReleaseFault(
        usage: "wrong-value", "'--created' needs a time such as 2026-11-22T14:00:00Z, not '\(text)'")
    }
    if let text = environment("SOURCE_DATE_EPOCH"), !text.isEmpty {
      if let seconds = Int(text), (0...253_402_300_799).contains(seconds) {
        return ReleaseTime(seconds: seconds)
      }
      throw ReleaseFault(
        environment: "bad-epoch", "SOURCE_DATE_EPOCH is '\(text)', and seconds since 1970 are expected")
    }
    return lastCommit() ?? ReleaseTime(seconds: 315_532_800)
  }

  /// The time of the current commit; nil outside a git work tree, and without git.
  private func lastCommit() -> ReleaseTime? {
    var place = files.root
    while access("\(place)/.git", F_OK) != 0 {
      guard !place.isEmpty else { return nil }
      place = ProjectPath.folder(of: place)
    }
    let git = runProgram(["git", "-C", files.root, "log", "-1", "--format=%ct"])
    guard git.status == 0,
      let seconds = Int(String(decoding: git.output, as: UTF8.self).filter { !$0.isWhitespace })
    else { return nil }
    return (0...253_402_300_799).contains(seconds) ? ReleaseTime(seconds: seconds) : nil
  }

  // MARK: Signing

  private struct Keys {
    var ring: KeyRing
    var project: ProjectKeys
    var current: KeySet
  }

  /// The release keys on this machine; nil when it has none, and with `--unsigned`.
  private func signingKeys() throws(ReleaseFault) -> Keys? {
    guard !arguments[PackageCommand.unsigned] else { return nil }
    let settings = ProjectReleaseSettings(of: files, sodium: sodium).release
    let project = try ProjectKeys(folder: "\(files.root)/\(settings.keys)", sodium: sodium)
    guard let current = project.current else { return nil }
    let ring = try KeyRing.standard(sodium)
    let members = Set(current.rules[.release]?.keys ?? [])
    guard try ring.entries().contains(where: { members.contains($0.file.id) }) else { return nil }
    return Keys(ring: ring, project: project, current: current)
  }

  /// Signs a freshness statement, if this machine has the key: for a release that no freshness statement
  /// names yet, and for a changed roll-out.
  private func freshen(
    _ report: PackageReport, _ keys: Keys?, _ passphrases: inout Passphrases,
    _ interruption: WritingInterruption?
  ) throws(ReleaseFault) -> Freshness? {
    let rollout = arguments[PackageCommand.rollout]
    let members = Set(keys?.current.rules[.freshness]?.keys ?? [])
    guard let keys, try keys.ring.entries().contains(where: { members.contains($0.file.id) }) else {
      guard rollout == nil else {
        throw ReleaseFault(
          usage: "rollout-unsigned", "'--rollout' needs a freshness key on this machine",
          hint: "run 'hybrid keys fresh DIST --rollout N' on the machine that has the key")
      }
      return nil
    }
    var dist = try DistFolder(dist, keys: keys.project, sodium: sodium)
    dist.interruption = interruption
    let pointer = ReleasePointer(
      number: report.release.number, digest: FileDigest(of: report.statement, sodium: sodium))
    // An interrupted run may have left a release that no freshness statement names, and a later run may have
    // named a newer release.
    if rollout == nil, let told = try dist.acceptedFreshness() {
      if told.newest.number > report.release.number { return nil }
      if report.isUnchanged, told.newest == pointer { return nil }
    }
    return try dist.refresh(
      newest: pointer, channel: report.release.channel, lifetime: 7 * 86_400, rollout: rollout, now: .now,
      mending: true, ring: keys.ring, passphrases: &passphrases)
  }

  // MARK: Words

  private func write(_ report: PackageReport, _ freshness: Freshness?, hasKeys: Bool) {
    let (out, release) = (Output.standard, report.release)
    for asset in release.assets { out.write("\(asset.path)  \(asset.digest.size)\n") }
    let pages = release.units.count { $0.kind == .page }
    let templates = release.units.count { $0.kind == .template }
    let title = out.bold("release \(release.number)")
    let state = report.isUnchanged ? ", unchanged" : ""
    let counts = [
      counted(pages, "page"), counted(templates, "template"), counted(release.assets.count, "asset"),
    ].joined(separator: ", ")
    out.write("\(title) of '\(release.project)' for '\(release.channel)'\(state) in '\(dist)': \(counts), ")
    out.write("\(report.bytes) bytes; \(report.madeUnits) made, ")
    out.write("\(counted(report.writtenFiles, "file")) written, \(counted(report.deltas, "delta"))\n")
    if let refusal = report.archiveRefusal { out.write("no archive: it \(refusal.detail)\n") }
    if let freshness {
      out.write("newest until \(freshness.expires), for \(freshness.rollout) % of all apps\n")
    }
    if report.signatures.entries.isEmpty {
      out.write(
        "not signed: 'hybrid keys sign \(dist)/\(DistPaths.statement(release.number))' does, "
          + "'hybrid keys new' makes keys, and packaging again takes the signatures into the archive\n")
    }
    if arguments[PackageCommand.timings] {
      for (part, time) in report.times {
        out.write("  \(part)  \(Int((time / .milliseconds(1)).rounded())) ms\n")
      }
    }
  }

  private func writeJSON(_ report: PackageReport, _ freshness: Freshness?) {
    for asset in report.release.assets {
      Output.standard.line { json in
        json.member("event", "asset")
        json.member("path", asset.path)
        json.member("size", asset.digest.size)
        json.member("sha256", asset.digest.sha256.description)
      }
    }
    Output.standard.line { json in
      json.member("event", "release")
      json.member("number", report.release.number)
      json.member("project", report.release.project)
      json.member("channel", report.release.channel)
      json.member("unchanged", report.isUnchanged)
      json.member("units", report.release.units.count)
      json.member("made", report.madeUnits)
      json.member("assets", report.release.assets.count)
      json.member("bytes", report.bytes)
      json.member("written", report.writtenFiles)
      json.member("deltas", report.deltas)
      json.member("signatures", report.signatures.entries.count)
      json.member("sha256", FileDigest(of: report.statement, sodium: sodium).sha256.description)
      if let freshness { json.member("expires", freshness.expires) }
      if arguments[PackageCommand.timings] {
        json.key("milliseconds")
        json.object { json in
          var times: [String: Int] = [:]
          for (part, time) in report.times {
            times[part, default: 0] += Int((time / .milliseconds(1)).rounded())
          }
          for (part, time) in times.sorted(by: { $0.key < $1.key }) { json.member(part, time) }
        }
      }
    }
  }
}

/// A progress bar that takes its total from the first step.
private final class LazyProgress: Sendable {
  private let bar = Mutex<ProgressBar?>(nil)

  func step(_ total: Int) {
    bar.withLock { bar in
      if bar == nil { bar = ProgressBar(total: total) }
      bar?.step()
    }
  }

  func end() { bar.withLock { $0?.end() } }
}
