package import Foundation

/// Why a program was not started.
package struct SpawnError: Error, Hashable {
  /// The `errno`; `ENOSYS` where the C library cannot close inherited descriptors.
  package var code: Int32
}

/// The source of a descriptor in a new process.
package enum SpawnedFile: Sendable {
  /// Opened from a path, with the flags of open(2). A created file is accessible to this user only.
  case path(String, Int32 = O_RDONLY)
  /// A duplicate of another descriptor: one of ours, or one created before it.
  case copy(of: Int32)

  /// An empty input.
  package static let nothing = SpawnedFile.path("/dev/null")
  /// Discards output.
  package static let nowhere = SpawnedFile.path("/dev/null", O_WRONLY)
}

/// Starts a program that inherits only what it is given: no other open descriptors and no blocked signals.
///
/// Foundation's `Process` passes on both. A child then holds the sockets by which Foundation detects the end
/// of other children, which seem to run until it ends too; and the threads of Dispatch block every signal, so
/// a child started there cannot be ended with `SIGTERM`.
///
///     let process = try spawn(["/usr/bin/git", "gc"], files: [0: .nothing, 1: .nowhere, 2: .nowhere]).get()
///
/// - Parameters:
///   - words: The program, looked up in `PATH` unless it is a path, and its arguments.
///   - environment: Its complete environment.
///   - directory: Its working directory; nil for the current one.
///   - closingFrom: The first descriptor that it does not inherit.
///   - isGroup: Whether it starts a process group, by which it and its children can be ended.
///   - files: Its descriptors, in order of creation; it inherits our other descriptors below `closingFrom`.
/// - Returns: Its process id; the caller must wait for it.
package func spawn(
  _ words: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
  in directory: String? = nil, closingFrom: Int32 = 3, isGroup: Bool = false,
  files: KeyValuePairs<Int32, SpawnedFile> = [:]
) -> Result<pid_t, SpawnError> {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for (descriptor, file) in files {
    switch file {
    case .path(let path, let flags):
      posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600)
    case .copy(let other):
      posix_spawn_file_actions_adddup2(&actions, other, descriptor)
    }
  }
  var code = addCloseFrom?(&actions, closingFrom) ?? ENOSYS
  if code == 0, let directory { code = addChangeDirectory?(&actions, directory) ?? ENOSYS }
  guard code == 0 else { return .failure(SpawnError(code: code)) }

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  // Restores the default action of signals that the tests or their libraries ignore.
  var usual = sigset_t()
  sigemptyset(&usual)
  for signal in [SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP] { sigaddset(&usual, signal) }
  posix_spawnattr_setsigdefault(&attributes, &usual)
  let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (isGroup ? POSIX_SPAWN_SETPGROUP : 0)
  posix_spawnattr_setflags(&attributes, Int16(flags))

  let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
  let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
  defer { for word in arguments + variables { free(word) } }
  var process = pid_t()
  let failure = posix_spawnp(&process, words[0], &actions, &attributes, arguments, variables)
  return failure == 0 ? .success(process) : .failure(SpawnError(code: failure))
}

private typealias AddCloseFrom =
  @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

/// Available since glibc 2.34, behind a macro that Swift does not set.
private let addCloseFrom: AddCloseFrom? = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
  .map { unsafeBitCast($0, to: AddCloseFrom.self) }

private typealias AddChangeDirectory =
  @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32

/// Available since glibc 2.29, behind the same macro.
private let addChangeDirectory: AddChangeDirectory? = dlsym(nil, "posix_spawn_file_actions_addchdir_np")
  .map { unsafeBitCast($0, to: AddChangeDirectory.self) }
