/// `hybrid completions`: prints a shell's completion script.
enum CompletionsCommand {
  enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  static let command = Command(
    name: "completions",
    summary: "print a completion script for a shell",
    operands: [
      Operand(name: "SHELL", summary: "bash, zsh or fish", completion: .words(Shell.allCases.map(\.rawValue)))
    ],
    examples: [
      .init("hybrid completions bash > ~/.local/share/bash-completion/completions/hybrid", "bash"),
      .init("hybrid completions fish > ~/.config/fish/completions/hybrid.fish", "fish"),
      .init("hybrid completions zsh > ~/.zfunc/_hybrid", "zsh, with ~/.zfunc in fpath"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    let text =
      switch arguments.operand(0).flatMap(Shell.init) {
      case .bash: bashCompletions(of: Command.all)
      case .zsh: zshCompletions(of: Command.all)
      case .fish: fishCompletions(of: Command.all)
      case nil: ""  // unreachable: the parser rejects other words
      }
    return Output.standard.write(text) ? .done : .environmentFailed
  }
}
