package import Foundation

/// A program that was not started.
package struct SpawnError: Error, Hashable {
  /// The `errno`; `ENOSYS` where the C library cannot close what the tests hold.
  package var code: Int32
}

/// What a descriptor of a new process is.
package enum SpawnedFile: Sendable {
  /// Opened from a path, with the flags of open(2). What it creates belongs to this user alone.
  case path(String, Int32 = O_RDONLY)
  /// The same file as another descriptor: one of ours, or one that was made before it.
  case copy(of: Int32)

  /// Reads nothing.
  package static let nothing = SpawnedFile.path("/dev/null")
  /// Swallows what is written.
  package static let nowhere = SpawnedFile.path("/dev/null", O_WRONLY)
}

/// Starts a program that has nothing of the tests but what it is given: no descriptor that happens to be
/// open, and no signal that happens to be blocked.
///
/// Foundation's `Process` hands on both. A child then holds the sockets by which Foundation hears of the end
/// of others, which seem to run for as long as it does; and the threads of Dispatch block every signal, so
/// one that was started there cannot be ended with `SIGTERM`.
///
///     let process = try spawn(["/usr/bin/git", "gc"], files: [0: .nothing, 1: .nowhere, 2: .nowhere]).get()
///
/// - Parameters:
///   - words: The program, looked up in `PATH` unless it is a path, and its arguments.
///   - environment: All of its environment.
///   - directory: Where it runs; here when nil.
///   - closingFrom: The first descriptor that it does not get.
///   - isGroup: Whether it begins a process group, by which all that it starts can be ended.
///   - files: Its descriptors, in the order in which they are made; of ours it gets the others below
///     `closingFrom`.
/// - Returns: Its process number, which is the caller's to wait for.
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
  // What the tests ignore, their libraries perhaps, the program does not.
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

/// glibc 2.34 has it, behind a macro that Swift does not set.
private let addCloseFrom: AddCloseFrom? = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
  .map { unsafeBitCast($0, to: AddCloseFrom.self) }

private typealias AddChangeDirectory =
  @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32

/// glibc 2.29 has it, behind the same macro.
private let addChangeDirectory: AddChangeDirectory? = dlsym(nil, "posix_spawn_file_actions_addchdir_np")
  .map { unsafeBitCast($0, to: AddChangeDirectory.self) }
