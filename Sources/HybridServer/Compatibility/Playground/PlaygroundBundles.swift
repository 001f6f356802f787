import Glibc
import HybridEncoding
import HybridJSON
import HybridSource
import HybridUnits

/// Makes the bundles for Playground apps, and records the versions sent to them.
package struct PlaygroundBundles: Sendable {
  /// A bundle for an app, and diagnostics for the developer.
  struct Bundle {
    var json: [UInt8]
    var notes: [Diagnostic]
  }

  private var versions: TemplateVersions
  /// The folder in which the greatest version is stored across restarts; nil does not store it.
  private let root: String?
  private static let file = "playground.json"
  private var savedVersion: Int?
  /// Sample data reported as not being an object.
  private var reported: Set<String> = []

  /// The bundles of a project's server.
  /// - Parameter root: The project's folder, for `.hybrid/playground.json`; nil stores nothing.
  package init(root: String?) {
    self.root = root
    let bytes = root.flatMap { PrivateFile.read($0 + "/.hybrid/\(Self.file)") }
    savedVersion = bytes.flatMap { readJSON(Source(path: Self.file, bytes: $0)).value?["version"]?.int }
    versions = TemplateVersions(after: savedVersion, minutes: time(nil) / 60)
  }

  /// `data.json` of a template: its data, and every template it needs in the order to load them, the main one
  /// last (`Documentation/compatibility.md`).
  mutating func bundle(of unit: TemplateUnit) -> Bundle {
    var notes: [Diagnostic] = []
    let outs = versions.stamp(unit.loadOrder)
    if versions.takeWrap() {
      notes.append(
        Diagnostic(
          .warning, "playground.version-wrap",
          "template versions restart, and the Android app takes only greater ones than it has",
          hint: "restart the Android app"))
    }
    save()
    var json = JSONWriter()
    json.object { json in
      json.key("data")
      if unit.data.object != nil {
        json.value(unit.data)
      } else {
        json.object { _ in }
        if reported.insert(unit.dataPath ?? unit.name).inserted {
          notes.append(
            Diagnostic(
              .warning, "playground.data-not-object",
              """
              '\(unit.dataPath ?? unit.name)' is \(unit.data.kind), and Playground apps take only an object; \
              they get {}
              """,
              hint: "put it into an object, under a key"))
        }
      }
      json.key("templates")
      json.array { for out in outs { $0.value(out.base64) } }
    }
    return Bundle(json: json.bytes, notes: notes)
  }

  /// Stores the version before it is sent. If the project is not writable, the next session starts from the
  /// time.
  private mutating func save() {
    guard versions.current != savedVersion, let folder = root.flatMap(PrivateFile.folder) else { return }
    savedVersion = versions.current
    var json = JSONWriter()
    json.object { $0.member("version", versions.current) }
    _ = PrivateFile.write(json.bytes + [0x0A], to: "\(folder)/\(Self.file)")
  }
}

extension TemplateUnit {
  /// Its templates in the order in which phones load them, the main one last. Of several with one type, only
  /// the last one counts.
  fileprivate var loadOrder: [TemplateFile] {
    var types: Set<String> = []
    return (items + [main]).reversed().filter { types.insert($0.template.name).inserted }.reversed()
  }
}
