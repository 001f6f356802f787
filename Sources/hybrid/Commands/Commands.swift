extension Command {
  /// Every command, in the order of `hybrid --help`. A new command is a file in this folder and a line here.
  static let all = [
    NewCommand.command, DevCommand.command, PreviewCommand.command, RenderCommand.command,
    CheckCommand.command, TestCommand.command, CompileCommand.command, BuildCommand.command,
    InspectCommand.command, SchemaCommand.command,
    PackageCommand.command, KeysCommand.command, VerifyCommand.command, DiffCommand.command,
    PublishCommand.command, ServeCommand.command, ExplainCommand.command, RoutesCommand.command,
    DoctorCommand.command, LayoutCommand.command, CompletionsCommand.command,
  ]
}
