@preconcurrency import Dispatch
import Glibc
import HybridCompiler
import HybridConcurrency
import HybridDrawing
import HybridGeometry
import HybridRuntime
import HybridScript
import HybridServer
import HybridSnapshots
import HybridSource
import Synchronization

/// One run of `hybrid test`, from the project's folder to the exit code.
struct TestRun {
  let options: TestOptions
  private let output: TestOutput
  /// Files that reports never overwrite.
  private let inputs = InputFiles()

  init(_ options: TestOptions) {
    self.options = options
    output = TestOutput(printsJSON: options.printsJSON, folder: options.folder)
  }

  func run() -> ExitCode {
    let disk: DiskFiles
    do throws(FileFailure) {
      disk = try DiskFiles(root: options.folder)
    } catch {
      return output.fail(
        Diagnostic(
          .error, error.diagnosticCode, "'\(options.folder)': \(error.message)",
          hint: error == .missing ? "'hybrid new \(options.folder)' makes a project there" : nil))
    }
    if let missing = Self.missingLibrary(pictures: options.takesPictures) { return output.fail(missing) }
    Self.settle()
    let start = ContinuousClock.now
    let files = SnapshotFiles(disk, noting: inputs)
    let project: TestProject
    do throws(ReportedFault) {
      project = try TestProject(disk, noting: inputs, files: files, devices: options.devices)
    } catch {
      Output.error.report(error.diagnostic)
      return .wrongUsage
    }
    for path in [options.jUnit, options.report].compactMap(\.self) {
      if let fault = inputs.fault(writing: path) {
        Output.error.report(fault.diagnostic)
        return fault.exitCode
      }
    }
    for diagnostic in project.diagnostics { output.report(diagnostic) }
    let cases = project.cases(options.filters)
    if cases.isEmpty, let fault = emptiness(project) {
      Output.error.report(fault)
      return options.isWhole ? .projectHasErrors : .wrongUsage
    }
    if let fault = files.removeLeftovers() { return output.fail(fault) }

    let keeper = SnapshotKeeper(
      files: files, updates: options.updates, keepsNew: options.keepsNew,
      takesPictures: options.takesPictures, scale: project.settings.scale ?? 1,
      threshold: project.settings.threshold ?? PictureDifference.standardThreshold,
      images: ImageBook(files: { [reader = disk.reader] path in try? reader.read(path).get() }))
    let (results, stop) = runAll(cases, keeper, disk)
    if let stop { return end(stop) }

    var summary = TestSummary(results)
    summary.seconds = (ContinuousClock.now - start) / .seconds(1)
    summary.projectErrors = project.diagnostics.count { $0.severity == .error }
    if options.isWhole { findOrphans(project, files, &summary) }
    for result in results { output.print(result) }
    return finish(project, results, files, scale: keeper.scale, summary)
  }

  // MARK: Before

  /// A library that is missing on this machine: without it every picture would differ from its snapshot.
  private static func missingLibrary(pictures: Bool) -> Diagnostic? {
    do throws(DrawingError) {
      try TextMetrics.prepare()
      if pictures {
        let nothing = DisplayList(size: Size(width: 1, height: 1))
        _ = try Picture.bitmap(nothing, scale: 1, images: NoImages()).png()
      }
      return nil
    } catch {
      return fault(error)
    }
  }

  private static func fault(_ error: DrawingError) -> Diagnostic {
    Diagnostic(
      .error, error.code,
      "snapshots can be compared only if pictures are drawn the same everywhere: \(error.message)",
      hint: error.hint)
  }

  /// Fixes the time zone and the locale for scripts, independent of the user's settings.
  private static func settle() {
    setenv("TZ", "UTC", 1)
    for name in ["LC_ALL", "LANG"] { setenv(name, "C.UTF-8", 1) }
    unsetenv("LANGUAGE")
    tzset()
  }

  private func emptiness(_ project: TestProject) -> Diagnostic? {
    if let filter = options.filters.first {
      return Diagnostic(
        .error, "test.nothing", "no snapshot matches '\(filter)'",
        hint: nearestHint(to: filter, in: project.units)
          ?? "there are \(project.units.prefix(12).joined(separator: ", "))")
    }
    return project.diagnostics.hasErrors
      ? nil
      : Diagnostic(
        .error, "test.nothing", "there is nothing to test in '\(options.folder)'",
        hint: "pages are pages/NAME.html, templates components/NAME.xml")
  }

