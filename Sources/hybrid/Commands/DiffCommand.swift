import HybridCrypto
import HybridJSON
import HybridRelease
import HybridSource

/// `hybrid diff`: compares two releases by units and bytes.
enum DiffCommand {
  static let json = Option<Bool>.flag("json", "print one JSON object instead of text")
  static let deltas = Option<Bool>.flag(
    "deltas", "compute the deltas missing from B, to print their sizes")

  static let command = Command(
    name: "diff",
    summary: "compare two releases",
    operands: [
      Operand(
        name: "A",
        summary: "the older release: a DIST folder or address, a releases/N.json, a .hybrid archive",
        completion: .file),
      Operand(name: "B", summary: "the newer release, in the same forms", completion: .file),
    ],
    options: declarations(json, deltas),
    examples: [
      .init("hybrid diff dist/releases/11.json dist", "the changes of the newest release"),
      .init("hybrid diff old.hybrid new.hybrid --deltas", "also the download sizes of phones"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    do throws(ReleaseFault) {
      let (old, new) = (
        try NamedRelease(arguments.operands[0]), try NamedRelease(arguments.operands[1])
      )
      guard old.release.project == new.release.project else {
        throw ReleaseFault(
          Refusal(
            .wrongProject, new.path,
            "is of the project '\(new.release.project)', not '\(old.release.project)'"))
      }
      let report = try ReleaseReport(from: old, to: new, makesDeltas: arguments[deltas])
      guard Output.standard.write(arguments[json] ? report.json : report.text) else {
        throw ReleaseFault(
          environment: "unwritable-file", "standard output could not be written completely")
      }
      return .done
    } catch {
      Output.error.report(error.diagnostic)
      return error.exitCode
    }
  }
}

/// The output of `hybrid diff`.
private struct ReleaseReport {
  let old: NamedRelease
  let new: NamedRelease
  var difference: ReleaseDifference
  /// Changes inside units, by unit name.
  var words: [String: [String]] = [:]
  /// The size of the delta from the older statement to the newer one; nil when apps download the full
  /// statement.
  var statementDelta: Int?
  /// The archive of the newer release: its size, and the size of the delta from the older release's archive.
  var archive: (size: Int, delta: Int?)?

  init(from old: NamedRelease, to new: NamedRelease, makesDeltas: Bool) throws(ReleaseFault) {
    (self.old, self.new) = (old, new)
    let sodium = try releaseSodium()
    let zstd = makesDeltas ? try releaseZstd() : nil
    // The index is optional: without it, no deltas are reported.
    let index =
      (try? new.source.read(DistPaths.deltaIndex, atMost: DeltaIndex.mostBytes))
      .flatMap { try? DeltaIndex(decoding: $0) } ?? DeltaIndex()
    func made(_ from: [UInt8]?, _ to: [UInt8]?) -> Int? {
      guard let zstd, let from, let to else { return nil }
      return (try? Delta.make(from: from, to: to, zstd: zstd))?.count
    }
    difference = ReleaseDifference(from: old.release, to: new.release) { from, to in
      index.size(from: from.sha256, to: to.sha256)
        ?? made(old.bytes(of: from, sodium: sodium), new.bytes(of: to, sodium: sodium))
    }
    // Deltas lead only to higher release numbers.
    if new.statement.count >= Delta.leastBytes, new.release.number > old.release.number {
      statementDelta =
        index.size(from: sodium.sha256(old.statement), to: sodium.sha256(new.statement))
        ?? made(old.statement, new.statement)
    }
    for unit in difference.units where unit.change == .changed {
      guard let one = unit.old.flatMap({ old.bytes(of: $0, sodium: sodium) }),
        let other = unit.new.flatMap({ new.bytes(of: $0, sodium: sodium) })
      else { continue }
      let change = wordsOfChange(from: one, to: other)
      if !change.isEmpty { words[unit.name] = change }
    }
    if let bytes = new.archive {
      let delta = old.archive.flatMap { archive in
        index.size(from: sodium.sha256(archive), to: sodium.sha256(bytes)) ?? made(archive, bytes)
      }
      archive = (bytes.count, delta)
    }
  }

  // MARK: Text

  var text: String {
    var lines = ["\(old.title) → \(new.title)"]
    let (one, other) = (old.release, new.release)
    if one.runtime != other.runtime { lines.append("runtime \(one.runtime) → \(other.runtime)") }
    if one.mandatory != other.mandatory {
      lines.append("mandatory up to \(one.mandatory) → \(other.mandatory)")
    }
    for (kind, had, has) in [
      ("elements", one.requirements.elements, other.requirements.elements),
      ("attributes", one.requirements.attributes, other.requirements.attributes),
      ("modules", one.requirements.modules, other.requirements.modules),
    ] where had != has {
      let changes =
        has.filter { !had.contains($0) }.map { "+" + $0 } + had.filter { !has.contains($0) }.map { "-" + $0 }
      lines.append("required \(kind) \(changes.joined(separator: " "))")
    }
    lines += section("units", difference.units.map(line))
    lines += section("assets", difference.assets.map(line))
    lines += section("routes", difference.routes.map(line))
    if difference.isEmpty { lines.append("the content is the same") }
    let download = difference.download
    lines.append("bytes")
    lines.append("  all files      \(download.full)")
    lines.append("  changed files  \(download.changed) in \(download.changedFiles)")
    lines.append("  with deltas    \(download.withDeltas)")
    if let archive {
      lines.append(
        "  archive        \(archive.size)" + (archive.delta.map { ", its delta \($0)" } ?? ""))
    }
    let statement = (statementDelta ?? new.statement.count) + (new.rollback?.bytes.count ?? 0)
    lines.append(
      "an app at \(one.number) loads the statement in \(statement) bytes and \(download.withDeltas) bytes of "
        + "\(download.changedFiles - download.deltas) files and \(download.deltas) deltas")
    lines.append("signatures were not checked: 'hybrid verify' does that")
    return lines.map(\.withoutControls).joined(separator: "\n") + "\n"
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [title] + lines.map { "  " + $0 }
  }

  private func line(_ file: ReleaseDifference.FileChange) -> String {
    let delta = file.delta.map { ", delta \($0)" } ?? ""
    let words = words[file.name].map { ": " + $0.joined(separator: ", ") } ?? ""
    return switch file.change {
    case .added: "+ \(file.name)  \(file.new?.size ?? 0) bytes"
    case .removed: "- \(file.name)"
    case .moved: "> \(file.name)  was \(file.formerName ?? "")"
    case .changed: "~ \(file.name)  \(file.old?.size ?? 0) → \(file.new?.size ?? 0) bytes\(delta)\(words)"
    }
  }

  private func line(_ change: ReleaseDifference.RouteChange) -> String {
    let route = "\(change.route.kind.rawValue) \(change.route.pattern) → \(change.route.unit)"
    return switch change.change {
    case .added: "+ \(route)"
    case .removed: "- \(route)"
    case .moved: "> \(route)  moved"
    case .changed: "~ \(route)  was \(change.formerUnit ?? "")"
    }
  }

  // MARK: JSON

  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.key("from")
      write(old, to: &json)
      json.key("to")
      write(new, to: &json)
      json.member("signaturesChecked", false)
      json.key("units")
      json.array { for file in difference.units { write(file, to: &$0) } }
      json.key("assets")
      json.array { for file in difference.assets { write(file, to: &$0) } }
      json.key("routes")
      json.array { json in
        for change in difference.routes {
          json.object {
            $0.member("change", change.change.rawValue)
            $0.member("pattern", change.route.pattern)
            $0.member("kind", change.route.kind.rawValue)
            $0.member("unit", change.route.unit)
            if let unit = change.formerUnit { $0.member("formerUnit", unit) }
          }
        }
      }
      let download = difference.download
      json.key("bytes")
      json.object {
        $0.member("full", download.full)
        $0.member("changedFiles", download.changedFiles)
        $0.member("changed", download.changed)
        $0.member("deltas", download.deltas)
        $0.member("withDeltas", download.withDeltas)
        $0.member("statement", new.statement.count)
        if let statementDelta { $0.member("statementDelta", statementDelta) }
        if let archive { $0.member("archive", archive.size) }
        if let delta = archive?.delta { $0.member("archiveDelta", delta) }
      }
    }
    return json.text + "\n"
  }

  private func write(_ named: NamedRelease, to json: inout JSONWriter) {
    json.object {
      $0.member("path", named.path)
      $0.member("project", named.release.project)
      $0.member("channel", named.release.channel)
      $0.member("number", named.release.number)
      if let rollback = named.rollback { $0.member("rollback", rollback.statement.number) }
    }
  }

  private func write(_ file: ReleaseDifference.FileChange, to json: inout JSONWriter) {
    json.object { json in
      json.member("change", file.change.rawValue)
      json.member("name", file.name)
      if let former = file.formerName { json.member("formerName", former) }
      if let old = file.old { json.member("oldSize", old.size) }
      if let new = file.new { json.member("newSize", new.size) }
      if let delta = file.delta { json.member("delta", delta) }
      if let words = words[file.name] {
        json.key("details")
        json.array { for word in words { $0.value(word) } }
      }
    }
  }
}
