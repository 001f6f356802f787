import HybridEncoding
import HybridTestSupport
import Testing

@testable import hybrid

@Suite struct CompletionsTests {
  /// What bash offers for the last of `words`, by the script itself.
  @Test(
    arguments: [
      (["re"], ["render"]),
      (["dev", "--por"], ["--port"]),
      (["render", "--format", ""], ["text", "tree", "json", "a11y", "png", "svg", "image"]),
      (["render", "--color", "al"], ["always"]),
      (["completions", ""], ["bash", "zsh", "fish"]),
      (["dev", "--port", ""], []),
      (["nonsense", "--x"], []),
    ] as [([String], [String])])
  func bashOffersWhatIsDeclared(_ words: [String], _ expected: [String]) async throws {
    let quoted = (["hybrid"] + words).map(shellWord).joined(separator: " ")
    let script = """
      compopt() { :; }
      \(bashCompletions(of: Command.all))
      COMP_WORDS=(\(quoted))
      COMP_CWORD=\(words.count)
      _hybrid
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    #expect(try await run("/bin/bash", ["-euc", script]).split(separator: "\n").map(String.init) == expected)
  }

  @Test func zshAndFishNameEveryOption() {
    let zsh = zshCompletions(of: Command.all)
    let fish = fishCompletions(of: Command.all)
    for option in Command.all.flatMap(\.options) {
      #expect(zsh.contains("--\(option.name)"))
      #expect(fish.contains("-l \(option.name) "))
    }
  }

  private func run(_ program: String, _ arguments: [String]) async throws -> String {
    let result = try await ChildProcess.run([program] + arguments)
    #expect(result.status == 0, "\(result.errors)")
    return String(decoding: result.output, as: UTF8.self)
  }
}
