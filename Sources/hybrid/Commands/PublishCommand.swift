import Glibc
import HybridCrypto
import HybridDist
import HybridEncoding
import HybridJSON
import HybridPublishing
import HybridRelease
import HybridSource
import Synchronization

/// `hybrid publish`: uploads a DIST to the place from which clients fetch it.
enum PublishCommand {
  static let breakLock = Option<Bool>.flag(
    "break-lock", "take over the lock of a publisher that was killed on another machine")
  static let dryRun = Option<Bool>.flag("dry-run", "list the files without sending them")
  static let json = Option<Bool>.flag("json", "print the result as one JSON object")
  static let sshOption = Option<[String]>.list(
    "ssh-option", "NAME=VALUE", "pass an option to ssh as -o, such as IdentityFile=deploy_key")

  static let command = Command(
    name: "publish",
    summary: "upload a release to a folder, a server or an object store",
    operands: [
      Operand(name: "DIST", summary: "the output folder of 'hybrid package'", completion: .folder),
      Operand(
        name: "DEST", summary: "a folder, ssh://HOST/PATH, webdav+https://HOST/PATH or s3://BUCKET/PREFIX",
        completion: .folder),
    ],
    options: declarations(breakLock, dryRun, json, sshOption),
    examples: [
      .init("hybrid publish dist /srv/www/app", "into a folder that a web server serves"),
      .init(
        "hybrid publish dist s3://apps/shop?region=eu-central-1", "into a bucket; keys from AWS_… or ~/.aws"),
      .init(
        "hybrid publish dist ssh://deploy@example.com/srv/app --dry-run",
        "the files that would be sent, with sizes"),
      .init("hybrid publish dist webdav+https://dav.example.com/app", "name and password from ~/.netrc"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    let folder = (arguments.operand(0) ?? ".").withoutSlashes
    let isDry = arguments[dryRun]
    let asJSON = arguments[json]
    do throws(PublishFault) {
      let sodium: Sodium
      do throws(CryptoError) { sodium = try .shared() } catch {
        throw PublishFault(.failed, "libsodium is missing", hint: "apt install libsodium23")
      }
      let place = try destination(
        arguments.operand(1) ?? "", from: folder, sshOptions: arguments[sshOption], environment: environment,
        sodium: sodium)
      if let place = place as? FolderDestination, place.overlaps(folder) {
        Output.error.report(
          Diagnostic(
            .error, "usage.same-folder",
            "'\(place.name)' and '\(folder)' are the same folder, or one contains the other",
            hint: "publish to another folder"),
          asJSON: asJSON)
        return .wrongUsage
      }
      // Held until the process ends, so that two processes of this machine never write to the destination at
      // once.
      let local = try LocalLock(of: place.name, sodium: sodium)
      let progress = PublishProgress()
      let publisher = Publisher(dist: ReleaseFolder(folder), destination: place, sodium: sodium)
      defer { progress.end() }
      let plan = try withExtendedLifetime(local) { () throws(PublishFault) in
        try publisher.publish(
          as: owner(local, sodium), breakingLock: arguments[breakLock], dryRun: isDry, now: .now,
          told: progress.told)
      }
      progress.end()
      if asJSON {
        report(plan, to: place.name, isDry: isDry)
      } else {
        print(plan, to: place.name, isDry: isDry)
      }
      return .done
    } catch {
      Output.error.report(error.diagnostic, asJSON: asJSON)
      return [.failed, .denied, .destination].contains(error.code) ? .environmentFailed : .projectHasErrors
    }
  }

  /// A description of this process for other publishers.
  private static func owner(_ local: LocalLock, _ sodium: Sodium) -> PublishOwner {
    var name = [CChar](repeating: 0, count: 256)
    let host =
      gethostname(&name, name.count - 1) == 0
      ? String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : "unnamed"
    return PublishOwner(
      user: environment("USER") ?? environment("LOGNAME") ?? "uid \(getuid())", host: host,
      place: local.place,
      token: sodium.randomBytes(16).lowerHex, process: Int(getpid()),
      since: ReleaseTime(seconds: time(nil)).description)
  }

  private static func print(_ plan: PublishPlan, to name: String, isDry: Bool) {
    if isDry {
      for file in plan.sent { Output.standard.write("\(file.path)  \(bytes(file.size))\n") }
    }
    let kept = plan.kept.isEmpty ? "" : ", \(counted(plan.kept.count, "file")) there already"
    let left =
      plan.left.isEmpty ? "" : ", \(counted(plan.left.count, "file")) of embedded/ and maps/ left here"
    if plan.sent.isEmpty {
      Output.standard.write("release \(plan.number) is at \(name) already\(left)\n")
    } else {
      let from = plan.hostNumber.map { $0 == plan.number ? "" : ", after \($0)" } ?? ", the first one"
      Output.standard.write(
        "release \(plan.number) \(isDry ? "would go to" : "is at") \(name)\(from): "
          + """
          \(counted(plan.sent.count, "file")) with \(bytes(plan.sentBytes)) \
          \(isDry ? "to send" : "sent")\(kept)\(left)\n
          """
      )
    }
  }

  private static func report(_ plan: PublishPlan, to name: String, isDry: Bool) {
    Output.standard.line { json in
      json.member("destination", name)
      json.member("dryRun", isDry)
      json.member("kept", plan.kept.count)
      json.member("left", plan.left.count)
      json.member("number", plan.number)
      json.key("previous")
      if let number = plan.hostNumber { json.value(number) } else { json.null() }
      json.key("sent")
      json.array { json in
        for file in plan.sent {
          json.object {
            $0.member("bytes", file.size)
            $0.member("path", file.path)
          }
        }
      }
      json.member("sentBytes", plan.sentBytes)
    }
  }

  private static func bytes(_ number: Int) -> String { "\(number) bytes" }
}

/// A progress bar over the uploaded files.
private final class PublishProgress: Sendable {
  private let bar = Mutex<ProgressBar?>(nil)

  func told(_ event: Publisher.Event) {
    switch event {
    case .planned(let plan): bar.withLock { $0 = ProgressBar(total: plan.sent.count) }
    case .sent: bar.withLock { $0 }?.step()
    }
  }

  func end() {
    bar.withLock { bar in
      bar?.end()
      bar = nil
    }
  }
}
