import HybridCSS
import HybridEncoding
import HybridFonts
import HybridGeometry
import HybridSource
import HybridUnits

/// The font files that the `@font-face` rules of a sheet name, by rule.
struct SheetFonts: Sendable {
  /// An item of `src`.
  private enum Item {
    case file(path: String, written: String, range: Range<Int>)
    /// A font in a `data:` URL.
    case embedded(FontData)
  }

  /// The items of each rule, in order of preference.
  private var rules: [[Item]] = []

  /// The files, whether they exist or not.
  var paths: [String] {
    rules.flatMap { $0.compactMap { if case .file(let path, _, _) = $0 { path } else { nil } } }
  }

  /// Reports URLs that lead to no file. Fonts of other hosts are not fetched.
  init(_ sheet: StyleSheet, in source: Source, _ reports: inout Reports) {
    for rule in sheet.fontFaces {
      var items: [Item] = []
      for case .url(let url, let range) in rule.sources {
        // The URL is relative to the project's folder at this point.
        switch Reference.resolve(url, in: "") {
        case .file(let path): items.append(.file(path: path, written: url, range: range))
        case .remote(let address) where address.hasPrefix("data:"):
          if let font = Self.font(in: address, at: range, in: source, &reports) {
            items.append(.embedded(font))
          }
        case .outside:
          reports.add(
            .warning, "font.outside-project", "'\(url)' leads out of the project", at: range, in: source,
            hint: "'/' is the project's own folder")
        case let other: other.report(url, "a font", at: range, in: source, &reports)
        }
      }
      if !items.isEmpty { rules.append(items) }
    }
  }

  private static func font(
    in address: String, at range: Range<Int>, in source: Source, _ reports: inout Reports
  ) -> FontData? {
    do throws(FontFault) {
      guard let bytes = dataURLBytes(address) else { throw .unknownFormat(name: nil) }
      _ = try FontFile(reading: bytes)
      return FontData(hash: ContentHash(bytes).description, path: address, bytes: bytes)
    } catch {
      reports.add(
        .warning, "font.\(error.code)", "the font in this 'data:' URL cannot be used: \(error.message)",
        at: range, in: source)
      return nil
    }
  }

  /// The first font of each rule that can be read; those before it are reported.
  ///
  /// - Parameter hasher: Takes the bytes of all files that were tried.
  func load(
    in source: Source, _ files: inout FileStore, _ hasher: inout ContentHasher, _ reports: inout Reports
  ) -> [FontData] {
    var fonts: [FontData] = []
    for items in rules {
      if let font = first(of: items, in: source, &files, &hasher, &reports) { fonts.append(font) }
    }
    return fonts
  }

  private func first(
    of items: [Item], in source: Source, _ files: inout FileStore, _ hasher: inout ContentHasher,
    _ reports: inout Reports
  ) -> FontData? {
    for item in items {
      guard case .file(let path, let written, let range) = item else {
        if case .embedded(let font) = item { return font }
        continue
      }
      switch files.load(path) {
      case .present(let file, let hash):
        hasher.combine(hash)
        guard let fault = files.fontFault(file, hash) else {
          return FontData(hash: hash.description, path: path, bytes: file.bytes)
        }
        reports.add(.warning, "font.\(fault.code)", "'\(path)': \(fault.message)", at: range, in: source)
      case .failed(let failure):
        hasher.combine(0)
        failure.reportFont(path, written, at: range, in: source, files, &reports)
      }
    }
    return nil
  }
}

extension FileFailure {
  /// Reports why the font at `path` cannot be read, with the nearest existing name.
  ///
  /// Each report is a warning: the text is shown, in the next family.
  fileprivate func reportFont(
    _ path: String, _ written: String, at range: Range<Int>, in source: Source, _ files: FileStore,
    _ reports: inout Reports
  ) {
    let near = self == .missing ? files.suggestion(for: path, written: Self.unquoted(written)) : nil
    let code =
      switch self {
      case .missing: "missing"
      case .tooLarge: "too-large"
      default: self.code
      }
    reports.add(
      .warning, "font.\(code)", "'\(path)': \(message)", at: range, in: source,
      hint: near.map { "did you mean '\($0)'?" })
  }
}
