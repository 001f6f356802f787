import HybridUnits

/// The versions that templates are given in the Playground (`Documentation/compatibility.md`).
///
/// The Android app takes a template of a type it knows only when its version, a signed 16-bit number, is
/// greater than that of the one it has. So whatever is other than what was given last under its type gets a
/// number above all that were given before, in this session and in the ones before it. What nobody has been
/// given needs no number of its own: a session begins above the last one's.
///
/// Types, not units, have versions: templates of one type in different folders take each other's place in the
/// app.
struct TemplateVersions: Sendable {
  /// The greatest signed 16-bit number.
  static let limit = 32_767

  /// The greatest version given, or to be given to what is new: the next session begins above it.
  private(set) var current: Int
  /// Whether numbers began anew: an app that was opened before has greater ones.
  private(set) var hasWrapped = false
  private var given: [String: (hash: ContentHash, version: Int)] = [:]

  /// The versions of a session.
  /// - Parameters:
  ///   - last: The greatest one of the sessions before; nil for the first, or when it is not known any more.
  ///   - minutes: Since 1970: where a first session begins, so that one that knows of no other will likely be
  ///     above it.
  init(after last: Int?, minutes: Int) {
    guard let last, (1...Self.limit).contains(last) else {
      current = Int(minutes.magnitude % 16_384) + 1
      return
    }
    current = last + 1
    if last == Self.limit { startAnew() }
  }

  /// The `.out` files with the versions they have now. All that are other than before get the same new one.
  /// - Parameter files: At most one of each type.
  mutating func stamp(_ files: [TemplateFile]) -> [[UInt8]] {
    let hashes = files.map { ContentHash($0.out) }
    let isChanged = zip(files, hashes).contains { file, hash in
      given[file.template.name].map { $0.hash != hash } ?? false
    }
    if isChanged {
      current += 1
      if current > Self.limit { startAnew() }
    }
    return zip(files, hashes).map { file, hash in
      let type = file.template.name
      if given[type]?.hash != hash { given[type] = (hash, current) }
      var out = file.out
      Template.setVersion(UInt16(given[type]?.version ?? current), in: &out)
      return out
    }
  }

  /// Whether numbers began anew since this was asked last.
  mutating func takeWrap() -> Bool {
    defer { hasWrapped = false }
    return hasWrapped
  }

  /// Nothing that was given counts any more: after a restart of the app all is loaded as if for the first
  /// time.
  private mutating func startAnew() {
    current = 1
    hasWrapped = true
    given = [:]
  }
}
