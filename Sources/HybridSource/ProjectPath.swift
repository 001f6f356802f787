import HybridEncoding

/// Paths inside a project, as text: relative to its root, with `/` between components, without `.`, `..` and
/// empty components.
///
/// All operations compare components, never prefixes of the text: `pages2/x` is not inside `pages`.
package enum ProjectPath {
  /// The folder that holds `path`; empty for the root.
  package static func folder(of path: String) -> String { path.parentPath }

  /// The last component.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// `name` in `folder`.
  package static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : name.isEmpty ? folder : folder + "/" + name
  }

  /// Whether `path` is `folder` or below it.
  package static func isInside(_ path: String, _ folder: String) -> Bool {
    if folder.isEmpty || folder == "/" { return true }
    guard path.utf8.starts(with: folder.utf8) else { return false }
    let rest = path.utf8.dropFirst(folder.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }

  /// The folder among `folders` that equals or contains `path`.
  package static func folder(among folders: Set<String>, around path: String) -> String? {
    var path = path
    while true {
      if folders.contains(path) { return path }
      if path.isEmpty { return nil }
      path = folder(of: path)
    }
  }

  /// `path` without `.`, `..` and empty components; nil when `..` leads outside of the root.
  package static func normalized(_ path: String) -> String? {
    var components: [Substring] = []
    for component in path.split(separator: "/", omittingEmptySubsequences: true) {
      switch component {
      case ".": continue
      case "..": if components.popLast() == nil { return nil }
      default: components.append(component)
      }
    }
    return components.joined(separator: "/")
  }
}

extension Set<String> {
  /// Adds `folder` and all its ancestors; if one is already present, so are those above it.
  package mutating func insertAll(above folder: String) {
    var folder = folder
    while insert(folder).inserted, !folder.isEmpty { folder = ProjectPath.folder(of: folder) }
  }
}

/// The target of a reference in a source file.
package enum Reference: Hashable, Sendable {
  /// A file of the project.
  case file(String)
  /// Another scheme or another host; never fetched.
  case remote(String)
  /// A path outside of the project's root, or an invalid file path.
  case outside
  /// Only white space, a query or a fragment.
  case empty

  /// Resolves `reference`, as written in an attribute or an `@import`, against the file that holds it.
  ///
  /// RFC 3986 §5.2 for references without scheme and authority: the project's root is `/`. Query and fragment
  /// are dropped, because files have none; percent-encoding is decoded once (§2.1), and a result with a NUL,
  /// a `\` or an encoded `/` is rejected instead of interpreted. Differs from §5.2.4: a `..` above the root
  /// is an error and is not ignored.
  package static func resolve(_ reference: String, in file: String) -> Reference {
    var bytes = Array(reference.utf8)
    bytes.removeAll { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }  // URL Standard §4.4, as browsers do
    while bytes.last == 0x20 { bytes.removeLast() }
    let text = bytes.drop { $0 == 0x20 }
    if text.starts(with: Array("//".utf8)) || hasScheme(text) {
      return .remote(String(decoding: text, as: UTF8.self))
    }
    let path = text.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard !path.isEmpty else { return .empty }
    guard let decoded = decodedPath(path) else { return .outside }
    let isAbsolute = decoded.hasPrefix("/")
    let base = isAbsolute ? "" : ProjectPath.folder(of: file)
    guard let normal = ProjectPath.normalized(base + "/" + decoded) else { return .outside }
    return normal.isEmpty ? .empty : .file(normal)
  }

  /// RFC 3986 §3.1. One letter and a colon, a drive letter in some systems, counts as a scheme here.
  private static func hasScheme(_ text: ArraySlice<UInt8>) -> Bool {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), text.first?.isASCIILetter == true else {
      return false
    }
    return text[..<colon].allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "+")
        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
    }
  }

  /// Nil for a NUL, a `\`, an encoded `/` and invalid UTF-8.
  private static func decodedPath(_ path: ArraySlice<UInt8>) -> String? {
    let decoded = path.percentDecodedWherePossible
    let slash = UInt8(ascii: "/")
    guard !decoded.contains(0), !decoded.contains(UInt8(ascii: "\\")),
      decoded.count(where: { $0 == slash }) == path.count(where: { $0 == slash })
    else { return nil }
    return String(validating: decoded, as: UTF8.self)
  }
}
