import Glibc
import HybridEncoding
import HybridSource
import HybridSystem
import HybridUnits

/// The four files that virtualview_tools generates from one template (`Documentation/template-format.md`,
/// *Outputs*).
struct BuildOutputs: Sendable {
  /// The kinds of output, which are also the names of their folders.
  static let folders = ["out", "java", "txt", "sign"]
  /// The output trees below the build folder: one for both platforms, and one for each platform.
  static let trees = ["build", "build/android", "build/iphone"]

  /// Paths relative to the folder that is built, in the order of ``folders``.
  let paths: [String]
  /// The name of the Java class.
  let className: String

  init(name: String, tree: String) {
    // A Java name cannot contain `-`. The file names change with it; the name inside the file does not.
    let fileName = String(name.map { $0 == "-" ? "_" : $0 })
    className = fileName.uppercased()
    paths = [
      "\(tree)/out/\(fileName).out", "\(tree)/java/\(className).java", "\(tree)/txt/\(fileName).txt",
      "\(tree)/sign/\(fileName).md5",
    ]
  }

  /// Writes all four files.
  /// - Returns: Their stamps, by which a later build recognises them.
  func write(
    _ bytes: [UInt8], in folder: String, sparing inputs: InputFiles
  ) -> Result<[OutputStamp], WritingFault> {
    // All or none: three new files beside an old one are inconsistent.
    if let fault = paths.lazy.compactMap({ inputs.fault(writing: "\(folder)/\($0)") }).first {
      return .failure(fault)
    }
    let contents = [
      bytes, Self.javaClass(className, bytes), Array(bytes.lowerHex.utf8), Array(MD5.hex(bytes).utf8),
    ]
    var stamps: [OutputStamp] = []
    for (path, content) in zip(paths, contents) {
      let path = "\(folder)/\(path)"
      if let fault = writeFile(content, to: path, sparing: inputs, draftMark: "build") {
        return .failure(fault)
      }
      guard let stamp = OutputStamp(of: path) else {
        let message = "'\(path)' disappeared during the build"
        return .failure(
          WritingFault(diagnostic: Diagnostic(.error, "environment.unwritable-file", message)))
      }
      stamps.append(stamp)
    }
    return .success(stamps)
  }

  /// The stamps of the files on disk; nil when one is missing.
  func stamps(in folder: String) -> [OutputStamp]? {
    var stamps: [OutputStamp] = []
    for path in paths {
      guard let stamp = OutputStamp(of: "\(folder)/\(path)") else { return nil }
      stamps.append(stamp)
    }
    return stamps
  }

  /// A Java class with the bytes as signed numbers, each followed by a comma and a blank; no newline at the
  /// end.
  static func javaClass(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    var text = Array("public class \(name){\npublic static final byte[] BIN = new byte[] {\n".utf8)
    text.reserveCapacity(text.count + 6 * bytes.count + 8)
    for byte in bytes { text += numbers[Int(byte)] }
    text += "\n};\n}".utf8
    return text
  }

  private static let numbers: [[UInt8]] = (0...255).map { Array("\(Int8(bitPattern: UInt8($0))), ".utf8) }
}

/// Metadata of a file. Any rewrite of the file changes one of these values.
struct OutputStamp: Hashable, Sendable {
  var size: UInt64
  /// The modification time, in nanoseconds since 1970.
  var time: UInt64
  /// The inode.
  var number: UInt64

  init(size: UInt64, time: UInt64, number: UInt64) {
    self.size = size
    self.time = time
    self.number = number
  }

  /// nil when `path` is not a regular file.
  init?(of path: String) {
    guard let status = FileStatus(at: path, following: false), status.kind == .file else { return nil }
    size = UInt64(clamping: status.size)
    time = UInt64(bitPattern: Int64(status.written))
    number = status.inode
  }
}
