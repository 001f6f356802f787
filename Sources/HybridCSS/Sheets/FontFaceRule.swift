import HybridEncoding
package import HybridGeometry

/// An `@font-face` rule: the descriptors that it has. CSS Fonts 4 §4.
package struct FontFaceRule: Hashable, Sendable {
  /// An item of `src` whose format may be read.
  package enum Source: Hashable, Sendable {
    /// A font file, with the bytes of the `url()` in the sheet.
    case url(String, Range<Int>)
    /// A font of the device.
    case local(String)
  }

  /// In order of preference.
  package private(set) var sources: [Source] = []
  /// The face without its sources.
  package private(set) var face = DefinedFace(family: "")

  /// Whether the rule defines a face.
  fileprivate var isComplete: Bool { !face.family.isEmpty && !sources.isEmpty }

  /// The descriptors of browsers.
  private static let descriptors: Set<String> = [
    "font-family", "src", "font-weight", "font-style", "font-stretch", "font-width", "unicode-range",
    "size-adjust", "ascent-override", "descent-override", "line-gap-override", "font-feature-settings",
    "font-variation-settings", "font-display", "font-variant", "font-language-override",
    "font-named-instance",
  ]

  /// Whether browsers have a descriptor.
  fileprivate static func knows(_ name: String) -> Bool { descriptors.contains(name) }

  /// Reads a descriptor; false if the value is not valid.
  ///
  /// - Parameters:
  ///   - text: The value as written, in which ranges of characters can be read.
  ///   - base: The base of relative URLs; nil leaves them unchanged.
  fileprivate mutating func read(
    _ name: String, _ value: [ComponentValue], text: String, base: URLBase?
  ) -> Bool {
    var reader = ValueReader(value, dialect: .standard)
    switch name {
    case "src":
      let list = value.splitAtCommas.map { Self.source($0, base: base) }
      // §4.3.2: an item that cannot be read is left out.
      guard list.contains(where: { $0 != .failure(.malformed) }) else { return false }
      sources = list.compactMap { try? $0.get() }
      return true
    case "font-family":
      guard let names = reader.takeFontFamily(), names.count == 1, reader.isAtEnd else { return false }
      face.family = names[0]
    case "unicode-range":
      let ranges = text.split(separator: ",", omittingEmptySubsequences: false).map { UnicodeRange.read($0) }
      guard !ranges.contains(nil) else { return false }
      face.ranges = ranges.compactMap(\.self)
    case "font-weight": return reader.takeRange { $0.takeWeight() }.map { face.weights = $0 } != nil
    case "font-stretch", "font-width":
      return reader.takeRange { $0.takeStretch() }.map { face.stretches = $0 } != nil
    case "font-style": return reader.takeFaceStyle().map { face.style = $0 } != nil
    case "size-adjust": return reader.takeOnlyPercentage().map { face.sizeAdjust = $0 } != nil
    case "ascent-override": return reader.takeOverride().map { face.ascent = $0 } != nil
    case "descent-override": return reader.takeOverride().map { face.descent = $0 } != nil
    case "line-gap-override": return reader.takeOverride().map { face.lineGap = $0 } != nil
    case "font-feature-settings": return reader.takeFontFeatures().map { face.features = $0 } != nil
    case "font-variation-settings": return reader.takeFontVariations().map { face.variations = $0 } != nil
    default: return true
    }
    return true
  }

  /// Why an item of `src` does not count.
  private enum SourceFault: Error, Hashable {
    case malformed
    /// A format or a technology that is not read here.
    case unread
  }

  /// §4.3: `local()`, or a URL with its format and technologies.
  private static func source(_ item: ArraySlice<ComponentValue>, base: URLBase?) -> Result<
    Source, SourceFault
  > {
    var reader = ValueReader(item, dialect: .standard)
    guard let first = reader.peek else { return .failure(.malformed) }
    if case .token(.url(let url)) = first.content {
      reader.advance()
      return ending(&reader, .url(base?.resolved(url) ?? url, first.range))
    }
    guard let (name, found) = reader.takeFunction("url", "src", "local") else {
      return .failure(.malformed)
    }
    var arguments = found
    if name == "local" {
      guard let names = arguments.takeFontFamily(), names.count == 1, arguments.isAtEnd, reader.isAtEnd else {
        return .failure(.malformed)
      }
      return .success(.local(names[0].lowercased()))
    }
    guard let url = arguments.takeString(), arguments.isAtEnd else { return .failure(.malformed) }
    return ending(&reader, .url(base?.resolved(url) ?? url, first.range))
  }

  private static func ending(_ reader: inout ValueReader, _ source: Source) -> Result<Source, SourceFault> {
    var isRead = true
    while let (name, arguments) = reader.takeFunction("format", "tech") {
      var arguments = arguments
      guard let words = arguments.takeCommaList({ $0.takeString() ?? $0.takeIdent() }), arguments.isAtEnd
      else {
        return .failure(.malformed)
      }
      let known = name == "format" ? formats : technologies
      isRead = isRead && words.allSatisfy { known.contains($0.lowercased()) }
    }
    guard reader.isAtEnd else { return .failure(.malformed) }
    return isRead ? .success(source) : .failure(.unread)
  }

  /// The words of `format()` that are read.
  static let formats: Set<String> = [
    "woff2", "woff", "truetype", "opentype", "woff2-variations", "woff-variations", "truetype-variations",
    "opentype-variations",
  ]

  /// The words of `tech()` that are read.
  static let technologies: Set<String> = ["features-opentype", "variations"]
}

