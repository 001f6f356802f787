import HybridUnits

/// The versions of templates in the Playground (`Documentation/compatibility.md`).
///
/// The Android app accepts a template of a loaded type only when its version, a signed 16-bit number, is
/// greater than that of the loaded one. So a template that differs from the last one sent under its type gets
/// a number above all numbers sent before, in this session and earlier ones. A session starts above the
/// previous one's numbers.
///
/// Types, not units, have versions: templates of one type in different folders replace each other in the app.
struct TemplateVersions: Sendable {
  /// The greatest signed 16-bit number.
  static let limit = 32_767

  /// The greatest version sent, or to be used for new templates: the next session starts above it.
  private(set) var current: Int
  /// Whether numbers wrapped around: an app opened earlier has greater ones.
  private(set) var hasWrapped = false
  private var given: [String: (hash: ContentHash, version: Int)] = [:]

  /// The versions of a session.
  /// - Parameters:
  ///   - last: The greatest one of earlier sessions; nil for the first session, or if unknown.
  ///   - minutes: Minutes since 1970: the start of a first session, so that a session without history is
  ///     probably above earlier ones.
  init(after last: Int?, minutes: Int) {
    guard let last, (1...Self.limit).contains(last) else {
      current = Int(minutes.magnitude % 16_384) + 1
      return
    }
    current = last + 1
    if last == Self.limit { startAnew() }
  }

  /// The `.out` files with their current versions. All changed files get the same new version.
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

  /// Whether numbers wrapped around since the last call.
  mutating func takeWrap() -> Bool {
    defer { hasWrapped = false }
    return hasWrapped
  }

  /// Starts over: after a restart of the app, everything is loaded as if for the first time.
  private mutating func startAnew() {
    current = 1
    hasWrapped = true
    given = [:]
  }
}
