import HybridConcurrency
import HybridSource

/// `hybrid test`: compares the rendering of units with stored snapshots.
enum TestCommand {
  static let update = Option<Bool>.flag(
    "update", short: "u", "record new and changed snapshots, and remove orphaned ones")
  static let filter = Option<[String]>.list(
    "filter", "GLOB", "test only units or snapshots whose names match, such as 'shop/*'")
  static let device = Option<[String]>.list(
    "device", "NAME", "test on this device instead of those of hybrid.json")
  static let noPictures = Option<Bool>.flag("no-pictures", "compare layouts only")
  static let jUnit = Option<String?>.text(
    "junit", "FILE", completion: .file, "write the results as JUnit XML, for CI servers")
  static let report = Option<String?>.text(
    "report", "FILE", completion: .file,
    "write the HTML report to this file instead of .hybrid/test/report.html")
  static let jobs = Option<Int?>.integer(
    "jobs", "N", in: 1...256, default: "one per core", "run this many cases in parallel")
  static let json = Option<Bool>.flag("json", "print one JSON object per line instead of text")

  static let command = Command(
    name: "test",
    summary: "compare pages and templates with their snapshots",
    operands: [
      Operand(
        name: "DIR", count: .oneOrNone, summary: "the project; default: the current folder",
        completion: .folder)
    ],
    options: declarations(update, filter, device, noPictures, jUnit, report, jobs, json),
    examples: [
      .init("hybrid test", "exits with 1 if anything differs"),
      .init("hybrid test --update", "update the snapshots; review them with 'git diff'"),
      .init("hybrid test Sample --filter 'cart*'", "one unit"),
      .init("CI=1 hybrid test --junit junit.xml", "in CI nothing is recorded, and a missing snapshot fails"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    var options = TestOptions()
    options.folder = (arguments.operand(0) ?? ".").withoutSlashes
    options.updates = arguments[update]
    options.keepsNew = arguments[update] || !isCI(environment("CI"))
    options.filters = arguments[filter]
    options.takesPictures = !arguments[noPictures]
    options.jUnit = arguments[jUnit]
    options.report = arguments[report]
    options.jobs = arguments[jobs] ?? coreCount
    options.printsJSON = arguments[json]
    options.devices = arguments[device]
    return TestRun(options).run()
  }

  /// Whether the value of the variable `CI` means a CI server.
  static func isCI(_ value: String?) -> Bool {
    guard let value = value?.lowercased() else { return false }
    return !["", "0", "false", "no"].contains(value)
  }
}

/// The options of `hybrid test`.
struct TestOptions: Sendable {
  var folder = "."
  /// Replaces snapshots that differ, and removes orphans.
  var updates = false
  /// Stores missing snapshots.
  var keepsNew = true
  /// Name patterns; empty for all units.
  var filters: [String] = []
  /// Devices to use instead of those in `hybrid.json`; empty for those.
  var devices: [String] = []
  var takesPictures = true
  var jUnit: String?
  var report: String?
  var jobs = 1
  var printsJSON = false

  /// Whether the run covers every unit and device, so that unused snapshots are orphans.
  var isWhole: Bool { filters.isEmpty && devices.isEmpty }
}
