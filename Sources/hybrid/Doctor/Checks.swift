import Glibc
import HybridCompiler
import HybridDrawing
import HybridEncoding
import HybridScript
import HybridServer
import HybridSocket
import HybridSource
import HybridSystem
import HybridWatch

// Each check briefly performs the same operation as `dev` and describes the outcome: an operation that works
// here works there.

/// Checks that the project's folder exists and can be read.
func checkFolder(_ folder: String) -> DoctorFinding {
  guard access(folder, R_OK | X_OK) == 0 else {
    return DoctorFinding("project", .bad, "'\(folder)' cannot be read: \(SystemError.last.message)")
  }
  guard FileStatus.isFolder(folder) else {
    return DoctorFinding("project", .bad, "'\(folder)' is not a folder")
  }
  guard access(folder + "/pages", F_OK) == 0 || access(folder + "/hybrid.json", F_OK) == 0 else {
    return DoctorFinding(
      "project", .caution, "there is no 'pages' folder in '\(folder)' yet", command: "hybrid new my-project")
  }
  return DoctorFinding("project", .good, "'\(folder)'")
}

/// Checks that every folder of the project can be watched.
func checkWatching(_ folder: String) -> DoctorFinding {
  do {
    let watcher = try FileWatcher(root: folder, options: DevServer.watchOptions()) { _ in }
    defer { watcher.stop() }
    return watching(folders: watcher.folderCount, shortfall: watcher.shortfall, limits: .current())
  } catch {
    return DoctorFinding("watching", .bad, error.description)
  }
}

/// The finding for a project of `folders` folders.
func watching(folders: Int, shortfall: WatchShortfall?, limits: InotifyLimits) -> DoctorFinding {
  if let shortfall {
    return DoctorFinding(
      "watching", .caution,
      "\(shortfall); the others are polled twice a second, so saves there are detected later",
      command: shortfall.command)
  }
  let count = counted(folders, "folder")
  let watches = limits.watches
  // A limit that cannot be read is left out.
  return DoctorFinding(
    "watching", .good,
    watches.most > 0 ? "\(count); \(watches.used) of \(watches.most) watches are in use" : count)
}

/// Checks the file system: inotify reports only changes made on this machine, so a remote file system gets a
/// caution.
func checkFileSystem(_ folder: String) -> DoctorFinding {
  guard let real = DiskFiles.realPath(folder) else {
    return DoctorFinding(
      "file system", .bad, "'\(folder)' cannot be read: \(SystemError.last.message)")
  }
  // Without `/proc` the type is unknown, and nothing is reported.
  let mounts = KernelFile.text(of: "/proc/self/mounts")
  return fileSystem(type: typeOfMount(holding: real, mounts: mounts) ?? "")
}

/// Checks that pages can run scripts.
func checkScripts() -> DoctorFinding {
  do throws(ScriptFault) {
    try ScriptContext().close()
    return DoctorFinding("scripts", .good, "JavaScriptCore")
  } catch {
    return DoctorFinding(
      "scripts", .caution, "pages are shown without their scripts: \(error.message)",
      command: "sudo apt-get install -y libjavascriptcoregtk-4.1-0")
  }
}

/// The finding for a file system, by its type in the mount table.
func fileSystem(type: String) -> DoctorFinding {
  let remote: Set = [
    "nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "vboxsf", "vmhgfs", "ceph", "lustre", "afs",
  ]
  guard remote.contains(type) || type.hasPrefix("fuse.") else {
    return DoctorFinding("file system", .good, "reports every save")
  }
  return DoctorFinding(
    "file system", .caution,
    "the project is on \(type), which reports only saves of this machine; "
      + "it is also polled twice a second, for saves of other machines"
  )
}

/// The type of the file system that contains `path`: the deepest mount point above it, and of several mounts
/// on that point the last.
///
/// - Parameter mounts: In the format of `/proc/self/mounts`: device, mount point, type and more, separated by
///   blanks.
func typeOfMount(holding path: String, mounts: String) -> String? {
  var best: (length: Int, type: String)?
  for line in mounts.split(separator: "\n") {
    let fields = line.split(separator: " ")
    guard fields.count >= 3 else { continue }
    let point = fields[1].resolvingOctalEscapes
    let isAbove = point == "/" || path == point || path.hasPrefix(point + "/")
    if isAbove, point.utf8.count >= best?.length ?? 0 { best = (point.utf8.count, String(fields[2])) }
  }
  return best?.type
}

/// Checks that text can be measured with its real fonts.
func checkFonts() -> DoctorFinding {
  do {
    try TextMetrics.prepare()
    return DoctorFinding("fonts", .good, "DejaVu, by Pango")
  } catch {
    return fonts(missing: error)
  }
}

/// The finding when text measurement falls back to estimates.
func fonts(missing error: DrawingError) -> DoctorFinding {
  switch error {
  case .fontMissing(let name):
    DoctorFinding(
      "fonts", .caution, "\(name) is missing, so text is measured approximately",
      command: "sudo apt-get install -y fonts-dejavu-core")
  default:
    DoctorFinding(
      "fonts", .caution, "Pango is missing, so text is measured approximately (\(error.message))",
      command: "sudo apt-get install -y libpango1.0-dev")
  }
}

/// Checks that the first port that `dev` tries is free.
func checkPort(_ port: Int) -> DoctorFinding {
  do throws(SocketError) {
    let server = try HTTPServer(configuration: HTTPServerConfiguration(port: port)) { _ in
      HTTPResponse(status: 404)
    }
    server.stop()
    return DoctorFinding("port", .good, "\(port) is free")
  } catch {
    return portUnusable(port, error)
  }
}

/// The finding when a server cannot listen on the port.
func portUnusable(_ port: Int, _ error: SocketError) -> DoctorFinding {
  if case .portTaken = error {
    return DoctorFinding(
      "port", .caution, "\(error.description), so 'dev' takes the next free one",
      command: "hybrid dev --port \(port + 1)")
  }
  return DoctorFinding("port", .bad, error.description, command: "hybrid dev --port \(port + 1)")
}
