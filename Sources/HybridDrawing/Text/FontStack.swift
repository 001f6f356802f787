import HybridEncoding
import HybridGeometry
import Synchronization

/// The faces that shape the text of a ``Font``: faces that the page defines, and a pinned face.
struct FontStack: Hashable, Sendable {
  /// The pinned face.
  var pinned: FontFace
  /// The page's own faces and features for the font; nil for most fonts.
  var selection: FontSelection?

  /// The stack for a font.
  init(_ font: Font) {
    pinned = FontFace(font)
    // Most text is in pinned families, also on pages that define some.
    if let extras = font.extras,
      !extras.features.isEmpty || font.families.contains(where: extras.faces.defines)
    {
      selection = FontSelection.of(font, extras)
    }
  }

  /// A pinned face.
  init(_ pinned: FontFace) { self.pinned = pinned }

  /// The features of ligatures that letter spacing switches off (CSS Text 3 §8.2).
  static let ligatures = ["liga", "clig"]

  /// The features for Pango; those that the font asks for come last and count.
  func features(hasLigatures: Bool) -> String {
    let off = hasLigatures ? [] : Self.ligatures.map { "\($0)=0" }
    guard let selection, !selection.features.isEmpty else { return off.joined(separator: ",") }
    // Pango's syntax has no quotes: a tag with other characters names no feature.
    let asked = selection.features.filter { $0.tag.utf8.allSatisfy(\.isASCIIAlphanumeric) }
    return (off + asked.map { "\($0.tag)=\(Int(min(max($0.value, 0), 1e6)))" }).joined(separator: ",")
  }
}

/// The faces of a page that a font selects, in order of preference, and the features of the font.
///
/// It is a class so that keys of caches compare pointers: each font has one selection while it is known.
final class FontSelection: Hashable, Sendable {
  /// The faces, each with its settings.
  let faces: [SelectedFace]
  /// How many of the faces are preferred to the pinned one.
  let preferred: Int
  /// The features that the font asks for.
  let features: [FontSetting]
  private let digest: Int

  private init(_ faces: [SelectedFace], preferred: Int, features: [FontSetting]) {
    self.faces = faces
    self.preferred = preferred
    self.features = features
    var hasher = Hasher()
    hasher.combine(faces)
    hasher.combine(preferred)
    hasher.combine(features)
    digest = hasher.finalize()
  }

  static func == (one: FontSelection, other: FontSelection) -> Bool {
    one === other
      || one.digest == other.digest && one.faces == other.faces && one.preferred == other.preferred
        && one.features == other.features
  }

  func hash(into hasher: inout Hasher) { hasher.combine(digest) }

  // MARK: Selecting

  /// The known selections. They keep the bytes of fonts, those of files that were saved since as well, so
  /// there is a limit to both.
  private struct Known {
    /// Nil for a font that selects nothing.
    var selections: [Key: FontSelection?] = [:]
    /// The sets of the selections, and the bytes of their fonts.
    var sets: Set<FontSet> = []
    var bytes = 0

    static let limit = 2_000
    static let byteLimit = 64 << 20

    /// Forgets all if a set is one too many.
    mutating func makeRoom(for set: FontSet) -> Bool {
      let isNew = !sets.contains(set)
      let isFull =
        selections.count >= Self.limit || isNew && !sets.isEmpty && bytes + set.byteCount > Self.byteLimit
      if isFull { self = Known() }
      if sets.insert(set).inserted { bytes += set.byteCount }
      return isFull
    }
  }

  private struct Key: Hashable {
    var extras: FontExtras
    var families: [String]
    var weight: Int
    var isItalic: Bool
  }

  private static let known = Mutex(Known())
  /// How often all selections were forgotten: what is cached by them is of no more use then.
  static let generation = Atomic(0)

  /// The selection of a font; nil if its families are pinned ones, and it has no features.
  static func of(_ font: Font, _ extras: FontExtras) -> FontSelection? {
    let key = Key(extras: extras, families: font.families, weight: font.weight, isItalic: font.isItalic)
    return known.withLock { known in
      if let selection = known.selections[key] { return selection }
      if known.makeRoom(for: extras.faces) { generation.add(1, ordering: .relaxed) }
      let selection = made(for: font, extras)
      known.selections[key] = .some(selection)
      return selection
    }
  }

  private static func made(for font: Font, _ extras: FontExtras) -> FontSelection? {
    var faces: [SelectedFace] = []
    var preferred: Int?
    for family in font.families {
      let defined = extras.faces.faces(of: family)
      if !defined.isEmpty {
        faces += matching(defined, for: font, extras)
      } else if preferred == nil, PinnedFamily(named: family) != nil {
        preferred = faces.count
      }
    }
    guard !faces.isEmpty || !extras.features.isEmpty else { return nil }
    return FontSelection(faces, preferred: preferred ?? faces.count, features: extras.features)
  }

