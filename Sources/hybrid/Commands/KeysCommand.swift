import Glibc
import HybridCompiler
import HybridCrypto
import HybridJSON
import HybridPackaging
import HybridRelease
import HybridSource

/// `hybrid keys`: who may sign releases, and the signing that is not part of `package`.
enum KeysCommand {
  /// What to do: the first word behind `keys`.
  enum Action: String, CaseIterable {
    case new, set, list, rotate, revoke, sign, fresh, rollback
  }

  static let project = Option<String?>.text(
    "project", "DIR", completion: .folder, "the project whose keys these are; the current folder")
  static let root = Option<String?>.text("root", "KEYS", "who signs key sets: names with commas between")
  static let release = Option<String?>.text("release", "KEYS", "who signs releases and rollbacks")
  static let freshness = Option<String?>.text("freshness", "KEYS", "who signs what is newest")
  static let threshold = Option<[String]>.list(
    "threshold", "ROLE=N", "how many of a role's keys must sign, such as root=2")
  static let expires = Option<Int?>.span(
    "expires", default: "365d for a key set, 7d for freshness", "how long it counts, such as 7d or 12h")
  static let rollout = Option<Int?>.integer(
    "rollout", "PERCENT", in: 0...100, "the part of all apps that gets the newest release; it only grows")
  static let target = Option<String?>.text(
    "to", "RELEASE", "the number of the release to go back to, or 'preset' for that of each app")
  static let reason = Option<String?>.text("reason", "TEXT", "why, for people")
  static let passphraseFile = Option<String?>.text(
    "passphrase-file", "FILE", completion: .file,
    "its first line is the passphrase; else HYBRID_PASSPHRASE, or the terminal is asked")
  static let memory = Option<Int?>.integer(
    "memory", "MIB", in: 8...1_024, default: "256", "what each try of a new key's passphrase takes")
  static let json = Option<Bool>.flag("json", "print one JSON object instead of text")

  static let command = Command(
    name: "keys",
    summary: "make, list, rotate and revoke the keys that sign releases",
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
      .init("hybrid keys new release-1", "another key, for nothing yet"),
      .init("hybrid keys set --root ann,bob --release ci --freshness ci", "the first key set"),
      .init("hybrid keys list", "roles, what expires when, the keys at hand"),
      .init("hybrid keys rotate --release release-1", "a key set with another key for releases"),
      .init("hybrid keys revoke ci --release release-1", "a key set without a key that was lost"),
      .init("hybrid keys sign keys/2.json", "add the signatures of this machine's keys"),
      .init("hybrid keys fresh DIST --rollout 25", "sign what is newest, for a quarter of apps"),
      .init("hybrid keys rollback DIST --to 11 --reason 'prices were wrong'", "take the newest release back"),
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
  /// What it says about releases.
  let settings: PackageSettings
  /// Where the project's key sets are: `release.keys` of its `hybrid.json`, else `keys`.
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

  /// The words behind the action, of which there must be as many.
  func names(_ range: ClosedRange<Int>, _ what: String) throws(ReleaseFault) -> [String] {
    let names = Array(arguments.operands.dropFirst())
    guard range.contains(names.count) else {
      throw ReleaseFault(
        usage: names.count < range.lowerBound ? "missing-operand" : "extra-operand",
        "'hybrid keys \(arguments.operand(0) ?? "")' takes \(what)", hint: "hybrid keys --help has examples")
    }
    return names
  }

  /// Says what was done: a line for people, or members of the one JSON object.
  func say(_ lines: [String], _ members: (inout JSONWriter) -> Void) {
    if arguments[KeysCommand.json] {
      Output.standard.line(members)
    } else {
      Output.standard.write(lines.map(\.withoutControls).joined(separator: "\n") + "\n")
    }
  }
}

extension ReleaseTime {
  /// This second.
  static var now: ReleaseTime { ReleaseTime(seconds: time(nil)) }
}

extension PublicKey {
  /// As people hand it to each other: `ed25519:` and 64 hexadecimal digits.
  var text: String { "ed25519:" + bytes.lowerHex }

  /// Reads ``text``.
  init?(text: String) {
    guard text.hasPrefix("ed25519:"), let bytes = [UInt8](lowerHex: String(text.dropFirst(8))) else {
      return nil
    }
    self.init(bytes: bytes)
  }
}
