import Glibc
import HybridCompiler
import HybridCrypto
import HybridEncoding
import HybridJSON
import HybridPackaging
import HybridRelease
import HybridSource

/// `hybrid keys`: manages the keys that may sign releases, and signs outside `package`.
enum KeysCommand {
  /// The action: the first word after `keys`.
  enum Action: String, CaseIterable {
    case new, set, list, rotate, revoke, sign, fresh, rollback
  }

  static let project = Option<String?>.text(
    "project", "DIR", completion: .folder, "the project of the keys; default: the current folder")
  static let root = Option<String?>.text("root", "KEYS", "the keys that sign key sets, separated by commas")
  static let release = Option<String?>.text("release", "KEYS", "the keys that sign releases and rollbacks")
  static let freshness = Option<String?>.text("freshness", "KEYS", "the keys that sign freshness statements")
  static let threshold = Option<[String]>.list(
    "threshold", "ROLE=N", "the number of a role's keys that must sign, such as root=2")
  static let expires = Option<Int?>.span(
    "expires", default: "365d for a key set, 7d for freshness", "the validity, such as 7d or 12h")
  static let rollout = Option<Int?>.integer(
    "rollout", "PERCENT", in: 0...100, "the percentage of apps that get the newest release; it can only grow")
  static let target = Option<String?>.text(
    "to", "RELEASE", "the number of the release to return to, or 'preset' for the preset of each app")
  static let reason = Option<String?>.text("reason", "TEXT", "the reason of the rollback, for people")
  static let passphraseFile = Option<String?>.text(
    "passphrase-file", "FILE", completion: .file,
    "read the passphrase from its first line; default: HYBRID_PASSPHRASE, then a prompt")
  static let memory = Option<Int?>.integer(
    "memory", "MIB", in: 8...1_024, default: "256",
    "the memory that each attempt to guess a new key's passphrase needs")
  static let json = Option<Bool>.flag("json", "print one JSON object instead of text")

  static let command = Command(
    name: "keys",
    summary: "create, list, rotate and revoke the keys that sign releases",
    operands: [
      Operand(
        name: "ACTION", summary: Action.allCases.map(\.rawValue).joined(separator: ", "),
        completion: .words(Action.allCases.map(\.rawValue))),
      Operand(name: "NAME", count: .any, summary: "a key, a file to sign, or DIST", completion: .file),
    ],
    options: declarations(
      project, root, release, freshness, threshold, expires, rollout, target, reason, passphraseFile, memory,
      json),
    examples: [
      .init("hybrid keys new", "one key for all roles, and keys/1.json"),
      .init("hybrid keys new release-1", "another key, without a role"),
      .init("hybrid keys set --root ann,bob --release ci --freshness ci", "the first key set"),
      .init("hybrid keys list", "roles, expiry times, keys"),
      .init("hybrid keys rotate --release release-1", "a key set with a new key for releases"),
      .init("hybrid keys revoke ci --release release-1", "a key set without a lost key"),
      .init("hybrid keys sign keys/2.json", "add the signatures of this machine's keys"),
      .init("hybrid keys fresh DIST --rollout 25", "sign the newest release, for 25 % of apps"),
      .init("hybrid keys rollback DIST --to 11 --reason 'prices were wrong'", "roll the newest release back"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    do throws(ReleaseFault) {
      guard let action = arguments.operand(0).flatMap(Action.init) else { return .wrongUsage }
      var run = try KeysRun(arguments)
      switch action {
      case .new: try run.new()
      case .set: try run.set()
      case .list: try run.list()
      case .rotate: try run.rotate()
      case .revoke: try run.revoke()
      case .sign: try run.sign()
      case .fresh: try run.fresh()
      case .rollback: try run.rollback()
      }
      return .done
    } catch {
      Output.error.report(error.diagnostic, asJSON: false)
      return error.exitCode
    }
  }
}

/// One run of `hybrid keys`.
struct KeysRun {
  let arguments: Arguments
  let sodium: Sodium
  let ring: KeyRing
  let now: ReleaseTime
  /// The project's folder.
  let project: String
  /// The project's release settings.
  let settings: PackageSettings
  /// The folder of the project's key sets: `release.keys` of its `hybrid.json`, default `keys`.
  let keysFolder: String
  var passphrases: Passphrases

  init(_ arguments: Arguments) throws(ReleaseFault) {
    self.arguments = arguments
    sodium = try releaseSodium()
    ring = try KeyRing.standard(sodium)
    now = .now
    project = (arguments[KeysCommand.project] ?? ".").withoutSlashes
    settings = try projectSettings(of: project, sodium)
    keysFolder = project == "." ? settings.keys : "\(project)/\(settings.keys)"
    passphrases = try Passphrases(file: arguments[KeysCommand.passphraseFile])
  }

  func storedKeys() throws(ReleaseFault) -> ProjectKeys {
    try ProjectKeys(folder: keysFolder, sodium: sodium)
  }

  /// The words after the action; throws when their number is outside `range`.
  func names(_ range: ClosedRange<Int>, _ what: String) throws(ReleaseFault) -> [String] {
    let names = Array(arguments.operands.dropFirst())
    guard range.contains(names.count) else {
      throw ReleaseFault(
        usage: names.count < range.lowerBound ? "missing-operand" : "extra-operand",
        "'hybrid keys \(arguments.operand(0) ?? "")' takes \(what)", hint: "hybrid keys --help has examples")
    }
    return names
  }

  /// Reports the result: lines for people, or members of the one JSON object.
  func say(_ lines: [String], _ members: (inout JSONWriter) -> Void) {
    if arguments[KeysCommand.json] {
      Output.standard.line(members)
    } else {
      Output.standard.write(lines.map(\.withoutControls).joined(separator: "\n") + "\n")
    }
  }
}

extension ReleaseTime {
  /// The current time, in whole seconds.
  static var now: ReleaseTime { ReleaseTime(seconds: time(nil)) }
}

extension PublicKey {
  /// The form in which people exchange keys: `ed25519:` and 64 hexadecimal digits.
  var text: String { "ed25519:" + bytes.lowerHex }

  /// Reads ``text``.
  init?(text: String) {
    guard text.hasPrefix("ed25519:"), let bytes = [UInt8](lowerHex: String(text.dropFirst(8))) else {
      return nil
    }
    self.init(bytes: bytes)
  }
}