  /// The faces of a family for a font. CSS Fonts 4 §5.2: width first, then style, then weight. Of several
  /// that are left, the last one whose range has a character counts.
  private static func matching(
    _ family: [DefinedFace], for font: Font, _ extras: FontExtras
  ) -> [SelectedFace] {
    func best(_ faces: [DefinedFace], _ rank: (DefinedFace) -> Double) -> [DefinedFace] {
      let least = faces.lazy.map(rank).min() ?? 0
      return faces.filter { rank($0) == least }
    }
    let widths = best(family) { rank(extras.stretch, $0.stretches, prefersLess: extras.stretch <= 100) }
    let styles = best(widths) { $0.style.has(isItalic: font.isItalic) ? 0 : 1 }
    let weight = Double(font.weight)
    let weights = best(styles) { face in
      // 400 and 500 try each other before the lighter ones.
      if (400...500).contains(weight), !face.weights.contains(weight) {
        if face.weights.lowerBound > weight, face.weights.lowerBound <= 500 {
          return face.weights.lowerBound - weight
        }
        return 1_000 + rank(weight, face.weights, prefersLess: true)
      }
      return rank(weight, face.weights, prefersLess: weight < 400)
    }
    return weights.reversed().map { SelectedFace($0, for: font, extras) }
  }

  /// How far a range is from a value; all values on the preferred side come before those on the other.
  private static func rank(_ value: Double, _ range: ClosedRange<Double>, prefersLess: Bool) -> Double {
    if range.contains(value) { return 0 }
    let isLess = range.upperBound < value
    let distance = isLess ? value - range.upperBound : range.lowerBound - value
    return isLess == prefersLess ? distance : 10_000 + distance
  }
}

extension DefinedFace.Style {
  /// Whether a face has upright letters, or slanted ones; one with a range of angles may have both.
  fileprivate func has(isItalic: Bool) -> Bool {
    switch self {
    case .normal: !isItalic
    case .italic: isItalic
    case .oblique(let angles): isItalic || angles.contains(0)
    }
  }
}

/// A face of a page as a font selects it.
struct SelectedFace: Hashable, Sendable {
  /// The face.
  let face: DefinedFace
  /// The axes of a variable font.
  let variations: [FontSetting]
  /// Whether its letters are made bolder than they are in the file.
  let isEmboldened: Bool

  /// CSS Fonts 4 §7.2: the axes of the font's properties, then those of the rule, then those of the font.
  init(_ face: DefinedFace, for font: Font, _ extras: FontExtras) {
    self.face = face
    var axes: [String: Double] = [:]
    let weight = Double(font.weight)
    axes["wght"] = min(max(weight, face.weights.lowerBound), face.weights.upperBound)
    axes["wdth"] = min(max(extras.stretch, face.stretches.lowerBound), face.stretches.upperBound)
    switch face.style {
    case .normal: break
    case .italic: axes["ital"] = 1
    case .oblique(let angles):
      axes["slnt"] = -min(max(font.isItalic ? 14 : 0, angles.lowerBound), angles.upperBound)
    }
    for setting in face.variations + extras.variations { axes[setting.tag] = setting.value }
    variations = axes.sorted { $0.key < $1.key }.map { FontSetting(tag: $0.key, value: $0.value) }
    isEmboldened = weight >= 600 && face.weights.upperBound < 600
  }

  /// The key of its letters: faces with equal keys have the same letters.
  var fontKey: FontKey {
    FontKey(
      sources: face.sources, variations: variations, sizeAdjust: face.sizeAdjust,
      isSlanted: face.style != .normal, isEmboldened: isEmboldened)
  }
}

/// The sources and settings that determine the letters of a face.
struct FontKey: Hashable, Sendable {
  var sources: [DefinedFace.Source]
  var variations: [FontSetting]
  var sizeAdjust: Double
  var isSlanted: Bool
  var isEmboldened: Bool
}

/// The metrics of the faces that a text needs.
struct FaceTable: Sendable {
  /// By raw value of the pinned faces.
  var pinned: [FaceMetrics]
  /// For fonts whose metrics are those of a face of the page.
  var defined: [FontSelection: FaceMetrics] = [:]
  /// For the fallback fonts that the text needs.
  var fallbacks: [FallbackFont: FaceMetrics] = [:]

  /// The metrics of a stack: those of the first face that has a space.
  subscript(stack: FontStack) -> FaceMetrics {
    if let selection = stack.selection, let metrics = defined[selection] { return metrics }
    return pinned[Int(stack.pinned.rawValue)]
  }

  /// The metrics of a font.
  subscript(font: Font) -> FaceMetrics { self[FontStack(font)] }
}
