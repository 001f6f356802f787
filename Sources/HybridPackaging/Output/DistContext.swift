import HybridRelease

/// The data that the parts of a run read while they write DIST: the new content, and that of the last run.
struct DistContext {
  let packager: Packager
  let settings: PackageSettings
  let package: ProjectPackage
  let cache: PackageCache?
  /// Whether DIST has exactly the files that the run which wrote the cache left. After a killed run it has
  /// others.
  let isAsLeft: Bool

  init(packager: Packager, settings: PackageSettings, package: ProjectPackage, cache: PackageCache?) {
    (self.packager, self.settings, self.package, self.cache) = (packager, settings, package, cache)
    isAsLeft = cache?.distFolders == Self.folders(in: packager.dist)
  }

  /// The path of a file of DIST.
  func place(_ path: String) -> String { "\(packager.dist)/\(path)" }

  /// The stamps of folders that are not listed in every run.
  var folders: [String: DiskStamp] { Self.folders(in: packager.dist) }

  private static func folders(in dist: String) -> [String: DiskStamp] {
    let folders = [
      "releases", "files", "deltas", "rexxar", DistPaths.embedded, "\(DistPaths.embedded)/rexxar",
    ]
    return Dictionary(uniqueKeysWithValues: folders.map { ($0, DiskStamp.of("\(dist)/\($0)")) })
  }

  // MARK: Statements

  /// An existing statement of DIST.
  struct StoredStatement {
    var number: Int
    var bytes: [UInt8]
    var statement: Statement
  }

  /// The numbers of the statements in DIST, the newest first.
  func numbers() -> [Int] {
    Disk.names(in: place("releases")).compactMap { name, isFolder, _ in
      isFolder || !name.hasSuffix(".json") ? nil : Int(name.dropLast(5))
    }.filter { $0 > 0 }.sorted(by: >)
  }

  /// The statement with a number; nil when DIST has none.
  ///
  /// - Throws: A fault for a statement that is unreadable, or of another project or channel.
  func known(_ number: Int) throws(PackageFault) -> StoredStatement? {
    let path = DistPaths.statement(number)
    guard let bytes = try Disk.read(place(path)) else { return nil }
    let statement = try refusing { () throws(Refusal) in
      try Statement(decoding: bytes, as: path, kinds: [.release, .rollback])
    }
    let (project, channel) =
      switch statement {
      case .release(let release): (release.project, release.channel)
      case .rollback(let rollback): (rollback.project, rollback.channel)
      default: ("", "")
      }
    guard project == settings.project, channel == settings.channel else {
      throw PackageFault(
        .project, "package.other-project",
        """
        '\(packager.dist)' holds releases of '\(project)' for '\(channel)', \
        and this is '\(settings.project)' for '\(settings.channel)'
        """,
        hint: "give each project and channel a folder of its own")
    }
    return StoredStatement(number: number, bytes: bytes, statement: statement)
  }
}