  // MARK: Running

  /// Why a run stops early.
  private enum Stop {
    case signal(Int32)
    case environment(DrawingError)
  }

  private func runAll(
    _ cases: [SnapshotCase], _ keeper: SnapshotKeeper, _ disk: DiskFiles
  ) -> ([CaseResult], Stop?) {
    let stop = Mutex<Stop?>(nil)
    let interruption = Interruption()
    let listening = Task {
      for await number in interruption.signals {
        stop.withLock { $0 = $0 ?? .signal(number) }
        return
      }
    }
    defer { listening.cancel() }
    let progress = ProgressBar(total: cases.count)
    defer { progress.end() }
    let renderer = Renderer()
    let results = concurrentMap(cases.count, jobs: options.jobs) { index -> CaseResult? in
      guard stop.withLock({ $0 == nil }) else { return nil }
      defer { progress.step() }
      let start = ContinuousClock.now
      let run = SnapshotRunner.run(
        cases[index], renderer: renderer,
        sources: { path in (try? disk.reader.read(path).get()).map { Source(path: path, bytes: $0) } },
        files: { [reader = disk.reader] in PageFile(reader.read($0)) },
        workerModules: { [reader = disk.reader] in linkWorker($0, suffix: $1, reading: reader.read) })
      do throws(DrawingError) {
        var snapshots: [SnapshotResult] = []
        for shot in run.shots { snapshots.append(try keeper.result(of: shot)) }
        let time = (ContinuousClock.now - start) / .milliseconds(1)
        return CaseResult(cases[index], run, snapshots, milliseconds: time)
      } catch {
        stop.withLock { $0 = $0 ?? .environment(error) }
        return nil
      }
    }
    return (results.compactMap(\.self), stop.withLock { $0 })
  }

  /// Ends with the same signal; all written files are complete.
  private func end(_ stop: Stop) -> ExitCode {
    switch stop {
    case .environment(let error): return output.fail(Self.fault(error))
    case .signal(let number):
      Output.error.write("interrupted; all files written so far are complete\n")
      // A process that waits for signals through a descriptor has them blocked.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, number)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      signal(number, SIG_DFL)
      raise(number)
      return .environmentFailed
    }
  }

  // MARK: After

  /// Snapshots that no case produces any more, because units were removed or renamed.
  private func findOrphans(_ project: TestProject, _ files: SnapshotFiles, _ summary: inout TestSummary) {
    var wanted = Set<String>()
    for each in project.plan.cases {
      for name in each.names { wanted.formUnion([name.layoutPath, name.picturePath]) }
    }
    // Keeps the snapshots of unsettled units, including units below them: names may contain each other.
    let unsettled = project.unsettled.map { "\(SnapshotName.folder)/\($0)/" }
    for path in files.all() where !wanted.contains(path) && !unsettled.contains(where: path.hasPrefix) {
      guard options.updates else {
        summary.orphans.append(path)
        continue
      }
      if let fault = files.remove(path) {
        summary.faults.append(fault)
      } else {
        summary.removed.append(path)
      }
    }
  }

  private func finish(
    _ project: TestProject, _ results: [CaseResult], _ files: SnapshotFiles, scale: Double,
    _ summary: TestSummary
  ) -> ExitCode {
    var summary = summary
    if summary.failed > 0 || options.report != nil {
      let report = HTMLReport(title: project.title, summary: summary.line, scale: scale) {
        files.readLeft($0)
      }
      let bytes = Array(report.text(results).utf8)
      if let path = options.report {
        summary.report = path
        summary.faults += [writeFile(bytes, to: path, sparing: inputs)?.diagnostic].compactMap(\.self)
      } else {
        summary.report = ProjectPath.join(
          options.folder == "." ? "" : options.folder, "\(FailurePicture.folder)/report.html")
        let fault = files.write(bytes, to: "\(FailurePicture.folder)/report.html")
        summary.faults += [fault].compactMap(\.self)
      }
    }
    if let path = options.jUnit {
      let text = JUnitReport.text(results, orphans: summary.orphans)
      summary.faults += [writeFile(Array(text.utf8), to: path, sparing: inputs)?.diagnostic]
        .compactMap(\.self)
    }
    output.print(summary)
    if summary.hasEnvironmentFaults { return .environmentFailed }
    return summary.failed > 0 || summary.projectErrors > 0 ? .projectHasErrors : .done
  }
}
