import Glibc

exit(Output.ending(runHybrid(Array(CommandLine.arguments.dropFirst()))).rawValue)
