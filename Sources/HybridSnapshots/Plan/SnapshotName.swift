import HybridUnits

/// The name of a snapshot: its path below the folder of snapshots, without the extension.
///
///     home/phone                      the page as it opens
///     home/phone-dark.empty           with the sample data `empty`
///     cart/phone.data.buy             a scenario, at its end, with the unit's own data
///     cart/phone.data.buy.in-the-bag  the same scenario at its step {"snapshot": "in the bag"}
///
/// The parts are in a fixed order, so that none is mistaken for another.
package struct SnapshotName: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The folder of snapshots in a project.
  package static let folder = "snapshots"
  /// The extensions of a snapshot's two files.
  package static let layoutEnding = ".txt"
  package static let pictureEnding = ".png"

  /// The unit's name; a nested page's name contains slashes.
  package var unit: String
  /// The file's name without its extension.
  package var stem: String

  /// A name from its parts.
  package init(unit: String, device: String, data: String?, scenario: String? = nil, step: String? = nil) {
    self.unit = unit
    var parts = [device]
    if let scenario {
      parts += [data ?? DataSet.ownName, scenario] + (step.map { [$0] } ?? [])
    } else if let data {
      parts.append(data)
    }
    stem = parts.map(Self.part).joined(separator: ".")
  }

  package var description: String { "\(unit)/\(stem)" }
  /// The layout's file, relative to the project.
  package var layoutPath: String { "\(Self.folder)/\(self)\(Self.layoutEnding)" }
  /// The picture's file, relative to the project.
  package var picturePath: String { "\(Self.folder)/\(self)\(Self.pictureEnding)" }

  package static func < (a: SnapshotName, b: SnapshotName) -> Bool { (a.unit, a.stem) < (b.unit, b.stem) }

  /// A name as a part of a file name: letters, digits and `_` stay, any run of other characters becomes one
  /// `-`. Letters become lower case, because file systems differ in case sensitivity.
  package static func part(_ name: String) -> String {
    var result = ""
    for character in name.lowercased() {
      if character.isLetter || character.isNumber || character == "_" {
        result.append(character)
      } else if character == "%" || character == "×" {
        result.append(character == "×" ? "x" : "-")
      } else if !result.hasSuffix("-"), !result.isEmpty {
        result.append("-")
      }
      if result.utf8.count > 80 { break }
    }
    while result.hasSuffix("-") { result.removeLast() }
    return result.isEmpty ? "_" : result
  }
}