/// `unicode-range`. CSS Syntax 3 §7, *The Unicode-Range microsyntax*.
private enum UnicodeRange {
  /// The range of one item; nil for anything else.
  static func read(_ item: Substring) -> ClosedRange<UInt32>? {
    // Minified sheets have comments between tokens.
    let text = item.replacing("/**/", with: "").filter { !$0.isWhitespace }.uppercased()
    guard text.hasPrefix("U+") else { return nil }
    let parts = text.dropFirst(2).split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty, first.utf8.count <= 6, parts.count <= 2,
      parts.joined().allSatisfy({ $0 == "?" || $0.isASCII && $0.isHexDigit })
    else { return nil }
    let wild = first.drop { $0 != "?" }
    guard wild.allSatisfy({ $0 == "?" }), parts.count == 1 || wild.isEmpty && parts[1].utf8.count <= 6,
      let start = UInt32(first.replacing("?", with: "0"), radix: 16),
      let end = UInt32(
        (parts.count == 2 ? String(parts[1]) : String(first)).replacing("?", with: "F"), radix: 16),
      start <= end, start <= 0x10FFFF
    else { return nil }
    return start...min(end, 0x10FFFF)
  }
}

extension ValueReader {
  /// One value or two, to the end. §4.4: a range whose end is before its start is turned around.
  fileprivate mutating func takeRange(_ take: (inout ValueReader) -> Double?) -> ClosedRange<Double>? {
    if self.take(ident: "auto") { return isAtEnd ? 1...1000 : nil }
    guard let first = take(&self) else { return nil }
    let second = isAtEnd ? first : take(&self)
    guard let second, isAtEnd else { return nil }
    return min(first, second)...max(first, second)
  }

  fileprivate mutating func takeWeight() -> Double? {
    if take(ident: "normal") { return 400 }
    if take(ident: "bold") { return 700 }
    return takeNumber().flatMap { (1...1000).contains($0) ? $0 : nil }
  }

  fileprivate mutating func takeStretch() -> Double? {
    if case .number(let percent)? = takeFontStretch() { percent } else { nil }
  }

