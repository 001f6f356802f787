import HybridEncoding
package import HybridRelease
import HybridSource
import HybridUnits

/// `embedded/templates.plist`: the templates of a release as an XML property list, which VirtualView apps
/// read at launch.
///
///     <array><dict><key>base64</key><string>…</string><key>element</key>…</dict>…</array>
package enum EmbeddedTemplates {
  /// Creates the list of a release, sorted by unit name; the type is the name inside the template.
  ///
  /// - Parameter content: Returns the content of a digest.
  /// - Returns: Nil when a template is missing.
  package static func plist(of release: Release, content: (FileDigest) -> [UInt8]?) -> [UInt8]? {
    var templates: [(element: String, type: String, fileName: String, bytes: [UInt8])] = []
    for unit in release.units where unit.kind == .template {
      guard let bytes = content(unit.file.digest) else { return nil }
      let type = (try? Template(decoding: bytes))?.name ?? unit.name
      templates.append((unit.name, type, ProjectPath.name(of: unit.file.path), bytes))
    }
    return plist(templates)
  }

  private static func plist(
    _ templates: [(element: String, type: String, fileName: String, bytes: [UInt8])]
  ) -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <array>

      """
    for template in templates {
      text += "\t<dict>\n"
      for (key, value) in [
        ("base64", template.bytes.base64), ("element", template.element.escaped(.xmlText)),
        ("fileName", template.fileName.escaped(.xmlText)), ("type", template.type.escaped(.xmlText)),
      ] {
        text += "\t\t<key>\(key)</key>\n\t\t<string>\(value)</string>\n"
      }
      text += "\t</dict>\n"
    }
    return Array((text + "</array>\n</plist>\n").utf8)
  }
}
