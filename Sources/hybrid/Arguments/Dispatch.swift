import HybridSource

/// Finds the command that `words` name, checks its arguments against its declaration, and runs it.
///
/// - Parameter words: The command line without the program name.
func runHybrid(_ words: [String], commands: [Command] = Command.all) -> ExitCode {
  let out = Output.standard
  do throws(UsageError) {
    guard let name = words.first else { throw UsageError(.noCommand) }
    switch name {
    case "--help", "-h":
      out.write(Command.overview(of: commands, bold: out.bold))
      return .done
    case "--version":
      out.write("hybrid \(hybridVersion)\n")
      return .done
    default:
      let command = try Command.named(name, in: commands)
      let arguments = try Arguments(words.dropFirst(), for: command)
      guard !arguments.wantsHelp else {
        out.write(command.help(bold: out.bold))
        return .done
      }
      return command.run(arguments)
    }
  } catch {
    Output.error.report(error)
    return .wrongUsage
  }
}

extension Command {
  /// The command called `name`.
  /// - Throws: ``UsageError`` with the nearest name when there is none.
  static func named(_ name: String, in commands: [Command]) throws(UsageError) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    if name.hasPrefix("-") {
      let nearest = nearest(to: name, in: ["--help", "--version"])
      throw UsageError(.unknownOption(name, nearest: nearest))
    }
    throw UsageError(.unknownCommand(name, nearest: nearest(to: name, in: commands.map(\.name))))
  }
}
