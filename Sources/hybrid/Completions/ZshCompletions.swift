/// A zsh completion function, for a file `_hybrid` in a folder of `fpath`.
func zshCompletions(of commands: [Command]) -> String {
  let list = commands.map { "    '\($0.name):\(quoted($0.summary))'" }.joined(separator: "\n")
  let cases = commands.map { command in
    let specifications =
      command.options.map(specification) + ["'(-h --help)'{-h,--help}'[print this help]'"]
      + command.operands.map(specification)
    return "    \(command.name))\n      _arguments \\\n        "
      + specifications.joined(separator: " \\\n        ") + "\n      ;;"
  }
  return """
    #compdef hybrid
    # zsh completion for hybrid
    local -a commands
    commands=(
    \(list)
    )
    if (( CURRENT == 2 )); then
      _describe command commands
      return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
    \(cases.joined(separator: "\n"))
    esac

    """
}

/// One option in the syntax of `_arguments`.
private func specification(_ option: OptionDeclaration) -> String {
  let value = option.placeholder.map { ":\(quoted($0)):\(action(option.completion))" } ?? ""
  let text = "[\(quoted(option.summary))]\(value)"
  guard let short = option.short else {
    return "'\(option.repeats ? "*" : "")--\(option.name)\(text)'"
  }
  return "'(-\(short) --\(option.name))'{-\(short),--\(option.name)}'\(text)'"
}

/// One operand in the syntax of `_arguments`.
private func specification(_ operand: Operand) -> String {
  let place = operand.count == .any ? "*" : operand.count == .oneOrNone ? ":" : ""
  return "'\(place):\(quoted(operand.name)):\(action(operand.completion))'"
}

private func action(_ completion: Completion) -> String {
  switch completion {
  case .none: ""
  case .file: "_files"
  case .folder: "_files -/"
  case .words(let words): "(\(words.joined(separator: " ")))"
  }
}

/// Text inside a single-quoted specification, where `:` and brackets are special.
private func quoted(_ text: String) -> String {
  text.map { character in
    switch character {
    case "'": #"'\''"#
    case ":", "[", "]": "\\\(character)"
    default: String(character)
    }
  }.joined()
}
