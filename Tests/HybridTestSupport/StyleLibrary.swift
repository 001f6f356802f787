import Foundation
import Testing

/// A style sheet of other people, as Debian or PyPI installs it, with a page of its own components.
package struct StyleLibrary: Sendable, CustomTestStringConvertible {
  /// The name of its page, and of its sheet there: `/lib/NAME.css`.
  package var name: String
  /// How it is installed.
  package var package: String
  /// The file of its sheet.
  private var sheet: String

  package var testDescription: String { name }
  package var isInstalled: Bool { FileManager.default.isReadableFile(atPath: sheet) }

  /// All libraries that have a page.
  package static let all: [StyleLibrary] = [
    StyleLibrary("normalize", "node-normalize.css", "/usr/share/nodejs/normalize.css/normalize.css"),
    debian("bootstrap5", "libjs-bootstrap5", "bootstrap5/css/bootstrap.css"),
    debian("bootstrap4", "libjs-bootstrap4", "bootstrap4/css/bootstrap.css"),
    debian("bootstrap3", "libjs-bootstrap", "bootstrap/css/bootstrap.css"),
    debian("milligram", "libjs-milligram", "milligram/milligram.css"),
    debian("skeleton", "libjs-skeleton", "skeleton/skeleton.css"),
    debian("spectre", "libjs-spectre", "spectre/spectre.css"),
    debian(
      "material", "libjs-material-design-lite", "libjs-material-design-lite/css/material.css"),
    pypi("bulma", "django-bulma", "bulma/static/bulma/css/style.css"),
    pypi("pico", "lona-picocss", "lona_picocss/static/lona-picocss/dist/pico/css/pico.css"),
    pypi("foundation", "static-foundation", "foundation/static/foundation/css/foundation.css"),
  ]

  private init(_ name: String, _ package: String, _ sheet: String) {
    (self.name, self.package, self.sheet) = (name, package, sheet)
  }

  private static func debian(_ name: String, _ package: String, _ path: String) -> StyleLibrary {
    StyleLibrary(name, package, "/usr/share/javascript/\(path)")
  }

  /// `Tools/test` installs packages of PyPI beside moto.
  private static func pypi(_ name: String, _ package: String, _ path: String) -> StyleLibrary {
    let library = root.appending(path: ".build/moto/lib")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: library.path)) ?? []
    let sheet = versions.map { library.appending(path: "\($0)/site-packages/\(path)").path }
      .first { FileManager.default.fileExists(atPath: $0) }
    return StyleLibrary(name, "\(package) of PyPI", sheet ?? "")
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardized

  /// The markup of its page.
  package func page() throws -> String {
    let pages = Self.root.appending(path: "Tests/HybridCompilerTests/Libraries")
    return try String(contentsOf: pages.appending(path: "\(name).html"), encoding: .utf8)
  }

  /// The text of its sheet.
  package func text() throws -> String { try String(contentsOfFile: sheet, encoding: .utf8) }
}
