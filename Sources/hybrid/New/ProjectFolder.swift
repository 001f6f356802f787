import Glibc
import HybridEncoding
import HybridSystem

/// Why a project could not be created.
enum NewError: Error, Hashable, Sendable {
  case notEmpty(path: String)
  case notAFolder(path: String)
  /// `call` failed on `path` with this `errno`.
  case system(path: String, code: Int32)
}

/// Writes `files` below `folder`, which is created if missing.
///
/// - Throws: ``NewError`` when the folder contains anything other than `.git`; then nothing is written.
func makeProject(_ files: [NewProjectFile], in folder: String) throws(NewError) {
  try make(folder)
  try checkEmpty(folder)
  for file in files {
    let path = folder + "/" + file.path
    try make(path.parentPath)
    try write(file.text, to: path)
  }
}

/// The title of the project in `folder`: its name with blanks for dashes and a capital. `.` is resolved to
/// the folder's real name.
///
///     projectTitle(folder: "work/corner-shop")  // "Corner shop"
func projectTitle(folder: String) -> String {
  var path = folder
  if let real = realpath(folder, nil) {
    path = String(cString: real)
    free(real)
  }
  let name = path.lastPathComponent ?? "Hybrid"
  let words = name.split { $0 == "-" || $0 == "_" || $0 == " " }.joined(separator: " ")
  return words.isEmpty ? "Hybrid" : words.prefix(1).uppercased() + words.dropFirst()
}

/// Creates `path` and the folders above it.
private func make(_ path: String) throws(NewError) {
  guard let fault = makeFolders(path, mode: 0o777) else { return }
  throw fault.error.code == EEXIST
    ? .notAFolder(path: fault.path) : .system(path: fault.path, code: fault.error.code)
}

private func checkEmpty(_ path: String) throws(NewError) {
  guard var folder = FolderStream(at: path) else {
    throw errno == ENOTDIR ? .notAFolder(path: path) : .system(path: path, code: errno)
  }
  while let entry = folder.next() {
    guard entry.name == ".git" else { throw .notEmpty(path: path) }
  }
}

private func write(_ text: String, to path: String) throws(NewError) {
  // O_EXCL: never overwrites a file created in the meantime.
  let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else { throw .system(path: path, code: errno) }
  let written = Output(descriptor: descriptor).write(text)
  let code = errno
  guard close(descriptor) == 0, written else { throw .system(path: path, code: written ? errno : code) }
}
