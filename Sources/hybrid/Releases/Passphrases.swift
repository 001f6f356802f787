import Glibc
import HybridCrypto
import HybridDist
import HybridRelease
import HybridSystem

/// The source of passphrases: `--passphrase-file`, `HYBRID_PASSPHRASE`, or a prompt at the terminal.
struct Passphrases {
  /// The minimum length of a new passphrase, in bytes.
  static let fewestBytes = 8

  private let given: [UInt8]?
  /// Passphrases that have decrypted a key: the next key may have the same one.
  private var known: [[UInt8]] = []

  /// - Parameter file: A file with the passphrase on its first line.
  init(file: String?) throws(ReleaseFault) {
    if let file {
      let descriptor = open(file, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw ReleaseFault(
          environment: "unreadable-file", "'\(file)' cannot be read: \(SystemError.last.message)")
      }
      defer { close(descriptor) }
      guard let bytes = try? readToEnd(descriptor, atMost: 4_096) else {
        throw ReleaseFault(environment: "unreadable-file", "'\(file)' is not a file with a passphrase")
      }
      given = Array(bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
    } else {
      given = environment("HYBRID_PASSPHRASE").map { Array($0.utf8) }
    }
  }

  /// A passphrase for a new key; at a terminal it is entered twice.
  mutating func new(for name: String) throws(ReleaseFault) -> [UInt8] {
    func check(_ passphrase: [UInt8]) throws(ReleaseFault) -> [UInt8] {
      guard passphrase.count >= Self.fewestBytes else {
        throw ReleaseFault(
          usage: "short-passphrase",
          "the passphrase has \(passphrase.count) bytes; the minimum is \(Self.fewestBytes)",
          hint: "four unrelated words are hard to guess and easy to remember")
      }
      return passphrase
    }
    if let given { return try check(given) }
    let first = try check(askPassphrase("New passphrase for the key '\(name)': "))
    guard try askPassphrase("Repeat the passphrase: ") == first else {
      throw ReleaseFault(usage: "other-passphrase", "the two passphrases differ")
    }
    known.append(first)
    return first
  }

  /// Decrypts the key in a file.
  mutating func unlock(
    _ entry: KeyRing.Entry, as path: String, sodium: Sodium
  ) throws(ReleaseFault) -> SigningKey {
    if let given {
      return try refusing { () throws(Refusal) in
        try entry.file.unlock(given, as: path, sodium: sodium)
      }
    }
    for passphrase in known {
      do throws(Refusal) {
        return try entry.file.unlock(passphrase, as: path, sodium: sodium)
      } catch {
        guard error.code == .keyFilePassphrase else { throw ReleaseFault(error) }
      }
    }
    var tries = 0
    while true {
      let passphrase = try askPassphrase("Passphrase of the key '\(entry.name)': ")
      do throws(Refusal) {
        let key = try entry.file.unlock(passphrase, as: path, sodium: sodium)
        known.append(passphrase)
        return key
      } catch {
        tries += 1
        guard error.code == .keyFilePassphrase, tries < 3 else { throw ReleaseFault(error) }
        Output.error.write("Wrong passphrase.\n")
      }
    }
  }
}

/// The signal that arrived during the prompt, written by the signal handler.
nonisolated(unsafe) private var signalWhileAsking: Int32 = 0

/// Prompts at the controlling terminal, whatever standard input is, without echo.
///
/// A signal such as Ctrl-C first restores the terminal and then has its usual effect.
private func askPassphrase(_ prompt: String) throws(ReleaseFault) -> [UInt8] {
  // The parent process may have blocked the signals caught here, which would disable Ctrl-C.
  TerminalSignals.unblock()
  let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
  var modes = termios()
  guard terminal >= 0, tcgetattr(terminal, &modes) == 0 else {
    if terminal >= 0 { close(terminal) }
    throw ReleaseFault(
      environment: "no-terminal", "there is no terminal to ask for the passphrase",
      hint: "set HYBRID_PASSPHRASE, or name a file that holds it with --passphrase-file")
  }
  defer { close(terminal) }
  while true {
    let result = askOnce(prompt, terminal, modes)
    switch result {
    case .line(let bytes): return bytes
    case .ended:
      throw ReleaseFault(
        environment: "no-passphrase", "the terminal was closed before a passphrase was entered")
    case .signal(let number):
      // Ctrl-C ends the process here; after Ctrl-Z and `fg` the prompt is repeated.
      kill(getpid(), number)
    }
  }
}

private enum PassphraseInput {
  case line([UInt8])
  case ended
  case signal(Int32)
}

private func askOnce(_ prompt: String, _ terminal: Int32, _ modes: termios) -> PassphraseInput {
  let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU]
  signalWhileAsking = 0
  var former: [sigaction] = []
  for number in numbers {
    var action = sigaction()
    var before = sigaction()
    // No SA_RESTART: the signal must interrupt the read below.
    action.__sigaction_handler.sa_handler = { signalWhileAsking = $0 }
    sigaction(number, &action, &before)
    former.append(before)
  }
  defer {
    for (number, action) in zip(numbers, former) {
      var action = action
      sigaction(number, &action, nil)
    }
  }
  var quiet = modes
  quiet.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
  quiet.c_lflag |= tcflag_t(ICANON | ISIG)
  guard tcsetattr(terminal, TCSAFLUSH, &quiet) == 0 else {
    return signalWhileAsking == 0 ? .ended : .signal(signalWhileAsking)
  }
  defer {
    var modes = modes
    tcsetattr(terminal, TCSAFLUSH, &modes)
    Output(descriptor: terminal).write("\n")
  }
  Output(descriptor: terminal).write(prompt)
  var line: [UInt8] = []
  var byte: UInt8 = 0
  while true {
    let count = signalWhileAsking == 0 ? read(terminal, &byte, 1) : -1
    if signalWhileAsking != 0 { return .signal(signalWhileAsking) }
    if count == 1, byte == UInt8(ascii: "\n") { return .line(line) }
    if count == 1 {
      line.append(byte)
      if line.count > 4_096 { return .ended }
    } else if count == 0 {
      return line.isEmpty ? .ended : .line(line)
    } else if errno != EINTR {
      return .ended
    }
  }
}
