import Glibc
import HybridCompiler
import HybridSource
import HybridSystem

/// Starts a program that has its own window. Returns an error if it cannot be started; a later failure is
/// reported through `inbox`.
func startBeside(_ words: [String], _ inbox: DevInbox) -> Diagnostic? {
  switch ChildProcess.start(words, .detached) {
  case .failure(let error): return cannotStart(words[0], error)
  case .success(let process):
    Task {
      let code = await ChildProcess.end(of: process)
      if code != 0 { inbox.put(.note(ended(words[0], code))) }
    }
    return nil
  }
}

/// Opens a URL in the user's browser; returns an error if that cannot be attempted.
func openBrowser(_ url: String, _ inbox: DevInbox) -> Diagnostic? {
  guard startBeside(["xdg-open", url], inbox) != nil else { return nil }
  return Diagnostic(.warning, "environment.no-browser", "no browser could be started", hint: "open \(url)")
}

/// The diagnostic for a program that was not started.
func cannotStart(_ name: String, _ error: SystemError) -> Diagnostic {
  Diagnostic(.warning, "environment.not-started", "'\(name)' could not be started: \(error.message)")
}

/// The diagnostic for a program that exited with an error.
func ended(_ name: String, _ code: Int32) -> Diagnostic {
  Diagnostic(.warning, "environment.program-failed", "'\(name)' ended with exit code \(code)")
}

/// The absolute path of a project file.
func absolutePath(of path: String, in root: String) -> String {
  let folder = DiskFiles.realPath(root) ?? root
  return folder == "/" ? "/" + path : folder + "/" + path
}

/// Writes `.hybrid/screenshots/UNIT-DEVICE-REVISION.png` below the project and returns the path.
func saveScreenshot(_ bytes: [UInt8], of picture: DevPicture, in root: String) -> Result<
  String, ReportedFault
> {
  var folder = DiskFiles.realPath(root) ?? root
  for name in [".hybrid", "screenshots"] {
    folder += "/" + name
    // A symbolic link could lead out of the project.
    if mkdir(folder, 0o755) == 0 { continue }
    guard errno == EEXIST, FileStatus(at: folder, following: false)?.kind == .folder else {
      let reason = errno == EEXIST ? "a file with this name exists" : SystemError.last.message
      return .failure(
        ReportedFault(
          diagnostic: Diagnostic(
            .warning, "environment.unwritable-file", "the folder '\(folder)' cannot be made: \(reason)")))
    }
  }
  let name = [picture.unit, picture.device, "\(picture.revision)"].map(fileName).joined(separator: "-")
  let path = "\(folder)/\(name).png"
  if let fault = writeFile(bytes, to: path, sparing: InputFiles()) {
    return .failure(ReportedFault(diagnostic: fault.diagnostic))
  }
  return .success(path)
}

/// A name for use in a file name: characters other than letters and digits become `_`.
private func fileName(_ name: String) -> String {
  String(name.prefix(80).map { $0.isLetter || $0.isNumber ? $0 : "_" })
}
