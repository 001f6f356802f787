import Glibc
import HybridCompiler
import HybridSource

/// Starts a program with a window of its own, and tells later if it failed; at once what is wrong if it
/// cannot be started.
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

/// Opens a URL in the person's browser; what is wrong if that cannot be tried.
func openBrowser(_ url: String, _ inbox: DevInbox) -> Diagnostic? {
  guard startBeside(["xdg-open", url], inbox) != nil else { return nil }
  return Diagnostic(.warning, "environment.no-browser", "no browser could be started", hint: "open \(url)")
}

/// Why a program was not started.
func cannotStart(_ name: String, _ error: SystemError) -> Diagnostic {
  Diagnostic(.warning, "environment.not-started", "'\(name)' could not be started: \(error.message)")
}

/// That a program did not end well.
func ended(_ name: String, _ code: Int32) -> Diagnostic {
  Diagnostic(.warning, "environment.program-failed", "'\(name)' ended with exit code \(code)")
}

/// Where a file of the project is, from the root of the file system.
func absolutePath(of path: String, in root: String) -> String {
  let folder = DiskFiles.realPath(root) ?? root
  return folder == "/" ? "/" + path : folder + "/" + path
}

/// Writes `.hybrid/screenshots/UNIT-DEVICE-REVISION.png` of a project; its path.
func saveScreenshot(_ bytes: [UInt8], of picture: DevPicture, in root: String) -> Result<
  String, ReportedFault
> {
  var folder = DiskFiles.realPath(root) ?? root
  for name in [".hybrid", "screenshots"] {
    folder += "/" + name
    var status = stat()
    // A link would lead out of the project.
    if mkdir(folder, 0o755) == 0 { continue }
    guard errno == EEXIST, lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      let reason = errno == EEXIST ? "something else has its name" : String(cString: strerror(errno))
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

/// A name as part of a file's: letters and digits stay, whatever else becomes `_`.
private func fileName(_ name: String) -> String {
  String(name.prefix(80).map { $0.isLetter || $0.isNumber ? $0 : "_" })
}
