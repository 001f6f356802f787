import Glibc
import HybridFuzzing

// Fuzzes one reader with libFuzzer (LLVM), under Address Sanitizer: see Tools/fuzz, which builds and runs
// this program. The environment names the subject, since libFuzzer restarts the program with its own
// arguments.

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

nonisolated(unsafe) private var subject = FuzzSubject.manifest

let name = getenv("HYBRID_FUZZ_SUBJECT").map { String(cString: $0) } ?? ""
guard let named = FuzzSubject(rawValue: name) else {
  print(
    "HYBRID_FUZZ_SUBJECT is '\(name)', not \(FuzzSubject.allCases.map(\.rawValue).joined(separator: ", "))")
  exit(64)
}
subject = named

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
let status = runFuzzer(&count, &arguments) { bytes, count in
  let outcome = subject.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
  precondition(outcome != .rewritten, "what was taken is written in other bytes")
  return 0
}
exit(status)