  fileprivate mutating func takeFaceStyle() -> DefinedFace.Style? {
    if take(ident: "normal") || take(ident: "auto") { return isAtEnd ? .normal : nil }
    if take(ident: "italic") { return isAtEnd ? .italic : nil }
    guard take(ident: "oblique") else { return nil }
    if isAtEnd { return .oblique(14...14) }
    return takeRange { $0.takeAngle().flatMap { (-90...90).contains($0) ? $0 : nil } }.map { .oblique($0) }
  }

  /// A percentage that is not negative, as a number.
  fileprivate mutating func takeOnlyPercentage() -> Double? {
    guard let percent = takePercentage(), percent >= 0, isAtEnd else { return nil }
    return percent / 100
  }

  /// `normal`, which is the outer value without an inner one, or a percentage.
  fileprivate mutating func takeOverride() -> Double?? {
    if take(ident: "normal") { return isAtEnd ? .some(nil) : nil }
    return takeOnlyPercentage().map { .some($0) }
  }
}

extension SheetParser {
  /// The descriptors of an `@font-face` rule; the next token is its `{`. Nil for a rule without a family or
  /// without a source.
  mutating func parseFontFace(_ prelude: [ComponentValue], _ range: Range<Int>) -> FontFaceRule? {
    var rule = FontFaceRule()
    parseDescriptors { $0.read($1, into: &rule) }
    guard prelude.trimmed.isEmpty else {
      reports.add("css.invalid-font-face", "'@font-face' takes nothing before its block", at: range)
      return nil
    }
    guard rule.isComplete else {
      let lacks =
        rule.face.family.isEmpty
        ? "'@font-face' needs a 'font-family'" : "'@font-face' has no 'src' that can be read"
      reports.add(
        "css.invalid-font-face", lacks, at: range,
        hint: rule.face.family.isEmpty ? nil : "the formats are TTF, OTF, WOFF and WOFF2")
      return nil
    }
    return rule
  }

  private mutating func read(_ declaration: Declaration, into rule: inout FontFaceRule) {
    let name = declaration.name.asciiLowercased
    guard FontFaceRule.knows(name) else {
      guard !name.isVendorName else { return }
      reports.add("css.invalid-font-face", "'@font-face' has no '\(name)'", at: declaration.range)
      return
    }
    var changed = rule
    let text = declaration.value.isEmpty ? "" : source.text(in: declaration.value[...].range)
    if changed.read(name, declaration.value, text: text, base: images.base) {
      rule = changed
    } else {
      reports.add(
        "css.invalid-font-face", "'\(name)' of '@font-face' does not take this value", at: declaration.range)
    }
  }
}

extension StyleSheet {
  /// The `@font-face` rules of the sheet itself, at any depth; those of imported sheets are not among them.
  package var fontFaces: [FontFaceRule] {
    var found: [FontFaceRule] = []
    func walk(_ rules: [Rule]) {
      for rule in rules {
        switch rule {
        case .fontFace(let rule): found.append(rule)
        case .media(_, let rules), .container(_, let rules), .layer(_, let rules), .supports(true, let rules),
          .startingStyle(let rules):
          walk(rules)
        case .style(let rule): walk(rule.rules)
        case .supports(false, _), .declarations, .layerStatement, .counterStyle, .keyframes, .property,
          .import:
          break
        }
      }
    }
    walk(rules)
    return found
  }
}

extension FontSet {
  /// The faces of sheets whose conditions hold.
  ///
  /// - Parameter files: The fonts of the page by the URLs of rules. A URL without a font is left out.
  init(of ruleSets: [RuleSet], in environment: MediaEnvironment, files: FontFiles) {
    let rules = RuleSet.namedRules(\.fontFaces, of: ruleSets, in: environment)
    self.init(
      rules.map { rule in
        var face = rule.face
        face.sources = rule.sources.compactMap { source in
          switch source {
          case .local(let name): .local(name)
          case .url(let url, _): files[url].map { .file($0) }
          }
        }
        return face
      }, measuring: files.measuring)
  }
}
