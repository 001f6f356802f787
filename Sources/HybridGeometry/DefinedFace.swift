/// The bytes of a font file, shared by all copies.
///
/// Files are identified by the hash of their bytes, so that comparing two costs nothing.
package struct FontData: Hashable, Sendable {
  /// The hash of the bytes, in text.
  package let hash: String
  /// The file, relative to the project, or a `data:` URL.
  package let path: String
  /// The bytes; empty when only the hash is known.
  package let bytes: [UInt8]

  /// The bytes with their hash.
  package init(hash: String, path: String, bytes: [UInt8]) {
    (self.hash, self.path, self.bytes) = (hash, path, bytes)
  }

  /// The media type of a font file, by its first bytes. RFC 8081 §4.4.
  package static func contentType(of bytes: [UInt8]) -> String {
    if bytes.starts(with: "wOF2".utf8) { return "font/woff2" }
    if bytes.starts(with: "wOFF".utf8) { return "font/woff" }
    return bytes.starts(with: "OTTO".utf8) ? "font/otf" : "font/ttf"
  }

  package static func == (one: FontData, other: FontData) -> Bool {
    one.hash == other.hash && one.path == other.path && one.bytes.isEmpty == other.bytes.isEmpty
  }

  // The path may be a `data:` URL with all bytes in it.
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// A setting of a font by its four-letter tag: an OpenType feature, or the axis of a variable font. CSS Fonts
/// 4 §6.12 and §7.3.
package struct FontSetting: Hashable, Sendable {
  /// Four letters.
  package var tag: String
  /// The value; 0 switches a feature off.
  package var value: Double

  /// A setting.
  package init(tag: String, value: Double) { (self.tag, self.value) = (tag, value) }
}

/// A face that an `@font-face` rule defines. CSS Fonts 4 §4.
package struct DefinedFace: Hashable, Sendable {
  /// Where the letters come from.
  package enum Source: Hashable, Sendable {
    /// A font file of the project.
    case file(FontData)
    /// A font of the device, by its full name in lower case (`local()`).
    case local(String)
  }

  /// How the letters lean.
  package enum Style: Hashable, Sendable {
    case normal, italic
    /// Slanted by an angle between these, in degrees.
    case oblique(ClosedRange<Double>)
  }

  /// The family, as written.
  package var family: String
  /// In order of preference; the first that can be read counts.
  package var sources: [Source] = []
  /// The weights it has; 1 to 1000.
  package var weights: ClosedRange<Double> = 400...400
  /// The widths it has, in percent.
  package var stretches: ClosedRange<Double> = 100...100
  package var style = Style.normal
  /// The characters that it is for; empty for all.
  package var ranges: [ClosedRange<UInt32>] = []
  /// The size of letters and metrics, relative to the font size.
  package var sizeAdjust = 1.0
  /// Metrics instead of the font's own, in ems.
  package var ascent: Double?
  package var descent: Double?
  package var lineGap: Double?
  package var features: [FontSetting] = []
  package var variations: [FontSetting] = []

  /// A face with the initial values of the descriptors.
  package init(family: String) { self.family = family }

  /// Whether the face is for a character.
  package func isFor(_ scalar: UInt32) -> Bool {
    ranges.isEmpty || ranges.contains { $0.contains(scalar) }
  }
}

/// The measures of a font that lengths in CSS are relative to, in ems. CSS Values 4 §6.1.1.
package struct FontMeasures: Hashable, Sendable {
  /// The height of the letter x.
  package var xHeight: Double
  /// The height of capital letters.
  package var capHeight: Double
  /// The advance of the digit 0.
  package var zeroAdvance: Double

  /// The measures of a font.
  package init(xHeight: Double, capHeight: Double, zeroAdvance: Double) {
    (self.xHeight, self.capHeight, self.zeroAdvance) = (xHeight, capHeight, zeroAdvance)
  }
}

/// The faces that the `@font-face` rules of a page define, in order. Copies share their storage; comparing
/// two copies compares one pointer.
package struct FontSet: Hashable, Sendable {
  /// Measures the font that families and a weight select in a set; nil when it is none of the set.
  package typealias Measuring = @Sendable (FontSet, _ families: [String], _ weight: Double) -> FontMeasures?

  private final class Storage: Sendable {
    let faces: [DefinedFace]
    let families: [String: [Int]]
    let hash: Int
    let byteCount: Int
    let measuring: Measuring?

    init(_ faces: [DefinedFace], _ measuring: Measuring?) {
      self.faces = faces
      self.measuring = measuring
      families = Dictionary(grouping: faces.indices) { faces[$0].family.lowercased() }
      hash = faces.hashValue
      byteCount = faces.reduce(0) { sum, face in
        face.sources.reduce(sum) { sum, source in
          if case .file(let data) = source { sum + data.bytes.count } else { sum }
        }
      }
    }
  }

  private var storage: Storage?

  /// A set of faces.
  ///
  /// - Parameter measuring: Reads the fonts, which no value of this target can do; without it there are no
  ///   measures.
  package init(_ faces: [DefinedFace] = [], measuring: Measuring? = nil) {
    storage = faces.isEmpty ? nil : Storage(faces, measuring)
  }

  /// The measures of the font that families and a weight select; nil when it is none of the set.
  package func measures(of families: [String], weight: Double) -> FontMeasures? {
    storage?.measuring?(self, families, weight)
  }

  /// The number of bytes of its fonts.
  package var byteCount: Int { storage?.byteCount ?? 0 }

  /// In the order of the rules.
  package var faces: [DefinedFace] { storage?.faces ?? [] }

  /// Whether there are none.
  package var isEmpty: Bool { storage == nil }

  /// Whether a rule defines a family.
  package func defines(_ family: String) -> Bool { storage?.families[family.lowercased()] != nil }

  /// The faces of a family, which is compared without regard to case; empty for a family that no rule
  /// defines.
  package func faces(of family: String) -> [DefinedFace] {
    guard let storage else { return [] }
    return (storage.families[family.lowercased()] ?? []).map { storage.faces[$0] }
  }

  package static func == (one: FontSet, other: FontSet) -> Bool {
    one.storage === other.storage
      || one.storage?.hash == other.storage?.hash && one.faces == other.faces
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(storage?.hash ?? 0) }
}
