import HybridEncoding

/// The base of the relative URLs of a sheet.
struct URLBase: Hashable {
  /// The sheet's folder as a URL path: `/css/`; `/` for the project's folder.
  private let folder: String

  /// The base for the file at `path`, which is relative to the project.
  init(path: String) {
    var folder = "/"
    for part in path.split(separator: "/").dropLast() {
      for character in part.unicodeScalars {
        switch character {
        case "%": folder += "%25"
        case "?": folder += "%3F"
        case "#": folder += "%23"
        default: folder.unicodeScalars.append(character)
        }
      }
      folder += "/"
    }
    self.folder = folder
  }

  /// The URL relative to the project's folder; a URL that does not name a file in it is returned unchanged.
  func resolved(_ url: String) -> String {
    guard let first = url.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "#") else {
      return url
    }
    // RFC 3986 §3.1: a colon before any slash ends a scheme.
    let head = url.utf8.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    return head.contains(UInt8(ascii: ":")) ? url : folder + url
  }
}

/// The pictures that the declarations of a sheet name.
struct SheetImages {
  /// The base of relative URLs; nil leaves them unchanged.
  let base: URLBase?
  /// In the order of the sheet.
  private(set) var all: [ImageReference] = []

  init(base: URLBase? = nil) { self.base = base }

  /// Records the pictures of a background, of content or of a custom property, and rebases their URLs to the
  /// project's folder.
  mutating func note(_ declaration: inout Declaration) {
    guard declaration.value.contains(where: \.mayHoldURL) else { return }
    let name = declaration.name
    guard
      name.hasPrefix("--") || name.isASCIIEqual(to: "background") || name.isASCIIEqual(to: "background-image")
        || name.isASCIIEqual(to: "content")
    else { return }
    for index in declaration.value.indices { note(&declaration.value[index], depth: 0) }
  }

  private mutating func note(_ value: inout ComponentValue, depth: Int) {
    guard depth < TokenStream.depthLimit else { return }
    switch value.content {
    case .token(.url(let url)): value.content = .token(.url(note(url, value.range)))
    case .function(let name, var arguments):
      if name.isASCIIEqual(to: "url") || name.isASCIIEqual(to: "src") {
        guard let place = arguments.firstIndex(where: { !$0.isWhitespace }),
          case .token(.string(let url)) = arguments[place].content
        else { return }
        arguments[place].content = .token(.string(note(url, value.range)))
      } else {
        for index in arguments.indices { note(&arguments[index], depth: depth + 1) }
      }
      value.content = .function(name: name, arguments)
    case .block(let bracket, var values):
      for index in values.indices { note(&values[index], depth: depth + 1) }
      value.content = .block(bracket, values)
    case .token: break
    }
  }

  private mutating func note(_ url: String, _ range: Range<Int>) -> String {
    let url = base?.resolved(url) ?? url
    all.append(ImageReference(url: url, range: range))
    return url
  }
}

extension ComponentValue {
  /// Whether the value can contain a URL; few values are functions or blocks.
  fileprivate var mayHoldURL: Bool {
    switch content {
    case .token(.url), .function, .block: true
    case .token: false
    }
  }
}
