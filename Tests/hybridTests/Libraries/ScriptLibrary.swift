import Foundation
import Testing

/// A script library of other people, as Debian or PyPI installs it.
struct ScriptLibrary: Sendable, CustomTestStringConvertible {
  /// The name of its page in `Pages`.
  var name: String
  /// How it is installed.
  var package: String
  /// The installed files, by the names that the page has for them. A file that is given as a folder is a
  /// library of CommonJS modules, and is joined to one file as bundlers do.
  var files: [String: String]

  var testDescription: String { name }

  /// Those that make pages.
  static let all: [ScriptLibrary] = [
    ScriptLibrary(
      name: "react", package: "node-react node-react-dom",
      files: [
        "react.development.js": "/usr/share/nodejs/react/umd/react.development.js",
        "react-dom.development.js": "/usr/share/nodejs/react-dom/umd/react-dom.development.js",
      ]),
    debian("vue", "libjs-vue", ["vue/vue.js"]),
    ScriptLibrary(
      name: "preact", package: "node-preact", files: ["preact.js": "/usr/share/nodejs/preact/lib"]),
    debian("angularjs", "libjs-angularjs", ["angular.js/angular.js"]),
    debian(
      "backbone", "libjs-backbone",
      ["backbone/backbone.js", "underscore/underscore.js", "jquery/jquery.js"]),
    debian("jquery", "libjs-jquery", ["jquery/jquery.js"]),
    debian("handlebars", "libjs-handlebars", ["handlebars/handlebars.js"]),
    debian("lodash", "libjs-lodash", ["lodash/lodash.js"]),
    debian("d3", "libjs-d3", ["d3/d3.js"]),
    ScriptLibrary(name: "htmx", package: "django-htmx of PyPI", files: ["htmx.js": htmx ?? ""]),
  ]

  private static func debian(_ name: String, _ package: String, _ paths: [String]) -> ScriptLibrary {
    let files = paths.map { path in
      (path.split(separator: "/").last.map(String.init) ?? path, "/usr/share/javascript/\(path)")
    }
    return ScriptLibrary(name: name, package: package, files: Dictionary(uniqueKeysWithValues: files))
  }

  /// Where `Tools/test` installs htmx, beside moto.
  private static let htmx: String? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let library = root.appending(path: ".build/moto/lib")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: library.path)) ?? []
    return versions.lazy
      .map {
        library.appending(path: "\($0)/site-packages/django_htmx/static/django_htmx/htmx-2.js").path
      }
      .first { FileManager.default.fileExists(atPath: $0) }
  }()

  /// Whether all of it is installed.
  var isInstalled: Bool { files.values.allSatisfy { FileManager.default.fileExists(atPath: $0) } }

  // MARK: Its to-do list

  private static let pages = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pages")

  /// The text of a file of `Pages`.
  static func text(_ name: String) throws -> String {
    try String(contentsOf: pages.appending(path: name), encoding: .utf8)
  }

  /// The page with all that it loads, by path.
  func page() throws -> [String: String] {
    var result = ["index.html": try Self.text("\(name).html"), "todo.css": try Self.text("todo.css")]
    for (name, path) in files {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      result[name] =
        isFolder.boolValue
        ? try Self.bundle(of: path, named: self.name) : try String(contentsOfFile: path, encoding: .utf8)
    }
    return result
  }

  /// The CommonJS modules of a folder as one script that defines the global `name`. Their texts stay as they
  /// are.
  private static func bundle(of folder: String, named name: String) throws -> String {
    var script = "(function () {\nvar files = {\n"
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    where path.hasSuffix(".js") {
      let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
      script += "\"./\(path.dropLast(3))\": function (module, exports, require) {\n\(text)\n},\n"
    }
    return script + """
      };
      var made = {};
      function load(path) {
        if (!files[path]) path += "/index";
        if (made[path]) return made[path].exports;
        var module = made[path] = { exports: {} };
        files[path](module, module.exports, function (name) {
          var parts = path.split("/").slice(0, -1);
          name.split("/").forEach(function (part) {
            if (part === "..") parts.pop(); else if (part !== ".") parts.push(part);
          });
          return load(parts.join("/"));
        });
        return module.exports;
      }
      window.\(name) = load("./\(name)");
      })();
      """
  }
}
