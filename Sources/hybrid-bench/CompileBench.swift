import Foundation
import HybridCompiler
import HybridEncoding
import HybridSource
import HybridSystem
import HybridTemplateCompiler
import HybridUnits

/// Compiles VirtualView templates on one core, and runs `hybrid compile` from a cold start.
///
/// The templates are those of the conformance cases if `HYBRID_CONFORMANCE` is set; else one generated
/// template of about their size.
@Sendable func benchCompile(_ words: [String]) {
  let copies = words.first.flatMap { Int($0) } ?? 2_000
  let cases = compileBenchCases()
  let bytes = cases.reduce(0) { $0 + $1.source.bytes.count } / cases.count
  // Done once first, so that tables are initialised and failures are reported.
  for item in cases where item.compiled == nil { print("\(item.source.path) does not compile") }

  let rounds = 5
  let repeats = max(1, copies / rounds)
  var rates: [Double] = []
  var written = 0
  for _ in 0..<rounds {
    let start = processorTime()
    for _ in 0..<repeats {
      for item in cases { written += item.compiled?.count ?? 0 }
    }
    rates.append(Double(repeats * cases.count) / (processorTime() - start) * 1e9)
  }
  rates.sort()
  print(
    """
    compile   \(Int(rates[rounds / 2])) templates/s on one core (\(Int(rates[0])) \
    to \(Int(rates[rounds - 1]))):
    """
      + """
       \(rounds * repeats) copies of \(cases.count) templates of \(bytes) bytes, \
      \(written / 1_000_000) MB written
      """
  )
  benchColdStart(cases[0])
}

private struct CompileBenchCase {
  var source: Source
  var name: String
  var version: Int
  var config: TemplateConfig
  var configPath: String?

  var compiled: [UInt8]? {
    guard let template = compileTemplate(source, name: name, version: version, config: config).template else {
      return nil
    }
    return try? template.encoded()
  }
}

private func compileBenchCases() -> [CompileBenchCase] {
  let text = compileBenchTemplate()
  let made = CompileBenchCase(
    source: Source(path: "card.xml", text: text), name: "card", version: 1, config: .standard)
  guard let root = ProcessInfo.processInfo.environment["HYBRID_CONFORMANCE"] else { return [made] }
  let folder = URL(filePath: root).appending(path: "virtualview")
  struct Manifest: Decodable {
    struct Entry: Decodable {
      var xml: String
      var template_name: String
      var version: Int
      var config: String
      var kind: String?
    }
    var entries: [Entry]
  }
  func source(_ path: String) throws -> Source {
    let url = folder.appending(path: path)
    return Source(path: url.path, bytes: [UInt8](try Data(contentsOf: url)))
  }
  do {
    let data = try Data(contentsOf: folder.appending(path: "manifest.json"))
    let entries = try JSONDecoder().decode(Manifest.self, from: data).entries
    var configs: [String: TemplateConfig] = [:]
    return try entries.filter { $0.kind ?? "valid" == "valid" }.map { entry in
      let config = try configs[entry.config] ?? TemplateConfig.read(source(entry.config)).config
      configs[entry.config] = config
      return CompileBenchCase(
        source: try source(entry.xml), name: entry.template_name, version: entry.version, config: config,
        configPath: folder.appending(path: entry.config).path)
    }
  } catch {
    print("\(folder.path) cannot be read: \(error)")
    return [made]
  }
}

/// A card list of about four kilobytes.
private func compileBenchTemplate() -> String {
  let row = """
      <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content" background="#ffeeddcc">
        <NText text="${title}" textSize="14" textColor="#333333" layoutWidth="match_parent"
          layoutHeight="40rp"/>
        <VImage src="${picture}" layoutWidth="match_parent" layoutHeight="150.5" ratio="1.5"
          flag="flag_draw|flag_event"/>
        <NText text="more" gravity="h_center|v_center" visibility="@{${more} ? visible : gone}"
          layoutMarginTop="8"/>
      </VHLayout>

    """
  return "<VHLayout layoutWidth=\"match_parent\" layoutHeight=\"match_parent\">\n"
    + String(repeating: row, count: 8) + "</VHLayout>\n"
}

/// Runs the `hybrid` beside this program thirty times, each time for one file.
private func benchColdStart(_ item: CompileBenchCase) {
  let tool = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "hybrid").path
  guard access(tool, X_OK) == 0 else {
    print("start     no 'hybrid' beside this program: swift build -c release --product hybrid")
    return
  }
  let folder = FileManager.default.temporaryDirectory.appending(path: "hybrid-bench-\(getpid())")
  defer { try? FileManager.default.removeItem(at: folder) }
  do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "card.xml").path
    try Data(item.source.bytes).write(to: URL(filePath: file))
    var words = ["hybrid", "compile", file, "-o", folder.appending(path: "card.out").path]
    if let config = item.configPath { words += ["--config", config] }
    let clock = ContinuousClock()
    var times: [Double] = []
    for _ in 0..<30 {
      let time = clock.measure { _ = exitStatus(of: tool, words) }
      times.append(time / .milliseconds(1))
    }
    times.sort()
    print(
      """
      start     \(inMilliseconds(times[15])) for one file from a cold start, \
      \(inMilliseconds(times[0])) at best
      """
    )
  } catch {
    print("start     \(error)")
  }
}

private func inMilliseconds(_ value: Double) -> String { "\(value.rounded(toDecimals: 1)) ms" }

private func exitStatus(of tool: String, _ words: [String]) -> Int32 {
  (try? startProcess(words, at: tool)).map(endOfProcess) ?? -1
}
