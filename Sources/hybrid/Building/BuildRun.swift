import Glibc
import HybridCompiler
import HybridConcurrency
import HybridSource
import HybridSystem
import HybridTemplateCompiler
import HybridUnits

/// The build result of one template or page.
struct Built: Sendable {
  /// The first path of its outputs, relative to the folder that is built.
  var path: String
  var diagnostics: [Diagnostic] = []
  /// nil when it failed.
  var cached: BuildCache.Entry?
  var isUnchanged = false
  var hasEnvironmentFailed = false
  var wouldOverwriteInput = false

  mutating func add(_ fault: WritingFault) {
    diagnostics.append(fault.diagnostic)
    if fault.exitCode == .wrongUsage { wouldOverwriteInput = true } else { hasEnvironmentFailed = true }
  }
}

/// A part of a build that runs concurrently with others.
struct BuildTask: Sendable {
  /// The number of templates or pages it builds.
  var count = 1
  /// Builds them, or finds them unchanged in the cache.
  var run: @Sendable (BuildCache) -> [Built]
}

/// One build of a folder: locks the folder, runs the tasks on several cores and saves the cache.
struct BuildRun: Sendable {
  /// The folder as given on the command line.
  let folder: String
  /// Output folders to create, relative to `folder`.
  var outputFolders: [String]
  /// The subject of the build for people: `12 templates, 6 pages`.
  var subject: String
  /// The number of templates and pages; higher than the tasks' total if some cannot be attempted.
  var total: Int
  /// Whether each diagnostic is reported once, sorted by location, instead of in task order.
  var sortsReports = false
  /// The files that the build reads.
  var inputs: InputFiles

  /// - Parameter errors: The number of errors found before the build.
  func run(_ tasks: [BuildTask], errors: Int, jobs: Int, force: Bool) -> ExitCode {
    let start = ContinuousClock.now
    // Two concurrent builds of one folder would take each other's drafts, so the second one waits.
    if let fault = makeFolder("\(folder)/.hybrid") { return fail(fault) }
    let lock = open("\(folder)/.hybrid/build.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    defer { if lock >= 0 { close(lock) } }
    guard lock >= 0, waitForLock(lock) else {
      let reason = SystemError.last.message
      let message = "'\(folder)/.hybrid/build.lock' cannot be locked: \(reason)"
      return fail(Diagnostic(.error, "environment.unwritable-file", message))
    }
    for path in outputFolders {
      if let fault = makeFolder("\(folder)/\(path)") { return fail(fault) }
    }
    let cachePath = "\(folder)/.hybrid/build.cache"
    let before = BuildCache(path: cachePath)

    let progress = ProgressBar(total: total)
    let known = force ? BuildCache() : before
    let results = concurrentMap(tasks.count, jobs: jobs) { index in
      defer { progress.step(tasks[index].count) }
      return tasks[index].run(known)
    }.flatMap(\.self)
    progress.end()

    var after = BuildCache()
    var diagnostics: [Diagnostic] = []
    for built in results {
      diagnostics += built.diagnostics
      if let entry = built.cached { after.entries[built.path] = entry }
    }
    if sortsReports { diagnostics = diagnostics.sortedAndUnique() }
    for diagnostic in diagnostics { Output.error.report(diagnostic) }
    var hasEnvironmentFailed = results.contains(where: \.hasEnvironmentFailed)
    let hasOverwrites = results.contains(where: \.wouldOverwriteInput)
    if after.entries != before.entries,
      let fault = writeFile(
        after.encoded, to: cachePath, sparing: inputs, draftMark: "build", syncing: true)
    {
      Output.error.report(fault.diagnostic)
      hasEnvironmentFailed = true
    }
    let errors = errors + diagnostics.count { $0.severity == .error }
    let time = ContinuousClock.now - start
    Output.standard.write(summary(of: results, errors: errors, time) + "\n")
    if hasEnvironmentFailed { return .environmentFailed }
    if hasOverwrites { return .wrongUsage }
    return errors > 0 ? .projectHasErrors : .done
  }

  /// `312 templates: 4 built, 308 unchanged, 0 failed, 0 errors · 23 ms`
  private func summary(of results: [Built], errors: Int, _ time: Duration) -> String {
    let good = results.count { $0.cached != nil }
    let unchanged = results.count { $0.isUnchanged }
    let milliseconds = Int((time / .milliseconds(1)).rounded())
    return "\(subject): \(good - unchanged) built, \(unchanged) unchanged, "
      + "\(total - good) failed, \(counted(errors, "error")) · \(milliseconds) ms"
  }

  private func fail(_ fault: Diagnostic) -> ExitCode {
    Output.error.report(fault)
    return .environmentFailed
  }

  private func waitForLock(_ descriptor: Int32) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    if errno == EWOULDBLOCK { Output.error.write("waiting for another build of this folder\n") }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }
}

/// Builds the files of one template, unless they are up to date.
func buildTemplate(
  _ source: Source, name: String, version: Int, config: TemplateConfig, outputs: BuildOutputs,
  in folder: String, sparing inputs: InputFiles, _ known: BuildCache
) -> Built {
  var built = Built(path: outputs.paths[0])
  var hasher = ContentHasher()
  hasher.combine(source.path)
  hasher.combine(source.bytes)
  hasher.combine(config.hash)
  hasher.combine(name)
  hasher.combine(UInt64(bitPattern: Int64(version)))
  let key = hasher.finalize().description
  if let entry = known.entries[built.path], entry.key == key, outputs.stamps(in: folder) == entry.stamps {
    built.diagnostics = entry.warnings
    built.cached = entry
    built.isUnchanged = true
    return built
  }
  let compiled = compileTemplate(source, name: name, version: version, config: config)
  built.diagnostics = compiled.diagnostics
  guard let template = compiled.template, !compiled.diagnostics.hasErrors else { return built }
  do throws(TemplateCodingError) {
    switch outputs.write(try template.encoded(), in: folder, sparing: inputs) {
    case .success(let stamps):
      built.cached = BuildCache.Entry(key: key, stamps: stamps, warnings: compiled.diagnostics)
    case .failure(let fault):
      built.add(fault)
    }
  } catch {
    built.diagnostics.append(error.diagnostic(of: source.path))
  }
  return built
}
