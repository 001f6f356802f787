/// A bash function that completes `hybrid`, for `complete -F`.
func bashCompletions(of commands: [Command]) -> String {
  var values = ""
  var options = ""
  var operands = ""
  for command in commands {
    for option in command.options where option.placeholder != nil {
      let names = option.spellings.map { "'\(command.name) \($0)'" }.joined(separator: "|")
      values += "    \(names)) \(reply(option.completion)) return ;;\n"
    }
    let names = command.options.flatMap(\.spellings) + ["--help"]
    options += "      \(command.name)) \(reply(.words(names))) ;;\n"
    if let operand = command.operands.first, operand.completion != .none {
      operands += "    \(command.name)) \(reply(operand.completion)) ;;\n"
    }
  }
  let first = commands.map(\.name) + ["--help", "--version"]
  return """
    # bash completion for hybrid
    _hybrid() {
      local command=${COMP_WORDS[1]} previous=${COMP_WORDS[COMP_CWORD-1]} word=${COMP_WORDS[COMP_CWORD]}
      COMPREPLY=()
      if [ "$COMP_CWORD" -eq 1 ]; then
        \(reply(.words(first)))
        return
      fi
      case "$command $previous" in
    \(values)  esac
      if [[ $word == -* ]]; then
        case "$command" in
    \(options)    esac
        return
      fi
      case "$command" in
    \(operands)  esac
    }
    complete -F _hybrid hybrid

    """
}

/// The statement that offers `completion` for `$word`.
private func reply(_ completion: Completion) -> String {
  switch completion {
  case .none: ":;"
  case .file: #"compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word");"#
  case .folder: #"compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word");"#
  case .words(let words):
    "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$word\");"
  }
}

extension OptionDeclaration {
  /// `--output`, and `-o` where there is a short form.
  var spellings: [String] { ["--" + name] + (short.map { ["-\($0)"] } ?? []) }
}
