import HybridSource

/// The arguments of one command, checked against its declaration.
struct Arguments: Sendable {
  /// Words without leading dashes, in order.
  var operands: [String] = []
  /// The values of each given option, by option name; a flag has one empty string for each occurrence.
  var values: [String: [String]] = [:]
  /// Whether the words contain `--help` or `-h`. The other words are then not checked.
  var wantsHelp = false

  /// The value of `option`: the given value, or its default.
  subscript<Value>(option: Option<Value>) -> Value { option.value(values[option.declaration.name] ?? []) }

  /// Whether `option` was given, even with its default value.
  func isGiven<Value>(_ option: Option<Value>) -> Bool { values[option.declaration.name] != nil }

  /// The operand at `index`, if that many were given.
  func operand(_ index: Int) -> String? { operands.indices.contains(index) ? operands[index] : nil }
}

extension Arguments {
  /// Checks `words` against `command`.
  ///
  /// Options and operands may mix, as GNU programs allow. `--name value` and `--name=value`, `-o value` and
  /// `-ovalue` are equivalent; `--` ends the options; a lone `-` is an operand.
  /// - Throws: ``UsageError`` for the first word that does not fit.
  init(_ words: some Sequence<String>, for command: Command) throws(UsageError) {
    let words = Array(words)
    wantsHelp = words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    if wantsHelp { return }

    var index = 0
    var onlyOperands = false
    while index < words.count {
      let word = words[index]
      index += 1
      if onlyOperands || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
        continue
      }
      if word == "--" {
        onlyOperands = true
        continue
      }
      let (option, attached) = try Self.option(in: word, of: command)
      guard option.placeholder != nil else {
        if attached != nil { throw UsageError(.valueForFlag(option.name), in: command) }
        values[option.name, default: []].append("")
        continue
      }
      // The next word is always the value, even if it starts with a dash: a file may be called `-x`.
      guard let value = attached ?? (index < words.count ? words[index] : nil) else {
        throw UsageError(.missingValue(option.name, expected: option.expected), in: command)
      }
      if attached == nil { index += 1 }
      guard option.accepts(value) else {
        let reason = UsageError.Reason.wrongValue(
          option.name, value, expected: option.expected, nearest: option.nearestWord(to: value))
        throw UsageError(reason, in: command)
      }
      values[option.name, default: []].append(value)
    }
    try checkOperands(of: command)
  }

  /// The option that `word` names, and the value attached to it in the same word.
  private static func option(
    in word: String, of command: Command
  ) throws(UsageError) -> (OptionDeclaration, attached: String?) {
    if word.hasPrefix("--") {
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      if let option = command.options.first(where: { $0.name == name }) {
        return (option, parts.count == 2 ? String(parts[1]) : nil)
      }
      let nearest = nearest(to: name, in: command.options.map(\.name) + ["help"])
      throw UsageError(.unknownOption("--" + name, nearest: nearest.map { "--" + $0 }), in: command)
    }
    let letter = word.dropFirst().first
    if let option = command.options.first(where: { $0.short != nil && $0.short == letter }) {
      return (option, word.count > 2 ? String(word.dropFirst(2)) : nil)
    }
    // `-port` is more often a long option with one dash missing than a group of short options, which no
    // command has.
    let name = String(word.dropFirst())
    let nearest = nearest(to: name, in: command.options.map(\.name) + ["help"])
    throw UsageError(.unknownOption(word, nearest: nearest.map { "--" + $0 }), in: command)
  }

  private func checkOperands(of command: Command) throws(UsageError) {
    var most = 0
    for (index, operand) in command.operands.enumerated() {
      if operand.count == .one, index >= operands.count {
        throw UsageError(.missingOperand(operand.name), in: command)
      }
      most = operand.count == .any ? .max : most + 1
    }
    if operands.count > most { throw UsageError(.extraOperand(operands[most]), in: command) }
    for (operand, text) in zip(command.operands, operands) {
      guard case .words(let words) = operand.completion, !words.contains(text) else { continue }
      let reason = UsageError.Reason.wrongOperand(
        operand.name, expected: operand.summary, text, nearest: nearest(to: text, in: words))
      throw UsageError(reason, in: command)
    }
  }
}

extension OptionDeclaration {
  /// The choice nearest to `value`; nil without a similar one.
  fileprivate func nearestWord(to value: String) -> String? {
    guard case .words(let words) = completion else { return nil }
    return nearest(to: value, in: words)
  }
}
