import Glibc

exit(runHybrid(Array(CommandLine.arguments.dropFirst())).rawValue)
