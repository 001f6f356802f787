import HybridCompression
import HybridCrypto
import HybridPackaging
import HybridRelease
import HybridSource

/// Why a release command failed: a diagnostic and the exit code.
struct ReleaseFault: Error {
  var diagnostic: Diagnostic
  var exitCode: ExitCode

  /// A fault of this machine: a file, a terminal, a library.
  init(environment code: String, _ message: String, hint: String? = nil) {
    diagnostic = Diagnostic(.error, "environment.\(code)", message, hint: hint)
    exitCode = .environmentFailed
  }

  /// A fault of the command line.
  init(usage code: String, _ message: String, hint: String? = nil) {
    diagnostic = Diagnostic(.error, "usage.\(code)", message, hint: hint)
    exitCode = .wrongUsage
  }

  /// A refusal, with a hint.
  init(_ refusal: Refusal, hint: String? = nil) {
    diagnostic = refusal.diagnostic
    if let hint { diagnostic.hint = hint }
    exitCode = refusal.exitCode
  }

  /// A diagnostic of the project reader.
  init(_ diagnostic: Diagnostic, _ exitCode: ExitCode) {
    (self.diagnostic, self.exitCode) = (diagnostic, exitCode)
  }

  init(_ fault: WritingFault) { (diagnostic, exitCode) = (fault.diagnostic, fault.exitCode) }

  /// Waits for the lock of a folder.
  static func locking(_ folder: String) throws(ReleaseFault) -> FolderLock {
    do throws(PackageFault) {
      return try FolderLock(folder)
    } catch {
      throw ReleaseFault(error.diagnostics[0], .environmentFailed)
    }
  }
}

extension Refusal {
  /// The refusal as the command line prints it.
  var diagnostic: Diagnostic {
    Diagnostic(.error, code.rawValue, "'\(subject)' \(detail)", hint: code.hint)
  }

  /// The exit code: a fault of the input, or of this machine and the network.
  var exitCode: ExitCode {
    switch code {
    case .storeFull, .storeFailed, .networkUnreachable, .networkStatus, .networkDeadline, .networkEndless,
      .keyFileMalformed, .keyFilePassphrase, .keyFileTooDear, .keyFileExposed, .keyFileMissing:
      .environmentFailed
    default: .projectHasErrors
    }
  }
}

extension RefusalCode {
  /// The usual hint; nil where there is none.
  var hint: String? {
    switch self {
    case .signatureMissing, .signatureThreshold:
      "'hybrid keys sign FILE' adds the signatures of the keys on this machine"
    case .signatureInvalid: "the file was changed after it was signed: make it again, or sign it again"
    case .keysExpired: "'hybrid keys rotate' makes the next key set"
    case .keysSkipped: "every version of the key set has to stay in 'keys'"
    case .freshnessExpired: "'hybrid keys fresh DIST' signs a new one"
    case .fileMissing, .fileWrongSize:
      """
      'hybrid package' puts back what belongs to the newest release; at a host 'hybrid publish' does, \
      from a whole DIST
      """
    // A file of the same size looks correct until its contents are read.
    case .fileMismatch:
      """
      'hybrid package --force' puts back what belongs to the newest release; at a host delete it, \
      then 'hybrid publish' sends it again
      """
    case .fileUnknown: "no release names it: it may be deleted"
    case .filePrivateKey: "remove it, and treat the key as public: 'hybrid keys revoke'"
    case .keyFilePassphrase: "without a terminal, use HYBRID_PASSPHRASE or --passphrase-file"
    case .keyFileExposed: "chmod go= on the file; if others could read it, revoke the key"
    case .keyFileMissing: "'hybrid keys list' shows which keys are on this machine"
    case .rolloutShrank: "to withdraw a release, use 'hybrid keys rollback'"
    default: nil
    }
  }
}

/// libsodium, or the reason why it is missing.
func releaseSodium() throws(ReleaseFault) -> Sodium {
  do throws(CryptoError) {
    return try Sodium.shared()
  } catch {
    throw ReleaseFault(
      environment: "missing-library", "signatures need libsodium: \(error)",
      hint: "apt-get install libsodium23")
  }
}

/// Runs `body` and converts refusals to faults.
func refusing<T>(_ body: () throws(Refusal) -> T) throws(ReleaseFault) -> T {
  do throws(Refusal) { return try body() } catch { throw ReleaseFault(error) }
}

/// The library that makes and applies deltas.
func releaseZstd() throws(ReleaseFault) -> Zstd {
  do throws(CompressionError) { return try Zstd.shared() } catch {
    throw ReleaseFault(
      environment: "missing-library", "deltas need libzstd: \(error)", hint: "apt-get install libzstd1")
  }
}
