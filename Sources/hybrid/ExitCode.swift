/// The exit code of the process. Scripts and CI rely on these numbers.
enum ExitCode: Int32, Hashable, Sendable {
  /// The command succeeded.
  case done = 0
  /// The project has errors; they were printed as diagnostics.
  case projectHasErrors = 1
  /// The command line itself is wrong.
  case wrongUsage = 2
  /// A port, a file, the network or this machine's configuration failed.
  case environmentFailed = 3
}
