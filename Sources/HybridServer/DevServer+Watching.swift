import HybridSource
package import HybridWatch

extension DevServer {
  /// The watch options for a project: they exclude folders of generated files, and those that git ignores.
  package static func watchOptions(isPolling: Bool = false) -> WatchOptions {
    WatchOptions(isPolling: isPolling) { path, isFolder in
      isFolder && (ignoredFolders.contains(path) || path.hasSuffix("/node_modules"))
    }
  }

  private static let ignoredFolders: Set<String> = ["node_modules", "build", "dist"]
}

extension WatchBatch {
  /// Diagnostics about watching itself.
  var diagnostics: [Diagnostic] {
    var result = notes.map(\.diagnostic)
    if let overflow {
      let files = counted(overflow.lookedAt, "file") + (overflow.lookedAt == 1 ? " was" : " were")
      let differing =
        switch overflow.differing {
        case 0: "none has changed"
        case 1: "1 has changed and is updated now"
        default: "\(overflow.differing) have changed and are updated now"
        }
      result.append(
        Diagnostic(
          .note, "watch.overflow",
          "too many saves at once, so the kernel dropped events: \(files) checked, \(differing)"))
    }
    return result
  }
}

extension WatchNote {
  /// The note as a diagnostic.
  var diagnostic: Diagnostic {
    switch self {
    case .rootGone:
      Diagnostic(
        .warning, "watch.root-gone", "the project's folder is missing; the last good pages stay",
        hint: "watching resumes when the folder is back")
    case .rootBack:
      Diagnostic(.note, "watch.root-back", "the project's folder is back and was checked for changes")
    case .remote(let path, let fileSystem):
      Diagnostic(
        .note, "watch.polling",
        (path.isEmpty ? "the project" : "'\(path)'")
          + " is on \(fileSystem), which does not report saves of other machines: "
          + "it is also polled twice a second"
      )
    case .shortfall(let shortfall):
      Diagnostic(
        .warning, "watch.limit",
        "\(shortfall); \(counted(shortfall.missing, "folder")) \(shortfall.missing == 1 ? "is" : "are")"
          + " polled twice a second instead", hint: shortfall.command)
    case .complete:
      Diagnostic(.note, "watch.complete", "all folders are watched again")
    }
  }
}
