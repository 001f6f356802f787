import Glibc
import HybridCompiler
import HybridSource
import HybridSystem

/// A fault that is already a diagnostic.
struct ReportedFault: Error { let diagnostic: Diagnostic }

/// Reads a file named on the command line, wherever it is.
func readNamedFile(_ path: String) -> Result<Source, ReportedFault> {
  do throws(FileFailure) {
    // Links are followed: a link on the command line stands for its target.
    guard let place = DiskFiles.realPath(path) else { throw .missing }
    let folder = ProjectPath.folder(of: place)
    let files = try DiskFiles(root: folder.isEmpty ? "/" : folder)
    return .success(Source(path: path, bytes: try files.reader.read(ProjectPath.name(of: place)).get()))
  } catch {
    return .failure(
      ReportedFault(
        diagnostic: Diagnostic(.error, "environment.\(error.code)", "'\(path)': \(error.message)")))
  }
}

/// Writes a file completely, or leaves the existing file unchanged; returns the error, if any.
///
/// The bytes go to a draft beside the file, which is then renamed, so that no reader sees a partial file.
/// - Parameters:
///   - inputs: Files that were read; these are never overwritten.
///   - draftMark: A part of the draft's name. A process with exclusive use of the folder gives a fixed one,
///     so that it reuses the draft left by a killed process.
///   - syncing: Whether the bytes are flushed to disk before the rename.
func writeFile(
  _ bytes: [UInt8], to path: String, sparing inputs: InputFiles, draftMark: String = "\(getpid())",
  syncing: Bool = false
) -> WritingFault? {
  func fault(_ action: String) -> WritingFault {
    WritingFault(
      diagnostic: Diagnostic(
        .error, "environment.unwritable-file",
        "'\(path)' \(action): \(SystemError.last.message)"))
  }
  if let fault = inputs.fault(writing: path) { return fault }
  // A device or a pipe cannot be replaced by a rename, and a link is kept: `/dev/stdout` may lead to a plain
  // file.
  let isLink = FileStatus(at: path, following: false)?.kind == .link
  let kind = FileStatus(at: path)?.kind
  let isSpecial = kind != nil && (isLink || kind != .file)
  if kind == .folder {
    errno = EISDIR
    return fault("cannot be written")
  }
  let folder = ProjectPath.folder(of: path)
  let prefix = folder.isEmpty ? (path.hasPrefix("/") ? "/" : "") : folder + "/"
  if isSpecial {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return fault("cannot be written") }
    let isWritten = Output(descriptor: descriptor).write(bytes) && (!syncing || fsync(descriptor) == 0)
    let isClosed = close(descriptor) == 0
    return isWritten && isClosed ? nil : fault("could not be written completely")
  }
  let name = "\(prefix).\(ProjectPath.name(of: path)).\(draftMark).draft"
  guard var draft = FileDraft(at: name, mode: 0o644) else { return fault("cannot be written") }
  guard writeAll(bytes, to: draft.descriptor), draft.close(syncing: syncing), draft.rename(to: path) else {
    return fault("could not be written completely")
  }
  return nil
}

/// Creates a folder and the folders above it; returns the error, if any.
func makeFolder(_ path: String) -> Diagnostic? {
  makeFolders(path).map { fault in
    Diagnostic(
      .error, "environment.unwritable-file", "'\(fault.path)' cannot be made: \(fault.error.message)")
  }
}
