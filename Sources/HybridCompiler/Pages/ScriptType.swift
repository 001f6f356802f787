import HybridDOM
import HybridEncoding

/// The kind of a `script` by its `type` (HTML Standard §4.12.1.1, *prepare the script element*, steps 8 to
/// 12).
enum ScriptType {
  /// JavaScript, which runs.
  case classic
  /// A JavaScript module.
  case module
  /// Addresses of modules by name.
  case importMap
  /// Data for the page's own use.
  case data

  init(of element: Element) {
    let type = element["type"]
    let language = element["language"]
    guard let type, !type.isEmpty else {
      let isPlain = type != nil || language?.isEmpty ?? true
      self = isPlain || Self.javaScript.contains("text/" + (language ?? "").lowercased()) ? .classic : .data
      return
    }
    let essence = type.collapsingASCIIWhitespace.lowercased()
    switch essence {
    case "module": self = .module
    case "importmap": self = .importMap
    default: self = Self.javaScript.contains(essence) ? .classic : .data
    }
  }

  /// MIME Sniffing Standard §4.6, *JavaScript MIME type*.
  private static let javaScript: Set = [
    "application/ecmascript", "application/javascript", "application/x-ecmascript",
    "application/x-javascript", "text/ecmascript", "text/javascript", "text/javascript1.0",
    "text/javascript1.1", "text/javascript1.2", "text/javascript1.3", "text/javascript1.4",
    "text/javascript1.5", "text/jscript", "text/livescript", "text/x-ecmascript", "text/x-javascript",
  ]

  /// Whether the element is a `script` with data for the page's own use.
  static func isData(_ element: Element) -> Bool {
    if element.elementName?.isScript == true, case .data = ScriptType(of: element) { true } else { false }
  }
}
