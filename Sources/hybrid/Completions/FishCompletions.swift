/// Lines that complete `hybrid` in fish.
func fishCompletions(of commands: [Command]) -> String {
  var lines = ["# fish completion for hybrid", "complete -c hybrid -f"]
  lines.append("complete -c hybrid -n __fish_use_subcommand -l version -d 'the version of hybrid'")
  lines.append("complete -c hybrid -s h -l help -d 'print this help'")
  for command in commands {
    lines.append(
      "complete -c hybrid -n __fish_use_subcommand -a \(command.name) -d '\(quoted(command.summary))'")
    let here = "complete -c hybrid -n '__fish_seen_subcommand_from \(command.name)'"
    for option in command.options {
      var line = here + (option.short.map { " -s \($0)" } ?? "") + " -l \(option.name)"
      if option.placeholder != nil { line += " -r" + offer(option.completion) }
      lines.append(line + " -d '\(quoted(option.summary))'")
    }
    if let operand = command.operands.first, operand.completion != .none {
      lines.append(here + offer(operand.completion))
    }
  }
  return lines.joined(separator: "\n") + "\n"
}

private func offer(_ completion: Completion) -> String {
  switch completion {
  case .none: ""
  case .file: " -F"
  case .folder: " -a '(__fish_complete_directories)'"
  case .words(let words): " -a '\(words.joined(separator: " "))'"
  }
}

/// Text inside fish's single quotes.
private func quoted(_ text: String) -> String {
  text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
}
