import HybridCrypto
import HybridDatabase
import HybridRelease

/// The release in the app itself: one archive, read in place.
struct Preset {
  var path: String
  /// The SHA-256 of its manifest.
  var id: String
  var number: Int
  var channel: String
  /// Its manifest.
  var statement: [UInt8]
}

extension ReleaseStore {
  /// Opens the preset. One that is not known yet passes every check that a release from a host does; a known one is held against
  /// its size and a sample of its bytes, or against all of them.
  ///
  /// - Returns: Whether it is another one than at the last launch.
  /// - Throws: Why there is no preset; the store works without.
  func openPreset(_ path: String, trust: Trust, hashesAll: Bool) throws(Refusal) -> Bool {
    preset = nil
    let subject = path.split(separator: "/").last.map(String.init) ?? path
    func reading<Value>(_ body: () throws(FileFault) -> Value) throws(Refusal) -> Value {
      do throws(FileFault) { return try body() } catch {
        throw error.kind == .missing
          ? Refusal(.fileMissing, subject, "is not in the app") : error.refusal(subject)
      }
    }
    let files = files
    guard let size = try reading({ () throws(FileFault) in try files.size(of: path) }) else {
      throw Refusal(.fileMissing, subject, "is not in the app")
    }
    let sampled = 64 << 10
    let ends = try reading { () throws(FileFault) in
      try files.read(path, from: 0, count: min(size, sampled))
        + files.read(path, from: max(0, size - sampled), count: min(size, sampled))
    }
    let mark = "\(path) \(size) \(sodium.sha256(ends))"
    let isKnown = try fact("preset.mark").text == mark
    if isKnown, let id = try fact("preset.id").text, let number = try fact("preset.number").int,
      let channel = try fact("preset.channel").text, let statement = try fact("preset.statement").blob,
      let whole = try fact("preset.sha256").text
    {
      if hashesAll {
        let bytes = try reading { () throws(FileFault) in try files.readAll(path, atMost: size) }
        guard sodium.sha256(bytes).description == whole else {
          throw Refusal(.fileMismatch, subject, "has other bytes than when it was first opened")
        }
      }
      preset = Preset(path: path, id: id, number: number, channel: channel, statement: statement)
      return false
    }

    let bytes = try reading { () throws(FileFault) in try files.readAll(path, atMost: size) }
    let archive = try Archive(bytes, as: subject)
    var trust = trust
    while let next = archive.bytes(of: DistPaths.keys(trust.keys.version + 1)) {
      let version = trust.keys.version + 1
      guard let signatures = archive.bytes(of: DistPaths.keysSignatures(version)) else {
        throw Refusal(.signatureMissing, DistPaths.keysSignatures(version), "is not in \(subject)")
      }
      try trust.advance(to: next, signatures: signatures, as: DistPaths.keys(version))
    }
    guard let statement = archive.bytes(of: DistPaths.release) else {
      throw Refusal(.fileMissing, DistPaths.release, "is not in \(subject)")
    }
    guard let signatures = archive.bytes(of: DistPaths.releaseSignatures) else {
      throw Refusal(.signatureMissing, DistPaths.releaseSignatures, "is not in \(subject)")
    }
    guard
      case .release(let release) = try trust.statement(
        statement, signatures: signatures, as: DistPaths.release, kinds: [.release])
    else { throw Refusal(.statementWrongKind, DistPaths.release, "is no release") }
    var places: [Int] = []
    for file in release.files {
      let name = DistPaths.file(file.digest.sha256)
      guard let range = archive.range(of: name) else {
        throw Refusal(.fileMissing, name, "is not in \(subject)")
      }
      try file.digest.check(Array(bytes[range]), as: file.path, sodium: sodium)
      places.append(range.lowerBound)
    }
    let opened = Preset(
      path: path, id: sodium.sha256(statement).description, number: release.number,
      channel: release.channel, statement: statement)
    let whole = sodium.sha256(bytes).description
    try transaction { () throws(DatabaseError) in
      try database.run("DELETE FROM preset_files")
      for (file, place) in zip(release.files, places) {
        try database.run(
          "INSERT INTO preset_files VALUES (?, ?, ?, ?)", .text(file.path),
          .text(file.digest.sha256.description), .int(file.digest.size), .int(place))
      }
      let facts: [(String, DatabaseValue)] = [
        ("preset.mark", .text(mark)), ("preset.id", .text(opened.id)), ("preset.number", .int(opened.number)),
        ("preset.channel", .text(opened.channel)), ("preset.statement", .blob(statement)),
        ("preset.sha256", .text(whole)),
      ]
      for (key, value) in facts {
        try database.run("INSERT OR REPLACE INTO facts VALUES (?, ?)", .text(key), value)
      }
    }
    preset = opened
    return true
  }
}
